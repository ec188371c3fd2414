// When nothing sounds with somebody: outside of their hours, and while they have paused. Pure.
import { isAwake, nextAwake } from '#contract/notifications/awake.ts';
import type { Settings } from '#contract/notifications.ts';
import { knownTimeZone } from '#contract/time-zone.ts';
import type { Week } from '#contract/week.ts';

const DAY = 86_400_000;
const QUARTER = 15 * 60_000;

/** What decides it: a person's own choice, the company's hours, and where they are. */
export interface Rhythm extends Pick<Settings, 'awake' | 'paused_until'> {
  readonly company_awake: Week;
  readonly time_zone: string;
}

/** Until when it is quiet with them; null if they can be told now. Who is never awake is asked for again in a week. */
export function quietUntil({ awake, company_awake, paused_until, time_zone }: Rhythm, at: Date): Date | null {
  const paused = paused_until ? Date.parse(paused_until) : 0;
  const from = paused > at.getTime() ? new Date(paused) : at;
  const next = nextAwake(awake ?? company_awake, knownTimeZone(time_zone), from);
  if (!next) return new Date(from.getTime() + 7 * DAY);
  return next.getTime() > at.getTime() ? next : null;
}

/**
 * When to look again whether it still is: at the end of a pause, and at each quarter of an hour, at one of which all hours begin in
 * all zones. So it comes out right whatever is changed meanwhile: a schedule, the company's, the time zone.
 */
export function lookAt({ paused_until }: Rhythm, at: Date): Date {
  const quarter = (Math.floor(at.getTime() / QUARTER) + 1) * QUARTER;
  const paused = paused_until ? Date.parse(paused_until) : 0;
  return new Date(paused > at.getTime() ? Math.min(paused, quarter) : quarter);
}

/** Whole seconds until it is quiet with who is awake now, `most` where that is later. Of a pause nobody knows beforehand. */
export function secondsAwake({ awake, company_awake, time_zone }: Rhythm, at: Date, most: number): number {
  const [week, zone] = [awake ?? company_awake, knownTimeZone(time_zone)];
  const end = at.getTime() + most * 1_000;
  for (let time = (Math.floor(at.getTime() / QUARTER) + 1) * QUARTER; time < end; time += QUARTER)
    if (!isAwake(week, zone, new Date(time))) return Math.floor((time - at.getTime()) / 1_000);
  return most;
}

/** What is younger does not wait yet. */
export const WAITS = 3 * 3_600_000;

/** The next beginning of their day that leaves what came just now some hours to be read; the hour of now, a day later, where none begins. */
export function morningAfter({ awake, company_awake, time_zone }: Rhythm, at: Date): Date {
  const [week, zone] = [awake ?? company_awake, knownTimeZone(time_zone)];
  const first = Math.ceil((at.getTime() + WAITS) / QUARTER);
  let before = isAwake(week, zone, new Date((first - 1) * QUARTER));
  for (let quarter = first; quarter < first + DAY / QUARTER; quarter++) {
    const now = isAwake(week, zone, new Date(quarter * QUARTER));
    if (now && !before) return new Date(quarter * QUARTER);
    before = now;
  }
  const later = new Date(first * QUARTER + DAY);
  return nextAwake(week, zone, later) ?? later;
}
