// What is asked of the index of words, as PostgreSQL writes a tsquery. The lexemes are those of `search_words` (migrations).
import type { SearchFilters } from '#contract/search.ts';
import type { Wanted } from '#contract/search-words.ts';

export const DAY_MS = 86_400_000;
const MONTH = 32;
/** Days of which each is asked for by name; longer spans go by months of 32 days. */
const BY_DAY = 31;

export const allOf = (parts: readonly string[]): string => parts.join(' & ');
export const anyOf = (parts: readonly string[]): string => `(${parts.join(' | ')})`;

/** No word has a sign that means something in a tsquery: words are letters and digits. */
export const whole = (word: string): string => `'${word}'`;

/** Nearly every message has a word that begins with some two letters: these beginnings stand in the index by themselves. */
export function begins(word: string): string {
  const { length } = [...word];
  if (length > 3) return `'${word}':*`;
  return length > 1 ? `'^${word}'` : whole(word);
}

/** A part for each word that is wanted. */
export const partsOf = ({ words, begun }: Wanted): string[] =>
  words.map((word, at) => (begun && at === words.length - 1 ? begins(word) : whole(word)));

/** What a message must have besides its words. */
export function filtersOf(company_id: string, { from, has }: SearchFilters): string {
  const parts = [`'@c${company_id}'`];
  if (from) parts.push(`'@f${from}'`);
  if (has) parts.push(`'@${has}'`);
  return allOf(parts);
}

/** The same question about some days only: rather too many than too few, the exact moments are compared besides. */
export function within(find: string, begin: number, end: number): string {
  const [first, last] = [Math.floor(begin / DAY_MS), Math.floor(end / DAY_MS)];
  const [unit, name] = last - first <= BY_DAY ? [1, 'd'] : [MONTH, 'm'];
  const parts: string[] = [];
  for (let at = Math.floor(first / unit); at <= Math.floor(last / unit); at++) parts.push(`'@${name}${at}'`);
  return allOf([find, anyOf(parts)]);
}
