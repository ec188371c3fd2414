// Drafts on two devices of one person, over real HTTP: the latest typing counts, whatever comes first.
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as drafts from '#contract/chat/drafts.ts';
import * as chat from '#contract/chat.ts';
import { docOf, plainText } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { type Cast, gather, ids, into, makeSpace, nobody, PATIENCE, pair, say, to, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const NOON = Date.parse('2026-03-02T12:00:00Z');
const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString();
const type = (by: TestClient, place: chat.Address, text: string, typed_at: string) =>
  by.call(drafts.keepDraft, { ...place, body: docOf(text), typed_at });
const kept = async (by: TestClient) =>
  (await by.call(drafts.listDrafts, {})).items.map(({ body, typed_at }) => [body && plainText(body), typed_at]);

test('the other device hears what was typed, and that it is gone; nobody else does', async () => {
  const [left, right] = await pair(app, cast);
  await using tablet = await openSocket(left);
  await using other = await openSocket(right);
  await type(left, to(right), 'About the', at(1));
  await type(left, to(right), 'About the oven', at(2));
  await type(left, to(right), '  ', at(3));
  await expect
    .poll(() => tablet.events.filter(({ name }) => name === drafts.draftChanged.name), { timeout: PATIENCE })
    .toMatchObject([
      { payload: { address: to(right), body: docOf('About the'), typed_at: at(1) } },
      { payload: { body: docOf('About the oven') } },
      { payload: { body: null, typed_at: at(3) } },
    ]);
  expect(await kept(left)).toEqual([[null, at(3)]]);
  expect(await kept(right)).toEqual([]);
  expect(other.events).toEqual([]);
});

test('what it answers goes with it to the other device, and goes with it; nobody else hears of it', async () => {
  const [left, right] = await pair(app, cast);
  const said = await say(right, to(left), 'When is the oven free?');
  const reply_to = { message_id: said.message_id, seq: said.seq, sender_id: right.employee_id };
  const answer = (text: string, typed_at: string) =>
    left.call(drafts.keepDraft, { ...to(right), body: docOf(text), reply_to: said.message_id, typed_at });
  await using tablet = await openSocket(left);
  await using other = await openSocket(right);
  await answer('At six', at(1));
  expect((await left.call(drafts.listDrafts, {})).items).toEqual([
    { address: to(right), body: docOf('At six'), reply_to, typed_at: at(1) },
  ]);
  // An app that knows nothing of it writes on.
  await type(left, to(right), 'At six or so', at(2));
  await answer('At seven', at(3));
  await answer(' ', at(4));
  await expect
    .poll(() => tablet.events.filter(({ name }) => name === drafts.draftChanged.name), { timeout: PATIENCE })
    .toMatchObject([
      { payload: { body: docOf('At six'), reply_to } },
      { payload: { body: docOf('At six or so'), reply_to: null } },
      { payload: { body: docOf('At seven'), reply_to } },
      { payload: { body: null, reply_to: null } },
    ]);
  expect((await left.call(drafts.listDrafts, {})).items).toMatchObject([{ body: null, reply_to: null }]);
  expect(other.events).toEqual([]);
});

test('it answers a message of its own conversation that its writer may read, also one that is deleted by now', async () => {
  const [left, right] = await pair(app, cast);
  const { space_id } = await makeSpace(left, { employee_ids: ids(right) });
  const said = await say(left, to(right), 'Here');
  const elsewhere = await say(left, into(space_id), 'There');
  const inThread = await say(left, under(said), 'Under it');
  const [closed] = await pair(app, cast);
  const unseen = await say(closed, to(closed), 'For myself');
  const keep = (place: chat.Address, reply_to: string, second: number) =>
    right.call(drafts.keepDraft, { ...place, body: docOf('Yes'), reply_to, typed_at: at(second) });
  const unread = { code: 'MESSAGE_NOT_FOUND', status: 404 };
  for (const reply_to of [unseen.message_id, nobody])
    await expect(keep(to(left), reply_to, 2)).rejects.toMatchObject(unread);
  for (const reply_to of [elsewhere.message_id, inThread.message_id])
    await expect(keep(to(left), reply_to, 2)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(keep(under(said), said.message_id, 2)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await kept(right)).toEqual([]);
  await left.call(chat.remove, { message_id: said.message_id });
  await keep(to(left), said.message_id, 3);
  expect((await right.call(drafts.listDrafts, {})).items).toMatchObject([
    { reply_to: { message_id: said.message_id, seq: said.seq } },
  ]);
});

test('what was typed earlier and comes later changes nothing, not even what was sent or taken away', async () => {
  const [left, right] = await pair(app, cast);
  await type(left, to(right), 'Typed later', at(10));
  expect((await type(left, to(right), 'Typed before, without a connection', at(5))).events).toEqual([]);
  expect(await kept(left)).toEqual([['Typed later', at(10)]]);
  await type(left, to(right), '', at(20));
  expect((await type(left, to(right), 'Typed before it was sent', at(15))).events).toEqual([]);
  expect(await kept(left)).toEqual([[null, at(20)]]);
  await type(left, to(right), 'And on', at(21));
  expect(await kept(left)).toEqual([['And on', at(21)]]);
});

test('a clock that is ahead does not win for ever', async () => {
  const [left, right] = await pair(app, cast);
  await type(left, to(right), 'From the future', '2040-01-01T00:00:00Z');
  await new Promise((done) => setTimeout(done, 5));
  await type(left, to(right), 'From now', new Date().toISOString());
  expect((await kept(left)).map(([text]) => text)).toEqual(['From now']);
});

test('one a conversation; none where one may not write', async () => {
  const [left, right] = await pair(app, cast);
  const { space_id } = await makeSpace(left, { employee_ids: ids(right) });
  await type(right, into(space_id), 'Here', at(1));
  await type(right, to(left), 'There', at(2));
  expect(await kept(right)).toEqual([
    ['There', at(2)],
    ['Here', at(1)],
  ]);
  await left.call(spaces.removeMember, { space_id, employee_id: right.employee_id });
  await expect(type(right, into(space_id), 'Still here', at(3))).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
  await expect(type(right, to(cast.stranger), 'Hello', at(3))).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
});

test('a thousand and no more', async () => {
  const [left, right] = await pair(app, cast);
  await app.sql(
    `INSERT INTO draft (company_id, employee_id, address, body, typed_at)
     SELECT $1, $2, jsonb_build_object('entity_type', 'employee', 'entity_id', gen_random_uuid()), '{"type":"doc","content":[]}', now()
     FROM generate_series(1, 1000)`,
    [left.company_id, left.employee_id],
  );
  await expect(type(left, to(right), 'One more', at(1))).rejects.toMatchObject({ code: 'TOO_MANY_DRAFTS' });
  await type(left, to(right), '', at(2));
});
