// Valid calls of what there is to celebrate.
import { celebrations } from '#contract/people/finding/celebrations.ts';
import { entry } from '../case.ts';

export const celebrationCases = [
  entry(celebrations, { asksModule: { module: 'people', by: ({ stranger }) => stranger } })(() => ({ input: {} })),
];
