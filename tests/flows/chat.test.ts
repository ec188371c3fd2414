// Chat over real HTTP, a real database and real sockets: first messages, edits, deletions, reactions, and who is not in.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Address } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import * as people from '#contract/people.ts';
import { docOf } from '#contract/rich-text.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { type Cast, entryOf, gather, ids, into, makeSpace, nobody, pair, read, send, stateOf, to } from './talk.ts';

let app: TestApp;
let cast: Cast;
let owner: TestClient;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
  ({ owner, ada, ben, cleo, stranger } = cast);
});
afterAll(() => app.close());

describe('the first message', () => {
  test('makes the conversation, brings it into both lists, and is heard by both', async () => {
    const [left, right] = await pair(app, cast);
    expect(await read(left, to(right))).toEqual({
      conversation_id: null,
      root: null,
      revision: 0,
      items: [],
      has_before: false,
      has_after: false,
    });
    await using here = await openSocket(left);
    await using there = await openSocket(right);
    const { message, events } = await send(left, to(right), 'Good morning');
    expect(message).toMatchObject({
      seq: 1,
      sender_id: left.employee_id,
      type: 'text',
      reactions: [],
      deleted_at: null,
    });
    expect(events.map(({ name, topic }) => [name, topic])).toEqual([
      ['chat.entry_added', `employee:${left.employee_id}`],
      ['chat.message_created', `conversation:${message.conversation_id}`],
    ]);
    expect(events[1]?.revision).toBe(1);
    for (const socket of [here, there]) {
      expect((await socket.waitForEvent('chat.message_created')).payload).toEqual(message);
      await socket.waitForEvent('chat.entry_added');
    }
    expect((await read(right, to(left))).items).toEqual([message]);
    expect(await entryOf(right, left.employee_id)).toEqual(
      there.events.find(({ name }) => name === 'chat.entry_added')?.payload,
    );
    expect(await entryOf(left, right.employee_id)).toMatchObject({
      entity_type: 'employee',
      space: null,
      latest_message: 'Good morning',
      latest_message_time: message.created_at,
      unread_message_count: 0,
    });
    expect((await entryOf(right, left.employee_id))?.unread_message_count).toBe(1);
    // From now on both hear the conversation itself.
    const { message: second } = await send(right, to(left), 'Morning');
    expect(second).toMatchObject({ seq: 2, conversation_id: message.conversation_id });
    await here.waitFor((m): m is typeof m & { type: 'event' } => m.type === 'event' && m.revision === 2);
  });

  test('of both at once is one conversation', async () => {
    const [left, right] = await pair(app, cast);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, i) => send(left, to(right), `left ${i}`)),
      ...Array.from({ length: 5 }, (_, i) => send(right, to(left), `right ${i}`)),
    ]);
    expect(new Set(answers.map(({ message }) => message.conversation_id)).size).toBe(1);
    expect(answers.map(({ message }) => message.seq).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const [me, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const list = await me.call(chat.listConversations, {});
      expect(list.items.map((entry) => entry.entity_id)).toEqual([other.employee_id]);
      expect((await read(me, to(other))).items.map((m) => m.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });

  test('may be to oneself: notes, never unread, seen by nobody', async () => {
    const [me] = await pair(app, cast);
    const { message } = await send(me, to(me), 'Buy tape');
    expect(await stateOf(me, me.employee_id)).toMatchObject({ read_seq: 1, seen_seq: null });
    const marked = await me.call(chat.markRead, { conversation_id: message.conversation_id, read_seq: 1 });
    expect(marked).toEqual({ read_seq: 1, events: [] });
  });

  test('goes to who works here or is about to, and to nobody else; what was said stays readable', async () => {
    const [left, right] = await pair(app, cast);
    const { employee } = await owner.call(people.create, {
      first_name: 'In',
      last_name: 'Vited',
      work_email_id: `${uuid()}@x.example`,
      send_invitation: false,
    });
    await send(left, to(employee.employee_id), 'Welcome');
    await send(left, to(right), 'See you');
    await owner.call(people.setStatus, { employee_id: right.employee_id, status: 'SUSPENDED' });
    const refused = { code: 'EMPLOYEE_NOT_FOUND', status: 404 };
    await expect(send(left, to(right), 'Still there?')).rejects.toMatchObject(refused);
    expect((await read(left, to(right))).items).toHaveLength(1);
    await expect(send(ada, to(right), 'Hello?')).rejects.toMatchObject(refused);
    await expect(read(ada, to(right))).rejects.toMatchObject(refused);
    expect(await stateOf(left, right.employee_id)).toMatchObject({ last_seq: 1 });
  });
});

describe('who is not in', () => {
  test('a conversation is not found, in the same bytes as one that is not there', async () => {
    const hidden = await makeSpace(ada, { visibility: 'private' });
    const shown = await makeSpace(ada);
    const foreign = await makeSpace(stranger);
    const sub = hidden.sub_spaces[0]?.sub_space_id as string;
    const { message } = await send(ada, into(hidden.space_id), 'Secret');
    const bodies = async (addresses: Address[]) =>
      Promise.all(
        addresses.flatMap((address) => [
          ben.raw(chat.listMessages, address),
          ben.raw(chat.send, { ...address, message_id: uuid(), body: docOf('x') }),
        ]),
      );
    const outside = await bodies([
      into(hidden.space_id),
      into(hidden.space_id, sub),
      into(shown.space_id),
      into(foreign.space_id),
      into(nobody),
      into(nobody, sub),
    ]);
    expect(new Set(outside.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(outside[0]).toMatchObject({ status: 404, body: { error_code: 'SPACE_NOT_FOUND' } });

    const own = await makeSpace(ben);
    const inside = await bodies([
      into(own.space_id, nobody),
      into(own.space_id, sub),
      into(own.space_id, foreign.sub_spaces[0]?.sub_space_id),
    ]);
    expect(new Set(inside.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(inside[0]).toMatchObject({ status: 404, body: { error_code: 'SUB_SPACE_NOT_FOUND' } });

    const strangers = await bodies([to(stranger), to(nobody)]);
    expect(new Set(strangers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(strangers[0]).toMatchObject({ status: 404, body: { error_code: 'EMPLOYEE_NOT_FOUND' } });

    for (const message_id of [message.message_id, nobody]) {
      const missing = { status: 404, body: { error_code: 'MESSAGE_NOT_FOUND' } };
      expect(await ben.raw(chat.edit, { message_id, body: docOf('x') })).toMatchObject(missing);
      expect(await ben.raw(chat.remove, { message_id })).toMatchObject(missing);
      expect(await ben.raw(chat.react, { message_id, emoji: '👍' })).toMatchObject(missing);
      expect(await ben.raw(chat.unreact, { message_id, emoji: '👍' })).toMatchObject(missing);
    }
    for (const conversation_id of [message.conversation_id, nobody]) {
      const refused = await ben.raw(chat.markRead, { conversation_id, read_seq: 1 });
      expect(refused).toMatchObject({ status: 404, body: { error_code: 'CONVERSATION_NOT_FOUND' } });
    }
  });
});

describe('editing', () => {
  test('changes the words for everybody, keeps the ones before, and shows in the list', async () => {
    await using socket = await openSocket(ben);
    const { message } = await send(ada, to(ben), 'Nine o clock');
    const { message: edited, events } = await ada.call(chat.edit, {
      message_id: message.message_id,
      body: docOf('Ten o clock'),
    });
    expect(edited).toEqual({ ...message, body: docOf('Ten o clock'), edited_at: expect.any(String) });
    expect(events).toHaveLength(1);
    expect((await socket.waitForEvent('chat.message_updated')).payload).toEqual({
      message_id: message.message_id,
      seq: message.seq,
      sender_id: ada.employee_id,
      body: docOf('Ten o clock'),
      edited_at: edited.edited_at,
    });
    expect((await read(ben, to(ada))).items.at(-1)).toEqual(edited);
    expect((await entryOf(ben, ada.employee_id))?.latest_message).toBe('Ten o clock');
    await ada.call(chat.edit, { message_id: message.message_id, body: docOf('Eleven') });
    const kept = await app.sql<{ version: number; text: string }>(
      `SELECT e.version, e.body #>> '{content,0,content,0,text}' AS text FROM message_edit e JOIN message m USING (company_id, conversation_id, seq)
       WHERE m.message_id = $1 ORDER BY e.version`,
      [message.message_id],
    );
    expect(kept).toEqual([
      { version: 1, text: 'Nine o clock' },
      { version: 2, text: 'Ten o clock' },
    ]);
  });

  test('to the same words changes nothing and tells nobody', async () => {
    const { message } = await send(ada, to(ben), 'Same');
    const before = (await read(ben, to(ada))).revision;
    const answer = await ada.call(chat.edit, { message_id: message.message_id, body: docOf('Same') });
    expect(answer).toEqual({ message, events: [] });
    expect((await read(ben, to(ada))).revision).toBe(before);
  });

  test('is for the sender alone, and never leaves a blank message', async () => {
    const { message } = await send(ada, to(ben), 'Mine');
    const { message_id } = message;
    await expect(ben.call(chat.edit, { message_id, body: docOf('Yours') })).rejects.toMatchObject({
      code: 'NO_PERMISSION',
    });
    await expect(ada.call(chat.edit, { message_id, body: docOf(' ') })).rejects.toMatchObject({
      code: 'MESSAGE_EMPTY',
    });
    await ada.call(chat.remove, { message_id });
    await expect(ada.call(chat.edit, { message_id, body: docOf('Back') })).rejects.toMatchObject({
      code: 'MESSAGE_NOT_FOUND',
    });
  });
});

describe('deleting', () => {
  test('leaves a tombstone, and nothing of what was said', async () => {
    await using socket = await openSocket(ben);
    const secret = `cnry-${uuid()}`;
    const { message } = await send(ada, to(ben), secret);
    const { message_id, seq } = message;
    await ada.call(chat.edit, { message_id, body: docOf(`${secret} again`) });
    await ben.call(chat.react, { message_id, emoji: '👍' });
    const { message: tombstone, events } = await ada.call(chat.remove, { message_id });
    expect(tombstone).toMatchObject({ body: null, reactions: [], deleted_at: expect.any(String), seq });
    expect(events.map(({ name }) => name)).toEqual(['chat.message_deleted']);
    expect((await socket.waitForEvent('chat.message_deleted')).payload).toEqual({
      message_id,
      seq,
      deleted_at: tombstone.deleted_at,
    });
    expect((await read(ben, to(ada))).items.at(-1)).toEqual(tombstone);
    expect(await entryOf(ben, ada.employee_id)).toMatchObject({ latest_message: '' });
    for (const table of ['message', 'message_edit', 'reaction']) {
      const left = await app.sql(`SELECT 1 FROM ${table} t WHERE t::text LIKE $1`, [`%${secret}%`]);
      expect(left, table).toEqual([]);
    }
    expect(await ada.call(chat.remove, { message_id })).toEqual({ message: tombstone, events: [] });
  });

  test('is for the sender; in a space also for its admins and for who manages spaces', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben, cleo, owner) });
    const said = async () => (await send(ben, into(space.space_id), 'Hm')).message.message_id;
    await expect(cleo.call(chat.remove, { message_id: await said() })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    for (const by of [ben, ada, owner]) {
      expect((await by.call(chat.remove, { message_id: await said() })).message.body).toBeNull();
    }
    const { message } = await send(owner, to(ben), 'Direct');
    await expect(ben.call(chat.remove, { message_id: message.message_id })).rejects.toMatchObject({
      code: 'NO_PERMISSION',
    });
    const theirs = await send(ben, to(owner), 'Direct, too');
    await expect(owner.call(chat.remove, { message_id: theirs.message.message_id })).rejects.toMatchObject({
      code: 'NO_PERMISSION',
    });
  });

  test('takes an unread message out of the count', async () => {
    const [left, right] = await pair(app, cast);
    const said = [];
    for (const text of ['one', 'two', 'three']) said.push((await send(left, to(right), text)).message);
    await left.call(chat.remove, { message_id: said[1]?.message_id as string });
    expect(await entryOf(right, left.employee_id)).toMatchObject({ unread_message_count: 2 });
    expect(await stateOf(right, left.employee_id)).toMatchObject({ deleted_seqs: [2], read_seq: 0, last_seq: 3 });
    const conversation_id = said[0]?.conversation_id as string;
    await right.call(chat.markRead, { conversation_id, read_seq: 2 });
    expect(await stateOf(right, left.employee_id)).toMatchObject({ deleted_seqs: [], read_seq: 2 });
    expect(await entryOf(right, left.employee_id)).toMatchObject({ unread_message_count: 1 });
  });
});

describe('reactions', () => {
  test('are once a person and emoji, in the order in which they came', async () => {
    const { message } = await send(ada, to(ben), 'Look');
    const { message_id } = message;
    const first = await ben.call(chat.react, { message_id, emoji: '🎉' });
    expect(first.events.map(({ name }) => name)).toEqual(['chat.reaction_added']);
    const again = await ben.call(chat.react, { message_id, emoji: '🎉' });
    expect(again).toEqual({ message: first.message, events: [] });
    await ada.call(chat.react, { message_id, emoji: '👍' });
    await ada.call(chat.react, { message_id, emoji: '🎉' });
    const now = (await read(ben, to(ada))).items.at(-1);
    expect(now?.reactions).toEqual([
      { emoji: '🎉', employee_ids: [ben.employee_id, ada.employee_id] },
      { emoji: '👍', employee_ids: [ada.employee_id] },
    ]);
    const gone = await ben.call(chat.unreact, { message_id, emoji: '🎉' });
    expect(gone.message.reactions).toEqual([
      { emoji: '🎉', employee_ids: [ada.employee_id] },
      { emoji: '👍', employee_ids: [ada.employee_id] },
    ]);
    expect(await ben.call(chat.unreact, { message_id, emoji: '🎉' })).toEqual({ message: gone.message, events: [] });
  });

  test('are the same where they look the same, and what was no emoji goes again', async () => {
    const { message_id } = (await send(ada, to(ben), 'Look again')).message;
    await ben.call(chat.react, { message_id, emoji: '❤️' });
    const told = await ada.call(chat.react, { message_id, emoji: '❤' });
    expect(told.events).toMatchObject([{ payload: { emoji: '❤️', employee_id: ada.employee_id } }]);
    expect(told.message.reactions).toEqual([{ emoji: '❤️', employee_ids: ids(ben, ada) }]);
    expect((await ben.call(chat.unreact, { message_id, emoji: '❤' })).message.reactions).toEqual([
      { emoji: '❤️', employee_ids: ids(ada) },
    ]);
    await app.sql("UPDATE reaction SET emoji = '👍👍' WHERE employee_id = $1 AND emoji = '❤️'", [ada.employee_id]);
    expect((await ada.call(chat.unreact, { message_id, emoji: '👍👍' })).message.reactions).toEqual([]);
  });

  test('of many people at once are all there, once', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben, cleo, owner) });
    const { message } = await send(ada, into(space.space_id), 'Vote');
    const { message_id } = message;
    const before = (await read(ada, into(space.space_id))).revision;
    const voters = [ada, ben, cleo, owner];
    await Promise.all(
      voters.flatMap((by) => ['👍', '👍', '🎉'].map((emoji) => by.call(chat.react, { message_id, emoji }))),
    );
    const { items, revision } = await read(ada, into(space.space_id));
    expect(revision - before).toBe(8);
    const everybody = new Set(ids(...voters));
    expect(new Map(items[0]?.reactions.map((r) => [r.emoji, new Set(r.employee_ids)]))).toEqual(
      new Map([
        ['👍', everybody],
        ['🎉', everybody],
      ]),
    );
    for (const { employee_ids } of items[0]?.reactions ?? []) expect(employee_ids).toHaveLength(4);
  });

  test('are at most twenty different ones, and none on what is deleted', async () => {
    const { message } = await send(ada, to(ben), 'All of them');
    const { message_id } = message;
    for (let i = 0; i < 20; i++) await ben.call(chat.react, { message_id, emoji: String.fromCodePoint(0x1f600 + i) });
    await expect(ada.call(chat.react, { message_id, emoji: '👍' })).rejects.toMatchObject({
      code: 'TOO_MANY_REACTIONS',
      status: 409,
    });
    await ada.call(chat.react, { message_id, emoji: '\u{1f600}' });
    await ben.call(chat.unreact, { message_id, emoji: '\u{1f601}' });
    await ada.call(chat.react, { message_id, emoji: '👍' });
    const tombstone = (await ada.call(chat.remove, { message_id })).message;
    await expect(ben.call(chat.react, { message_id, emoji: '👍' })).rejects.toMatchObject({
      code: 'MESSAGE_NOT_FOUND',
    });
    expect(await ben.call(chat.unreact, { message_id, emoji: '👍' })).toEqual({ message: tombstone, events: [] });
  });
});

test('a space in which nothing was said stands where it was made, not below all that was said before', async () => {
  const [left, right] = await pair(app, cast);
  const early = await makeSpace(left, { space_name: 'Early' });
  await send(left, to(right), 'Good morning');
  const late = await makeSpace(left, { space_name: 'Late' });
  const order = async () => (await left.call(chat.listConversations, {})).items.map(({ entity_id }) => entity_id);
  const talks = new Set<string>([early, late].map(({ space_id }) => space_id).concat(right.employee_id));
  expect((await order()).filter((one) => talks.has(one))).toEqual([late.space_id, right.employee_id, early.space_id]);
});
