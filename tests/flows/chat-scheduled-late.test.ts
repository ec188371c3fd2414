// What was scheduled and is sent late says for when it was meant, to everybody who reads it, however they come by it; and what is
// sent at its time, or by hand, does not.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as scheduled from '#contract/chat/scheduled.ts';
import type { Address } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { sync } from '#contract/sync.ts';
import { sendDue } from '#server/features/chat/later/sending-job.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { type Cast, gather, ids, into, makeSpace, PATIENCE, pair, read, say, to, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const MINUTE = 60_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

async function plan(by: TestClient, at: Address, text: string): Promise<string> {
  const message_id = uuid();
  await by.call(scheduled.schedule, { ...at, message_id, body: docOf(text), due_at: inMs(60 * MINUTE) });
  return message_id;
}

/** As after an outage: the time for which it was meant is so long ago. Returns that time. */
async function overdue(message_id: string, ms: number): Promise<string> {
  const meant = inMs(-ms);
  await app.sql('UPDATE scheduled_message SET due_at = $2 WHERE message_id = $1', [message_id, meant]);
  return meant;
}

/** Sent, by this or by the app that runs here. */
async function sent(by: TestClient, at: Address, message_id: string): Promise<chat.Message> {
  await sendDue(app.app.context);
  const find = async () => (await read(by, at)).items.find((one) => one.message_id === message_id);
  await expect.poll(find, { timeout: PATIENCE }).toBeDefined();
  return (await find()) as chat.Message;
}

test('sent late, it says for when it was meant: to who is there, who comes back, and who reads it later', async () => {
  const [left, right] = await pair(app, cast);
  const { conversation_id } = await say(left, to(right), 'Morning');
  const topic = `conversation:${conversation_id}` as const;
  const { revision } = await read(right, to(left));
  await using socket = await openSocket(right);
  const message_id = await plan(left, to(right), 'The oven is hot');
  const meant = await overdue(message_id, 60 * MINUTE);
  const message = await sent(right, to(left), message_id);
  expect(message.scheduled_for).toBe(meant);
  expect(Date.parse(message.created_at) - Date.parse(meant)).toBeGreaterThanOrEqual(60 * MINUTE);
  expect((await socket.waitForEvent(chat.messageCreated.name)).payload).toEqual(message);
  const { topics } = await right.call(sync, { topics: { [topic]: revision } });
  const told = topics.flatMap((one) => ('events' in one ? one.events : []));
  expect(told.find(({ name }) => name === chat.messageCreated.name)?.payload).toEqual(message);
  // Its sender, who asks whether it was sent.
  const again = await left.call(chat.send, { ...to(right), message_id, body: docOf('The oven is hot') });
  expect(again.message.scheduled_for).toBe(meant);
});

test('into a space and a thread, too', async () => {
  const [left, right] = await pair(app, cast);
  const { space_id } = await makeSpace(left, { employee_ids: ids(right) });
  const root = await say(right, into(space_id), 'Who has the keys?');
  for (const at of [into(space_id), under(root)]) {
    const message_id = await plan(left, at, 'I do');
    const meant = await overdue(message_id, 24 * 60 * MINUTE);
    expect((await sent(right, at, message_id)).scheduled_for).toBe(meant);
  }
});

test.each([
  ['a moment after its time', 1_000, false],
  ['within two minutes', 1.5 * MINUTE, false],
  ['after two minutes', 2.1 * MINUTE, true],
])('%s it is late or not', async (_, ms, late) => {
  const [left, right] = await pair(app, cast);
  const message_id = await plan(left, to(right), 'On time?');
  const meant = await overdue(message_id, ms);
  expect((await sent(right, to(left), message_id)).scheduled_for).toBe(late ? meant : null);
});

test('put off before, it says the last time that was chosen; sent by hand, none', async () => {
  const [left, right] = await pair(app, cast);
  const [moved, byHand] = [await plan(left, to(right), 'First words'), await plan(left, to(right), 'By hand')];
  await left.call(scheduled.reschedule, { message_id: moved, body: docOf('Other words'), due_at: inMs(90 * MINUTE) });
  await left.call(scheduled.sendScheduled, { message_id: byHand });
  const meant = await overdue(moved, 10 * MINUTE);
  expect(await sent(right, to(left), moved)).toMatchObject({ body: docOf('Other words'), scheduled_for: meant });
  const { items } = await read(right, to(left));
  expect(items.find((one) => one.message_id === byHand)?.scheduled_for).toBeNull();
});

test('edited it still says so, passed on it does not, and what is deleted says nothing', async () => {
  const [left, right] = await pair(app, cast);
  const message_id = await plan(left, to(right), 'Rye at nine');
  const meant = await overdue(message_id, 30 * MINUTE);
  await sent(right, to(left), message_id);
  const { message } = await left.call(chat.edit, { message_id, body: docOf('Rye at ten') });
  expect(message).toMatchObject({ body: docOf('Rye at ten'), scheduled_for: meant });
  const passed = { ...to(left), message_id: uuid(), body: docOf('x'), forward_of: message_id };
  expect((await right.call(chat.send, passed)).message.scheduled_for).toBeNull();
  await left.call(chat.remove, { message_id });
  const { items } = await read(right, to(left));
  expect(items.find((one) => one.message_id === message_id)).toMatchObject({ body: null, scheduled_for: null });
  const told = await app.sql<{ scheduled_for: string | null }>(
    "SELECT payload->>'scheduled_for' AS scheduled_for FROM event WHERE payload->>'message_id' = $1 AND name = $2",
    [message_id, chat.messageCreated.name],
  );
  expect(told).toEqual([{ scheduled_for: null }]);
});
