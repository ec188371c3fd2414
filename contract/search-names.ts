// How well a name fits what is typed: beginnings of its words, in any order, and with a slip of the finger. For people and
// spaces; messages are searched by search-words.ts and search-near.ts. Pure.
import { wordsIn } from './search-words.ts';

/** Slips that are overlooked in a word of this many letters: swapped, missing, wrong, or one too many. */
export const slipsIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** How many slips are between what is typed and the name; null if it does not fit. `words`: as `wantedOf` has them. */
export const slipsTo = (name: string, words: readonly string[]): number | null =>
  slipsBetween(
    wordsIn(name).map(({ word }) => word),
    words,
  );

/** The same for a name of which the words are known: for who compares thousands at every letter. */
export function slipsBetween(there: readonly string[], words: readonly string[]): number | null {
  let sum = 0;
  for (const word of words) {
    const most = slipsIn(word.length);
    const best = Math.min(...there.map((one) => (one.startsWith(word) ? 0 : distance(word, one, most))));
    if (best > most) return null;
    sum += best;
  }
  return words.length ? sum : null;
}

/** Slips between `typed` and the whole or (`begun`) the beginning of `word`; more than `most` if there are more. */
export function distance(typed: string, word: string, most: number, begun = true): number {
  if (!most || typed.length - word.length > most || strangers(typed, word) > most) return most + 1;
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: word.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= word.length; j++) {
      const same = typed[i - 1] === word[j - 1];
      let cost = Math.min((last[j - 1] ?? 0) + (same ? 0 : 1), (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return begun ? Math.min(...last) : (last.at(-1) ?? 0);
}

/** Letters that the word does not have at all: each is a slip. Far cheaper than comparing. */
function strangers(typed: string, word: string): number {
  let count = 0;
  for (const letter of typed) if (!word.includes(letter)) count++;
  return count;
}
