// Emoji by what is typed of their names: which ones fit, the likely ones first, and which one is meant by a whole name. Pure.

export interface NamedEmoji {
  readonly emoji: string;
  readonly label: string;
}

export interface Searchable extends NamedEmoji {
  readonly tags: readonly string[];
  /** One of those that people take most. */
  readonly usual: boolean;
}

export interface EmojiSearch {
  /** The likely ones first. */
  readonly search: (query: string) => readonly NamedEmoji[];
  /** The one that is called so; or else the only one of that tag, or the only one that people usually mean by it. */
  readonly named: (name: string) => NamedEmoji | undefined;
}

/** Words in small letters with a blank between: "Mrs. Claus", `mrs_claus` and `Mrs-Claus` are the same. */
const wordsOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^\p{L}\d+]+/gu, ' ')
    .trim();

const joined = (words: string): string => words.replaceAll(' ', '');

interface Entry {
  readonly one: Searchable;
  readonly at: number;
  readonly words: string;
  /** Without blanks: `thumbsup`. */
  readonly whole: string;
  readonly tags: readonly string[];
}

interface Query {
  readonly words: string;
  readonly whole: string;
  readonly tag: string;
}

function queryOf(typed: string): Query {
  const words = wordsOf(typed);
  return { words, whole: joined(words), tag: typed.toLowerCase().replaceAll('_', ' ') };
}

const hasWord = ({ words }: Entry, begin: string): boolean => ` ${words}`.includes(` ${begin}`);

/** How well it fits, 0 for best, or undefined. */
function rankOf(entry: Entry, query: Query): number | undefined {
  const { one, whole, tags } = entry;
  if (whole === query.whole) return 0;
  const first = whole.startsWith(query.whole);
  const word = first || hasWord(entry, query.words);
  const tag = word || tags.includes(query.tag);
  if (one.usual && tag) return 1;
  if (first) return 2;
  if (word) return 3;
  if (tag) return 4;
  return tags.some((text) => text.startsWith(query.tag)) ? 5 : undefined;
}

const shorter = (a: Entry, b: Entry): number => a.words.length - b.words.length || a.at - b.at;

/** Among those that fit as well, shorter names come first, and then what is in `list` earlier. */
export function createEmojiSearch(list: readonly Searchable[]): EmojiSearch {
  const entries = list.map((one, at): Entry => {
    const words = wordsOf(one.label);
    return { one, at, words, whole: joined(words), tags: one.tags.map((tag) => tag.toLowerCase()) };
  });
  return {
    search: (typed) => {
      const query = queryOf(typed);
      if (!query.words) return [];
      return entries
        .flatMap((entry) => {
          const rank = rankOf(entry, query);
          return rank === undefined ? [] : [{ entry, rank }];
        })
        .sort((a, b) => a.rank - b.rank || shorter(a.entry, b.entry))
        .map(({ entry }) => entry.one);
    },
    named: (typed) => {
      const query = queryOf(typed);
      if (!query.words) return undefined;
      const called = entries.find(({ whole }) => whole === query.whole);
      if (called) return called.one;
      const tagged = entries.filter(({ tags }) => tags.includes(query.tag));
      const likely = tagged.length > 1 ? tagged.filter(({ one }) => one.usual) : tagged;
      const meant = likely.length > 1 ? likely.filter((entry) => hasWord(entry, query.words)).sort(shorter) : likely;
      return meant[0]?.one;
    },
  };
}
