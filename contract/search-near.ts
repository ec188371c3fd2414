// Messages with a slip of the finger in what is typed: a letter missing, wrong, one too many, or swapped with its neighbour.
// A near hit counts only where there is no exact one. How it is looked for without a list of all words: every spelling that
// is one slip away is asked for by name; two slips, in a long word, are overlooked where its first letters are right, among
// words that somebody has found. The server and the device search by this alike. Pure.
import { distance, slipsIn } from './search-names.ts';
import { finder, type Part, type Wanted } from './search-words.ts';

/** How near: one slip in all that is typed; or as many as names are forgiven, which counts where one finds nothing. */
export type Nearness = 1 | 2;
export const NEARNESSES = [1, 2] as const;

/** A word that may have slips. */
export interface Loose {
  /** Which of the wanted words it is. */
  readonly at: number;
  readonly word: string;
  /** It may not be typed to its end, so the beginning of a word is compared with it. */
  readonly begun: boolean;
  /** What is one slip away. */
  readonly spellings: ReadonlySet<string>;
  /** Its first letters: with more slips in all, they must be right. */
  readonly stem: string;
}

/** Letters as words are folded (search-words.ts). A word of any other script, or with a digit, is meant as it is. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґ'];
/** Longer ones are no words that one types. */
const LONGEST = 20;
/** Each has some hundred spellings; of more words the longest may have slips. */
const MOST_WORDS = 3;
/** Up to so many letters only whole words are compared: nearly every word begins like three letters with a slip. */
const SHORT = 4;
/** How many letters must be right where there are more slips: two or three, as the database knows words by their beginnings. */
const stemOf = (word: string): string => word.slice(0, slipsIn(word.length) > 1 ? 3 : 2);

/** The words that may have slips: not short, not in quotes, no part of an address or of what is joined by dashes. */
export function looseIn({ words, begun, parts }: Wanted): Loose[] {
  return placesIn(parts)
    .filter(([part, at]) => part.words.length === 1 && !part.quoted && at < words.length)
    .flatMap(([part, at]) => {
      const word = part.words[0] ?? '';
      const mayHave = slipsIn(word.length) > 0 && word.length <= LONGEST;
      const alphabet = mayHave && ALPHABETS.find((letters) => [...word].every((letter) => letters.includes(letter)));
      if (!alphabet) return [];
      const isBegun = begun && at === words.length - 1 && word.length > SHORT;
      return [{ at, word, begun: isBegun, spellings: spellingsOf(word, alphabet), stem: stemOf(word) }];
    })
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MOST_WORDS);
}

/** All that is one slip away from a word, without the word itself. */
function spellingsOf(word: string, alphabet: string): ReadonlySet<string> {
  const all = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of alphabet) {
      all.add(before + letter + after);
      if (after) all.add(before + letter + after.slice(1));
    }
    if (after) all.add(before + after.slice(1));
    if (after.length > 1) all.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2));
  }
  all.delete(word);
  return all;
}

/** Whether somebody may have meant the word. */
export function isMeant(one: Loose, there: string, nearness: Nearness): boolean {
  const { word, begun, spellings, stem } = one;
  if (begun ? [-1, 0, 1].some((more) => spellings.has(there.slice(0, word.length + more))) : spellings.has(there))
    return nearness === 1 || there.startsWith(stem);
  const most = slipsIn(word.length);
  return nearness === 2 && most > 1 && there.startsWith(stem) && distance(word, there, most, begun) <= most;
}

/**
 * What of the wanted words a text means, as it spells them; null if it does not have them all. `line`: its folded words, each
 * with a blank before and after. Null in the place of the function: nothing wanted may have so many slips.
 */
export function nearly(wanted: Wanted, nearness: Nearness): ((line: string) => Wanted | null) | null {
  const loose = looseIn(wanted);
  if (!mayBe(nearness, loose)) return null;
  const hasRest = finder(without(wanted, loose));
  const looked = loose.map((one) => ({
    ...one,
    isThere: finder(alone(wanted, one.at)),
    hints: hintsOf(one, nearness),
  }));
  return (line) => {
    if (!hasRest(line)) return null;
    const missing = looked.filter(({ isThere }) => !isThere(line));
    if (!missing.length || missing.length > (nearness === 1 ? 1 : loose.length)) return null;
    if (!missing.every(({ hints }) => hints.some((hint) => line.includes(hint)))) return null;
    const there = [...new Set(line.trim().split(' '))];
    const meant = new Map<number, string[]>();
    for (const one of missing) {
      const words = there.filter((word) => isMeant(one, word, nearness));
      if (!words.length) return null;
      meant.set(one.at, words);
    }
    return spelledSo(wanted, meant);
  };
}

/**
 * What a line has if a word of it may be meant: looking for that costs far less than taking the line apart. One slip leaves the
 * first half of a word as it is, or the second, or has swapped the letters between them.
 */
function hintsOf({ word, begun, stem }: Loose, nearness: Nearness): string[] {
  if (nearness === 2) return [` ${stem}`];
  const half = word.length >> 1;
  const end = begun ? '' : ' ';
  const swapped =
    word.slice(0, half - 1) + word.slice(half, half + 1) + word.slice(half - 1, half) + word.slice(half + 1);
  return [` ${word.slice(0, half)}`, word.slice(half) + end, ` ${swapped}${end}`];
}

/** Two slips are in two words, or in one that is long. */
export const mayBe = (nearness: Nearness, loose: readonly Loose[]): boolean =>
  loose.length >= nearness || loose.some(({ word }) => slipsIn(word.length) > 1);

/** Each word that stands alone is known by its place among all of them; a part of several has its first one's. */
function placesIn(parts: readonly Part[]): (readonly [Part, number])[] {
  let at = 0;
  return parts.map((part) => {
    at += part.words.length;
    return [part, at - part.words.length];
  });
}

/** What else is wanted. */
function without({ words, begun, parts }: Wanted, loose: readonly Loose[]): Wanted {
  const out = new Set(loose.map(({ at }) => at));
  return {
    words: words.filter((_, at) => !out.has(at)),
    begun: begun && !out.has(words.length - 1),
    parts: placesIn(parts).flatMap(([part, at]) => (out.has(at) ? [] : [part])),
  };
}

const alone = ({ words, begun }: Wanted, at: number): Wanted => ({
  words: words.slice(at, at + 1),
  begun: begun && at === words.length - 1,
  parts: [],
});

/** The same with words in the place of some, by their places. */
function spelledSo({ words, begun, parts }: Wanted, meant: ReadonlyMap<number, readonly string[]>): Wanted {
  return {
    words: words.flatMap((word, at) => meant.get(at) ?? [word]),
    begun: begun && !meant.has(words.length - 1),
    parts: placesIn(parts).flatMap(
      ([part, at]) => meant.get(at)?.map((word) => ({ words: [word], quoted: false, begun: false })) ?? [part],
    ),
  };
}
