// Valid calls of the chart of who reports to whom, and of what there is to celebrate.
import { celebrations } from '#contract/people/finding/celebrations.ts';
import { chart } from '#contract/people/finding/chart.ts';
import * as people from '#contract/people.ts';
import { entry } from '../case.ts';

export const chartCases = [
  entry(chart, { asksModule: { module: 'people', by: ({ stranger }) => stranger } })(
    () => ({ input: {} }),
    ({ member }) => ({ input: { employee_id: member.employee_id } }),
    async ({ owner }) => {
      const { next_cursor } = await owner.call(chart, { limit: '1' });
      return { input: { limit: '1', cursor: next_cursor ?? '' } };
    },
  ),
  entry(celebrations, { asksModule: { module: 'people', by: ({ stranger }) => stranger } })(
    async ({ owner, member: { employee_id } }) => {
      // A year ago in a few days.
      const joining_date = new Date(Date.now() - 360 * 86_400_000).toISOString().slice(0, 10);
      await owner.call(people.update, { employee_id, joining_date });
      return { input: {} };
    },
  ),
];
