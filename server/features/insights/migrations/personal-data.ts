// What the columns of the dashboard are to a person: on which days they used the app, and sums in which nobody is.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

export const insightsData: readonly Tagged[] = [
  {
    table: 'activity_day',
    whose: 'employee_id',
    personal: 'day',
    kept: { key: 'company_id employee_id' },
    exported: { file: 'account/days', says: 'On which days you used Limelight' },
  },
  {
    table: 'insight_day',
    kept: {
      key: 'company_id day',
      'sums of all': `active active_week active_month writers writers_month spaces_month direct in_spaces in_groups invited accepted
        reached installed notified`,
      'whether it is over': 'final',
      time: 'counted_at',
    },
  },
  {
    table: 'insight_department',
    kept: { key: 'company_id department_id', 'sums of five or more': 'people active_share messages', time: 'day' },
  },
];
