// What the columns of exports are to whom they are about.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

export const privacyData: readonly Tagged[] = [
  {
    table: 'data_export',
    whose: 'employee_id',
    personal: 'status size created_at ready_at expires_at file_id',
    kept: { key: 'company_id export_id employee_id', 'an id alone': 'asked_by', queue: 'attempts due_at error_code' },
    exported: { file: 'account/exports', says: 'When you had your data exported', without: 'file_id size' },
  },
];
