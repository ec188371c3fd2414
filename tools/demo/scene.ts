// A scene is a short exchange as it is written down; playing it chooses among its alternatives and casts its parts.
//   a: Morning all. {oven} is {lit|warm}.  ::👋☕
//   Kwame: On it, @a.
// Letters are any members, names are those people; {word} is of the vocabulary (the same within a scene; {word2} another one);
// {this|that} is either; the emojis after :: are what others may answer with.
import type { Random } from './random.ts';

export interface Turn {
  /** First name of who speaks. */
  readonly by: string;
  /** Markup, with first names after @. */
  readonly text: string;
  readonly reactions: readonly string[];
}

export type Vocabulary = Readonly<Record<string, readonly string[]>>;

/** Scenes from a text: they are separated by empty lines. A line that begins with two spaces goes on with the one before. */
export const scenesOf = (source: string): string[] =>
  source
    .trim()
    .split(/\n[^\S\n]*\n/)
    .map((scene) => scene.trim());

/**
 * The turns of a scene with its letters given to `voices` (first names). Undefined if somebody who speaks by name is not
 * among the members, or if there are too few voices.
 */
export function play(
  scene: string,
  members: readonly string[],
  voices: readonly string[],
  vocabulary: Vocabulary,
  random: Random,
): Turn[] | undefined {
  const lines = scene.split(/\n(?=\s*[\p{L}]+: )/u).map((line) => /^\s*(\p{L}+): ([\s\S]*)$/u.exec(line));
  const parts = new Map<string, string>();
  const named = new Set([...scene.matchAll(/(?:^\s*|@)(\p{Lu}\p{L}+)/gmu)].map((match) => match[1] as string));
  const speakers = lines.map((line) => line?.[1] ?? '');
  if (speakers.some((name) => name.length > 1 && !members.includes(name))) return undefined;
  const free = random.some(
    voices.filter((voice) => !named.has(voice)),
    26,
  );
  for (const letter of new Set([
    ...speakers,
    ...[...scene.matchAll(/@([a-z])\b/g)].map((match) => match[1] as string),
  ])) {
    if (letter.length > 1) continue;
    const member = free.pop();
    if (!member) return undefined;
    parts.set(letter, member);
  }
  const fill = filler(vocabulary, random);
  return lines.map((line) => {
    const [words = '', emojis = ''] = (line?.[2] ?? '').split(/\s*::/);
    const said = fill(words).replace(/@([a-z])\b/g, (_, letter: string) => `@${parts.get(letter)}`);
    const speaker = line?.[1] ?? '';
    return { by: parts.get(speaker) ?? speaker, text: tidy(said), reactions: graphemes(emojis.trim()) };
  });
}

/** Replaces {…}; a word of the vocabulary stays the same for the whole scene, and two of a kind differ. */
function filler(vocabulary: Vocabulary, random: Random): (text: string) => string {
  const chosen = new Map<string, string>();
  const choose = (slot: string): string => {
    if (slot.includes('|')) return random.pick(slot.split('|'));
    const before = chosen.get(slot);
    if (before !== undefined) return before;
    const kind = slot.replace(/\d$/, '');
    const words = vocabulary[kind];
    if (!words) throw new Error(`No such word: {${slot}}`);
    const fresh = words.filter(
      (word) => ![...chosen].some(([other, taken]) => other.replace(/\d$/, '') === kind && taken === word),
    );
    chosen.set(slot, random.pick(fresh.length ? fresh : words));
    return chosen.get(slot) as string;
  };
  return (text) => text.replace(/\{([^{}]+)\}/g, (_, slot: string) => choose(slot));
}

/** Indentation of the file is not of the text; sentences begin with a capital. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .join('\n')
    .replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .trim();
}

const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment).filter((one) => one.trim());
