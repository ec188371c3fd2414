// What a reaction is called: for screen readers, and in the tooltip. Pure.
import { emojiName } from '#src/kit/editor/emoji/emoji-names.ts';
import type { Reaction } from './types.ts';

/** "🔥 fire, 9, you did not react" (design.md 8). */
export function reactionLabel({ emoji, count, mine }: Reaction): string {
  const name = emojiName(emoji);
  return `${name ? `${emoji} ${name}` : emoji}, ${count}, ${mine ? 'you reacted' : 'you did not react'}`;
}

const SHOWN = 5;

/** "You, Amara and 7 others"; an empty string if no names are known. */
export function reactionNames({ count, names = [] }: Reaction): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, count > SHOWN ? SHOWN : count);
  const others = count - shown.length;
  const rest = others > 0 ? [`${others} ${others === 1 ? 'other' : 'others'}`] : [];
  const all = [...shown, ...rest];
  return all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
