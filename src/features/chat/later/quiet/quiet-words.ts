// How it is said that somebody is not told now: by their clock, and by one's own where that shows another time. Pure.
import { SCHEDULE_MAX_MS, SCHEDULE_MIN_MS } from '#contract/chat/scheduled.ts';
import { date } from '#src/kit/ui/format/dates.ts';
import { localTime } from '#src/kit/ui/format/local-time.ts';

const DAY = 86_400_000;

export interface QuietWords {
  /** Moves with the clock; empty where the clock is one's own. */
  readonly time: string;
  readonly pause: string;
  /** On the button that sends it then; null where that cannot be scheduled. */
  readonly send: string | null;
}

export interface Quiet {
  readonly time_zone: string;
  /** ISO 8601 */
  readonly quiet_until: string;
}

/** `name`: of a colleague; undefined for several people, who are spoken of by one's own clock. Null once it is over, or nearly. */
export function quietWords(
  { time_zone, quiet_until }: Quiet,
  name: string | undefined,
  now: number,
  own = Intl.DateTimeFormat().resolvedOptions().timeZone,
): QuietWords | null {
  const until = Date.parse(quiet_until);
  if (!(until > now + SCHEDULE_MIN_MS)) return null;
  const isSendable = until <= now + SCHEDULE_MAX_MS;
  if (name === undefined) {
    const mine = moment(until, now, own);
    return { time: '', pause: `Nobody else here is notified before ${mine}.`, send: isSendable ? sendAt(mine) : null };
  }
  const [there, mine] = [moment(until, now, time_zone), moment(until, now, own)];
  const send = isSendable ? sendAt(there) : null;
  if (there === mine && clockIn(time_zone, now) === clockIn(own, now))
    return { time: '', pause: `${name}’s notifications are paused until ${there}.`, send };
  return {
    time: `It is ${clockIn(time_zone, now)} for ${name}.`,
    pause: `Notifications are paused until ${there}${there === mine ? '' : ` (${mine} for you)`}.`,
    send,
  };
}

const sendAt = (when: string): string => (/^\d\d:/.test(when) ? `Send at ${when}` : `Send ${when}`);
const clockIn = (time_zone: string, at: number): string => localTime(time_zone, at).time;

/** "08:00" within a day, "Monday, 08:00" within a week, else the date. */
function moment(until: number, now: number, time_zone: string): string {
  if (until >= now + 6 * DAY) return date(until);
  const clock = clockIn(time_zone, until);
  return until < now + DAY ? clock : `${weekdayIn(time_zone, until)}, ${clock}`;
}

function weekdayIn(timeZone: string, at: number): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone }).format(at);
  } catch {
    return weekdayIn('UTC', at);
  }
}
