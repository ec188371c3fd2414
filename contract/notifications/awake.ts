// When somebody is awake: the hours of each day of the week in which notifications may sound (S8: 08:00 to 22:00 in the reader's
// time zone). Pure, for the server that holds back and the client that says so.
import type { Week } from '../week.ts';

export const AWAKE: Week = Array.from({ length: 7 }, () => ({ from: '08:00', to: '22:00' }));

/** Over midnight: they end on the day after, as a night's shift does. */
export const endsNextDay = ({ from, to }: NonNullable<Week[number]>): boolean => to < from;

/** All zones in use begin their days and hours at a quarter of one of UTC's. */
const QUARTER = 15 * 60_000;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `time_zone`: a known IANA name. */
export function isAwake(days: Week, time_zone: string, at: Date): boolean {
  const { day, time } = localTime(time_zone, at);
  const [today, yesterday] = [days[day], days[(day + 6) % 7]];
  if (today && today.from <= time && (time < today.to || endsNextDay(today))) return true;
  return Boolean(yesterday && endsNextDay(yesterday) && time < yesterday.to);
}

/**
 * The first moment from `at` on in which they are awake; null if there is none within eight days. Looked for in real time, so that
 * days of 23 and 25 hours come out right.
 */
export function nextAwake(days: Week, time_zone: string, at: Date): Date | null {
  if (isAwake(days, time_zone, at)) return at;
  const first = Math.ceil(at.getTime() / QUARTER);
  for (let quarter = first; quarter < first + 8 * 24 * 4; quarter++) {
    const time = new Date(quarter * QUARTER);
    if (isAwake(days, time_zone, time)) return time;
  }
  return null;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function localTime(time_zone: string, at: Date): { day: number; time: string } {
  const clock =
    clocks.get(time_zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: time_zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(time_zone, clock);
  const parts = clock.formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: DAYS.indexOf(of('weekday')), time: `${of('hour')}:${of('minute')}` };
}
