// Groups that are too small to be shown, and which others have to be hidden for their sake. Pure.
import { MIN_GROUP } from '#contract/insights.ts';

interface Group {
  readonly people: number;
}

/**
 * Those that may be shown. Everybody is in one group and the whole is shown as well: so what is hidden is never one group alone, nor
 * fewer people together than a group must have. Otherwise the next smallest one is hidden, too.
 */
export function shownOf<G extends Group>(groups: readonly G[]): ReadonlySet<G> {
  const rising = groups.toSorted((a, b) => a.people - b.people);
  let hidden = rising.filter(({ people }) => people < MIN_GROUP).length;
  const together = () => rising.slice(0, hidden).reduce((sum, { people }) => sum + people, 0);
  while (hidden > 0 && hidden < rising.length && (hidden < 2 || together() < MIN_GROUP)) hidden++;
  return new Set(rising.slice(hidden));
}

/** In hundredths and steps of ten, which nobody and everybody are not told by: 10 is under 20, 90 is over 80. */
export function shareOf(part: number, whole: number): number {
  const share = whole ? (part / whole) * 100 : 0;
  if (share < 20) return 10;
  return share > 80 ? 90 : Math.round(share / 10) * 10;
}

/** In two digits: 1,234 is 1,200. */
export const roughly = (count: number): number => Number(count.toPrecision(2));
