// A module that a company has switched off is off on the server: no call is answered, nothing is found, nothing is pushed, its jobs
// wait. What there was is there again when it is switched on.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schedule } from '#contract/chat/scheduled.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { getPush, testPush } from '#contract/notifications/device.ts';
import { listDepartments } from '#contract/people/departments.ts';
import { createRole } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { endpoints } from '#contract/registry.ts';
import { search } from '#contract/search.ts';
import { sendDue } from '#server/features/chat/later/sending-job.ts';
import { removeOld } from '#server/features/chat/messages/retention/retention-job.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { paragraph } from '#tests/matrix/world.ts';
import { ALWAYS, pushedOf, told } from './notifications.fixture.ts';
import { eventually, push, saying, subscribe } from './push.fixture.ts';
import { read, say, to } from './talk.ts';

let service: PushService;
let app: TestApp;
beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({}, { outbound: service.outbound });
});
afterAll(async () => {
  await app?.close();
  await service?.close();
});

const NO_PERMISSION = { code: 'NO_PERMISSION', status: 403 };

async function gather() {
  const { owner, company_id } = await registerCompany(app);
  await owner.call(company.update, { settings: { awake: ALWAYS } });
  const [ada, ben] = [await addPerson(app, owner, { first_name: 'Adalbert' }), await addPerson(app, owner)];
  const set = (modules: Record<string, boolean>) => owner.call(company.updateModules, { company_id, modules });
  return { owner, company_id, ada, ben, set };
}
const found = async (by: TestClient, query: string) =>
  (await by.call(search, { query })).groups.map(({ type, items }) => [type, items.length]);

describe('chat', () => {
  test('has calls, and each of them says which module it belongs to', () => {
    const calls = endpoints.filter(({ name }) => /^(chat|spaces)\./.test(name));
    expect(calls.length).toBeGreaterThan(40);
    expect(calls.filter(({ module }) => module !== 'chat').map(({ name }) => name)).toEqual([]);
  });

  test('off: nothing is written, read or found; on again: all of it is there', async () => {
    const { ada, ben, set } = await gather();
    await say(ada, to(ben), 'Sourdough at four');
    expect(await found(ben, 'sourdough')).toContainEqual(['messages', 1]);
    await set({ chat: false });
    await expect(ben.call(chat.listConversations, {})).rejects.toMatchObject(NO_PERMISSION);
    await expect(read(ben, to(ada))).rejects.toMatchObject(NO_PERMISSION);
    await expect(say(ben, to(ada), 'Here')).rejects.toMatchObject(NO_PERMISSION);
    expect(await found(ben, 'sourdough')).toEqual([['people', 0]]);
    expect(await found(ben, 'Adalbert')).toEqual([['people', 1]]);
    await set({ chat: true });
    expect(await found(ben, 'sourdough')).toContainEqual(['messages', 1]);
    expect((await read(ben, to(ada))).items).toHaveLength(1);
  });

  test('off: what is about to be pushed is not, neither what was asked for before nor what waits in the queue', async () => {
    const { company_id, ada, ben, set } = await gather();
    const phone = await subscribe(service, ben);
    const message = await say(ada, to(ben), 'One');
    await eventually(() => pushedOf(service, phone).length, 1);
    await set({ chat: false });
    const there = pushedOf(service, phone).length;
    // As if it had been due while the module was switched off.
    await app.sql(
      `INSERT INTO notification_due (company_id, employee_id, subject_id, is_message, since, due_at)
       VALUES ($1, $2, $3, true, now(), now())`,
      [company_id, ben.employee_id, message.message_id],
    );
    const about = { message: { message_id: message.message_id, conversation_id: message.conversation_id } };
    await push(app, company_id, saying(ben, 'About a message', about as object));
    await push(app, company_id, saying(ben, 'The last of the queue'));
    await eventually(() => phone.titles(), ['The last of the queue']);
    await told(app);
    expect(pushedOf(service, phone)).toHaveLength(there + 1);
  });

  test('off: what was scheduled waits, and goes out once chat is on', async () => {
    const { company_id, ada, ben, set } = await gather();
    const due_at = new Date(Date.now() + 90_000).toISOString();
    await ada.call(schedule, { ...to(ben), message_id: uuid(), body: paragraph('Later'), due_at });
    await set({ chat: false });
    await app.sql("UPDATE scheduled_message SET due_at = now() - interval '1 minute' WHERE company_id = $1", [
      company_id,
    ]);
    await sendDue(app.app.context);
    const waits = () => app.sql('SELECT 1 FROM scheduled_message WHERE company_id = $1', [company_id]);
    expect(await waits()).toHaveLength(1);
    await set({ chat: true });
    await sendDue(app.app.context);
    await eventually(async () => (await waits()).length, 0);
    expect((await read(ben, to(ada))).items).toHaveLength(1);
  });

  test('off: old messages are not removed', async () => {
    const { owner, company_id, ada, ben, set } = await gather();
    await say(ada, to(ben), 'Old');
    await app.sql("UPDATE message SET created_at = now() - interval '40 days' WHERE company_id = $1", [company_id]);
    await owner.call(company.update, { settings: { retention_days: 30 } });
    await set({ chat: false });
    await removeOld(app.app.context);
    await set({ chat: true });
    expect((await read(ben, to(ada))).items[0]).toMatchObject({ deleted_at: null });
    await removeOld(app.app.context);
    expect((await read(ben, to(ada))).items[0]?.deleted_at).not.toBeNull();
  });
});

describe('push notifications', () => {
  test('off: nothing is pushed, neither what is new nor what waits in the queue; on again: it is', async () => {
    const { company_id, ada, ben, set } = await gather();
    const phone = await subscribe(service, ben);
    await set({ push: false });
    for (const endpoint of [getPush, testPush])
      await expect(ben.call(endpoint, { device_id: phone.device_id })).rejects.toMatchObject(NO_PERMISSION);
    await say(ada, to(ben), 'Unheard');
    await told(app);
    await push(app, company_id, saying(ben, 'From the queue'));
    await eventually(async () => (await app.sql('SELECT 1 FROM push WHERE company_id = $1', [company_id])).length, 0);
    expect(phone.titles()).toEqual([]);
    await set({ push: true });
    await say(ada, to(ben), 'Heard');
    await eventually(() => pushedOf(service, phone).length, 1);
    expect((await ben.call(getPush, { device_id: phone.device_id })).device).toMatchObject({ transport: 'web' });
  });
});

describe('the directory', () => {
  test('off: nobody is looked up or found, but by who manages people; names and one’s own profile stay', async () => {
    const { owner, ada, ben, set } = await gather();
    await set({ people: false });
    await expect(ben.call(people.list, {})).rejects.toMatchObject(NO_PERMISSION);
    const meta = (by: TestClient, of: TestClient) =>
      by.call(people.meta, { employee_id: of.employee_id, select: ['location'] });
    await expect(meta(ben, ada)).rejects.toMatchObject(NO_PERMISSION);
    expect(await meta(ben, ben)).toEqual({ location: '' });
    expect(await meta(owner, ada)).toEqual({ location: '' });
    expect((await owner.call(people.list, {})).items).toHaveLength(3);
    expect((await found(ben, 'Adalbert')).filter(([type]) => type === 'people')).toEqual([]);
    // Nor by way of forms and departments, but where somebody chooses for whom something is.
    const choices = (by: TestClient) => by.call(people.dropdown, { kinds: ['departments', 'managers', 'employees'] });
    const role_id = uuid();
    await owner.call(createRole, { role_id, role_name: 'Spaces', permissions: ['spaces.manage'] });
    const sender = await addPerson(app, owner, { role_ids: [role_id] });
    await expect(choices(ben)).rejects.toMatchObject(NO_PERMISSION);
    for (const by of [ben, sender]) await expect(by.call(listDepartments, {})).rejects.toMatchObject(NO_PERMISSION);
    for (const by of [owner, sender]) expect((await choices(by)).employees).toHaveLength(4);
    expect(await owner.call(listDepartments, {})).toEqual({ items: [] });
    // Every message needs the names of who wrote it.
    expect((await ben.call(people.directory, { limit: '10' })).items).toHaveLength(4);
    await say(ada, to(ben), 'Still here');
    await set({ people: true });
    expect(await meta(ben, ada)).toEqual({ location: '' });
    expect((await ben.call(people.list, {})).items).toHaveLength(4);
    expect((await choices(ben)).employees).toHaveLength(4);
    expect(await ben.call(listDepartments, {})).toEqual({ items: [] });
  });
});
