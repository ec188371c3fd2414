// What people's companies give us to keep sealed in the database.
import type { SealedColumn } from '../../../platform/db/keys/resealing.ts';

export const peopleSealed: readonly SealedColumn[] = [
  {
    purpose: 'finch',
    table: 'finch_connection',
    column: 'sealed_key',
    id: 'company_id',
    owner: ({ company_id }) => company_id,
  },
];
