// What signing in keeps sealed in the database.
import type { SealedColumn } from '../../../platform/db/keys/resealing.ts';
import { ownerOf } from '../second-factor/factor-repo.ts';
import { asText } from '../sso/sealed.ts';

export const authSealed: readonly SealedColumn[] = [
  { purpose: 'second-factor', table: 'second_factor', column: 'secret', id: 'employee_id', owner: ownerOf },
  {
    purpose: 'sso',
    table: 'sso_config',
    column: 'client_secret',
    id: 'company_id',
    owner: ({ company_id }) => company_id,
    text: asText,
  },
  {
    purpose: 'sso',
    table: 'sso_session',
    column: 'id_token',
    id: 'session_id',
    owner: (_tx, session_id) => session_id,
    text: asText,
  },
];
