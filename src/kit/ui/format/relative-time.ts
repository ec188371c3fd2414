// How long ago, exactly as section 9 of the specification has it (also "1 mins ago": the texts hold to the letter).
import { type Moment, monthAndDay, yearOf } from './dates.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `at` is an ISO 8601 time, `now` milliseconds. A time in the future (a clock that runs ahead) is "Just now". */
export function relativeTime(at: Moment, now: number = Date.now()): string {
  const age = now - new Date(at).valueOf();
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return 'Just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} mins ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} hrs ago`;
  return yearOf(at) === yearOf(now) ? monthAndDay(at) : `${monthAndDay(at)}, ${yearOf(at)}`;
}
