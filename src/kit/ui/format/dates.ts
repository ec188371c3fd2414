// Dates and times as people read them here: D MMM YYYY (specification, section 9) and the 24-hour clock. Every first page
// shows some, and the language is fixed to English: a library for it would weigh more than the page's own messages.
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** ISO 8601, milliseconds, or the platform's own. */
export type Moment = string | number | Date;

const two = (value: number): string => String(value).padStart(2, '0');

/** `show` is not asked about what is no time. */
function shown(at: Moment, show: (time: Date, month: string) => string): string {
  const time = new Date(at);
  return Number.isNaN(time.valueOf()) ? '' : show(time, MONTHS[time.getMonth()] as string);
}
const dayOf = (time: Date, month: string) => `${time.getDate()} ${month.slice(0, 3)} ${time.getFullYear()}`;
const clockOf = (time: Date) => `${two(time.getHours())}:${two(time.getMinutes())}`;

/** "9 Nov 2026", or '' for what is no time. */
export const date = (at: Moment): string => shown(at, dayOf);
/** "08:31" */
export const clock = (at: Moment): string => shown(at, clockOf);
/** "9 Nov 2026, 08:31": the full form that a relative time shows on hover and focus. */
export const dateAndTime = (at: Moment): string =>
  shown(at, (time, month) => `${dayOf(time, month)}, ${clockOf(time)}`);
/** "Monday 9 November" */
export const day = (at: Moment): string =>
  shown(at, (time, month) => `${WEEKDAYS[time.getDay()]} ${time.getDate()} ${month}`);
/** "Nov 9" */
export const monthAndDay = (at: Moment): string => shown(at, (time, month) => `${month.slice(0, 3)} ${time.getDate()}`);
/** "2026-11-09", by the clock of this device: the same for all moments of a day. */
export const dayKey = (at: Moment): string =>
  shown(at, (time) => `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`);
/** 2026, by the clock of this device. */
export const yearOf = (at: Moment): number => new Date(at).getFullYear();
