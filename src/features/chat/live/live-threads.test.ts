// Threads under what waits in the outbox: at the message that they are about, in the list of them, and in the thread itself. That
// events equal a fresh read is proved against the real server (tests/flows/chat-threads.test.ts, sync.test.ts).
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Thread } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { Prediction } from '#src/offline/outbox/record.ts';
import type { EffectTools } from '#src/realtime/live-query.ts';
import { effects, messages } from '../live.ts';
import { conversationsKey, messagesKey, threadsKey } from './keys.ts';
import type { Messages } from './live-messages.ts';
import { type Threads, threads } from './live-threads.ts';
import { deletePrediction, editPrediction, reactPrediction, readPrediction, sendPrediction } from './predictions.ts';

const context = { self: 'me' };
const at = (n: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, n)).toISOString();
const message = (message_id: string, more: Partial<chat.Message> = {}): chat.Message => ({
  message_id,
  conversation_id: 'talk',
  seq: 1,
  sender_id: 'ines',
  type: 'text',
  body: docOf(message_id),
  attachments: [],
  previews: [],
  created_at: at(1),
  edited_at: null,
  deleted_at: null,
  reactions: [],
  reply_to: null,
  forwarded: null,
  pinned: null,
  scheduled_for: null,
  thread: null,
  ...more,
});
const root = message('root');
const run = (items: chat.Message[], more: Partial<Messages> = {}): Messages => ({
  conversation_id: 'talk',
  root: null,
  revision: 3,
  items,
  has_before: false,
  has_after: false,
  ...more,
});
const thread = (conversation_id: string, more: Partial<chat.ConversationState> = {}): Thread => ({
  entity_type: 'space',
  entity_id: 'space',
  sub_space_id: 'talk',
  root: { message_id: `root of ${conversation_id}`, seq: 1, sender_id: 'me', text: '', label: '', deleted: false },
  state: {
    conversation_id,
    sub_space_id: null,
    revision: 1,
    last_seq: 2,
    read_seq: 1,
    deleted_seqs: [],
    mention_seqs: [2],
    seen_seq: null,
    latest: {
      message_id: `last of ${conversation_id}`,
      seq: 2,
      sender_id: 'ines',
      type: 'text',
      text: 'said',
      label: '',
      time: at(2),
      deleted: false,
    },
    ...more,
  },
});

let count = 0;
const waiting = (scope: string, predicted: Prediction[], more: Partial<OutboxItem> = {}): OutboxItem => ({
  seq: ++count,
  id: `w${count}`,
  account: 'c/me',
  scope,
  method: 'POST',
  path: '/chat',
  query: null,
  body: '{}',
  app_version: '1',
  created_at: at(9),
  attempts: 0,
  state: 'queued',
  error_code: null,
  predicted,
  target: null,
  replaces: null,
  frames: [],
  saved: true,
  ...more,
});
const answer = (message_id: string) =>
  sendPrediction({ message_id, sender_id: 'me', body: docOf(message_id), created_at: at(9) });
const inTalk = (data: Messages, item: OutboxItem) =>
  messages.predict?.(data, messagesKey('space/space'), item, context) as Messages;
const inList = (data: Threads, item: OutboxItem) => threads.predict?.(data, threadsKey, item, context) as Threads;

describe('an answer that waits', () => {
  test('counts at its root, and not in the conversation', () => {
    const before = run([root, message('other', { seq: 2 })]);
    const once = inTalk(before, waiting('thread/root', answer('a')));
    expect(once.items.map(({ message_id }) => message_id)).toEqual(['root', 'other']);
    expect(once.items[0]?.thread).toMatchObject({ replies: 1, latest_at: at(9), employee_ids: ['me'] });
    const twice = inTalk(once, waiting('thread/root', answer('b')));
    expect(twice.items[0]?.thread).toMatchObject({ replies: 2, employee_ids: ['me'] });
  });

  test('that was refused does not, and one of another thread does not either', () => {
    const before = run([root]);
    expect(inTalk(before, waiting('thread/root', answer('a'), { state: 'failed' }))).toBe(before);
    expect(inTalk(before, waiting('thread/elsewhere', answer('a')))).toBe(before);
  });

  test('is the latest of its thread in the list, and reads it', () => {
    const data: Threads = { items: [thread('x'), thread('y')], revision: 1 };
    const { items } = inList(data, waiting('thread/root of y', answer('a')));
    expect(
      items.map(({ state }) => [state.conversation_id, state.last_seq, state.read_seq, state.latest?.text]),
    ).toEqual([
      ['y', 3, 3, 'a'],
      ['x', 2, 1, 'said'],
    ]);
    expect(inList(data, waiting('thread/another', answer('a')))).toBe(data);
  });
});

describe('what is done in or with a thread', () => {
  test('to its root shows in the thread, whatever of the conversation is on the device', () => {
    const data = run([], { conversation_id: 'thread', root });
    const look = (predicted: Prediction[]): chat.Message | null => {
      const item = waiting('space/space', predicted);
      const after = messages.predict?.(data, messagesKey('thread/root'), item, context);
      return after ? after.root : null;
    };
    expect(look(editPrediction(root, docOf('new'), at(9)))).toMatchObject({ body: docOf('new'), edited_at: at(9) });
    expect(look(reactPrediction(root, '👍', 'me', true))?.reactions).toEqual([{ emoji: '👍', employee_ids: ['me'] }]);
    expect(look(deletePrediction(root, at(9)))).toMatchObject({ body: null, deleted_at: at(9) });
    expect(look(deletePrediction(message('other'), at(9)))).toBe(root);
  });

  test('reading takes what is unread away, unfollowing the thread', () => {
    const data: Threads = { items: [thread('x'), thread('y')], revision: 1 };
    const [read] = inList(data, waiting('read/x', readPrediction('x', 2))).items;
    expect(read?.state).toMatchObject({ read_seq: 2, mention_seqs: [] });
    const gone = { name: 'chat.thread_unfollowed', payload: { message_id: 'root of x', conversation_id: 'x' } };
    const left = inList(data, waiting('thread/root of x', [gone])).items;
    expect(left.map(({ state }) => state.conversation_id)).toEqual(['y']);
  });

  test('a thread whose topic may no longer be heard goes from the list', () => {
    const data: Threads = { items: [thread('x'), thread('y')], revision: 1 };
    expect(threads.gone?.(data, 'conversation:x', context)?.items).toEqual([data.items[1]]);
  });
});

test('an answer in a thread behind the end of the list has the list read anew, and nothing else does', () => {
  const queryClient = new QueryClient();
  const tools = { queryClient, stopTyping: () => undefined } as unknown as EffectTools;
  const isReadAnew = (conversation_id: string, listed: number) => {
    const items = Array.from({ length: listed }, (_, n) => thread(`thread ${n}`));
    queryClient.setQueryData(threadsKey, { items, revision: 1 });
    queryClient.setQueryData(conversationsKey, { items: [{ conversations: [{ conversation_id: 'talk' }] }] });
    for (const { event, run: follow } of effects) {
      if (event !== chat.messageCreated.name) continue;
      const payload = message('answer', { conversation_id });
      follow({ topic: `conversation:${conversation_id}`, revision: 3, name: event, payload }, tools);
    }
    return queryClient.getQueryState(threadsKey)?.isInvalidated;
  };
  expect(isReadAnew('far behind', 500)).toBe(true);
  expect(isReadAnew('far behind', 499)).toBe(false);
  expect(isReadAnew('thread 7', 500)).toBe(false);
  expect(isReadAnew('talk', 500)).toBe(false);
});
