// When a message may be sent later: suggestions, what is typed into the field, and how it is said. By the clock of this device.
import { SCHEDULE_MAX_MS, SCHEDULE_MIN_MS } from '#contract/chat/scheduled.ts';
import { clock, date, day, dayKey, type Moment, yearOf } from '#src/kit/ui/format/dates.ts';

export interface Suggestion {
  readonly label: string;
  readonly at: Date;
}

const HOUR = 9;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Tomorrow and the day on which the next working week begins, at nine; one of them where that is the same. `week`: 0 is Monday. */
export function suggestions(now: Date, week: readonly number[] = []): Suggestion[] {
  const inDays = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, HOUR);
  // After a day off; who has none begins on Mondays.
  const first = week.find((day) => !week.includes((day + 6) % 7)) ?? 0;
  const ahead = (first + 1 - now.getDay() + 7) % 7 || 7;
  const begins = { label: DAYS[first] ?? '', at: inDays(ahead) };
  return [{ label: 'Tomorrow', at: inDays(1) }, ...(ahead > 1 ? [begins] : [])];
}

/** "Europe/London", as people read it. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** What a field of the type `datetime-local` holds. */
export const fieldOf = (at: Moment): string => `${dayKey(at)}T${clock(at)}`;

/** The moment of such a field, in milliseconds; what is wrong with it, in words. */
export function momentIn(field: string, now: number): { at: number } | { problem: string } {
  const at = new Date(field).valueOf();
  if (!field || Number.isNaN(at)) return { problem: 'Choose a date and a time' };
  if (at < now + SCHEDULE_MIN_MS) return { problem: 'Choose a time at least a minute from now' };
  return at > now + SCHEDULE_MAX_MS ? { problem: 'Choose a time within a year' } : { at };
}

/** "Today, 09:00", "Tomorrow, 09:00", "Monday 9 November, 09:00", "9 Nov 2027, 09:00". */
export function timeText(at: Moment, now: number): string {
  const today = new Date(now);
  const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
  const name =
    dayKey(at) === dayKey(today)
      ? 'Today'
      : dayKey(at) === dayKey(tomorrow)
        ? 'Tomorrow'
        : yearOf(at) === yearOf(today)
          ? day(at)
          : date(at);
  return `${name}, ${clock(at)}`;
}
