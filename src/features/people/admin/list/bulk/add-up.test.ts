import { expect, test } from 'vitest';
import type { LeavingEffects } from '#contract/people/leaving.ts';
import { addUp } from './add-up.ts';

const several = (...names: string[]) => ({ count: names.length, items: names.map((name) => ({ id: name, name })) });
const one: LeavingEffects = {
  spaces: 2,
  hand_over: { spaces: several(), departments: several(), reports: several('Ada', 'Ben') },
  needs_heir: false,
  ends: {
    ...{ sessions: 1, devices: 2, scheduled_messages: 3, views: 4, links: 5, sign_on: 0, provisioned: false },
    ...{ groups: several('First aiders'), roles: several('Employee'), emptied: several() },
    joining: { requests: 1, invited: 0, inviting: 2 },
  },
  stays: { conversations: 10, tokens: 0 },
};

test('of nobody there is nothing, and of one what there is', () => {
  expect(addUp([])).toBeUndefined();
  expect(addUp([one])).toEqual(one);
});

test('of two it is the sum, and what they share is named once', () => {
  const other: LeavingEffects = {
    ...one,
    ends: { ...one.ends, provisioned: true, roles: several('Employee', 'Owner') },
    // Only the first of many are named.
    hand_over: { ...one.hand_over, reports: { ...several('Ben', 'Cleo'), count: 9 } },
  };
  const total = addUp([one, other]);
  expect(total).toMatchObject({
    spaces: 4,
    ends: {
      ...{ sessions: 2, devices: 4, scheduled_messages: 6, views: 8, links: 10, provisioned: true },
      ...{ groups: several('First aiders'), roles: several('Employee', 'Owner') },
      joining: { requests: 2, invited: 0, inviting: 4 },
    },
    stays: { conversations: 20, tokens: 0 },
  });
  expect(total?.hand_over.reports).toEqual({ ...several('Ada', 'Ben', 'Cleo'), count: 10 });
});
