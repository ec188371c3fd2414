// How long ago, exactly as section 9 of the specification has it (also "1 mins ago": the texts hold to the letter).
import dayjs from 'dayjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `at` is an ISO 8601 time, `now` milliseconds. A time in the future (a clock that runs ahead) is "Just now". */
export function relativeTime(at: string | number | Date, now: number = Date.now()): string {
  const time = dayjs(at);
  if (!time.isValid()) return '';
  const age = now - time.valueOf();
  if (age < MINUTE) return 'Just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} mins ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} hrs ago`;
  return time.format(time.year() === dayjs(now).year() ? 'MMM D' : 'MMM D, YYYY');
}
