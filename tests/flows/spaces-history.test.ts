// What a space shows of its past to who joins it: all of it, or only what is said from then on, by whatever way one looks for it.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as attachments from '#contract/chat/attachments.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import * as saved from '#contract/chat/saved.ts';
import * as threads from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import * as files from '#contract/files.ts';
import { docOf } from '#contract/rich-text.ts';
import { search } from '#contract/search.ts';
import * as spaces from '#contract/spaces.ts';
import { sync } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { upload } from '#tests/kit/files.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { entryOf, gather, into, makeSpace, read, say, send, stateOf, to, topicOf, under } from './talk.ts';

let app: TestApp;
let owner: TestClient;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner, ada, ben, cleo } = await gather(app));
});
afterAll(() => app.close());

const join = (by: TestClient, { space_id }: chat.Space) => by.call(spaces.join, { space_id });
const leave = (by: TestClient, { space_id }: chat.Space) => by.call(spaces.leave, { space_id });
const react = (by: TestClient, { message_id }: chat.Message) => by.call(chat.react, { message_id, emoji: '👍' });
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code });
const textsOf = ({ items }: { readonly items: readonly chat.Message[] }) => items.map(({ body }) => textOf(body));
const textOf = (body: chat.Message['body']) => JSON.stringify(body).match(/"text":"([^"]*)"/)?.[1];

/** A space that hides its past, in which Ada has said two things before Ben comes, and one since. */
async function withPast() {
  const space = await makeSpace(ada, { history: 'joined' });
  const at = into(space.space_id);
  const old = await say(ada, at, 'Plum jam, secretly');
  const { file_id } = await upload(ada, 'the recipe', { folder: 'chat', name: 'plums.txt' });
  const given = { ...at, message_id: uuid(), body: docOf('Plum recipe'), attachments: [{ file_id }] };
  const { message: withFile } = await ada.call(chat.send, given);
  await ada.call(marks.pin, { message_id: old.message_id });
  const answer = await say(ada, under(old), 'Plums in a thread');
  await join(ben, space);
  const fresh = await say(ada, at, 'Plum stones for everybody');
  return { space, at, old, withFile, answer, fresh, file_id };
}

describe('with the history “joined”', () => {
  test('who joins reads only what is said from then on, and the page says that nothing is before', async () => {
    const { space, at, fresh } = await withPast();
    expect(textsOf(await read(ada, at))).toHaveLength(3);
    for (const range of [
      {},
      { before_seq: '4' },
      { after_seq: '0' },
      { around_seq: '1' },
      { at_time: '2020-01-01T00:00:00.000Z' },
    ])
      expect(await read(ben, at, range)).toMatchObject({
        items: [{ message_id: fresh.message_id, seq: 3 }],
        has_before: false,
        has_after: false,
      });
    expect(await read(ben, at, { before_seq: '3' })).toMatchObject({ items: [], has_before: false });
    expect(await stateOf(ben, space.space_id)).toMatchObject({ last_seq: 3, read_seq: 2 });
    expect(await entryOf(ben, space.space_id)).toMatchObject({ unread_message_count: 1 });
  });

  test('there is no last message of before in the list', async () => {
    const space = await makeSpace(ada, { history: 'joined' });
    await say(ada, into(space.space_id), 'Figs');
    await join(ben, space);
    expect(await stateOf(ben, space.space_id)).toMatchObject({ last_seq: 1, latest: null });
    expect(await stateOf(ada, space.space_id)).toMatchObject({ latest: { text: 'Figs' } });
    expect(await read(ben, into(space.space_id))).toMatchObject({ items: [], has_before: false, has_after: false });
  });

  test('nothing of before is found, listed, opened, answered, quoted, forwarded or kept', async () => {
    const { space, at, old, withFile, answer, fresh, file_id } = await withPast();
    const foundBy = async (by: TestClient) => {
      const { groups } = await by.call(search, { query: 'plum', types: ['messages'], filters: { in: at } });
      return groups.flatMap(({ items }) => items.map((one) => ('message_id' in one ? one.message_id : ''))).sort();
    };
    expect(await foundBy(ada)).toEqual([old, withFile, answer, fresh].map((one) => one.message_id).sort());
    expect(await foundBy(ben)).toEqual([fresh.message_id]);
    for (const whole of [{}, { whole_space: 'true' as const }]) {
      expect((await ben.call(attachments.listFiles, { ...at, ...whole })).items).toEqual([]);
      expect((await ben.call(marks.listPins, { ...at, ...whole })).items).toEqual([]);
      expect((await ada.call(attachments.listFiles, { ...at, ...whole })).items).toHaveLength(1);
      expect((await ada.call(marks.listPins, { ...at, ...whole })).items).toHaveLength(1);
    }
    const addressesFor = async (by: TestClient) => (await by.call(files.addresses, { file_ids: file_id })).items.length;
    expect([await addressesFor(ada), await addressesFor(ben)]).toEqual([1, 0]);
    await refused(ben.call(chat.listMessages, under(old)), 'MESSAGE_NOT_FOUND');
    await refused(ben.call(chat.send, { ...under(old), message_id: uuid(), body: docOf('And?') }), 'MESSAGE_NOT_FOUND');
    await refused(ben.call(threads.follow, { message_id: old.message_id, following: true }), 'MESSAGE_NOT_FOUND');
    for (const { message_id } of [old, answer]) {
      await refused(ben.call(saved.save, { message_id }), 'MESSAGE_NOT_FOUND');
      await refused(ben.call(chat.react, { message_id, emoji: '👍' }), 'MESSAGE_NOT_FOUND');
      await refused(ben.call(marks.pin, { message_id }), 'MESSAGE_NOT_FOUND');
      await refused(ben.call(marks.history, { message_id }), 'MESSAGE_NOT_FOUND');
    }
    const more = { ...at, message_id: uuid(), body: docOf('That one') };
    await refused(ben.call(chat.send, { ...more, reply_to: old.message_id }), 'MESSAGE_NOT_FOUND');
    await refused(ben.call(chat.send, { ...more, forward_of: old.message_id }), 'MESSAGE_NOT_FOUND');
    await react(ben, fresh);
    expect((await read(ben, under(fresh))).items).toEqual([]);
    expect(await entryOf(ben, space.space_id)).toBeDefined();
  });

  test('nor by the index of words, which is asked where there is much to look through', async () => {
    const { old, withFile, answer, fresh } = await withPast();
    const { conversation_id } = await say(ada, to(ben), 'Nothing of fruit');
    await app.sql('UPDATE conversation SET last_seq = 1000000 WHERE conversation_id = $1', [conversation_id]);
    const foundBy = async (by: TestClient) => {
      const filters = { after: old.created_at };
      const { groups } = await by.call(search, { query: 'plum', types: ['messages'], filters, limit: 50 });
      return groups.flatMap(({ items }) => items.map((one) => ('message_id' in one ? one.message_id : ''))).sort();
    };
    expect(await foundBy(ada)).toEqual([old, withFile, answer, fresh].map((one) => one.message_id).sort());
    expect(await foundBy(ben)).toEqual([fresh.message_id]);
    await app.sql('UPDATE conversation SET last_seq = 1 WHERE conversation_id = $1', [conversation_id]);
  });

  test('the socket and the log tell no word of before, and what comes is in order', async () => {
    const { space, at, old, fresh } = await withPast();
    const topic = topicOf(space);
    // What there was before that one.
    const since = ((await stateOf(ben, space.space_id))?.revision ?? 0) - 1;
    const told = async (by: TestClient, held = since) => (await by.call(sync, { topics: { [topic]: held } })).topics[0];
    await using socket = await openSocket(ben);
    await ada.call(chat.edit, { message_id: old.message_id, body: docOf('Plum brandy') });
    await react(ada, old);
    await ada.call(marks.unpin, { message_id: old.message_id });
    await say(ada, under(old), 'Plums again');
    const last = await say(ada, at, 'That was all');
    await socket.waitForEvent('chat.message_created');
    const heard = socket.events.filter((one) => one.topic === topic);
    const log = await told(ben);
    for (const events of [heard, log?.events ?? []]) {
      expect(JSON.stringify(events)).not.toMatch(/Plum (jam|recipe|brandy)|Plums/);
      expect(events.at(-1)).toMatchObject({ name: 'chat.message_created', payload: { message_id: last.message_id } });
      const revisions = events.map(({ revision }) => revision);
      expect(revisions).toEqual(revisions.map((_, at) => (revisions[0] ?? 0) + at));
    }
    expect(heard.map(({ name }) => name)).toEqual([...Array(4).fill('hidden'), 'chat.message_created']);
    expect(log).toMatchObject({ status: 'ok' });
    expect(JSON.stringify((await told(ada))?.events)).toContain('Plum brandy');
    expect(JSON.stringify((await told(ada, 0))?.events)).toContain('Plum jam');
    for (const held of [0, since - 1]) expect(await told(ben, held)).toMatchObject({ status: 'reset', events: [] });
    // What quotes it has to hear that it is gone.
    await ada.call(chat.remove, { message_id: old.message_id });
    expect(await socket.waitForEvent('chat.message_deleted')).toMatchObject({
      payload: { message_id: old.message_id },
    });
    expect((await read(ben, at)).items.map(({ message_id }) => message_id)).toEqual([
      fresh.message_id,
      last.message_id,
    ]);
  });

  test('a marker goes back no further than to where they came in', async () => {
    const { space, at, fresh } = await withPast();
    const conversation_id = fresh.conversation_id;
    await ben.call(chat.markRead, { conversation_id, read_seq: 3 });
    await ben.call(marks.markUnread, { conversation_id, read_seq: 0 });
    expect(await stateOf(ben, space.space_id)).toMatchObject({ read_seq: 2 });
    expect(await entryOf(ben, space.space_id)).toMatchObject({ unread_message_count: 1 });
    expect((await read(ben, at)).items).toHaveLength(1);
  });

  test('who comes back finds what is said from then on', async () => {
    const { space, at } = await withPast();
    const { message: mine } = await ben.call(chat.send, { ...at, message_id: uuid(), body: docOf('Mine') });
    await react(ada, mine);
    const held = (await stateOf(ben, space.space_id))?.revision ?? 0;
    await leave(ben, space);
    await say(ada, at, 'While he was away');
    await join(ben, space);
    expect((await read(ben, at)).items).toEqual([]);
    await say(ada, at, 'Back again');
    expect(textsOf(await read(ben, at))).toEqual(['Back again']);
    // A device of his that has slept through it holds what he may not see any more: it reads anew.
    expect((await ben.call(sync, { topics: { [topicOf(space)]: held } })).topics).toMatchObject([{ status: 'reset' }]);
    // That it was sent is all that he hears of his own.
    const { message, events } = await send(ben, at, 'Mine', mine.message_id);
    expect({ events, message }).toMatchObject({
      events: [],
      message: { message_id: mine.message_id, reactions: [], reply_to: null },
    });
  });

  test('a private sub-space hides what was said before somebody came into it', async () => {
    const space = await makeSpace(ada, { history: 'joined', employee_ids: [ben.employee_id] });
    const sub_space_id = uuid();
    await ada.call(spaces.createSubSpace, {
      space_id: space.space_id,
      sub_space_id,
      sub_space_name: 'Few',
      is_private: true,
    });
    const at = into(space.space_id, sub_space_id);
    await say(ada, at, 'Among few');
    await ada.call(spaces.addSubSpaceMembers, { sub_space_id, employee_ids: [ben.employee_id] });
    await say(ada, at, 'Among more');
    expect(textsOf(await read(ben, at))).toEqual(['Among more']);
    await say(ada, into(space.space_id), 'To all');
    expect(textsOf(await read(ben, into(space.space_id)))).toEqual(['To all']);
  });
});

test('it is “all” unless somebody says otherwise; another choice holds for who joins from then on', async () => {
  const space = await makeSpace(ada);
  const at = into(space.space_id);
  expect(space.history).toBe('all');
  await say(ada, at, 'One');
  await join(ben, space);
  expect(textsOf(await read(ben, at))).toEqual(['One']);
  await using socket = await openSocket(ben);
  const changed = await ada.call(spaces.update, { space_id: space.space_id, history: 'joined' });
  expect(changed.space.history).toBe('joined');
  expect(await socket.waitForEvent('spaces.space_updated')).toMatchObject({ payload: { history: 'joined' } });
  await say(ada, at, 'Two');
  await join(cleo, space);
  await say(ada, at, 'Three');
  expect(textsOf(await read(ben, at))).toEqual(['One', 'Two', 'Three']);
  expect(textsOf(await read(cleo, at))).toEqual(['Three']);
  await ada.call(spaces.update, { space_id: space.space_id, history: 'all' });
  expect(textsOf(await read(cleo, at))).toEqual(['Three']);
  await leave(cleo, space);
  await join(cleo, space);
  expect(textsOf(await read(cleo, at))).toEqual(['One', 'Two', 'Three']);
});

test('it is for its admins to choose', async () => {
  const space = await makeSpace(ada, { employee_ids: [ben.employee_id] });
  await refused(ben.call(spaces.update, { space_id: space.space_id, history: 'joined' }), 'NO_PERMISSION');
  expect((await ben.call(spaces.get, { space_id: space.space_id })).history).toBe('all');
});

test('nobody shows others what they do not see, and every choice stands in the audit log', async () => {
  const space = await makeSpace(ada, { history: 'joined' });
  const { space_id } = space;
  await say(ada, into(space_id), 'From the start');
  await join(ben, space);
  await ada.call(spaces.updateMember, { space_id, employee_id: ben.employee_id, role: 'admin' });
  await leave(ada, space);
  await refused(ben.call(spaces.update, { space_id, history: 'all' }), 'HISTORY_HIDDEN');
  // Nor by emptying it and coming back, as the admin of it then.
  await leave(ben, space);
  await join(cleo, space);
  await refused(cleo.call(spaces.update, { space_id, history: 'all' }), 'HISTORY_HIDDEN');
  await refused(owner.call(spaces.update, { space_id, history: 'all' }), 'HISTORY_HIDDEN');

  const another = await makeSpace(ada);
  for (const history of ['joined', 'all'] as const)
    await ada.call(spaces.update, { space_id: another.space_id, history });
  const rows = await app.sql<{ detail: { history: string } }>(
    "SELECT detail FROM audit_event WHERE action = 'spaces.history_changed' AND detail->>'space_id' = $1 ORDER BY created_at",
    [another.space_id],
  );
  expect(rows.map(({ detail }) => detail.history)).toEqual(['joined', 'all']);
});
