// What the columns of the audit log are to a person: ids, codes and names of parts of the company, kept for security.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

export const auditData: readonly Tagged[] = [
  {
    table: 'audit_event',
    whose: "actor_id = $2::uuid OR detail ->> 'employee_id' = $2::uuid::text",
    kept: { key: 'company_id audit_id', 'security: of people ids alone': 'actor_id action detail', time: 'created_at' },
    exported: {
      file: 'account/security-log',
      says: 'What the security log says you did, or was done with your account',
      with: 'action created_at',
      also: { by_you: 'coalesce(actor_id = $2::uuid, false)' },
    },
  },
  { table: 'audit_anchor', kept: { key: 'company_id', security: 'position hash' } },
  { table: 'audit_pending', kept: { key: 'company_id audit_id' } },
  { table: 'audit_seal', kept: { key: 'company_id position audit_id', security: 'hash' } },
];
