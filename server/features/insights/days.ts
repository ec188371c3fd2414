// Days of a company's calendar: which one a moment is in, and when one begins. Pure. Days are `YYYY-MM-DD`, moments milliseconds.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    // Bounded, because names come from outside.
    if (formats.size < 1000) formats.set(zone, format);
  }
  return format;
}

/** The day that it is in the zone. */
export const dayAt = (zone: string, at: number): string => formatOf(zone).format(at);

/** `count` days later, or earlier if it is negative. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);

/** From one to the other, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Its first minute: midnight, or later where clocks are put forward then. No zone is further than 14 hours from UTC. */
export function startOf(zone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let [before, after] = [midnight - 15 * HOUR, midnight + 15 * HOUR];
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
    if (dayAt(zone, middle) < day) before = middle;
    else after = middle;
  }
  return after;
}

/** A day, from one moment to before the other. */
export interface Span {
  readonly day: string;
  readonly begins: number;
  readonly ends: number;
}
export const spanOf = (zone: string, day: string): Span => ({
  day,
  begins: startOf(zone, day),
  ends: startOf(zone, addDays(day, 1)),
});
