import { expect, test } from 'vitest';
import { dayIn, whenOf } from './celebration-days.ts';

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

test.each([
  ['Europe/London', '2026-11-23T23:59:00Z', '2026-11-23'],
  ['Europe/London', '2026-11-24T00:00:00Z', '2026-11-24'],
  ['Pacific/Auckland', '2026-11-23T10:59:00Z', '2026-11-23'],
  ['Pacific/Auckland', '2026-11-23T11:00:00Z', '2026-11-24'],
  ['America/New_York', '2027-01-01T04:59:00Z', '2026-12-31'],
])('in %s it is at %s the %s, wherever the device is', (time_zone, at, day) => {
  expect(dayIn(time_zone, Date.parse(at), '2026-11-20')).toBe(day);
});

test('in a zone that the browser does not know it is what was said', () => {
  expect(dayIn('Mars/Olympus', Date.parse('2026-11-24T12:00:00Z'), '2026-11-23')).toBe('2026-11-23');
});

test('over the end of a year and the change of clocks', () => {
  expect(whenOf('2027-01-01', '2026-12-31')).toBe('tomorrow');
  expect(whenOf('2026-03-30', '2026-03-28')).toBe('Monday');
});
