// An announcement campaign under events of the list. That events equal a fresh read is proved against the real server
// (tests/flows/chat-campaigns.test.ts).
import { expect, test } from 'vitest';
import * as marks from '#contract/chat/marks/events.ts';
import * as chat from '#contract/chat.ts';
import type { EventFrame, Topic } from '#contract/kernel/endpoint.ts';
import { messageOf } from '../components/rows/message.fixture.ts';
import { type Conversations, listTopics, reduceList } from './live-list.ts';

const context = { self: 'me' };
const time = (n: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, n)).toISOString();
const entry = (entity_type: chat.Entry['entity_type'], entity_id: string, more: Partial<chat.Entry>): chat.Entry => {
  const latest = entity_type === 'employee' ? chat.latestOf(messageOf(2)) : null;
  const last_seq = latest ? 2 : 0;
  const conversations = [
    {
      conversation_id: entity_id,
      sub_space_id: null,
      revision: last_seq,
      last_seq,
      read_seq: 0,
      deleted_seqs: [],
      mention_seqs: [],
      seen_seq: null,
      latest,
    },
  ];
  const wishes = { muted: false, pinned: false };
  return { entity_type, entity_id, space: null, conversations, ...wishes, ...chat.summarise(conversations), ...more };
};
const older = entry('employee', 'ines', {});
const opened = entry('campaign', 'drill', {
  group: { name: 'Fire drill', employee_ids: [], created_at: time(30) },
  read_only: true,
});
const frame = (topic: Topic, revision: number, name: string, payload: unknown): EventFrame => ({
  topic,
  revision,
  name,
  payload,
});
const personal = (revision: number, { name }: { readonly name: string }, payload: unknown) =>
  frame('employee:me', revision, name, payload);
const reduce = (data: Conversations, ...frames: EventFrame[]) =>
  frames.reduce((shown, one) => reduceList(shown, one, context), data);

const there = reduce({ items: [older], shows_seen: true, revision: 5 }, personal(6, chat.entryAdded, opened));
const said = reduce(
  there,
  frame('conversation:drill', 1, chat.messageCreated.name, messageOf(1, { created_at: time(40) })),
);

test('comes by its entry, in its place, and keeps what it is when something is said', () => {
  expect(there.items).toEqual([opened, older]);
  expect(said.items[0]).toMatchObject({
    entity_type: 'campaign',
    group: { name: 'Fire drill' },
    read_only: true,
    latest_message: 'said 1',
    unread_message_count: 1,
  });
  expect([...listTopics(said, context)]).toContainEqual(['conversation:drill', 1]);
});

test('is read, wished for and taken away by its own id alone', () => {
  const which = { entity_type: 'campaign', entity_id: 'drill' };
  const [shown] = reduce(
    said,
    personal(7, chat.read, { conversation_id: 'drill', read_seq: 1 }),
    personal(8, marks.entryUpdated, { ...which, muted: true, pinned: true }),
  ).items;
  expect(shown).toMatchObject({ unread_message_count: 0, muted: true, pinned: true });
  const gone = (given: object) => reduce(there, personal(7, chat.entryRemoved, given)).items;
  expect(gone({ ...which, entity_type: 'group' })).toHaveLength(2);
  expect(gone(which)).toEqual([older]);
});
