import { expect, test } from 'vitest';
import { changeOf, daysIn, messageBars, peopleLines, rangeBefore, share, shareInSteps } from './words.ts';

test('an address asks for a range that there is', () => {
  expect([daysIn('7'), daysIn(365), daysIn('8'), daysIn(undefined), daysIn({})]).toEqual([
    '7',
    '365',
    '30',
    '30',
    '30',
  ]);
});

test.each([
  [57, 50, 'up', '14% more than the week before'],
  [40, 50, 'down', '20% fewer than the week before'],
  [50, 50, 'same', 'As many as the week before'],
  [3, 0, 'up', '3 more than the week before'],
  [3, null, 'unknown', 'Nothing to compare with yet'],
  [null, 3, 'unknown', 'Not recorded'],
])('%j after %j', (value, before, way, text) => {
  expect(changeOf({ value, before }, rangeBefore('7'))).toEqual({ way, text });
});

test('a share of nobody is none', () => {
  expect([share(1, 3), share(0, 0)]).toEqual(['33%', '0%']);
});

test('departments are told in steps, and neither by nobody nor by everybody', () => {
  expect([10, 20, 50, 80, 90].map(shareInSteps)).toEqual([
    'under 20%',
    'about 20%',
    'about 50%',
    'about 80%',
    'over 80%',
  ]);
});

const seriesOf = (length: number) =>
  Array.from({ length }, (_, n) => ({
    day: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    active: 1,
    writers: 1,
    direct: 1,
    in_spaces: 2,
    in_groups: 3,
  }));

test('bars are days, and whole weeks of a year', () => {
  const days = messageBars(seriesOf(30));
  expect([days.weekly, days.places.length, days.places[0], days.short[0]]).toEqual([
    false,
    30,
    'Thursday 1 January',
    'Jan 1',
  ]);
  const weeks = messageBars(seriesOf(365));
  expect([weeks.weekly, weeks.places.length, weeks.places[0]]).toEqual([true, 52, 'Week from 2 Jan 2026']);
  expect([weeks.in_spaces[0], weeks.in_groups[0], weeks.direct[0]]).toEqual([14, 21, 7]);
});

test('people are those of a day, and of the average day of a week', () => {
  const days = peopleLines(seriesOf(2));
  expect([days.places, days.active, days.since]).toEqual([
    ['Thursday 1 January', 'Friday 2 January'],
    [1, 1],
    undefined,
  ]);
  const year = seriesOf(365).map((one, n) => ({ ...one, active: n < 10 ? null : 10, writers: n % 7 }));
  const weeks = peopleLines(year);
  expect([weeks.active.slice(0, 3), weeks.wrote[0], weeks.since]).toEqual([[null, 10, 10], 3, '11 Jan 2026']);
});

test('days of too few people are a gap, not zero', () => {
  const series = seriesOf(3).map((one, n) =>
    n === 1 ? { day: one.day, active: null, writers: null, direct: null, in_spaces: null, in_groups: null } : one,
  );
  expect(peopleLines(series)).toMatchObject({
    active: [1, null, 1],
    wrote: [1, null, 1],
    gaps: true,
    since: undefined,
  });
  expect(messageBars(series).in_spaces).toEqual([2, null, 2]);
  expect(peopleLines(seriesOf(3)).gaps).toBe(false);
});
