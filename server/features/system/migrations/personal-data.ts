// What the columns of reported errors are to a person: nothing, they are cleaned before they are kept.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

export const systemData: readonly Tagged[] = [
  {
    table: 'client_error',
    kept: {
      key: 'company_id fingerprint',
      'cleaned of people': 'kind type message stack app_version route',
      counter: 'count',
      time: 'created_at seen_at',
    },
  },
];
