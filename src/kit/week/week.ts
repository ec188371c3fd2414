// A week of hours in words, and as it is changed. Pure.
import { endsNextDay } from '#contract/notifications/awake.ts';
import type { Week } from '#contract/week.ts';

/** Monday first, as in a week of hours. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const two = (value: number): string => String(value).padStart(2, '0');
/** 00:00, 00:15 … 24:00 */
export const QUARTERS: readonly string[] = Array.from(
  { length: 97 },
  (_, n) => `${two(Math.floor(n / 4))}:${two((n % 4) * 15)}`,
);

/** Of one day; an end before the beginning is on the day after. */
export type Hours = NonNullable<Week[number]>;

/** An end on the same day that is not after the beginning moves with it. */
export function from(hours: Hours, next: string): Hours {
  const after = QUARTERS[QUARTERS.indexOf(next) + 1] ?? '24:00';
  const stays = hours.to > next || (endsNextDay(hours) && hours.to < next);
  return { from: next, to: stays ? hours.to : after };
}

/** Of the ends that these hours can have: those of the same day, then those of the day after. */
export const endsAfter = (begin: string): string[] => [
  ...QUARTERS.filter((quarter) => quarter > begin),
  ...QUARTERS.slice(1).filter((quarter) => quarter < begin),
];

/** "Monday to Friday 08:00 – 18:00", "Saturday and Sunday quiet": days that are alike together, each line one part. */
export function linesOf(week: Week, off = 'quiet all day'): string[] {
  const runs: { first: number; last: number; text: string }[] = [];
  for (const [day, hours] of week.entries()) {
    const text = hours ? `${hours.from} – ${hours.to}${endsNextDay(hours) ? ' the next day' : ''}` : off;
    const run = runs.at(-1);
    if (run?.text === text) run.last = day;
    else runs.push({ first: day, last: day, text });
  }
  return runs.map(({ first, last, text }) => `${daysText(first, last)} ${text}`);
}

function daysText(first: number, last: number): string {
  if (first === 0 && last === 6) return 'Every day';
  if (first === last) return DAYS[first] ?? '';
  return `${DAYS[first]} ${last === first + 1 ? 'and' : 'to'} ${DAYS[last]}`;
}
