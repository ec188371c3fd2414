// How a day that comes soon is called. Pure.
import { dayKey } from '#src/kit/ui/format/dates.ts';

const DAY_MS = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Days from one to the other, both such as `2026-11-23`. */
const between = (from: string, to: string): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);

/** The day that it is by now where it was `today` when that was said. Both times by the clock of this device. */
export function dayBy(today: string, saidAt: number, now: number): string {
  const days = between(dayKey(saidAt), dayKey(now));
  return new Date(timeOf(today) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Both such as `2026-11-23`: `today`, `tomorrow`, `Thursday`, or `4 December` from a week on, when a weekday would be two. */
export function whenOf(day: string, today: string): string {
  const days = between(today, day);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return (days < 7 ? weekday : dayAndMonth).format(timeOf(day));
}
