// Sub-spaces under events. That events equal a fresh read is proved against the real server (tests/flows/spaces-sub.test.ts);
// here stands that the order between topics, which nobody promises, makes no difference.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConversationState, Entry, Space, SubSpace } from '#contract/chat.ts';
import type { EventFrame, Topic } from '#contract/kernel/endpoint.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import { type Conversations, goneFromList, reduceList } from './live-list.ts';

const self = 'me';
const sub = (id: string, position: number, more: Partial<SubSpace> = {}): SubSpace => ({
  sub_space_id: id,
  space_id: 'space',
  company_id: 'company',
  sub_space_name: id,
  sub_space_description: '',
  is_default: position === 1,
  is_private: false,
  position,
  archived_at: null,
  created_at: '2026-11-21T09:00:00.000Z',
  ...more,
});
const state = (id: string, unread: number): ConversationState => ({
  conversation_id: id,
  sub_space_id: id,
  revision: 0,
  last_seq: unread,
  read_seq: 0,
  deleted_seqs: [],
  mention_seqs: [],
  seen_seq: null,
  latest: null,
});
const list = (subs: SubSpace[], states: ConversationState[]): Conversations => {
  const space = { space_id: 'space', revision: 0, sub_spaces: subs } as unknown as Space;
  const entry = { entity_type: 'space', entity_id: 'space', space, conversations: states, unread_message_count: 9 };
  return { items: [entry as unknown as Entry], shows_seen: true, revision: 0 };
};
const before = list([sub('general', 1), sub('a', 4), sub('b', 9)], [state('general', 0), state('a', 2), state('b', 3)]);

const frame = (topic: Topic, revision: number, name: string, payload: unknown): EventFrame => ({
  topic,
  revision,
  name,
  payload,
});
const hidden = sub('p', 6, { is_private: true });
const byTopic: readonly (readonly EventFrame[])[] = [
  [
    frame('space:space', 1, spaceEvents.subSpacesMoved.name, {
      space_id: 'space',
      positions: [
        { sub_space_id: 'a', position: 9 },
        { sub_space_id: 'b', position: 4 },
      ],
    }),
    // As it was before it was archived, and after: whether it is comes with its conversation.
    frame('space:space', 2, spaceEvents.subSpaceUpdated.name, sub('a', 9, { sub_space_name: 'Anew' })),
    frame('space:space', 3, spaceEvents.subSpaceCreated.name, { sub_space: sub('c', 12), conversation: state('c', 0) }),
  ],
  [
    frame('conversation:a', 1, spaceEvents.subSpaceArchived.name, {
      sub_space_id: 'a',
      archived_at: '2026-11-21T10:00',
    }),
    frame('conversation:a', 2, spaceEvents.subSpaceMembersChanged.name, { sub_space_id: 'a' }),
  ],
  [frame('employee:me', 1, spaceEvents.subSpaceOpened.name, { sub_space: hidden, conversation: state('p', 1) })],
];
const apply = (data: Conversations, frames: readonly EventFrame[]) =>
  frames.reduce((held, one) => reduceList(held, one, { self }), data);
const idsOf = (data: Conversations) => data.items[0]?.space?.sub_spaces.map(({ sub_space_id }) => sub_space_id);

test('the topics may come in any order', () => {
  const expected = apply(before, byTopic.flat());
  expect(idsOf(expected)).toEqual(['general', 'b', 'p', 'a', 'c']);
  expect(expected.items[0]?.conversations.map((one) => one.sub_space_id)).toEqual(['general', 'b', 'p', 'a', 'c']);
  expect(expected.items[0]?.unread_message_count).toBe(4);
  expect(expected.items[0]?.space?.sub_spaces[3]).toMatchObject({
    sub_space_name: 'Anew',
    archived_at: expect.any(String),
  });
  const turns = byTopic.flatMap((frames, topic) => frames.map(() => topic));
  fc.assert(
    fc.property(fc.shuffledSubarray(turns, { minLength: turns.length }), (order) => {
      const next = byTopic.map(() => 0);
      const frames = order.map((topic) => byTopic[topic]?.[(next[topic] = (next[topic] ?? 0) + 1) - 1] as EventFrame);
      expect(apply(before, frames)).toEqual(expected);
    }),
  );
});

test('what is archived counts no more, and counts again when it is back', () => {
  const archived = (archived_at: string | null, revision: number) =>
    frame('conversation:b', revision, spaceEvents.subSpaceArchived.name, { sub_space_id: 'b', archived_at });
  const away = apply(before, [archived('2026-11-21T10:00', 1)]);
  expect(away.items[0]).toMatchObject({ unread_message_count: 2 });
  expect(away.items[0]?.conversations).toHaveLength(3);
  expect(apply(away, [archived(null, 2)]).items[0]).toMatchObject({ unread_message_count: 5 });
});

test('a private one that is closed, or may no longer be seen, goes with its conversation', () => {
  const opened = apply(before, byTopic[2] ?? []);
  expect(idsOf(opened)).toEqual(['general', 'a', 'p', 'b']);
  const closed = frame('employee:me', 2, spaceEvents.subSpaceClosed.name, { space_id: 'space', sub_space_id: 'p' });
  for (const data of [apply(opened, [closed]), goneFromList(opened, 'conversation:p')]) {
    expect(idsOf(data)).toEqual(['general', 'a', 'b']);
    expect(data.items[0]?.conversations.map((one) => one.sub_space_id)).toEqual(['general', 'a', 'b']);
    expect(data.items[0]?.unread_message_count).toBe(5);
  }
  const other = frame('employee:me', 2, spaceEvents.subSpaceOpened.name, {
    sub_space: sub('x', 3, { space_id: 'another' }),
    conversation: state('x', 1),
  });
  expect(idsOf(apply(before, [other]))).toEqual(['general', 'a', 'b']);
});
