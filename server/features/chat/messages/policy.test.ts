// Reactions: their order as people add and take them, and their bound; who may delete.
import { expect, test } from 'vitest';
import type { ReactionRow } from '../repo/message-repo.ts';
import { canDelete, MAX_EMOJIS, nextReaction, ownReaction } from './policy.ts';

const order = (a: ReactionRow, b: ReactionRow) => a.emoji_position - b.emoji_position || a.position - b.position;
const add = (rows: ReactionRow[], emoji: string, who: string): ReactionRow[] => {
  const next = nextReaction(rows, emoji, who);
  if (next === null || next === 'full') throw new Error(String(next));
  return [...rows, next].sort(order);
};
const take = (rows: ReactionRow[], emoji: string, who: string) =>
  rows.filter((row) => row.emoji !== emoji || row.employee_id !== who);
const shown = (rows: ReactionRow[]) =>
  [...Map.groupBy(rows, (r) => r.emoji)].map(([emoji, g]) => `${emoji}:${g.map((r) => r.employee_id).join('')}`);

test('an emoji keeps its place while anybody has it, and comes last when it comes anew', () => {
  let rows: ReactionRow[] = [];
  rows = add(rows, '👍', 'a');
  rows = add(rows, '🎉', 'b');
  rows = add(rows, '👍', 'c');
  expect(shown(rows)).toEqual(['👍:ac', '🎉:b']);
  rows = take(rows, '👍', 'a');
  expect(shown(rows)).toEqual(['👍:c', '🎉:b']);
  rows = add(rows, '👍', 'a');
  expect(shown(rows)).toEqual(['👍:ca', '🎉:b']);
  rows = add(take(take(rows, '👍', 'a'), '👍', 'c'), '👍', 'a');
  expect(shown(rows)).toEqual(['🎉:b', '👍:a']);
});

test('nobody has the same emoji twice', () => {
  expect(nextReaction(add([], '👍', 'a'), '👍', 'a')).toBeNull();
});

test('what looks the same is the same, and what was kept apart before can be taken away', () => {
  const other = '👍\ufe0f';
  let rows = add([], '👍', 'a');
  expect(nextReaction(rows, other, 'a')).toBeNull();
  rows = add(rows, other, 'b');
  expect(shown(rows)).toEqual(['👍:ab']);
  expect(ownReaction(rows, other, 'b')).toMatchObject({ emoji: '👍', employee_id: 'b' });
  expect(ownReaction(rows, '🎉', 'b')).toBeUndefined();
  const apart = [...rows, { emoji: other, employee_id: 'a', emoji_position: 2, position: 1 }];
  expect(ownReaction(apart, '👍', 'a')?.emoji).toBe('👍');
  expect(ownReaction(apart, other, 'a')?.emoji).toBe(other);
  expect(shown(add(add(apart, other, 'c'), '👍', 'd'))).toEqual(['👍:abd', `${other}:ac`]);
});

test('a message takes twenty different emojis, and further people on each of them', () => {
  let rows: ReactionRow[] = [];
  for (let i = 0; i < MAX_EMOJIS; i++) rows = add(rows, String.fromCodePoint(0x1f600 + i), 'a');
  expect(nextReaction(rows, '🎉', 'a')).toBe('full');
  expect(nextReaction(rows, '\u{1f600}', 'b')).toMatchObject({ emoji_position: 1, position: 2 });
});

test('a message is deleted by who wrote it, or who administers the space', () => {
  expect(canDelete('a', 'a', false)).toBe(true);
  expect(canDelete('a', 'b', false)).toBe(false);
  expect(canDelete('a', 'b', true)).toBe(true);
});
