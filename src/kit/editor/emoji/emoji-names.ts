// What an emoji is called, for screen readers. The full list comes with the picker; the usual reactions are known at once.

/** The reactions that people take most, and what they are called; the list of emoji adds all others when it comes. */
export const emojiNames = new Map<string, string>([
  ['👍', 'thumbs up'],
  ['❤️', 'red heart'],
  ['😂', 'face with tears of joy'],
  ['🎉', 'party popper'],
  ['🙌', 'raising hands'],
  ['👏', 'clapping hands'],
  ['🔥', 'fire'],
  ['👀', 'eyes'],
  ['✅', 'check mark button'],
  ['🙏', 'folded hands'],
  ['👎', 'thumbs down'],
  ['💯', 'hundred points'],
  ['😍', 'smiling face with heart-eyes'],
  ['😮', 'face with open mouth'],
  ['😢', 'crying face'],
  ['🤔', 'thinking face'],
  ['😅', 'grinning face with sweat'],
  ['😊', 'smiling face with smiling eyes'],
  ['🚀', 'rocket'],
  ['💪', 'flexed biceps'],
  ['👋', 'waving hand'],
  ['🤝', 'handshake'],
]);

const bare = (emoji: string): string => emoji.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, '');

/** The name in English, without the skin tone; undefined if it is not known (yet): screen readers then say their own. */
export function emojiName(emoji: string): string | undefined {
  return emojiNames.get(emoji) ?? emojiNames.get(bare(emoji));
}
