// How a day that comes soon is called. Pure.
const DAY_MS = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Days from one to the other, both such as `2026-11-23`. */
const between = (from: string, to: string): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);

/** The day that it is in the zone, by the clock of this device. In a zone that this browser does not know, what was `said`. */
export function dayIn(time_zone: string, now: number, said: string): string {
  try {
    // As the Swedes write it: `2026-11-23`.
    return new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone }).format(now);
  } catch {
    return said;
  }
}

/** Both such as `2026-11-23`: `today`, `tomorrow`, `Thursday`, or `4 December` from a week on, when a weekday would be two. */
export function whenOf(day: string, today: string): string {
  const days = between(today, day);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return (days < 7 ? weekday : dayAndMonth).format(timeOf(day));
}
