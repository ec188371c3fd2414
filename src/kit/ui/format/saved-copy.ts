// How old is what stands on the screen without a connection.
import type { Moment } from './dates.ts';
import { relativeTime } from './relative-time.ts';

/** "Saved copy · updated 5 mins ago". `at`: when it was last known to be current; `now` in milliseconds. */
export function savedCopy(at: Moment, now: number): string {
  const age = relativeTime(at, now);
  return `Saved copy · updated ${age === 'Just now' ? 'just now' : age}`;
}
