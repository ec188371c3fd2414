// What is meant by the words for days, whatever the device's zone.
import { describe, expect, test } from 'vitest';
import { dayMeant } from './day-words.ts';

/** Local parts, so that the test says the same in every zone: Thursday, half past midnight. */
const now = new Date(2026, 10, 26, 0, 30).getTime();
const day = (typed: string, at = now) => dayMeant(typed, at)?.day ?? null;

describe('words for days', () => {
  test.each([
    ['2026-03-01', '2026-03-01'],
    ['2026-03', '2026-03-01'],
    ['2026', '2026-01-01'],
    ['today', '2026-11-26'],
    ['Yesterday', '2026-11-25'],
    ['thursday', '2026-11-26'],
    ['thu', '2026-11-26'],
    ['Wednesday', '2026-11-25'],
    ['friday', '2026-11-20'],
    ['sun', '2026-11-22'],
    ['this week', '2026-11-23'],
    ['last  week', '2026-11-16'],
    ['this month', '2026-11-01'],
    ['last month', '2026-10-01'],
    ['this year', '2026-01-01'],
    ['last year', '2025-01-01'],
  ])('%s is %s', (typed, expected) => {
    expect(day(typed)).toBe(expected);
  });

  test.each([
    '',
    'soon',
    't',
    'tu',
    'mondays',
    '2026-02-30',
    '2026-13',
    '20',
    '0900',
    '26-11-2026',
    'last',
    'last soon',
  ])('“%s” is no day', (typed) => {
    expect(day(typed)).toBeNull();
  });

  test('over the ends of months and years', () => {
    expect(day('yesterday', new Date(2027, 0, 1, 12).getTime())).toBe('2026-12-31');
    expect(day('last month', new Date(2027, 0, 31, 12).getTime())).toBe('2026-12-01');
    expect(day('monday', new Date(2026, 2, 1, 12).getTime())).toBe('2026-02-23');
  });

  test('a word that means another day tomorrow is said, a date is not', () => {
    expect(['mon', 'yesterday', '2026-03'].map((typed) => dayMeant(typed, now)?.word)).toEqual([
      'Monday',
      'yesterday',
      null,
    ]);
  });
});
