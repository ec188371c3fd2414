// Days as they are typed behind before: and after:, in the calendar of this device. Pure.
import { isDay } from '#contract/days.ts';
import { dayKey } from '#src/kit/ui/format/dates.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export interface MeantDay {
  /** YYYY-MM-DD: the day, or the first one of a week, a month or a year. */
  readonly day: string;
  /** Said in a word that means another day tomorrow; null for a date. */
  readonly word: string | null;
}

/** Null for what is no day. A weekday is the last one of that name: today, if it is today. */
export function dayMeant(typed: string, now: number): MeantDay | null {
  const said = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const date = [said, `${said}-01`, `${said}-01-01`].find(isDay);
  if (date) return { day: date, word: null };
  const weekday = said.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.toLowerCase().startsWith(said));
  if (weekday >= 0) return { day: daysAgo(now, (sinceMonday(now) - weekday + 7) % 7), word: WEEKDAYS[weekday] ?? said };
  const day = began(said, now);
  return day === undefined ? null : { day, word: said };
}

function began(said: string, now: number): string | undefined {
  if (said === 'today') return daysAgo(now, 0);
  if (said === 'yesterday') return daysAgo(now, 1);
  const [, which, span] = /^(this|last) (week|month|year)$/.exec(said) ?? [];
  const back = which === 'last' ? 1 : 0;
  const today = new Date(now);
  if (span === 'week') return daysAgo(now, sinceMonday(now) + 7 * back);
  if (span === 'month') return dayKey(new Date(today.getFullYear(), today.getMonth() - back, 1));
  return span === 'year' ? dayKey(new Date(today.getFullYear() - back, 0, 1)) : undefined;
}

const sinceMonday = (now: number): number => (new Date(now).getDay() + 6) % 7;

/** By the calendar: a day may have 23 hours or 25. */
function daysAgo(now: number, days: number): string {
  const today = new Date(now);
  return dayKey(new Date(today.getFullYear(), today.getMonth(), today.getDate() - days));
}
