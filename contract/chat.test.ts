// The arithmetic of unread, and what may be an emoji.
import { expect, test } from 'vitest';
import { emoji, emojiOrFormer } from './chat/emoji.ts';
import { type ConversationState, summarise, unreadOf } from './chat.ts';
import { check } from './kernel/schema.ts';

const at = (time: string, text: string): ConversationState['latest'] => ({
  message_id: 'm',
  seq: 1,
  sender_id: 's',
  type: 'text',
  text,
  label: '',
  time,
  deleted: false,
});
const state = (given: Partial<ConversationState>): ConversationState => ({
  conversation_id: 'c',
  sub_space_id: null,
  revision: 1,
  last_seq: 0,
  read_seq: 0,
  deleted_seqs: [],
  mention_seqs: [],
  seen_seq: null,
  latest: null,
  ...given,
});

test('unread counts what came after the marker and is still there', () => {
  expect(unreadOf({ last_seq: 5, read_seq: 2, deleted_seqs: [] })).toBe(3);
  expect(unreadOf({ last_seq: 5, read_seq: 2, deleted_seqs: [1, 4] })).toBe(2);
  expect(unreadOf({ last_seq: 5, read_seq: 5, deleted_seqs: [4] })).toBe(0);
});

test('a space shows its latest message of all sub-spaces and the sum of their unread', () => {
  const general = state({ last_seq: 3, latest: at('2026-11-01T10:00:00.000Z', 'early') });
  const shift = state({ last_seq: 2, read_seq: 1, latest: at('2026-11-01T11:00:00.000Z', 'late') });
  expect(summarise([general, shift])).toEqual({
    latest_message: 'late',
    latest_message_type: 'text',
    latest_message_time: '2026-11-01T11:00:00.000Z',
    unread_message_count: 4,
    mention_count: 0,
  });
  expect(summarise([])).toEqual({
    latest_message: '',
    latest_message_type: 'text',
    latest_message_time: null,
    unread_message_count: 0,
    mention_count: 0,
  });
});

test('reactions are emojis, not words, digits or markup', () => {
  for (const good of ['👍', '❤️', '👩🏽‍🚀', '🇩🇪', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤', '👍\ufe0f', '❤️‍🔥'])
    expect(check(emoji, good).issues, good).toBeUndefined();
  for (const bad of ['', 'a', '1', '12', '👍a', '<b>', ' ', '👍'.repeat(20)])
    expect(check(emoji, bad).issues, bad).toBeDefined();
});

test('a reaction is one emoji, without digits or anything that nobody sees', () => {
  for (const bad of ['👍0123456789', '☎0612345678#*', '👍👍', '👍🎉', '1️', '🇩', '🇩🇪🇩', '🏽', '👍🏽🏽'])
    expect(check(emoji, bad).issues, bad).toBeDefined();
  const unseen = ['\u200d', '\ufe0f\ufe0f', '\ufe0e', '\u{e0061}', '\u{e007f}', '\u200d\u200d🎉', '\u20e3'];
  for (const sign of unseen) expect(check(emoji, `👍${sign}`).issues, JSON.stringify(sign)).toBeDefined();
  expect(check(emoji, '\u200d👍').issues).toBeDefined();
  expect(check(emoji, '🏴󠁧󠁢󠁡󠁡󠁡󠁿').issues, 'the flag of nobody').toBeDefined();
  // They can be taken away where they stand.
  for (const former of ['👍0123456789', '👍👍', '👍\u200d', '👍\ufe0f', '1️⃣', '🏴󠁧󠁢󠁡󠁡󠁡󠁿'])
    expect(check(emojiOrFormer, former).issues, former).toBeUndefined();
  for (const never of ['👍a', '12', '']) expect(check(emojiOrFormer, never).issues, never).toBeDefined();
});
