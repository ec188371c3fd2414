import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AWAKE, isAwake } from '#contract/notifications/awake.ts';
import type { Week } from '#contract/week.ts';
import { lookAt, morningAfter, quietUntil, type Rhythm, secondsAwake, WAITS } from './quiet.ts';

const at = (text: string) => new Date(text);
const berlin: Rhythm = { awake: null, company_awake: AWAKE, paused_until: null, time_zone: 'Europe/Berlin' };
const NEVER: Week = Array(7).fill(null);
const ALWAYS: Week = Array.from({ length: 7 }, () => ({ from: '00:00', to: '24:00' }));

describe('quiet', () => {
  test('outside of one’s own hours, or else the company’s, and while paused', () => {
    expect(quietUntil(berlin, at('2026-07-01T12:00:00Z'))).toBeNull();
    expect(quietUntil(berlin, at('2026-07-01T21:00:00Z'))).toEqual(at('2026-07-02T06:00:00Z'));
    expect(quietUntil({ ...berlin, awake: ALWAYS }, at('2026-07-01T21:00:00Z'))).toBeNull();
    expect(quietUntil({ ...berlin, time_zone: 'Nowhere/None' }, at('2026-07-01T21:00:00Z'))).toBeNull();
    const paused = { ...berlin, paused_until: '2026-07-01T13:07:00.000Z' };
    expect(quietUntil(paused, at('2026-07-01T12:00:00Z'))).toEqual(at('2026-07-01T13:07:00Z'));
    expect(quietUntil(paused, at('2026-07-01T13:07:00Z'))).toBeNull();
    // A pause that ends in the night goes on until the morning.
    const long = { ...berlin, paused_until: '2026-07-01T23:00:00.000Z' };
    expect(quietUntil(long, at('2026-07-01T12:00:00Z'))).toEqual(at('2026-07-02T06:00:00Z'));
    expect(quietUntil({ ...berlin, awake: NEVER }, at('2026-07-01T12:00:00Z'))).toEqual(at('2026-07-08T12:00:00Z'));
  });

  test('looked at again at each quarter of an hour, and when a pause ends', () => {
    expect(lookAt(berlin, at('2026-07-01T12:00:00Z'))).toEqual(at('2026-07-01T12:15:00Z'));
    expect(lookAt(berlin, at('2026-07-01T12:14:59.999Z'))).toEqual(at('2026-07-01T12:15:00Z'));
    const paused = { ...berlin, paused_until: '2026-07-01T12:07:00.000Z' };
    expect(lookAt(paused, at('2026-07-01T12:00:00Z'))).toEqual(at('2026-07-01T12:07:00Z'));
    expect(lookAt(paused, at('2026-07-01T12:08:00Z'))).toEqual(at('2026-07-01T12:15:00Z'));
  });

  test('the mail comes in the next morning that leaves some hours', () => {
    expect(morningAfter(berlin, at('2026-07-01T12:00:00Z'))).toEqual(at('2026-07-02T06:00:00Z'));
    expect(morningAfter(berlin, at('2026-07-02T01:00:00Z'))).toEqual(at('2026-07-02T06:00:00Z'));
    expect(morningAfter(berlin, at('2026-07-02T05:30:00Z'))).toEqual(at('2026-07-03T06:00:00Z'));
  });

  test('how long they are awake still, by their clock, and no longer than was asked for', () => {
    const DAY_S = 86_400;
    expect(secondsAwake(berlin, at('2026-07-01T12:00:00Z'), DAY_S)).toBe(8 * 3_600);
    expect(secondsAwake(berlin, at('2026-07-01T19:59:58.900Z'), DAY_S)).toBe(1);
    expect(secondsAwake(berlin, at('2026-07-01T12:00:00Z'), 60)).toBe(60);
    expect(secondsAwake({ ...berlin, awake: ALWAYS }, at('2026-07-01T12:00:00Z'), DAY_S)).toBe(DAY_S);
    // A night's shift of 12 hours, one of which the clocks skip.
    const night = Array.from({ length: 7 }, () => ({ from: '20:00', to: '08:00' }));
    expect(secondsAwake({ ...berlin, awake: night }, at('2026-03-28T19:00:00Z'), DAY_S)).toBe(11 * 3_600);
  });

  test('in whatever zone and week: as long as it says, and not a quarter of an hour longer', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland', 'UTC');
    const time = fc.date({ min: at('2026-01-01'), max: at('2027-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, time, (time_zone, now) => {
        fc.pre(isAwake(AWAKE, time_zone, now));
        const end = now.getTime() + secondsAwake({ ...berlin, time_zone }, now, 86_400) * 1_000;
        for (let ms = now.getTime(); ms < end; ms += 300_000)
          expect(isAwake(AWAKE, time_zone, new Date(ms))).toBe(true);
        expect(isAwake(AWAKE, time_zone, new Date(end + 1_000))).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test('in whatever zone and week: while awake, at least some hours and at most eight days later', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland', 'UTC');
    const weeks = fc.constantFrom<Week>(
      AWAKE,
      ALWAYS,
      AWAKE.map((day, n) => (n < 5 ? day : null)),
      AWAKE.map((day, n) => (n === 2 ? day : null)),
    );
    const time = fc.date({ min: at('2026-01-01'), max: at('2027-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, weeks, time, (time_zone, awake, now) => {
        const morning = morningAfter({ ...berlin, awake, time_zone }, now);
        expect(isAwake(awake, time_zone, morning)).toBe(true);
        expect(morning.getTime() - now.getTime()).toBeGreaterThanOrEqual(WAITS);
        expect(morning.getTime() - now.getTime()).toBeLessThan(9 * 86_400_000);
      }),
      { numRuns: 60 },
    );
  });
});
