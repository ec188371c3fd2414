// What was read on one device goes on the others, whatever kind it is: the pushes that are shown there say which, for a day, since none
// of them need arrive; and nothing is pushed for that alone.
// @module-tag long
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import * as writes from '#contract/notifications/writes.ts';
import type { Notification } from '#contract/notifications.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as spaces from '#contract/spaces.ts';
import type { Week } from '#contract/week.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { ALWAYS, call, listed, pushedOf, told } from './notifications.fixture.ts';
import { push, saying, startAnother, stopDelivering, subscribe, type TestDevice } from './push.fixture.ts';
import { ids, into, makeSpace, say, to } from './talk.ts';

const NEVER: Week = Array(7).fill(null);
let service: PushService;
let app: TestApp;
let owner: TestClient;
let kwame: TestClient;
let ines: TestClient;
let phone: TestDevice;

beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({}, { outbound: service.outbound });
  ({ owner } = await registerCompany(app));
  await owner.call(company.update, { settings: { awake: ALWAYS } });
});
afterAll(async () => {
  await app?.close();
  await service?.close();
});
beforeEach(async () => {
  kwame = await addPerson(app, owner, { first_name: 'Kwame' });
  ines = await addPerson(app, owner, { first_name: 'Ines' });
  await ines.call(writes.updateSettings, { levels: { reaction: 'all' } });
  phone = await subscribe(service, ines);
});
afterEach(() => app.sql('DELETE FROM push'));

const pushes = () => pushedOf(service, phone);
const last = () => pushes().at(-1);
/** What the next push that is shown takes down. */
async function clearedNext(): Promise<string[]> {
  const { length } = pushes();
  await say(owner, to(ines), 'News');
  await told(app);
  expect(pushes().length).toBe(length + 1);
  return last()?.data.clear.toSorted() ?? [];
}
/** Until then a push service may have kept the first push that said so. */
async function aDayLater(): Promise<void> {
  for (const table of ['shown', 'shown_entry', 'shown_summary'])
    await app.sql(
      `UPDATE notification_${table} SET cleared_at = cleared_at - interval '25 hours' WHERE employee_id = $1`,
      [ines.employee_id],
    );
}
const entry = async (kind: Notification['kind']) =>
  (await listed(ines)).find((one) => one.kind === kind)?.notification_id ?? '';
const read = (...notification_ids: string[]) => ines.call(writes.read, { notification_ids });

async function reacted(): Promise<string> {
  const { message_id } = await say(ines, to(kwame), 'Mine');
  await kwame.call(chat.react, { message_id, emoji: '🎉' });
  await told(app);
  return `r:${message_id}`;
}

test('a reaction once it is read in the list', async () => {
  const tag = await reacted();
  const notification_id = await entry('reaction');
  expect([last()?.tag, last()?.data.notification_id]).toEqual([tag, notification_id]);
  expect(await clearedNext()).toEqual([]);
  const { length } = pushes();
  await read(notification_id);
  await told(app);
  expect(pushes().length, 'nothing is pushed for that alone').toBe(length);
  expect(await clearedNext()).toEqual([tag]);
  expect(await clearedNext(), 'that one need not have arrived').toEqual([tag]);
  await aDayLater();
  expect(await clearedNext()).toEqual([]);
});

test('an invitation and a request once they are answered', async () => {
  const { space_id } = await makeSpace(kwame, { space_name: 'Bakers', visibility: 'private' });
  await kwame.call(joining.invite, { space_id, employee_ids: ids(ines) });
  await told(app);
  expect(last()).toMatchObject({ tag: `i:${space_id}`, data: { notification_id: await entry('invitation') } });
  expect(await clearedNext()).toEqual([]);
  await ines.call(joining.withdraw, { space_id });
  await told(app);
  expect(await clearedNext()).toEqual([`i:${space_id}`]);
  await aDayLater();

  const own = await makeSpace(ines, { space_name: 'Cooks', visibility: 'private' });
  const { link_code } = await ines.call(joining.getLink, { space_id: own.space_id });
  await kwame.call(spaces.join, { space_id: own.space_id, link_code });
  await told(app);
  expect(last()).toMatchObject({ tag: `i:${own.space_id}`, data: { notification_id: await entry('join_request') } });
  await ines.call(joining.answerRequest, { space_id: own.space_id, employee_id: kwame.employee_id, accept: true });
  await told(app);
  expect(await clearedNext()).toEqual([`i:${own.space_id}`]);
});

test('a mention that is read in the list, while its conversation is not; not if something came after it', async () => {
  const { space_id } = await makeSpace(kwame, { space_name: 'Bakers', employee_ids: ids(ines) });
  const { conversation_id } = await call(kwame, into(space_id), [ines], 'oven');
  await told(app);
  const notification_id = await entry('mention');
  expect(last()?.data).toMatchObject({ notification_id, message: { conversation_id } });
  await read(notification_id);
  expect(await clearedNext()).toEqual([`c:${conversation_id}`]);
  await aDayLater();

  const direct = await call(kwame, to(ines), [ines], 'look');
  await told(app);
  const called = (await listed(ines)).find((one) => one.kind === 'mention' && !one.read)?.notification_id ?? '';
  await say(kwame, to(ines), 'And one more');
  await told(app);
  expect(last()?.data.notification_id).toBeUndefined();
  await read(called);
  expect(await clearedNext()).toEqual([]);
  await ines.call(chat.markRead, { conversation_id: direct.conversation_id, read_seq: direct.seq + 1 });
  expect(await clearedNext()).toEqual([`c:${direct.conversation_id}`]);
});

test('what quiet hours were told of at their end, once nothing of it waits; what came later does not count', async () => {
  await ines.call(writes.updateSettings, { awake: NEVER });
  const { conversation_id, seq } = await say(kwame, to(ines), 'While she slept');
  await told(app);
  await ines.call(writes.updateSettings, { awake: null });
  await told(app);
  expect(last()?.tag).toBe('s');
  expect(await clearedNext()).toEqual([]);
  await ines.call(chat.markRead, { conversation_id, read_seq: seq });
  await say(kwame, to(ines), 'Awake');
  await told(app);
  expect(last()?.data.clear).toEqual(['s']);
  expect(await clearedNext()).toEqual(['s']);
  await aDayLater();
  expect(await clearedNext()).toEqual([]);
  await ines.call(writes.updateSettings, { awake: NEVER });
  await say(kwame, to(ines), 'Asleep');
  await told(app);
  await ines.call(writes.updateSettings, { awake: null });
  await told(app);
  expect(await clearedNext(), 'another one, of which something waits').toEqual([]);
});

describe('nothing of it is lost', () => {
  const rows = () =>
    app.sql<object>("SELECT FROM push WHERE employee_id = $1 AND due_at > now() + interval '50 minutes'", [
      ines.employee_id,
    ]);
  /** A push of each is on the phone; then she reads Kwame's elsewhere. */
  async function readElsewhere(): Promise<string> {
    // Whoever is pushed something has the server look at what waits.
    await subscribe(service, kwame);
    await say(owner, to(ines), 'Hello');
    const { conversation_id, seq } = await say(kwame, to(ines), 'Bread at four');
    await told(app);
    await ines.call(chat.markRead, { conversation_id, read_seq: seq });
    return `c:${conversation_id}`;
  }
  async function putOff(write: () => Promise<chat.Message>): Promise<chat.Message> {
    service.answerWith(phone.at, { status: 503, headers: { 'retry-after': '3600' } });
    const written = await write();
    await expect.poll(async () => (await rows()).length).toBe(1);
    return written;
  }
  async function anHourLater(): Promise<void> {
    service.answerWith(phone.at, null);
    await app.sql('UPDATE push SET due_at = now()');
    await push(app, ines.company_id, saying(kwame, 'Look'));
    await told(app);
  }

  test('by a push that takes the place of the one that said so', async () => {
    const tag = await readElsewhere();
    await say(owner, to(ines), 'One');
    await told(app);
    await say(owner, to(ines), 'Two');
    await told(app);
    const [one, two] = pushes().slice(-2);
    expect([one?.tag === two?.tag, one?.data.clear, two?.data.clear]).toEqual([true, [tag], [tag]]);
  });

  test('by one that is put off, and then not wanted', async () => {
    const tag = await readElsewhere();
    const { conversation_id, seq } = await putOff(() => say(owner, to(ines), 'One'));
    await ines.call(chat.markRead, { conversation_id, read_seq: seq });
    await anHourLater();
    expect(last()?.tag).toBe(tag);
    // By one of whom nothing stands there.
    await say(await addPerson(app, owner), to(ines), 'Two');
    await told(app);
    expect(last()?.data.clear.toSorted()).toEqual([tag, `c:${conversation_id}`].toSorted());
  });

  test('by one that is refused, however long that is ago', async () => {
    const tag = await readElsewhere();
    service.answerWith(phone.at, 400);
    await say(owner, to(ines), 'One');
    await told(app);
    service.answerWith(phone.at, null);
    await aDayLater();
    expect(await clearedNext()).toEqual([tag]);
  });

  test('and what is read while a push is put off goes with that push', async () => {
    const { conversation_id, seq } = await say(kwame, to(ines), 'Bread at four');
    await subscribe(service, kwame);
    await told(app);
    await putOff(() => say(owner, to(ines), 'One'));
    await ines.call(chat.markRead, { conversation_id, read_seq: seq });
    await anHourLater();
    expect(last()).toMatchObject({ body: 'One', data: { clear: [`c:${conversation_id}`] } });
  });

  test('but what stands there anew stays', async () => {
    const tag = await readElsewhere();
    expect(await clearedNext()).toEqual([tag]);
    const { conversation_id, seq } = await say(kwame, to(ines), 'At five');
    await told(app);
    expect(await clearedNext()).toEqual([]);
    await aDayLater();
    await ines.call(chat.markRead, { conversation_id, read_seq: seq });
    expect(await clearedNext(), 'the day begins anew').toEqual([tag]);
  });

  test('for want of room: what was not said yet comes first, and is gone after its day', async () => {
    await app.sql('INSERT INTO notification_shown SELECT $1, $2, gen_random_uuid(), 1 FROM generate_series(1, 25)', [
      ines.company_id,
      ines.employee_id,
    ]);
    const [one, two] = [await clearedNext(), await clearedNext()];
    expect([one.length, two.length, new Set([...one, ...two]).size]).toEqual([20, 20, 25]);
    await aDayLater();
    const tag = await readElsewhere();
    expect(await clearedNext()).toEqual([tag]);
    // His, and the one of whoever said so.
    expect(await app.sql('SELECT FROM notification_shown WHERE employee_id = $1', [ines.employee_id])).toHaveLength(2);
  });
});

// The last one: nothing leaves this server any more.
test('what is read before it is sent is not sent', async () => {
  const tag = await reacted();
  await told(app);
  const [notification_id, { length }] = [await entry('reaction'), pushes()];
  await stopDelivering(app);
  await push(app, ines.company_id, saying(ines, 'Late', { kind: 'reaction', tag, notification_id }));
  await read(notification_id);
  await push(app, ines.company_id, saying(ines, 'Later'));
  const next = await startAnother(app, service);
  await expect
    .poll(() =>
      pushes()
        .slice(length)
        .map(({ title }) => title),
    )
    .toEqual(['Later']);
  await next.close();
});
