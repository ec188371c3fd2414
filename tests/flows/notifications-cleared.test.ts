// What was read on one device goes on the others, whatever kind it is: the next push that is shown there says which, and nothing is
// pushed for that alone.
// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  expect(await clearedNext()).toEqual([]);
});

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
