// Saving for later over real HTTP: who may, how often, what is listed of it, and that nobody else hears of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as saved from '#contract/chat/saved.ts';
import * as chat from '#contract/chat.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { type Cast, gather, ids, into, makeSpace, nobody, pair, say, to, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const save = (by: TestClient, { message_id }: Pick<chat.Message, 'message_id'>) => by.call(saved.save, { message_id });
const list = async (by: TestClient) => (await by.call(saved.listSaved, {})).items;
const textsOf = async (by: TestClient) => (await list(by)).map(({ message }) => chat.latestOf(message).text);

test('a message is kept, once, with its place, and taken away again; only one’s own devices hear of it', async () => {
  const [left, right] = await pair(app, cast);
  const said = await say(left, to(right), 'The code of the gate');
  await using mine = await openSocket(right);
  await using other = await openSocket(left);
  const { events } = await save(right, said);
  expect(events).toMatchObject([{ name: saved.savedAdded.name, payload: { message_id: said.message_id } }]);
  expect((await save(right, said)).events).toEqual([]);
  expect(await list(right)).toMatchObject([
    { message: { body: said.body, seq: 1 }, address: to(left), thread_id: null },
  ]);
  expect((await right.call(saved.listMarks, {})).items).toMatchObject([{ message_id: said.message_id }]);
  expect(await list(left)).toEqual([]);
  await right.call(saved.unsave, { message_id: said.message_id });
  expect((await right.call(saved.unsave, { message_id: said.message_id })).events).toEqual([]);
  expect(await list(right)).toEqual([]);
  await mine.waitForEvent(saved.savedRemoved.name);
  await say(left, to(right), 'A fence');
  await other.waitForEvent(chat.messageCreated.name);
  expect(other.events.filter(({ name }) => name.startsWith('chat.saved'))).toEqual([]);
});

test('the latest first, page by page, each with the address at which its conversation stands', async () => {
  const [left, right] = await pair(app, cast);
  const space = await makeSpace(left, { employee_ids: ids(right) });
  const sub_space_id = nobody.replace(/0$/, '7');
  await left.call(spaces.createSubSpace, { space_id: space.space_id, sub_space_id, sub_space_name: 'Keys' });
  for (const place of [to(right), into(space.space_id), into(space.space_id, sub_space_id)])
    await save(left, await say(left, place, JSON.stringify(place)));
  const first = await left.call(saved.listSaved, { limit: '2' });
  const second = await left.call(saved.listSaved, { limit: '2', cursor: first.next_cursor ?? '' });
  const all = [...first.items, ...second.items].map(({ address }) => address);
  expect(all).toEqual([into(space.space_id, sub_space_id), into(space.space_id), to(right)]);
  expect(second.next_cursor).toBeNull();
  expect((await left.raw(saved.listSaved, { cursor: 'nonsense' })).status).toBe(400);
});

test('an answer in a thread stands where the root of the thread does', async () => {
  const [left, right] = await pair(app, cast);
  const { space_id } = await makeSpace(left, { employee_ids: ids(right) });
  const root = await say(left, into(space_id), 'Who has the keys?');
  const answer = await say(left, under(root), 'Not me');
  await save(right, answer);
  expect(await list(right)).toMatchObject([
    { message: { message_id: answer.message_id, seq: 1 }, address: into(space_id), thread_id: root.message_id },
  ]);
  await left.call(spaces.removeMember, { space_id, employee_id: right.employee_id });
  expect(await list(right)).toEqual([]);
});

test('what is edited is listed as it is now, and what is deleted as what is left of it', async () => {
  const [left, right] = await pair(app, cast);
  const [one, two] = [await say(left, to(right), 'one'), await say(left, to(right), 'two')];
  await save(right, one);
  await save(right, two);
  await left.call(chat.remove, { message_id: one.message_id });
  const items = await list(right);
  expect(items.map(({ message }) => [message.seq, message.body === null])).toEqual([
    [2, false],
    [1, true],
  ]);
  await right.call(saved.unsave, { message_id: one.message_id });
  expect(await textsOf(right)).toEqual(['two']);
  await expect(save(right, one)).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
});

test('who may not read a message any more does not see it, and may forget it', async () => {
  const [left, right] = await pair(app, cast);
  const { space_id } = await makeSpace(left, { employee_ids: ids(right) });
  const said = await say(left, into(space_id), 'In the space');
  await save(right, said);
  await left.call(spaces.removeMember, { space_id, employee_id: right.employee_id });
  expect(await list(right)).toEqual([]);
  expect((await right.call(saved.listMarks, {})).items).toHaveLength(1);
  const again = await say(left, into(space_id), 'Once more');
  await expect(save(right, again)).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  await right.call(saved.unsave, { message_id: said.message_id });
  expect((await right.call(saved.listMarks, {})).items).toEqual([]);
  await expect(right.call(saved.unsave, { message_id: said.message_id })).rejects.toMatchObject({
    code: 'MESSAGE_NOT_FOUND',
  });
});

test('a thousand and no more', async () => {
  const [left, right] = await pair(app, cast);
  const last = await say(left, to(right), 'one');
  await app.sql(
    `WITH c AS (UPDATE conversation SET last_seq = 1001 WHERE conversation_id = $1 RETURNING company_id, conversation_id),
     m AS (INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at)
       SELECT company_id, conversation_id, n, gen_random_uuid(), $2, '{"type":"doc","content":[]}', '', '', now()
       FROM c, generate_series(2, 1001) n RETURNING company_id, message_id)
     SELECT 1 FROM m`,
    [last.conversation_id, left.employee_id],
  );
  await app.sql(
    `INSERT INTO saved_message (company_id, employee_id, message_id)
     SELECT company_id, $2, message_id FROM message WHERE conversation_id = $1 AND seq > 1`,
    [last.conversation_id, right.employee_id],
  );
  await expect(save(right, last)).rejects.toMatchObject({ code: 'TOO_MANY_SAVED' });
  expect((await right.call(saved.listMarks, {})).items).toHaveLength(1000);
});
