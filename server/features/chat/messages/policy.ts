// Who may do what with a message, and where a reaction stands. Pure: everything it needs is handed in.
import type { Place } from '../place.ts';
import type { ReactionRow } from '../repo/message-repo.ts';

/** How many different emojis a message may have. */
export const MAX_EMOJIS = 20;

/** Campaigns are written by those who run them, and not by the calls of chat; who reads them reacts, and marks them for themselves. */
export const isReadOnly = ({ kind }: { readonly kind: Place['kind'] }): boolean => kind === 'campaign';

/** One's own; or, in a space, any for those who moderate it. */
export const canDelete = (employee_id: string, sender_id: string, moderates: boolean): boolean =>
  employee_id === sender_id || moderates;

/**
 * The reaction that is to be added behind `rows`, which stand in their order: `null` if the person has it already, `full`
 * if it would be one emoji too many. An emoji keeps its place as long as anybody has it.
 */
export function nextReaction(
  rows: readonly ReactionRow[],
  emoji: string,
  employee_id: string,
): ReactionRow | null | 'full' {
  const same = rows.filter((row) => row.emoji === emoji);
  if (same.some((row) => row.employee_id === employee_id)) return null;
  const last = same.at(-1);
  if (last) return { ...last, employee_id, position: last.position + 1 };
  if (new Set(rows.map((row) => row.emoji)).size >= MAX_EMOJIS) return 'full';
  return { emoji, employee_id, emoji_position: 1 + (rows.at(-1)?.emoji_position ?? 0), position: 1 };
}
