// The list of all emoji, for the picker and for names that are typed, from our own bundle: no CDN, no storage of its own. Lazy.
import type { EmojiData, SkinTone } from 'frimousse';
import { plainEmoji } from '#contract/chat/emoji.ts';
import { emojiNames } from './emoji-names.ts';
import { createEmojiSearch, type EmojiSearch, type NamedEmoji } from './emoji-search.ts';

const tones = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
type Tone = Exclude<SkinTone, 'none'>;

/** The skin tone that was chosen in the picker; for as long as the page lives. */
export const skinTone: { chosen: SkinTone } = { chosen: 'none' };

const COMPONENTS = 2;
const categories = [
  [0, 'Smileys & emotion'],
  [1, 'People & body'],
  [3, 'Animals & nature'],
  [4, 'Food & drink'],
  [5, 'Travel & places'],
  [6, 'Activities'],
  [7, 'Objects'],
  [8, 'Symbols'],
  [9, 'Flags'],
] as const;
const FLAGS = 9;

interface Loaded {
  readonly data: EmojiData;
  readonly search: EmojiSearch;
}
let loading: Promise<Loaded> | undefined;

/** Once for all who ask; asks again after a failure. */
async function load(): Promise<Loaded> {
  loading ??= make();
  try {
    return await loading;
  } catch (problem) {
    loading = undefined;
    throw problem;
  }
}

export const loadEmoji = async (): Promise<EmojiData> => (await load()).data;

/** By their names, in the skin tone that was chosen. */
export async function loadNames(): Promise<EmojiSearch> {
  const { data, search } = await load();
  const skins = new Map(data.emojis.map((one) => [one.emoji, one.skins] as const));
  const toned = <T extends NamedEmoji | undefined>(one: T): T => {
    const { chosen } = skinTone;
    const skin = one && chosen !== 'none' ? skins.get(one.emoji)?.[chosen] : undefined;
    return skin ? { ...one, emoji: skin } : one;
  };
  return { search: (query) => search.search(query).map(toned), named: (name) => toned(search.named(name)) };
}

/** Emoji of this device's fonts: what would be drawn as an empty box or as two letters is left out. */
async function make(): Promise<Loaded> {
  const { default: all } = await import('emojibase-data/en/data.json');
  const listed = all
    .filter((one) => one.group !== undefined && one.group !== COMPONENTS)
    .map((one) => ({ ...one, emoji: asReacted(one.emoji) }));
  const newest = newestDrawn(listed);
  const countries = isDrawn('🇪🇺');
  const shown = listed.filter(
    (one) => one.version <= newest && (countries || one.group !== FLAGS || !isCountry(one.emoji)),
  );
  // Those whose names are known before the list is here are those that people take most.
  const usual = new Set([...emojiNames.keys()].map(plainEmoji));
  const named = shown.map(({ emoji, label, tags = [] }) => ({
    emoji,
    label,
    tags,
    usual: usual.has(plainEmoji(emoji)),
  }));
  for (const { emoji, label } of all) if (!emojiNames.has(emoji)) emojiNames.set(emoji, label);
  const data: EmojiData = {
    locale: 'en',
    emojis: shown.map((one) => ({
      emoji: one.emoji,
      category: one.group ?? 0,
      label: one.label,
      version: one.version,
      tags: one.tags ?? [],
      ...(one.skins && { skins: skinsOf(one.skins) }),
    })),
    categories: categories.map(([index, label]) => ({ index, label })),
    skinTones: {
      light: 'Light',
      'medium-light': 'Medium-light',
      medium: 'Medium',
      'medium-dark': 'Medium-dark',
      dark: 'Dark',
    },
  };
  return { data, search: createEmojiSearch(named) };
}

/** The list asks for a picture also where there is nothing else: 👍 would be another one than that of the quick reactions. */
const asReacted = (emoji: string): string => emoji.replace(/(\p{EPres})\ufe0f/gu, '$1');

const isCountry = (emoji: string): boolean => /^\p{Regional_Indicator}{2}$/u.test(emoji);

function skinsOf(skins: readonly { emoji: string; tone?: number | readonly number[] }[]): Record<Tone, string> {
  const byTone: Record<Tone, string> = {
    light: '',
    'medium-light': '',
    medium: '',
    'medium-dark': '',
    dark: '',
  };
  for (const skin of skins) {
    const tone = typeof skin.tone === 'number' ? tones[skin.tone] : undefined;
    if (tone && tone !== 'none') byTone[tone] = skin.emoji;
  }
  return byTone;
}

/** The newest version of which this device draws the first emoji. */
function newestDrawn(list: readonly { emoji: string; version: number }[]): number {
  const first = new Map<number, string>();
  for (const one of list) if (!first.has(one.version)) first.set(one.version, one.emoji);
  const versions = [...first.keys()].sort((a, b) => b - a);
  return versions.find((version) => isDrawn(first.get(version) ?? '')) ?? versions[0] ?? 0;
}

/** True if the emoji is one picture in its own colours: two inks give the same pixels, and it is one glyph wide. */
function isDrawn(emoji: string): boolean {
  const context = new OffscreenCanvas(24, 24).getContext('2d', {
    willReadFrequently: true,
  });
  if (!context) return true;
  context.font = "16px 'Apple Color Emoji', 'Noto Color Emoji', 'Segoe UI Emoji', 'Twemoji Mozilla', sans-serif";
  context.textBaseline = 'top';
  if (context.measureText(emoji).width > 30) return false;
  const paint = (ink: string) => {
    context.clearRect(0, 0, 24, 24);
    context.fillStyle = ink;
    context.fillText(emoji, 0, 0);
    return context.getImageData(0, 0, 24, 24).data;
  };
  const red = paint('#f00');
  const blue = paint('#00f');
  return red.some((value) => value > 0) && red.every((value, i) => value === blue[i]);
}
