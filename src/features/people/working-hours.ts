// Whether somebody is at work now, in the words and by the clock of who reads it. Pure.
import { isAwake, nextAwake } from '#contract/notifications/awake.ts';
import type { Week } from '#contract/week.ts';
import { clock, dayKey } from '#src/kit/ui/format/dates.ts';
import { DAYS, type Hours } from '#src/kit/week/week.ts';

const USUAL: Hours = { from: '09:00', to: '17:00' };
/** What one begins with. */
export const OFFICE: Week = Array.from({ length: 7 }, (_, day) => (day < 5 ? USUAL : null));

/** "Working now", or "Back today at 14:00 your time"; undefined where no day has hours. `time_zone`: one that is known. */
export function workingNow(week: Week, time_zone: string, now: number): string | undefined {
  const at = new Date(now);
  if (isAwake(week, time_zone, at)) return 'Working now';
  const next = nextAwake(week, time_zone, at);
  if (!next) return undefined;
  const day = dayKey(next) === dayKey(at) ? 'today' : `on ${DAYS[(next.getDay() + 6) % 7]}`;
  return `Back ${day} at ${clock(next)} your time`;
}
