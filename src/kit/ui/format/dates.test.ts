import { expect, test } from 'vitest';
import { clock, date, dateAndTime, day } from './dates.ts';

test('the formats', () => {
  const at = '2026-11-09T08:31:00';
  expect([date(at), clock(at), dateAndTime(at), day(at)]).toEqual([
    '9 Nov 2026',
    '08:31',
    '9 Nov 2026, 08:31',
    'Monday 9 November',
  ]);
});

test('what is no time is no text', () => {
  expect([date('x'), clock(Number.NaN)]).toEqual(['', '']);
});
