// Valid calls of the chart of who reports to whom, and of what there is to celebrate.
import { celebrations } from '#contract/people/finding/celebrations.ts';
import { chart } from '#contract/people/finding/chart.ts';
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
  entry(celebrations, { asksModule: { module: 'people', by: ({ stranger }) => stranger } })(() => ({ input: {} })),
];
