// The dashboard in words: days, changes, and what the charts are made of. Pure.

import { grouped } from '#src/kit/charts/scale.ts';
import { date, day, monthAndDay } from '#src/kit/ui/format/dates.ts';
import type { Dashboard, Range } from './data.ts';

type Figure = Dashboard['figures']['messages'];

/** The contract's ranges: written here as well, because the screen needs no schemas. */
export const rangeOptions: readonly { readonly value: Range; readonly label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'Year' },
];

/** What an address asks for; 30 if it is nothing that there is. */
export const daysIn = (asked: unknown): Range =>
  rangeOptions.find(({ value }) => value === String(asked))?.value ?? '30';

/** Noon, so that it is that day by whatever clock. */
const noonOf = (at: string): string => `${at}T12:00:00`;

export interface Change {
  readonly way: 'up' | 'down' | 'same' | 'unknown';
  readonly text: string;
}

/** "12% more than the week before". `before`: what that time is called. */
export function changeOf({ value, before }: Figure, than: string): Change {
  if (value === null) return { way: 'unknown', text: 'Not recorded' };
  if (before === null) return { way: 'unknown', text: `Nothing to compare with yet` };
  if (value === before) return { way: 'same', text: `As many as ${than}` };
  const way = value > before ? 'up' : 'down';
  const word = way === 'up' ? 'more' : 'fewer';
  const share = before
    ? `${Math.round((Math.abs(value - before) / before) * 100).toLocaleString('en')}%`
    : value.toLocaleString('en');
  return { way, text: `${share} ${word} than ${than}` };
}

/** Of the time before a range. */
export const rangeBefore = (days: Range): string =>
  days === '7' ? 'the week before' : days === '365' ? 'the year before' : `the ${days} days before`;

/** In steps of ten, as departments are told. */
export const shareInSteps = (share: number): string =>
  share <= 10 ? 'under 20%' : share >= 90 ? 'over 80%' : `about ${share}%`;

/** "41%"; nothing is no share. */
export const share = (part: number, whole: number): string => `${whole ? Math.round((part / whole) * 100) : 0}%`;

/** From how many days on a place of a chart is a week: days would be too thin to be read. */
const WEEKS_FROM = 91;

/** Days as they stand on a chart: one by one, or in whole weeks that end with the last day. */
function placesOf(series: Dashboard['series']) {
  const weekly = series.length >= WEEKS_FROM;
  const groups = grouped(series, weekly ? 7 : 1).filter((group) => !weekly || group.length === 7);
  const first = groups.map((group) => noonOf(group[0]?.day ?? ''));
  return {
    weekly,
    groups,
    places: weekly ? first.map((at) => `Week from ${date(at)}`) : first.map(day),
    short: first.map(monthAndDay),
  };
}

/** Of the numbers that there are; null if there are none. */
function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? Math.round(known.reduce((sum, value) => sum + value, 0) / known.length) : null;
}

/** People of each day, or of the average day of each week. `since`: from when on it is known who is active, if that is not all along. */
export function peopleLines(series: Dashboard['series']) {
  const { groups, ...shown } = placesOf(series);
  const begun = series.find(({ active }) => active !== null);
  const counted = series.find(({ writers }) => writers !== null);
  return {
    ...shown,
    active: groups.map((group) => mean(group.map(({ active }) => active))),
    wrote: groups.map((group) => mean(group.map(({ writers }) => writers))),
    /** There are days of which nothing is known: before the record, or of too few people. */
    gaps: counted !== undefined && series.some(({ writers }) => writers === null),
    since: begun && begun !== series[0] ? date(noonOf(begun.day)) : undefined,
  };
}

/** Messages of each day, or of each week; null where no day of it is known. */
export function messageBars(series: Dashboard['series']) {
  const { groups, ...shown } = placesOf(series);
  const sum = (name: 'in_spaces' | 'in_groups' | 'direct') =>
    groups.map((group) => {
      const known = group.flatMap((one) => one[name] ?? []);
      return known.length ? known.reduce((total, count) => total + count, 0) : null;
    });
  return { ...shown, in_spaces: sum('in_spaces'), in_groups: sum('in_groups'), direct: sum('direct') };
}
