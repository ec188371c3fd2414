// Chat's data under events and under what waits. That events equal a fresh read is proved against the real server
// (tests/flows/chat-*.test.ts, two-clients.test.ts); here stands what a server cannot show: predictions, order, purity.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as marks from '#contract/chat/marks/events.ts';
import * as chat from '#contract/chat.ts';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { docOf } from '#contract/rich-text.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { Prediction } from '#src/offline/outbox/record.ts';
import { createOverlay } from '#src/realtime/overlay.ts';
import { messageOf } from './components/rows/message.fixture.ts';
import { messagesKey, threadsKey } from './live/keys.ts';
import type { Conversations } from './live/live-list.ts';
import type { Messages } from './live/live-messages.ts';
import {
  deletePrediction,
  editPrediction,
  reactPrediction,
  readPrediction,
  sendPrediction,
} from './live/predictions.ts';
import { conversations, messages } from './live.ts';

const [me, ines, space, general, second] = ['me', 'ines', 'space', 'general', 'second'] as const;
const context = { self: me };
const conversation = 'talk';
const time = (n: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, n)).toISOString();

const run = (items: chat.Message[], more: Partial<Messages> = {}): Messages => ({
  conversation_id: conversation,
  root: null,
  revision: items.length,
  items,
  has_before: false,
  has_after: false,
  ...more,
});
const state = (more: Partial<chat.ConversationState> = {}): chat.ConversationState => ({
  conversation_id: conversation,
  sub_space_id: null,
  revision: 2,
  last_seq: 2,
  read_seq: 1,
  deleted_seqs: [],
  mention_seqs: [],
  seen_seq: 0,
  latest: chat.latestOf(messageOf(2)),
  ...more,
});
const entry = (states: chat.ConversationState[], more: Partial<chat.Entry> = {}): chat.Entry => ({
  entity_type: 'employee',
  entity_id: ines,
  space: null,
  conversations: states,
  muted: false,
  pinned: false,
  ...chat.summarise(states),
  ...more,
});
const list = (...items: chat.Entry[]): Conversations => ({ items, shows_seen: true, revision: 5 });
const frame = (name: string, payload: unknown, revision = 3): EventFrame => ({
  topic: `conversation:${conversation}`,
  revision,
  name,
  payload,
});

let ids = 0;
const item = (predicted: Prediction[], more: Partial<OutboxItem> = {}): OutboxItem =>
  ({
    id: `write-${ids++}`,
    scope: `employee/${ines}`,
    state: 'queued',
    error_code: null,
    saved: true,
    frames: [],
    predicted,
    ...more,
  }) as OutboxItem;

const key = messagesKey(`employee/${ines}`);
const view = (data: Messages, ...items: OutboxItem[]) => createOverlay(messages, key, context)(data, items);
const listView = (data: Conversations, ...items: OutboxItem[]) =>
  createOverlay(conversations, ['chat', 'conversations'], context)(data, items);
const sending = (id: string, text: string, more: Partial<OutboxItem> = {}) =>
  item(sendPrediction({ message_id: id, sender_id: me, body: docOf(text), created_at: time(50) }), { id, ...more });
const unread = (data: Conversations) => data.items.map((one) => one.unread_message_count);

describe('what waits, in a conversation', () => {
  const said = run([messageOf(1), messageOf(2, { sender_id: me })]);

  test('messages stand at the end in the order of writing, numbered on', () => {
    const { items } = view(said, sending('a', 'one'), sending('b', 'two'));
    expect(items.map(({ message_id, seq }) => [message_id, seq])).toEqual([
      ['m1', 1],
      ['m2', 2],
      ['a', 3],
      ['b', 4],
    ]);
    expect(items[2]).toMatchObject({ sender_id: me, type: 'text', reactions: [], conversation_id: conversation });
    expect(items[2]?.pending).toMatchObject([{ outbox_id: 'a', kind: 'send', state: 'queued', saved: true }]);
    expect(items[0]?.pending).toBeUndefined();
  });

  test('a first message has a place before there is a conversation', () => {
    const { items } = view(run([], { conversation_id: null, revision: 0 }), sending('a', 'hello'));
    expect(items).toMatchObject([{ message_id: 'a', seq: 1 }]);
  });

  test('a message that the socket brought before the answer shows once, and no longer waits', () => {
    const { items } = view(
      run([messageOf(1, { message_id: 'a', sender_id: me })]),
      sending('a', 'one'),
      sending('b', 'two'),
    );
    expect(items.map(({ message_id, pending }) => [message_id, pending?.length ?? 0])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  test('edits, reactions and deletions show at once, on what waits, too', () => {
    const [first, mine] = said.items as [chat.Message, chat.Message];
    const waiting = view(said, sending('a', 'one')).items[2] as chat.Message;
    const { items } = view(
      said,
      sending('a', 'one'),
      item(editPrediction(mine, docOf('better'), time(51))),
      item(reactPrediction(first, '👍', me, true)),
      item(reactPrediction(waiting, '🎉', me, true)),
      item(deletePrediction(mine, time(52))),
    );
    expect(items[0]?.reactions).toEqual([{ emoji: '👍', employee_ids: [me] }]);
    expect(items[1]).toMatchObject({ body: null, deleted_at: time(52), reactions: [] });
    expect(items[1]?.pending?.map(({ kind }) => kind)).toEqual(['edit', 'delete']);
    expect(items[2]).toMatchObject({ reactions: [{ emoji: '🎉', employee_ids: [me] }] });
  });

  test('a refused message stays with its reason; a refused change is taken back, and says so', () => {
    const [first] = said.items as [chat.Message];
    const refused = { state: 'failed', error_code: 'MESSAGE_NOT_FOUND' } as const;
    const { items } = view(said, sending('a', 'no', refused), item(reactPrediction(first, '👍', me, true), refused));
    expect(items[2]).toMatchObject({ message_id: 'a', pending: [{ kind: 'send', ...refused }] });
    expect(items[0]).toMatchObject({ reactions: [], pending: [{ kind: 'react', ...refused }] });
  });

  test('an acked write is shown until the data has it, and then no more', () => {
    const acked = (revision: number) => sending('a', 'one', { state: 'acked', frames: [frame('x', null, revision)] });
    expect(view(said, acked(3)).items.at(-1)?.pending).toMatchObject([{ state: 'acked' }]);
    expect(view(said, acked(2))).toBe(said);
  });

  test('in the middle of the past nothing is added at the end', () => {
    const past = run([messageOf(1)], { has_after: true });
    expect(view(past, sending('a', 'one'))).toBe(past);
  });

  test('what waits elsewhere changes nothing, not even the object', () => {
    expect(view(said, sending('a', 'one', { scope: 'employee/kwame' }))).toBe(said);
    const overlay = createOverlay(messages, key, context);
    const one = sending('a', 'one');
    const before = overlay(said, [one]);
    expect(overlay(said, [one, sending('b', 'x', { scope: 'employee/kwame' })])).toBe(before);
    expect(overlay(said, [])).toBe(said);
  });
});

describe('what waits, in the list', () => {
  test('a message becomes the latest, brings its entry to the top and reads what is above it', () => {
    const kwame = entry(
      [state({ conversation_id: 'other', latest: { ...chat.latestOf(messageOf(9)), message_id: 'o' } })],
      {
        entity_id: 'kwame',
        latest_message_time: time(9),
      },
    );
    const data = list(kwame, entry([state()]));
    const after = listView(data, sending('a', 'hello there'));
    expect(after.items.map(({ entity_id, latest_message }) => [entity_id, latest_message])).toEqual([
      [ines, 'hello there'],
      ['kwame', 'said 9'],
    ]);
    expect(unread(after)).toEqual([0, 1]);
  });

  test('a first message makes an entry; a refused one does not', () => {
    expect(listView(list(), sending('a', 'hi')).items).toMatchObject([
      { entity_type: 'employee', entity_id: ines, latest_message: 'hi', unread_message_count: 0 },
    ]);
    expect(listView(list(), sending('a', 'hi', { state: 'failed' })).items).toEqual([]);
  });

  test('a scope without a sub-space means the default one, another the one it names', () => {
    const sub = (id: string, is_default: boolean) => ({ sub_space_id: id, is_default }) as chat.SubSpace;
    const there = { space_id: space, revision: 1, sub_spaces: [sub(general, true), sub(second, false)] } as chat.Space;
    const states = [general, second].map((id) => state({ conversation_id: id, sub_space_id: id, seen_seq: null }));
    const data = list(entry(states, { entity_type: 'space', entity_id: space, space: there }));
    const latest = (scope: string) =>
      listView(data, sending('a', 'here', { scope })).items[0]?.conversations.map((one) => one.latest?.text);
    expect(latest(`space/${space}`)).toEqual(['here', 'said 2']);
    expect(latest(`space/${space}/${second}`)).toEqual(['said 2', 'here']);
  });

  test('reading, editing and deleting show', () => {
    const data = list(entry([state()]));
    expect(unread(data)).toEqual([1]);
    const reading = item(readPrediction(conversation, 2), { scope: `read/${conversation}` });
    expect(unread(listView(data, reading))).toEqual([0]);
    expect(
      listView(data, item(editPrediction(messageOf(2), docOf('new words'), time(3)))).items[0]?.latest_message,
    ).toBe('new words');
    const deleted = listView(data, item(deletePrediction(messageOf(2), time(3))));
    expect([deleted.items[0]?.latest_message, unread(deleted)]).toEqual(['', [0]]);
  });
});

test('the latest conversations are read ahead, spaces by their short address where it means the same', () => {
  const sub = (id: string, is_default: boolean) => ({ sub_space_id: id, is_default }) as chat.SubSpace;
  const there = { space_id: space, revision: 1, sub_spaces: [sub(general, true), sub(second, false)] } as chat.Space;
  const said = (id: string, at: number, more: Partial<chat.ConversationState> = {}) =>
    state({ conversation_id: id, latest: { ...chat.latestOf(messageOf(at)) }, ...more });
  const data = list(
    entry([said('a', 5)]),
    entry([said(general, 9, { sub_space_id: general }), said(second, 7, { sub_space_id: second })], {
      entity_type: 'space',
      entity_id: space,
      space: there,
    }),
    entry([state({ latest: null })], { entity_id: 'silent' }),
  );
  expect([...(conversations.ahead?.(data, [], context) ?? [])]).toEqual([
    threadsKey,
    messagesKey(`space/${space}`),
    messagesKey(`space/${space}/${second}`),
    messagesKey(`employee/${ines}`),
  ]);
});

describe('events', () => {
  test('of a conversation that is shown from its end grow it, of one in the past only raise its revision', () => {
    const created = frame(chat.messageCreated.name, messageOf(3), 3);
    const grown = messages.reduce(run([messageOf(1), messageOf(2)]), created, context, key);
    expect([grown.items.length, grown.revision]).toEqual([3, 3]);
    const past = messages.reduce(run([messageOf(1)], { has_after: true, revision: 2 }), created, context, key);
    expect([past.items.length, past.revision]).toEqual([1, 3]);
  });

  test('that a later version of the server knows only raise the revision', () => {
    const data = run([messageOf(1)]);
    expect(messages.reduce(data, frame('chat.something_new', {}, 2), context, key)).toEqual({ ...data, revision: 2 });
  });

  test("my message moves my marker, the other's moves what the other has seen", () => {
    const data = list(entry([state()]));
    const [mine] = conversations.reduce(
      data,
      frame(chat.messageCreated.name, messageOf(3, { sender_id: me })),
      context,
      [],
    ).items;
    expect(mine?.conversations[0]).toMatchObject({ read_seq: 3, seen_seq: 0, last_seq: 3, revision: 3 });
    const [theirs] = conversations.reduce(data, frame(chat.messageCreated.name, messageOf(3)), context, []).items;
    expect(theirs?.conversations[0]).toMatchObject({ read_seq: 1, seen_seq: 3, last_seq: 3 });
    expect(theirs?.unread_message_count).toBe(2);
  });

  test('a marker set back meets the events of its conversation in any order: the end is the same', () => {
    const calling: chat.Message['body'] = {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'mention', attrs: { id: me, label: 'Me Myself', kind: 'employee' } }] },
      ],
    };
    const talk = [
      frame(chat.messageCreated.name, messageOf(3, { body: calling }), 3),
      frame(chat.messageCreated.name, messageOf(4, { sender_id: me }), 4),
      frame(chat.messageUpdated.name, { ...messageOf(2), body: calling, edited_at: time(9) }, 5),
      frame(chat.messageDeleted.name, { message_id: 'm3', seq: 3, deleted_at: time(9) }, 6),
      frame(chat.messageUpdated.name, { ...messageOf(2), body: docOf('no more'), edited_at: time(9) }, 7),
      frame(chat.messageCreated.name, messageOf(5, { sender_id: me }), 8),
      frame(chat.messageCreated.name, messageOf(6, { body: calling }), 9),
    ];
    const revisionOf = ({ items }: Conversations) => items[0]?.conversations[0]?.revision ?? 0;
    const hear = (data: Conversations, upTo: number) =>
      talk
        .filter(({ revision }) => revision <= upTo)
        .reduce((at, one) => (one.revision > revisionOf(at) ? conversations.reduce(at, one, context, []) : at), data);
    /** By the conversation's revision: what of it does not count after 1, and what calls. */
    const lists: Record<number, [number[], number[]]> = {
      4: [[4], [3]],
      5: [[4], [2, 3]],
      6: [[3, 4], [2]],
      7: [[3, 4], []],
      8: [[3, 4, 5], []],
      9: [[3, 4, 5], [6]],
    };
    for (const [at, [deleted_seqs, mention_seqs]] of Object.entries(lists))
      for (const held of [2, 3, 4, 5, 6, 7, 8, 9]) {
        const revision = Number(at);
        const payload = { conversation_id: conversation, revision, read_seq: 1, deleted_seqs, mention_seqs };
        const back: EventFrame = { topic: `employee:${me}`, revision: 6, name: marks.unread.name, payload };
        const end = hear(conversations.reduce(hear(list(entry([state()])), held), back, context, []), 9);
        // What I said after it moves the marker on.
        const moved = revision < 8 ? { read_seq: 5, deleted_seqs: [] } : { read_seq: 1, deleted_seqs: [3, 4, 5] };
        expect(end.items[0]?.conversations[0], `set back at ${at}, met at ${held}`).toMatchObject({
          ...moved,
          revision: 9,
          last_seq: 6,
          mention_seqs: [6],
          latest: { seq: 6 },
        });
      }
  });

  test('what is deleted calls nobody, also where its edit is heard of later', () => {
    const body = docOf('');
    body.content = [
      { type: 'paragraph', content: [{ type: 'mention', attrs: { id: me, label: 'Me Myself', kind: 'employee' } }] },
    ];
    const payload = { conversation_id: conversation, revision: 9, read_seq: 4, deleted_seqs: [5], mention_seqs: [] };
    const frames: EventFrame[] = [
      { topic: `employee:${me}`, revision: 6, name: marks.unread.name, payload },
      frame(chat.messageUpdated.name, { ...messageOf(5), body, edited_at: time(9) }, 8),
      frame(chat.messageDeleted.name, { message_id: 'm5', seq: 5, deleted_at: time(9) }, 9),
    ];
    const before = list(entry([state({ last_seq: 5, read_seq: 5, revision: 7 })]));
    const end = frames.reduce((at, one) => conversations.reduce(at, one, context, []), before);
    expect(end.items[0]?.conversations[0]).toMatchObject({ read_seq: 4, deleted_seqs: [5], mention_seqs: [] });
  });

  test('a space or conversation that may no longer be seen goes from the list', () => {
    const data = list(entry([state()]));
    expect(conversations.gone?.(data, `conversation:${conversation}`, context)).toEqual(list());
  });

  test('the empty conversation of two people begins where the list says', () => {
    const empty = run([], { conversation_id: null, revision: 0 });
    const peek = (data: unknown) => () => data;
    expect(messages.begin?.(empty, key, peek(list()))).toBe(empty);
    expect(messages.begin?.(empty, key, peek(list(entry([state()]))))).toEqual({
      ...empty,
      conversation_id: conversation,
    });
  });

  test('the device keeps the newest hundred', () => {
    const long = run(Array.from({ length: 130 }, (_, at) => messageOf(at + 1)));
    const kept = messages.trim?.(long);
    expect([kept?.items.length, kept?.items[0]?.seq, kept?.has_before]).toEqual([100, 31, true]);
  });
});

test('reducers and predictions change nothing that they are given', () => {
  const freeze = <T>(value: T): T => {
    if (typeof value === 'object' && value !== null) for (const one of Object.values(Object.freeze(value))) freeze(one);
    return value;
  };
  const data = freeze(run([messageOf(1), messageOf(2, { reactions: [{ emoji: '👍', employee_ids: [ines] }] })]));
  const entries = freeze(list(entry([state()])));
  const of = fc.record({ message_id: fc.constantFrom('m1', 'm2', 'm9'), seq: fc.constantFrom(1, 2, 9) });
  const emoji = fc.constantFrom('👍', '🎉');
  const employee_id = fc.constantFrom(me, ines);
  const event = fc.oneof(
    fc.record({ name: fc.constant(chat.messageCreated.name), payload: fc.constant(messageOf(3)) }),
    fc.record({
      name: fc.constantFrom(chat.messageUpdated.name, chat.messageDeleted.name),
      payload: of.map((one) => ({ ...one, body: docOf('x'), edited_at: time(1), deleted_at: time(1) })),
    }),
    fc.record({
      name: fc.constantFrom(chat.reactionAdded.name, chat.reactionRemoved.name),
      payload: fc.tuple(of, emoji, employee_id).map(([one, e, who]) => ({ ...one, emoji: e, employee_id: who })),
    }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      let [talk, all] = [data, entries];
      for (const [at, one] of events.entries()) {
        const told = freeze(frame(one.name, one.payload, at + 3));
        talk = freeze(messages.reduce(talk, told, context, key));
        all = freeze(conversations.reduce(all, told, context, []));
        view(talk, freeze(item([one])));
        listView(all, freeze(item([one])));
      }
      for (const { reactions } of talk.items) {
        expect(reactions.every(({ employee_ids }) => employee_ids.length === new Set(employee_ids).size)).toBe(true);
        expect(reactions.every(({ employee_ids }) => employee_ids.length > 0)).toBe(true);
      }
    }),
  );
});
