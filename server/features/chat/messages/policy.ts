// Who may do what with a message, and where a reaction stands. Pure: everything it needs is handed in.
import { plainEmoji } from '#contract/chat/emoji.ts';
import type { Place } from '../place.ts';
import type { ReactionRow } from '../repo/message-repo.ts';

/** How many different emojis a message may have. */
export const MAX_EMOJIS = 20;

/** Campaigns are written by those who run them, and not by the calls of chat; who reads them reacts, and marks them for themselves. */
export const isReadOnly = ({ kind }: { readonly kind: Place['kind'] }): boolean => kind === 'campaign';

/** One's own; or, in a space, any for those who moderate it. */
export const canDelete = (employee_id: string, sender_id: string, moderates: boolean): boolean =>
  employee_id === sender_id || moderates;

/** Those of the emoji, and of others that look like it; those of the emoji itself last. */
const twinsOf = (rows: readonly ReactionRow[], emoji: string): ReactionRow[] =>
  rows
    .filter((row) => plainEmoji(row.emoji) === plainEmoji(emoji))
    .sort((a, b) => Number(a.emoji === emoji) - Number(b.emoji === emoji));

/** What the person has of the emoji; nothing if they have not reacted with it. */
export const ownReaction = (
  rows: readonly ReactionRow[],
  emoji: string,
  employee_id: string,
): ReactionRow | undefined => twinsOf(rows, emoji).findLast((row) => row.employee_id === employee_id);

/**
 * The reaction that is to be added behind `rows`, which stand in their order: `null` if the person has it already, `full`
 * if it would be one emoji too many. An emoji keeps its place as long as anybody has it, and whatever looks like it joins it.
 */
export function nextReaction(
  rows: readonly ReactionRow[],
  emoji: string,
  employee_id: string,
): ReactionRow | null | 'full' {
  if (ownReaction(rows, emoji, employee_id)) return null;
  const last = twinsOf(rows, emoji).at(-1);
  if (last) return { ...last, employee_id, position: last.position + 1 };
  if (new Set(rows.map((row) => row.emoji)).size >= MAX_EMOJIS) return 'full';
  return { emoji, employee_id, emoji_position: 1 + (rows.at(-1)?.emoji_position ?? 0), position: 1 };
}
