// Words as search compares them: without case, accents and apostrophes; dashes, links and addresses fall apart into their
// words; scripts that are written without blanks go a character at a time. The database says the same in SQL
// (search_fold of chat's migrations), the client on what is kept on the device. Pure.

/** Letters that do not come apart into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const DROPPED = /[\u0300-\u036f'\u2019\u02bc`\u00b4]/g;
const ALONE = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/;
const BETWEEN =
  /[^a-z0-9\u00c0-\u{10ffff}]|[\u00d7\u00f7\u2000-\u206f\u20a0-\u2bff\u2e00-\u2e7f\u3000-\u303f\u{1f000}-\u{1faff}]|[\ufe00-\ufe6f]/u;
/** Longer ones are compared by their beginning. */
const MAX_LENGTH = 60;

export interface Word {
  readonly word: string;
  /** Where it stands in the text: UTF-16 units, `to` excluded. */
  readonly from: number;
  readonly to: number;
}

/** Folded characters: a text has few different ones, and folding one takes long. */
const folds = new Map<string, string>();
const MANY = 5000;

function foldOne(character: string): string {
  const known = folds.get(character);
  if (known !== undefined) return known;
  const folded = character
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœþøđðłħıς]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(DROPPED, '');
  if (folds.size < MANY) folds.set(character, folded);
  return folded;
}

/** The words of a text in order, each with its place. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  let [word, from, at] = ['', 0, 0];
  const end = (to: number) => {
    if (word) words.push({ word: [...word].slice(0, MAX_LENGTH).join(''), from, to });
    word = '';
  };
  for (const character of text) {
    for (const folded of foldOne(character)) {
      const alone = ALONE.test(folded);
      if (alone || BETWEEN.test(folded)) end(at);
      if (BETWEEN.test(folded)) continue;
      if (!word) from = at;
      word += folded;
      if (alone) end(at + character.length);
    }
    at += character.length;
  }
  end(at);
  return words;
}

/** What was typed between two blanks, or between quotes. */
export interface Part {
  readonly words: readonly string[];
  /** Between quotes: only where its words stand so are they meant. */
  readonly quoted: boolean;
  /** The last one of its words may not be typed to its end. */
  readonly begun: boolean;
}

/** What is searched for. */
export interface Wanted {
  /** Each must be there, whole; but the last as the beginning of a word, if it is `begun`. */
  readonly words: readonly string[];
  readonly begun: boolean;
  /** The words of each must stand together: of a phrase, or typed without a blank between them (dashes, links, addresses). */
  readonly parts: readonly Part[];
}

const MAX_WORDS = 12;
/** Quotes as they are typed, and what keyboards make of them; for a class of a regular expression. */
export const QUOTES = '"\u201c-\u201f\u00ab\u00bb';
/** A quote that is not closed is still being typed. */
const PART = new RegExp(`(?<=^|\\s)[${QUOTES}]([^${QUOTES}]*)([${QUOTES}]|$)|\\S+`, 'g');

export function wantedOf(query: string): Wanted {
  const typed = [...query.matchAll(PART)]
    .map(([all, phrase, end]) => ({
      words: wordsIn(phrase ?? all).map(({ word }) => word),
      quoted: phrase !== undefined,
      closed: Boolean(end),
    }))
    .filter(({ words }) => words.length);
  const parts = typed.map(({ words, quoted, closed }, index) => ({
    words,
    quoted,
    begun: index === typed.length - 1 && !closed,
  }));
  const all = parts.flatMap(({ words }) => words);
  const words = all.slice(0, MAX_WORDS);
  return { words, begun: words.length === all.length && parts.at(-1)?.begun === true, parts };
}

/** Messages are searched from two letters on; one character of a script in which it is a word will do. */
export const isEnough = ({ words }: Wanted): boolean =>
  words.some((word) => [...word].length > 1 || ALONE.test(word) || /\d/.test(word));

/** The parts of several words as they stand in a text: folded, with a blank before each word, and behind the last one if it is whole. */
export const phrasesOf = ({ parts }: Wanted): string[] =>
  parts.filter(({ words }) => words.length > 1).map(({ words, begun }) => piece(words.join(' '), begun));

const piece = (words: string, begun: boolean): string => ` ${words}${begun ? '' : ' '}`;

/** Whether a text has all that is wanted. `line`: its folded words, each with a blank before and after. */
export function finder(wanted: Wanted): (line: string) => boolean {
  const { words, begun } = wanted;
  const pieces = [
    ...words.map((word, index) => piece(word, begun && index === words.length - 1)),
    ...phrasesOf(wanted),
  ];
  return (line) => pieces.every((one) => line.includes(one));
}

/** Words as `finder` reads them. */
export const lineOf = (words: readonly Word[]): string => ` ${words.map(({ word }) => word).join(' ')} `;

/** The words of the text that are wanted: their places. Null unless all of them are there. */
export function hitsIn(text: string, wanted: Wanted): Word[] | null {
  const found = wordsIn(text);
  if (!finder(wanted)(lineOf(found))) return null;
  const whole = new Set(wanted.parts.flatMap(({ words }) => words));
  const last = wanted.parts.at(-1)?.words.at(-1) ?? '';
  return found
    .filter((_, at) => wanted.parts.some((part) => isMeant(part, found, at)))
    .map((one) => (whole.has(one.word) ? one : asTyped(text, one, last)));
}

function isMeant(part: Part, found: readonly Word[], at: number): boolean {
  const { words, quoted } = part;
  const fits = (word: string, index: number, there: Word | undefined) =>
    part.begun && index === words.length - 1 ? there?.word.startsWith(word) === true : there?.word === word;
  if (!quoted) return words.some((word, index) => fits(word, index, found[at]));
  return words.some((_, before) => words.every((word, index) => fits(word, index, found[at - before + index])));
}

/** As much of a word as was typed of it. */
function asTyped(text: string, { word, from, to }: Word, typed: string): Word {
  let [length, end] = [0, from];
  for (const character of text.slice(from, to)) {
    if (length >= typed.length) break;
    length += foldOne(character).length;
    end += character.length;
  }
  return { word, from, to: end };
}

/** A piece of the text around its first hit, and where the hits stand in it as [from, to). */
export function snippetOf(text: string, wanted: Wanted): { text: string; ranges: [number, number][] } {
  const hits = hitsIn(text, wanted) ?? [];
  const start = beginning(text, hits[0]?.from ?? 0);
  const end = start + LENGTH >= text.length ? text.length : endOfWord(text, start + LENGTH);
  const [before, after] = [start ? '…' : '', end < text.length ? '…' : ''];
  const ranges = hits
    .filter(({ from, to }) => from >= start && to <= end)
    .map(({ from, to }): [number, number] => [from - start + before.length, to - start + before.length]);
  return { text: `${before}${text.slice(start, end)}${after}`, ranges };
}

const LENGTH = 160;
const LEAD = 40;

function beginning(text: string, hit: number): number {
  if (hit <= LEAD) return 0;
  const blank = text.indexOf(' ', hit - LEAD);
  return blank < 0 || blank >= hit ? hit : blank + 1;
}

function endOfWord(text: string, end: number): number {
  const blank = text.lastIndexOf(' ', end);
  if (blank > end - LEAD) return blank;
  // Not between the two halves of a character.
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
}
