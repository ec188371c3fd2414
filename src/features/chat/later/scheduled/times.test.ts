// Times of scheduled messages, by the clock of whatever zone the tests run in.
import { expect, test } from 'vitest';
import { fieldOf, momentIn, suggestions, timeText } from './times.ts';

const at = (month: number, dayOfMonth: number, hour = 15, year = 2026) =>
  new Date(year, month - 1, dayOfMonth, hour, 30);

test.each([
  // Saturday, Sunday, Monday, the last day of a year.
  [at(11, 21), ['Tomorrow 2026-11-22T09:00', 'Monday 2026-11-23T09:00']],
  [at(11, 22), ['Tomorrow 2026-11-23T09:00']],
  [at(11, 23), ['Tomorrow 2026-11-24T09:00', 'Monday 2026-11-30T09:00']],
  [at(12, 31), ['Tomorrow 2027-01-01T09:00', 'Monday 2027-01-04T09:00']],
])('suggestions on %s', (now, expected) => {
  expect(suggestions(now).map(({ label, at: when }) => `${label} ${fieldOf(when)}`)).toEqual(expected);
});

test('the working week of the company begins on another day', () => {
  const labels = (week: number[]) =>
    suggestions(at(11, 23), week).map(({ label, at: when }) => `${label} ${fieldOf(when)}`);
  const tomorrow = 'Tomorrow 2026-11-24T09:00';
  expect(labels([0, 1, 2, 3, 4])).toEqual([tomorrow, 'Monday 2026-11-30T09:00']);
  expect(labels([0, 1, 2, 3, 6])).toEqual([tomorrow, 'Sunday 2026-11-29T09:00']);
  expect(labels([1, 2, 3])).toEqual([tomorrow]);
  expect(labels([0, 1, 2, 3, 4, 5, 6])).toEqual([tomorrow, 'Monday 2026-11-30T09:00']);
});

test('a field says when, or what is wrong with it', () => {
  const now = at(11, 21).valueOf();
  expect(momentIn('2026-11-21T15:31', now)).toEqual({ at: now + 60_000 });
  expect(momentIn('2026-11-21T15:30', now)).toHaveProperty('problem', 'Choose a time at least a minute from now');
  expect(momentIn('2028-01-01T09:00', now)).toHaveProperty('problem', 'Choose a time within a year');
  for (const text of ['', 'soon', '2026-13-01T09:00'])
    expect(momentIn(text, now)).toHaveProperty('problem', 'Choose a date and a time');
});

test('how a time is said', () => {
  const now = at(11, 21).valueOf();
  expect([at(11, 21, 9), at(11, 22, 9), at(11, 23, 9), at(1, 4, 9, 2027)].map((when) => timeText(when, now))).toEqual([
    'Today, 09:30',
    'Tomorrow, 09:30',
    'Monday 23 November, 09:30',
    '4 Jan 2027, 09:30',
  ]);
});
