// What the columns of provisioning are to a person: ids alone.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

export const provisioningData: readonly Tagged[] = [
  {
    table: 'scim_token',
    kept: {
      key: 'company_id token_id',
      'the company’s': 'slot secret_hash name',
      'an id alone': 'created_by',
      time: 'created_at last_used_at',
    },
  },
  {
    table: 'scim_failure',
    kept: {
      key: 'company_id failure_id',
      'words of ours': 'method resource status reason',
      'an id alone, for thirty days': 'employee_id',
      time: 'created_at',
    },
  },
];
