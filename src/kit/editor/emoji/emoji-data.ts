// The list of all emoji for the picker, from our own bundle: no CDN, no storage of its own. Part of the lazy picker chunk.
import type { EmojiData } from 'frimousse';
import { learnEmojiNames } from './emoji-names.ts';

const tones = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
type Tone = Exclude<(typeof tones)[number], 'none'>;

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

/** Emoji of this device's fonts: what would be drawn as an empty box or as two letters is left out. */
export async function loadEmoji(): Promise<EmojiData> {
  const { default: all } = await import('emojibase-data/en/data.json');
  const listed = all.filter((one) => one.group !== undefined && one.group !== COMPONENTS);
  const newest = newestDrawn(listed);
  const countries = isDrawn('🇪🇺');
  const shown = listed.filter(
    (one) => one.version <= newest && (countries || one.group !== FLAGS || !isCountry(one.emoji)),
  );
  learnEmojiNames(all.map((one) => [one.emoji, one.label] as const));
  return {
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
}

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
