// Looking through the newest first: a common word has its newest hits in the first days, and a rare one costs little in all time.
import { DAY_MS, within } from './question.ts';
import type { Search } from './search-repo.ts';

/** Spans of time that are looked through before all time. Days. */
const SPANS: readonly number[] = [2, 14, 128];
/** The same for what is rare in any case: each costs a look at the index. */
export const LONG_SPANS: readonly number[] = SPANS.slice(1);

/** `look` at spans of growing length, until that is enough: as many as asked for, if nothing else is said. */
export async function throughTime<T>(
  search: Search,
  look: (part: Search) => Promise<T[]>,
  spans: readonly number[] = SPANS,
  isEnough: (found: T[]) => boolean = ({ length }) => length >= search.limit,
): Promise<T[]> {
  const ends = [search.place?.[0], search.before].filter((time) => typeof time === 'string').sort();
  const end = Math.min(ends[0] ? Date.parse(ends[0]) : Date.now(), Date.now()) + DAY_MS;
  for (const span of spans) {
    const begin = end - span * DAY_MS;
    if (search.after !== null && begin < Date.parse(search.after)) break;
    const recent = { ...search, after: new Date(begin).toISOString(), find: within(search.find, begin, end) };
    const rows = await look(recent);
    if (isEnough(rows)) return rows;
  }
  return look(search.after === null ? search : { ...search, find: since(search.find, Date.parse(search.after), end) });
}

/** Of what is said since long ago nearly all is looked at in any case. */
const LONGEST = 3_650 * DAY_MS;
const since = (find: string, begin: number, end: number): string =>
  begin < end && end - begin < LONGEST ? within(find, begin, end) : find;
