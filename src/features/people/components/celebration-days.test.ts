import { expect, test } from 'vitest';
import { dayBy, whenOf } from './celebration-days.ts';

test.each([
  ['2026-11-23', 'today'],
  ['2026-11-24', 'tomorrow'],
  ['2026-11-26', 'Thursday'],
  ['2026-11-29', 'Sunday'],
  ['2026-11-30', '30 November'],
  ['2026-12-07', '7 December'],
])('%s is %s', (day, said) => {
  expect(whenOf(day, '2026-11-23')).toBe(said);
});

test('what was said a week ago was said of another today', () => {
  const at = (time: string) => new Date(`2026-11-${time}`).valueOf();
  expect(dayBy('2026-11-24', at('23T23:30'), at('23T23:59'))).toBe('2026-11-24');
  expect(dayBy('2026-11-24', at('23T23:30'), at('24T00:10'))).toBe('2026-11-25');
  expect(dayBy('2026-11-24', at('23T09:00'), at('30T08:00'))).toBe('2026-12-01');
});

test('over the end of a year and the change of clocks', () => {
  expect(whenOf('2027-01-01', '2026-12-31')).toBe('tomorrow');
  expect(whenOf('2026-03-30', '2026-03-28')).toBe('Monday');
});
