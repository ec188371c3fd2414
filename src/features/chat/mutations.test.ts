// What a tap on an emoji asks for.
import { expect, test, vi } from 'vitest';
import { type Message, react, unreact } from '#contract/chat.ts';
import type { Client } from '#src/realtime/client.ts';
import { toggleReaction } from './mutations.ts';

const [ME, OTHER] = ['me', 'other'];

/** What is asked for by a tap on an emoji, where those reactions stand. */
function tap(emoji: string, reactions: Message['reactions']): unknown[] {
  const enqueue = vi.fn<(wish: { endpoint: unknown; input: { emoji: string } }) => void>();
  const client = { context: { self: ME }, outbox: { enqueue } } as unknown as Client;
  const message = { message_id: 'm1', seq: 1, reactions } as unknown as Message;
  toggleReaction(client, { entity_type: 'employee', entity_id: OTHER }, message, emoji);
  return enqueue.mock.calls.map(([{ endpoint, input }]) => [endpoint, input.emoji]);
}

test("an emoji that somebody has is joined as they wrote it, and one's own is taken back, with and without its sign for a picture", () => {
  expect(tap('👍', [])).toEqual([[react, '👍']]);
  expect(tap('👍', [{ emoji: '👍\ufe0f', employee_ids: [OTHER] }])).toEqual([[react, '👍\ufe0f']]);
  expect(tap('👍', [{ emoji: '👍\ufe0f', employee_ids: [OTHER, ME] }])).toEqual([[unreact, '👍\ufe0f']]);
  expect(tap('❤️', [{ emoji: '❤', employee_ids: [ME] }])).toEqual([[unreact, '❤']]);
  expect(tap('🎉', [{ emoji: '👍', employee_ids: [ME] }])).toEqual([[react, '🎉']]);
  const both = [
    { emoji: '👍', employee_ids: [ME] },
    { emoji: '👍\ufe0f', employee_ids: [OTHER] },
  ];
  expect(tap('👍\ufe0f', both)).toEqual([[unreact, '👍']]);
  const theirs = [
    { emoji: '👍', employee_ids: [OTHER] },
    { emoji: '👍\ufe0f', employee_ids: [OTHER] },
  ];
  expect(tap('👍', theirs)).toEqual([[react, '👍']]);
});
