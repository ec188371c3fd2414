// What others have seen, in the list: as it was told last, and hidden at once by who hides it. That events equal a fresh read is
// proved against the real server (tests/flows/chat-seen.test.ts).
import { expect, test } from 'vitest';
import { seen, seenShown } from '#contract/chat/seen.ts';
import type * as chat from '#contract/chat.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { Conversations } from './live-list.ts';
import { predictInList, reduceList } from './live-list.ts';
import { withMessage } from './live-state.ts';

const [me, ines] = ['me', 'ines'];
const context = { self: me };
const state = (conversation_id: string, seen_seq: number | null): chat.ConversationState => ({
  conversation_id,
  sub_space_id: null,
  revision: 2,
  last_seq: 2,
  read_seq: 2,
  deleted_seqs: [],
  mention_seqs: [],
  seen_seq,
  latest: null,
});
const entry = (entity_id: string, of: chat.ConversationState): chat.Entry => ({
  entity_type: 'employee',
  entity_id,
  space: null,
  conversations: [of],
  muted: false,
  pinned: false,
  latest_message: '',
  latest_message_type: 'text',
  latest_message_time: null,
  unread_message_count: 0,
  mention_count: 0,
});
const list: Conversations = {
  items: [entry(ines, state('talk', 1)), entry(me, state('notes', null))],
  shows_seen: true,
  revision: 5,
};
const said = { seq: 3, sender_id: ines, body: null, forwarded: null, attachments: [] } as unknown as chat.Message;
const toldIn = ({ items }: Conversations) => items.map(({ conversations: [one] }) => one?.seen_seq);

test('what the other has seen is what was told last, also nothing', () => {
  let data = list;
  const tell = (revision: number, ...all: [string, number | null][]) => {
    const payload = { seen: all.map(([employee_id, seen_seq]) => ({ employee_id, seen_seq })) };
    data = reduceList(data, { topic: 'conversation:talk', revision, name: seen.name, payload }, context);
    return toldIn(data)[0];
  };
  expect(tell(3, [me, 2])).toBe(2);
  // What the other one sees of me is for their devices.
  expect(tell(4, [ines, 1])).toBe(2);
  expect(tell(5, [ines, null], [me, null])).toBe(null);
  expect(tell(6, [ines, 1], [me, 2])).toBe(2);
  expect(data.items[0]?.conversations[0]?.revision).toBe(6);
  // Heard again, what was written while hidden seems to show; what was told after it is what counts.
  data = { ...data, items: [entry(ines, withMessage(state('talk', 2), said, me)), ...data.items.slice(1)] };
  expect(toldIn(data)[0]).toBe(3);
  expect(tell(7, [me, 2])).toBe(2);
});

test('writing says nothing of who hides what they have seen', () => {
  expect(withMessage(state('talk', 1), said, me).seen_seq).toBe(3);
  expect(withMessage(state('talk', null), said, me).seen_seq).toBe(null);
});

test('who hides it sees it of nobody at once; showing it again says nothing before the server does', () => {
  const write = (shown: boolean, state_: OutboxItem['state'] = 'queued') =>
    ({
      state: state_,
      scope: 'seen',
      predicted: [{ name: seenShown.name, payload: { shown } }],
    }) as unknown as OutboxItem;
  const hidden = predictInList(list, write(false), context);
  expect([hidden.shows_seen, toldIn(hidden)]).toEqual([false, [null, null]]);
  expect(predictInList(list, write(false, 'failed'), context)).toBe(list);
  const again = predictInList(hidden, write(true), context);
  expect([again.shows_seen, toldIn(again)]).toEqual([true, [null, null]]);
  expect(list.shows_seen && toldIn(list)).toEqual([1, null]);
  const frame = { topic: `employee:${me}`, revision: 6, name: seenShown.name, payload: { shown: false } } as const;
  // The conversations are told by themselves.
  const told = reduceList(list, frame, context);
  expect([told.shows_seen, told.revision, toldIn(told)]).toEqual([false, 6, [1, null]]);
});
