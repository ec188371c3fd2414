import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type Week, week } from '../week.ts';
import { AWAKE, isAwake, nextAwake } from './awake.ts';

const at = (text: string) => new Date(text);

describe('awake', () => {
  test('08:00 to 22:00 where the reader is', () => {
    expect(isAwake(AWAKE, 'Europe/London', at('2026-07-01T07:00:00Z'))).toBe(true);
    expect(isAwake(AWAKE, 'Europe/London', at('2026-07-01T06:59:59Z'))).toBe(false);
    expect(isAwake(AWAKE, 'Europe/London', at('2026-07-01T20:59:59Z'))).toBe(true);
    expect(isAwake(AWAKE, 'Europe/London', at('2026-07-01T21:00:00Z'))).toBe(false);
    expect(isAwake(AWAKE, 'Asia/Kathmandu', at('2026-07-01T02:15:00Z'))).toBe(true);
    expect(isAwake(AWAKE, 'Asia/Kathmandu', at('2026-07-01T02:14:00Z'))).toBe(false);
  });

  test('the weekday is the reader’s, and a day may be quiet as a whole', () => {
    const weekdays: Week = AWAKE.map((hours, day) => (day < 5 ? hours : null));
    // Saturday in Auckland, Friday still in Lisbon.
    expect(isAwake(weekdays, 'Pacific/Auckland', at('2026-07-03T21:00:00Z'))).toBe(false);
    expect(isAwake(weekdays, 'Europe/Lisbon', at('2026-07-03T20:00:00Z'))).toBe(true);
    expect(nextAwake(weekdays, 'Pacific/Auckland', at('2026-07-03T21:00:00Z'))).toEqual(at('2026-07-05T20:00:00Z'));
  });

  test('the next morning comes by the clock on the wall, also when the clocks change in the night', () => {
    expect(nextAwake(AWAKE, 'Europe/Berlin', at('2026-03-28T22:30:00Z'))).toEqual(at('2026-03-29T06:00:00Z'));
    expect(nextAwake(AWAKE, 'Europe/Berlin', at('2026-10-24T21:30:00Z'))).toEqual(at('2026-10-25T07:00:00Z'));
    expect(nextAwake(AWAKE, 'UTC', at('2026-01-01T12:00:00Z'))).toEqual(at('2026-01-01T12:00:00Z'));
    expect(nextAwake(Array(7).fill(null), 'UTC', at('2026-01-01T12:00:00Z'))).toBeNull();
  });

  test('nothing before the next awake moment is awake, and that one is', () => {
    const quarter = fc.integer({ min: 0, max: 95 }).map((n) => {
      const two = (x: number) => String(x).padStart(2, '0');
      return `${two(Math.floor(n / 4))}:${two((n % 4) * 15)}`;
    });
    const day = fc.option(
      fc
        .tuple(quarter, quarter)
        .filter(([from, to]) => from < to)
        .map(([from, to]) => ({ from, to })),
    );
    const zone = fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC');
    const time = fc.date({ min: at('2026-01-01'), max: at('2027-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(day, { minLength: 7, maxLength: 7 }), zone, time, (days, where, from) => {
        const next = nextAwake(days, where, from);
        if (next) expect(isAwake(days, where, next)).toBe(true);
        const end = next?.getTime() ?? from.getTime() + 7 * 86_400_000;
        for (let ms = from.getTime(); ms < end; ms += 7 * 60_000)
          expect(isAwake(days, where, new Date(ms))).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test('a week is seven days of quarters, each with its end after its beginning', () => {
    const but = (day: unknown) => v.safeParse(week, AWAKE.with(2, day as never)).success;
    expect(but(null)).toBe(true);
    expect(but({ from: '00:00', to: '24:00' })).toBe(true);
    expect(but({ from: '08:00', to: '08:00' })).toBe(false);
    expect(but({ from: '24:00', to: '24:00' })).toBe(false);
    expect(but({ from: '08:10', to: '09:00' })).toBe(false);
    expect(v.safeParse(week, AWAKE.slice(1)).success).toBe(false);
  });
});

test('a night’s shift ends on the day after, and belongs to the day on which it begins', () => {
  const nights: Week = Array.from({ length: 7 }, (_, day) => (day < 5 ? { from: '20:00', to: '04:00' } : null));
  // 6 July 2026 is a Monday.
  const awake = (text: string) => isAwake(nights, 'UTC', new Date(text));
  expect(awake('2026-07-06T19:59:00Z')).toBe(false);
  expect(awake('2026-07-06T20:00:00Z')).toBe(true);
  expect(awake('2026-07-07T03:59:00Z')).toBe(true);
  expect(awake('2026-07-07T04:00:00Z')).toBe(false);
  // Of Friday's night the rest is on Saturday, and nothing of Sunday's on Monday.
  expect(awake('2026-07-11T03:00:00Z')).toBe(true);
  expect(awake('2026-07-11T21:00:00Z')).toBe(false);
  expect(awake('2026-07-06T03:00:00Z')).toBe(false);
  expect(nextAwake(nights, 'UTC', new Date('2026-07-11T05:00:00Z'))).toEqual(new Date('2026-07-13T20:00:00Z'));
});
