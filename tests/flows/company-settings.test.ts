// What a company sets acts: on new people, new passwords, who makes spaces, and on how long messages are kept.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { changePassword } from '#contract/auth/security.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { createRole, listRoles, updateRoleMembers } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import { removeOld } from '#server/features/chat/messages/retention/retention-job.ts';
import { sweepFiles } from '#server/features/files/sweep.ts';
import { createFileStore } from '#server/platform/files/open-store.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, PASSWORD, registerCompany } from '../kit/factory.ts';
import { png, upload } from '../kit/files.ts';
import { openSocket } from '../kit/socket.ts';
import { paragraph } from '../matrix/world.ts';
import { makeSpace, read, say, to, under } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const set = (owner: TestClient, settings: RequestOf<typeof company.update>['settings']) =>
  owner.call(company.update, { settings });

test('who is new lives in the company’s time zone, unless it is said where', async () => {
  const { owner } = await registerCompany(app);
  await set(owner, { time_zone: 'Asia/Kolkata' });
  const zoneOf = async (more: object) => {
    const name = { first_name: 'New', last_name: 'Person', work_email_id: `${uuid()}@example.com` };
    const { employee } = await owner.call(people.create, { ...name, ...more, send_invitation: false });
    const { employee_id } = employee;
    return (await owner.call(people.meta, { employee_id, select: ['time_zone'] })).time_zone;
  };
  expect(await zoneOf({})).toBe('Asia/Kolkata');
  expect(await zoneOf({ time_zone: 'Europe/Lisbon' })).toBe('Europe/Lisbon');
});

test('a password that is set from now on has to be as long as the company asks', async () => {
  const { owner } = await registerCompany(app);
  await set(owner, { password_min_length: 30 });
  const to = (password: string) =>
    owner.raw(changePassword, { old_password: PASSWORD, password, confirm_password: password });
  expect((await to('a good deal shorter 9')).body.error_code).toBe('AUTH_PASSWORD_SHORT');
  expect((await to('quite a good deal longer than thirty 9')).body.status).toBe('success');
});

describe('spaces', () => {
  test('where only who is permitted makes them, being an employee is not enough; told at once, and back again', async () => {
    const { owner } = await registerCompany(app);
    const [ines, kwame] = [await addPerson(app, owner), await addPerson(app, owner)];
    const role_id = uuid();
    await owner.call(createRole, { role_id, role_name: 'Gardeners', permissions: ['spaces.create'] });
    await owner.call(updateRoleMembers, { role_id, add: [kwame.employee_id] });
    await makeSpace(ines);
    await using socket = await openSocket(ines);
    await set(owner, { space_creation: 'permitted' });
    await socket.waitForEvent('people.self_changed');
    const input = () => ({ space_id: uuid(), space_name: 'Late' });
    await expect(ines.call(spaces.create, input())).rejects.toMatchObject({ code: 'NO_PERMISSION', status: 403 });
    await kwame.call(spaces.create, input());
    await owner.call(spaces.create, input());
    const employee = async () =>
      (await owner.call(listRoles, {})).items.find(({ built_in }) => built_in === 'employee')?.permissions;
    expect(await employee()).toEqual([]);
    await set(owner, { space_creation: 'everybody' });
    await ines.call(spaces.create, input());
    expect(await employee()).toEqual(['spaces.create']);
  });
});

describe('retention', () => {
  const age = (company_id: string, days: number, message_id?: string) =>
    app.sql(
      `UPDATE message SET created_at = now() - $2 * interval '1 day'
       WHERE company_id = $1 AND ($3::uuid IS NULL OR message_id = $3)`,
      [company_id, days, message_id ?? null],
    );
  const textsOf = async (by: TestClient, at: Parameters<typeof read>[1]) =>
    (await read(by, at)).items.map(({ body, deleted_at }) =>
      deleted_at ? null : JSON.stringify(body).match(/"text":"(\w+)/)?.[1],
    );

  test('is off at first: nothing is ever removed', async () => {
    const { owner, company_id } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    await say(owner, to(ines), 'Ancient');
    await age(company_id, 4000);
    await removeOld(app.app.context);
    expect(await textsOf(ines, to(owner))).toEqual(['Ancient']);
  });

  test('removes what is older, everywhere, files and answers with it, tells who has it open, and says so in the audit log', async () => {
    const { owner, company_id } = await registerCompany(app);
    const other = await registerCompany(app);
    const [ines, theirs] = [await addPerson(app, owner), await addPerson(app, other.owner)];
    await say(other.owner, to(theirs), 'Elsewhere');
    await age(other.company_id, 400);
    const space = await makeSpace(owner);
    const at = { entity_type: 'space' as const, entity_id: space.space_id };
    const { file_id, download_url } = await upload(owner, png(30, 30), { folder: 'chat', name: 'old.png' });
    const message_id = uuid();
    await owner.call(chat.send, { ...at, message_id, body: paragraph('Picture'), attachments: [{ file_id }] });
    const [old, young] = [await say(owner, to(ines), 'Old'), await say(owner, to(ines), 'Young')];
    const answer = await say(ines, under(old), 'Answer');
    await age(company_id, 31, message_id);
    await age(company_id, 40, old.message_id);
    await age(company_id, 35, answer.message_id);
    await age(company_id, 29, young.message_id);
    await using socket = await openSocket(ines);
    await set(owner, { retention_days: 30 });
    expect(await removeOld(app.app.context)).toBe(3);
    expect(await textsOf(ines, to(owner))).toEqual([null, 'Young']);
    expect(await textsOf(owner, at)).toEqual([null]);
    expect((await socket.waitForEvent('chat.message_deleted')).payload).toMatchObject({ message_id: old.message_id });
    // Whoever has its thread open has it above the answers.
    expect((await socket.waitForEvent('chat.thread_root_updated')).payload).toMatchObject({
      message_id: old.message_id,
      body: null,
    });
    const { context } = app.app;
    await sweepFiles(context, createFileStore(context.config, '').store, []);
    expect((await fetch(new URL(download_url, app.url))).status).toBe(404);
    expect(await textsOf(theirs, to(other.owner))).toEqual(['Elsewhere']);
    expect(await removeOld(context)).toBe(0);
    const { items } = await owner.call(listAudit, { limit: 20 });
    const [done] = items.filter(({ action }) => action === 'company.old_messages_removed');
    expect(done?.detail).toMatchObject({ messages: 3, retention_days: 30 });
    const [asked] = items.filter(({ action }) => action === 'company.config_changed');
    expect(asked?.detail).toMatchObject({ fields: ['settings.retention_days'], retention_days: 30 });
  });

  test('goes on where it ended: more than one look takes, and two servers at once remove each message once', async () => {
    const { owner, company_id } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    for (let n = 0; n < 4; n++) await Promise.all(Array.from({ length: 30 }, () => say(owner, to(ines), 'Many')));
    await age(company_id, 100);
    await set(owner, { retention_days: 90 });
    const counts = await Promise.all([removeOld(app.app.context), removeOld(app.app.context)]);
    expect(counts[0] + counts[1]).toBe(120);
    const left = await app.sql('SELECT 1 FROM message WHERE company_id = $1 AND deleted_at IS NULL', [company_id]);
    expect(left).toEqual([]);
    // What comes later is found as well.
    await say(owner, to(ines), 'Later');
    expect(await removeOld(app.app.context)).toBe(0);
  });

  test('taken back in time keeps what is there', async () => {
    const { owner, company_id } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    await say(owner, to(ines), 'Kept');
    await age(company_id, 100);
    await set(owner, { retention_days: 30 });
    await set(owner, { retention_days: null });
    expect(await removeOld(app.app.context)).toBe(0);
    expect(await textsOf(ines, to(owner))).toEqual(['Kept']);
  });
});
