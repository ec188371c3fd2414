// Days as calendars have them: where clocks change, also at midnight, and at both ends of the world.
import { expect, test } from 'vitest';
import { addDays, dayAt, daysFrom, startOf } from './days.ts';

const at = (zone: string, day: string) => new Date(startOf(zone, day)).toISOString();

test.each([
  ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['Europe/London', '2026-07-01', '2026-06-30T23:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-22', '2026-11-21T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-22', '2026-11-21T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-22', '2026-11-22T11:00:00.000Z'],
  // Clocks go forward at midnight: the day begins at one.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  // And back at midnight: the hour before is there twice.
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
])('%s: %s begins at %s', (zone, day, begins) => {
  expect(at(zone, day)).toBe(begins);
  expect(dayAt(zone, startOf(zone, day))).toBe(day);
  expect(dayAt(zone, startOf(zone, day) - 1)).toBe(addDays(day, -1));
});

test('a day has 23 hours in spring and 25 in autumn', () => {
  const hours = (day: string) =>
    (startOf('Europe/London', addDays(day, 1)) - startOf('Europe/London', day)) / 3_600_000;
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-10-26')]).toEqual([23, 25, 24]);
});

test('days follow each other over months and leap years', () => {
  expect(daysFrom('2028-02-27', '2028-03-01')).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01']);
  expect(daysFrom('2026-03-01', '2026-02-28')).toEqual([]);
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});
