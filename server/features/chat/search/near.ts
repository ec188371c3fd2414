// Messages that have nearly the words that are wanted (contract/search-near.ts). There is no list of all words, as the words of
// what was deleted would live on in it: among few messages it is asked which words they have; among many, all that is one slip
// away from a word that stands alone is looked up in the index; else what the newest have that begin alike, or beside the other words.
import { isMeant, type Loose, looseIn, mayBe, type Nearness } from '#contract/search-near.ts';
import type { Wanted } from '#contract/search-words.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { allOf, anyOf, begins, partsOf, whole } from './question.ts';
import { type FoundRow, findMessages, findWords, type Search, walkMessages, walkWords } from './search-repo.ts';
import { LONG_SPANS, throughTime } from './spans.ts';

export interface Asked {
  readonly wanted: Wanted;
  /** Its question is what a message must have besides the words. */
  readonly search: Search;
  /** All that may be found can be looked at one by one. */
  readonly isSmall: boolean;
  /** So can all the words of it. */
  readonly isFew: boolean;
  /** When the first page was asked for: which words are meant is said by what was there then. Null: this is the first one. */
  readonly as_of: string | null;
}

type Look = (nearness: Nearness) => Promise<FoundRow[]>;

/** Spellings that are asked for at once: the index compares each of its hits with all of them. */
const AT_ONCE = 128;
/** Beside other words, which have few hits together, but each time cost what they cost alone. */
const AT_ONCE_BESIDE = 600;
/** Among so many of the newest messages it is looked which words there are: that begin alike, or beside the other words. */
const CANDIDATES = 500;
/** Words that somebody may have meant by one: a few, or very many of which that is the beginning. */
const MOST_MEANT = 50;

/** The messages that are as near as is said, newest first. */
export function openNear(tx: Tx, asked: Asked): Look {
  const loose = looseIn(asked.wanted);
  const look = asked.isFew ? amongFew(tx, asked, loose) : amongMany(tx, asked, loose);
  return async (nearness) => (mayBe(nearness, loose) ? look(nearness) : []);
}

function amongFew(tx: Tx, { wanted, search }: Asked, loose: readonly Loose[]): Look {
  // What else is wanted must be there, too. From the first page on the same words, so whatever the place.
  const firm = partsOf(wanted).filter((_, at) => loose.every((one) => one.at !== at));
  const patterns = loose.flatMap(beginningsOf);
  let words: Promise<string[]> | undefined;
  return async (nearness) => {
    words ??= walkWords(tx, { ...search, place: null, find: allOf([...firm, search.find]) }, patterns);
    const question = questionOf(wanted, meantOf(loose, await words, nearness), nearness);
    return question ? walkMessages(tx, { ...search, find: allOf([question, search.find]) }) : [];
  };
}

function amongMany(tx: Tx, asked: Asked, loose: readonly Loose[]): Look {
  const { wanted, search } = asked;
  const parts = partsOf(wanted);
  return async (nearness) => {
    if (nearness === 1 && parts.length === 1) return findSpelled(tx, search, parts, loose);
    const alike = new Map(loose.map(({ at, stem }) => [at, anyOf([parts[at] ?? '', begins(stem)])]));
    const found =
      nearness === 2
        ? [await lookForWords(tx, asked, allOf(parts.map((part, at) => alike.get(at) ?? part)), loose, 2)]
        : // One slip in all: the others are there as they are typed, and it is looked what stands beside them.
          await Promise.all(loose.map((one) => lookForWords(tx, asked, allOf(parts.toSpliced(one.at, 1)), [one], 1)));
    const question = questionOf(wanted, new Map(found.flatMap(({ meant }) => [...meant])), nearness);
    if (question)
      return throughTime({ ...search, find: allOf([question, search.find]) }, (part) => findMessages(tx, part));
    // Beside a word that everybody uses it may stand in older ones.
    const rest = nearness === 1 ? loose.filter((_, at) => found[at]?.isCut) : [];
    return findSpelled(tx, search, parts, rest);
  };
}

interface Words {
  readonly words: readonly string[];
}

/** What may be meant by words, among the newest of what is asked for. `isCut`: there are older ones that were not looked at. */
async function lookForWords(
  tx: Tx,
  { search, as_of }: Asked,
  question: string,
  loose: readonly Loose[],
  nearness: Nearness,
): Promise<{ meant: Map<number, string[]>; isCut: boolean }> {
  const [before = null] = [search.before, as_of]
    .filter((time) => time !== null)
    .sort((a, b) => Date.parse(a) - Date.parse(b));
  const candidates = { ...search, place: null, before, find: allOf([question, search.find]), limit: CANDIDATES };
  const patterns = loose.flatMap(nearness === 1 ? beginningsOf : ({ stem }) => `${stem}%`);
  const isThere = ({ begun, word }: Loose, words: readonly string[]) =>
    words.some((one) => (begun ? one.startsWith(word) : one === word));
  const isNear = ({ words }: Words) =>
    loose.some((one) => !isThere(one, words)) &&
    loose.every((one) => isThere(one, words) || words.some((word) => isMeant(one, word, nearness)));
  // Who has found one among the newest looks no further: all time has hits by the ten thousand.
  const isEnough = (rows: readonly Words[]) => rows.length >= CANDIDATES || rows.some(isNear);
  const rows = await throughTime(candidates, (part) => findWords(tx, part, patterns), LONG_SPANS, isEnough);
  const words = new Set(rows.flatMap((row) => row.words));
  return { meant: meantOf(loose, [...words], nearness), isCut: rows.length >= CANDIDATES };
}

/** What has one of all the spellings of a word, and the others as they are typed. */
function findSpelled(tx: Tx, search: Search, parts: readonly string[], loose: readonly Loose[]): Promise<FoundRow[]> {
  const [most, spans] = parts.length > 1 ? [AT_ONCE_BESIDE, LONG_SPANS] : [AT_ONCE];
  const questions = loose.flatMap((one) =>
    inChunks(spelledParts(one), most).map((chunk) => allOf(parts.with(one.at, anyOf(chunk)))),
  );
  const look = async (part: Search) => {
    const all = questions.map((question) => findMessages(tx, { ...part, find: allOf([question, part.find]) }));
    return newest((await Promise.all(all)).flat(), part.limit);
  };
  return questions.length ? throughTime(search, look, spans) : Promise.resolve([]);
}

/** How what is one slip away from a word may begin: LIKE patterns. */
const beginningsOf = ({ word: [first = '', second = ''] }: Loose): string[] => [
  `${first}%`,
  `_${second}%`,
  `${second}%`,
  `_${first}%`,
];

/** By the place of each loose word, what may be meant by it; the same on each page. */
function meantOf(loose: readonly Loose[], words: readonly string[], nearness: Nearness): Map<number, string[]> {
  const meant = (one: Loose) => words.filter((word) => isMeant(one, word, nearness)).sort();
  return new Map(loose.map((one) => [one.at, meant(one).slice(0, MOST_MEANT)]));
}

/** Null if nothing is meant that is not wanted. */
function questionOf(wanted: Wanted, meant: ReadonlyMap<number, string[]>, nearness: Nearness): string | null {
  const parts = partsOf(wanted);
  const spelled = [...meant].filter(([, words]) => words.length);
  if (!spelled.length) return null;
  if (nearness === 1) return anyOf(spelled.map(([at, words]) => `(${allOf(parts.with(at, anyOf(words.map(whole))))})`));
  const instead = new Map(spelled);
  return allOf(parts.map((part, at) => anyOf([part, ...(instead.get(at) ?? []).map(whole)])));
}

/** Beginnings only once: what begins like a longer one begins like the shorter one, too. */
function spelledParts({ begun, spellings }: Loose): string[] {
  if (!begun) return [...spellings].map(whole);
  const isBehind = (word: string) => [1, 2].some((less) => spellings.has(word.slice(0, -less)));
  return [...spellings].filter((word) => !isBehind(word)).map(begins);
}

const inChunks = (parts: readonly string[], most: number): string[][] =>
  Array.from({ length: Math.ceil(parts.length / most) }, (_, n) => parts.slice(n * most, (n + 1) * most));

/** What several questions found, each message once. */
function newest(rows: readonly FoundRow[], limit: number): FoundRow[] {
  const one = new Map(rows.map((row) => [row.message_id, row]));
  const isBefore = (a: FoundRow, b: FoundRow) =>
    a.created_at === b.created_at ? a.message_id > b.message_id : a.created_at > b.created_at;
  return [...one.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1)).slice(0, limit);
}
