// Searching people: by the beginnings of the words of their names, then of their titles and addresses, and where that finds
// few, with a slip in the name. Accounts that are ended are not found.
import type { Person } from '#contract/people.ts';
import { isLikeName } from '#contract/search.ts';
import { slipsTo } from '#contract/search-names.ts';
import { wantedOf } from '#contract/search-words.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { findNear, findPeople, type Pattern, type PersonPlace, type PersonRow } from './search-repo.ts';

/** With fewer than this found, slips are overlooked. */
const FEW = 3;

/** From one letter on; `next` is where to go on. */
export async function searchPeople(
  tx: Tx,
  query: string,
  place: PersonPlace | null,
  limit: number,
): Promise<{ items: Person[]; next: PersonPlace | null }> {
  const { words } = wantedOf(query);
  if (!words.length) return { items: [], next: null };
  const rows = await findPeople(tx, words.map(patternOf), place, limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const near = place || rows.length >= FEW || !isLikeName(query) ? [] : await nearly(tx, words, rows);
  return {
    items: [...rows, ...near].slice(0, limit).map(present),
    next: last ? [last.rank, last.sort_name, last.employee_id] : null,
  };
}

/** The ids of everyone who is called nearly so, whom the words as they are may not find. */
export async function idsNear(tx: Tx, query: string): Promise<string[]> {
  const { words } = wantedOf(query);
  if (!words.length || !isLikeName(query)) return [];
  return (await nearly(tx, words, [])).map((row) => row.employee_id);
}

const LATIN = /^[\p{Script=Latin}\d]/u;
/** Letters and digits only: nothing that LIKE would read as a sign. Other scripts may be found within a word. */
const patternOf = (word: string): Pattern => ({
  beginning: LATIN.test(word) ? `% ${word}%` : `%${word}%`,
  anywhere: `%${word}%`,
});

/**
 * Who is called nearly so, the nearest first. One slip leaves the first half of a word as it is, or the second, or has
 * swapped the letters between them.
 */
async function nearly(tx: Tx, words: readonly string[], found: readonly PersonRow[]): Promise<PersonRow[]> {
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
  const half = longest.length >> 1;
  if (half < 2) return [];
  const swapped = longest.slice(0, half - 1) + longest.slice(half, half + 1) + longest.slice(half - 1, half);
  const patterns = [longest.slice(0, half), longest.slice(half), swapped + longest.slice(half + 1)].map(
    (part) => `%${part}%`,
  );
  const known = new Set(found.map((row) => row.employee_id));
  return (await findNear(tx, patterns))
    .filter((row) => !known.has(row.employee_id))
    .flatMap((row) => {
      const slips = slipsTo(row.sort_name, words);
      return slips === null ? [] : [{ row, slips }];
    })
    .sort((a, b) => a.slips - b.slips)
    .map(({ row }) => row);
}

const present = ({ sort_name: _, rank: __, ...person }: PersonRow): Person => person;
