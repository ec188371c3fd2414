// Dates and times as people read them here: D MMM YYYY (specification, section 9) and the 24-hour clock.
import dayjs from 'dayjs';

const shown = (at: string | number | Date, format: string) => {
  const time = dayjs(at);
  return time.isValid() ? time.format(format) : '';
};

/** "9 Nov 2026", or '' for what is no time. */
export const date = (at: string | number | Date): string => shown(at, 'D MMM YYYY');
/** "08:31" */
export const clock = (at: string | number | Date): string => shown(at, 'HH:mm');
/** "9 Nov 2026, 08:31": the full form that a relative time shows on hover and focus. */
export const dateAndTime = (at: string | number | Date): string => shown(at, 'D MMM YYYY, HH:mm');
/** "Monday 9 November" */
export const day = (at: string | number | Date): string => shown(at, 'dddd D MMMM');
