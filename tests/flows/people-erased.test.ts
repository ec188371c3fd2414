// Erasing: by whom and when, and that of a person whose everything is a canary nothing is left anywhere in the database but what
// they wrote to others.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealKeys } from '#contract/auth/seal.ts';
import * as auth from '#contract/auth.ts';
import { keepDraft } from '#contract/chat/drafts.ts';
import { save } from '#contract/chat/saved.ts';
import * as chat from '#contract/chat.ts';
import { updateDevice } from '#contract/notifications/device.ts';
import { setLevel } from '#contract/notifications/writes.ts';
import * as leaving from '#contract/people/leaving.ts';
import * as people from '#contract/people.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { search } from '#contract/search.ts';
import { buildApp } from '#server/app.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { png, upload } from '#tests/kit/files.ts';
import { FACES } from './files.fixture.ts';
import { infoOf } from './push.fixture.ts';
import { setUpTotp } from './second-factor.fixture.ts';
import { PATIENCE, read, say, to } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const CANARY = /canary|1977-07-17|2011-11-11|0777 777777/i;
const NAME = { first_name: 'Canaryfirst', last_name: 'Canarylast' };

/** Where in the whole database one of the canaries is. */
async function hits(): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const tables = await app.sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  expect(tables.length).toBeGreaterThan(60);
  const found = [];
  for (const { name } of tables)
    for (const { row } of await app.sql<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ONLY ${name} t`,
    ))
      if (CANARY.test(JSON.stringify(row))) found.push({ table: name, row });
  return found;
}

const calling = ({ employee_id }: TestClient): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Ask ' },
        { type: 'mention', attrs: { kind: 'employee', id: employee_id, label: 'Canaryfirst "C." Canarylast' } },
        { type: 'text', text: ' about it' },
      ],
    },
  ],
});

/** Somebody who has left traces wherever people leave some. */
async function live(owner: TestClient) {
  const work_email_id = 'canary.address@people.example';
  const canary = await addPerson(app, owner, { ...NAME, work_email_id, position_title: 'Canarytitle' });
  const { employee_id } = canary;
  await owner.call(people.update, {
    employee_id,
    ...{ birth_date: '1977-07-17', joining_date: '2011-11-11', phone_number: '0777 777777', location: 'Canaryplace' },
    ...{ pronouns: 'canary/s', skills: ['Canaryskill'], time_zone: 'Atlantic/Canary' },
  });
  const { download_url } = await upload(canary, png(), { ...FACES, name: 'canary.png' });
  await canary.call(people.update, { employee_id, profile_url: download_url });
  const own = await say(canary, to(owner), 'Canary was my word');
  const message = { ...to(canary), message_id: uuid(), body: calling(canary) };
  const { message: called } = await owner.call(chat.send, message);
  const { message_id } = await say(owner, to(canary), 'Plain');
  await owner.call(chat.edit, { message_id, body: calling(canary) });
  await owner.call(chat.edit, { message_id, body: docOf('Plain again') });
  const typed_at = new Date().toISOString();
  await canary.call(keepDraft, { ...to(owner), body: docOf('Canary draft'), typed_at });
  await canary.call(save, { message_id: called.message_id });
  await canary.call(setLevel, { ...to(owner), level: 'none' });
  await canary.call(sealKeys, {});
  await setUpTotp(app, canary);
  const info = infoOf({ transport: 'none', permission: 'denied' });
  await canary.call(updateDevice, { device_id: uuid(), device_info: { ...info, os: 'Canaryos' } });
  await new TestClient(app.url).call(auth.requestReset, { email_id: work_email_id });
  return { canary, called, own, profile_url: download_url };
}

const calledIn = async (by: TestClient, canary: TestClient, message_id: string) =>
  JSON.stringify((await read(by, to(canary))).items.find((one) => one.message_id === message_id));

test('of somebody who is erased nothing is left in the database but what they wrote to others', async () => {
  const { owner, company_id } = await registerCompany(app);
  const { canary, called, own, profile_url } = await live(owner);
  const { employee_id } = canary;
  expect((await fetch(new URL(profile_url, app.url))).status).toBe(200);
  const traces = new Set((await hits()).map(({ table }) => table));
  for (const table of ['employee', 'event', 'message', 'message_edit', 'draft', 'idempotency_key', 'file', 'device'])
    expect(traces, 'where a canary was before').toContain(table);

  await owner.call(people.remove, { employee_id });
  // Their picture can come back with them, and their password.
  expect((await fetch(new URL(profile_url, app.url))).status).toBe(200);
  expect(await app.sql('SELECT 1 FROM credential WHERE employee_id = $1', [employee_id])).toHaveLength(1);
  await app.app.context.mailer.deliver();
  await owner.call(leaving.eraseLeaver, { employee_id });

  // The store lets go of the picture within the hour; nobody reads it any more.
  expect((await fetch(new URL(profile_url, app.url))).status).toBe(404);
  const left = (await hits()).filter(({ table, row }) => table !== 'file' || row['removed_at'] === null);
  const theirs = ({ table, row }: (typeof left)[number]) =>
    (table === 'message' && row['message_id'] === own.message_id) ||
    // What they wrote, as it was told, and with it what is put in front of people who read lists of conversations.
    (table === 'event' && JSON.stringify(row['payload']).includes('Canary was my word'));
  expect(left.filter((hit) => !theirs(hit))).toEqual([]);
  expect(left.some(({ table }) => table === 'message')).toBe(true);
  for (const table of ['credential', 'second_factor', 'recovery_code', 'seal_key', 'device', 'saved_message', 'leaver'])
    expect(
      await app.sql(`SELECT 1 FROM ${table} WHERE company_id = $1 AND to_jsonb(${table}) ->> 'employee_id' = $2`, [
        company_id,
        employee_id,
      ]),
      table,
    ).toEqual([]);

  const shown = await calledIn(owner, canary, called.message_id);
  expect(shown).toContain('Former employee');
  expect((await read(owner, to(canary))).items[0]).toMatchObject({ sender_id: employee_id, body: own.body });
  const found = await owner.call(search, { query: 'canarylast' });
  expect(JSON.stringify(found)).not.toMatch(/canarylast.*Ask/i);
  // The log names ids alone, and says who did it.
  const log = await app.sql<{ action: string; actor_id: string }>(
    "SELECT action, actor_id FROM audit_event WHERE company_id = $1 AND detail ->> 'employee_id' = $2 AND action = 'people.erased'",
    [company_id, employee_id],
  );
  expect(log).toEqual([{ action: 'people.erased', actor_id: owner.employee_id }]);
  for (const endpoint of [leaving.restoreLeaver, leaving.eraseLeaver])
    await expect(owner.call(endpoint, { employee_id })).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
  expect(await app.sql('SELECT employee_id FROM erased_person WHERE company_id = $1', [company_id])).toEqual([
    { employee_id },
  ]);
  const again = { ...NAME, work_email_id: 'canary.address@people.example', send_invitation: false };
  expect((await owner.call(people.create, again)).employee.employee_id).not.toBe(employee_id);
});

test('whose thirty days are over is erased when a server starts, and nobody before', async () => {
  const { owner, company_id } = await registerCompany(app);
  const [due, not] = [await addPerson(app, owner), await addPerson(app, owner)];
  for (const { employee_id } of [due, not]) await owner.call(people.remove, { employee_id });
  await app.sql("UPDATE leaver SET erase_at = now() - interval '1 second' WHERE employee_id = $1", [due.employee_id]);
  const another = await buildApp({
    config: app.app.context.config,
    connection: app.connection,
    logLevel: 'fatal',
  });
  const waiting = () => app.sql('SELECT employee_id FROM leaver WHERE company_id = $1', [company_id]);
  await expect.poll(waiting, { timeout: PATIENCE }).toEqual([{ employee_id: not.employee_id }]);
  await another.close();
  const log = await app.sql("SELECT actor_id FROM audit_event WHERE company_id = $1 AND action = 'people.erased'", [
    company_id,
  ]);
  expect(log).toEqual([{ actor_id: null }]);
  await owner.call(leaving.restoreLeaver, { employee_id: not.employee_id });
});

test('erased and brought back at the same moment is one of the two', async () => {
  const { owner } = await registerCompany(app);
  const { employee_id } = await addPerson(app, owner, NAME);
  await owner.call(people.remove, { employee_id });
  const [erased, restored] = await Promise.all([
    owner.raw(leaving.eraseLeaver, { employee_id }),
    owner.raw(leaving.restoreLeaver, { employee_id }),
  ]);
  expect([erased.status, restored.status].toSorted((a, b) => a - b)).toEqual([200, 404]);
  const names = await app.sql<{ first_name: string }>('SELECT first_name FROM employee WHERE employee_id = $1', [
    employee_id,
  ]);
  expect(names).toEqual([{ first_name: restored.status === 200 ? 'Canaryfirst' : 'Former' }]);
});
