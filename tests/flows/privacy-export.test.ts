// The export of one's data: asked for with the password, made in the background, theirs alone; it holds their words and files, and nothing
// of what others wrote and no secret.
// @module-tag long
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepDraft } from '#contract/chat/drafts.ts';
import { save } from '#contract/chat/saved.ts';
import * as chat from '#contract/chat.ts';
import { metadata } from '#contract/files.ts';
import { setLevel } from '#contract/notifications/writes.ts';
import { eraseLeaver } from '#contract/people/leaving.ts';
import { createRole } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { askExport, askExportFor, type DataExport, getExport } from '#contract/privacy.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { buildApp } from '#server/app.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { png, unzip, upload } from '#tests/kit/files.ts';
import { waitForMail } from '#tests/kit/mails.ts';
import { startS3 } from '#tests/kit/outside/s3-server.ts';
import { FACES } from './files.fixture.ts';
import { setUpTotp } from './second-factor.fixture.ts';
import { PATIENCE, say, to } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const password = PASSWORD;
const TOO_SOON = { code: 'DATA_EXPORT_TOO_SOON', status: 409 };
const NO_PERMISSION = { code: 'NO_PERMISSION', status: 403 };

async function ready(by: TestClient): Promise<DataExport & { file_id: string }> {
  await expect
    .poll(async () => (await by.call(getExport, {})).data_export?.status, { timeout: PATIENCE })
    .toBe('ready');
  return (await by.call(getExport, {})).data_export as DataExport & { file_id: string };
}

/** As whoever has downloaded it unpacks it. */
async function unpacked(by: TestClient, server: Pick<TestApp, 'url'> = app) {
  const { file_id, size } = await ready(by);
  const { download_url, name, mime_type } = await by.call(metadata, { file_id });
  expect([name.replace(/\d{4}-\d\d-\d\d/, 'DAY'), mime_type]).toEqual(['my-data-DAY.zip', 'application/zip']);
  const answer = await fetch(new URL(download_url, server.url));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const zip = Buffer.from(await answer.arrayBuffer());
  expect(zip.length).toBe(size);
  const parts = unzip(zip);
  const bytes = (one: string) => parts.get(one) ?? Buffer.alloc(0);
  const text = (one: string) => bytes(one).toString();
  const names = [...parts.keys()];
  return { names, bytes, text, json: (one: string) => JSON.parse(text(one)) as Record<string, unknown>[] };
}

/** Ten minutes after it was asked for. */
const later = ({ employee_id }: TestClient) =>
  app.sql("UPDATE data_export SET created_at = created_at - interval '10 minutes' WHERE employee_id = $1", [
    employee_id,
  ]);

const quoting = (own: string, quoted: string): RichText => ({
  type: 'doc',
  content: [
    { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: quoted }] }] },
    { type: 'paragraph', content: [{ type: 'text', text: own }] },
  ],
});

/** Somebody with something in every corner, and a colleague whose words are about them. */
async function live(server: TestApp = app) {
  const { owner, company_id } = await registerCompany(server, { company_name: 'Cans & <Co>' });
  const work_email_id = `pia.${uuid()}@people.example`;
  const pia = await addPerson(server, owner, { first_name: 'Pia', last_name: '<b>Own</b>', work_email_id });
  const { employee_id } = pia;
  await owner.call(people.update, { employee_id, location: 'Own harbour', birth_date: '1990-05-31' });
  const face = await upload(pia, png(), { ...FACES, name: 'own-face.png' });
  await pia.call(people.update, { employee_id, profile_url: face.download_url });
  const note = await upload(pia, 'The words of an own file', { folder: 'chat', name: 'own note.txt' });
  const theirs = await upload(owner, 'The words of a foreign file', { folder: 'chat', name: 'foreign.txt' });
  const sent = { ...to(owner), message_id: uuid(), body: quoting('Own answer', 'Foreign words that are quoted') };
  await pia.call(chat.send, { ...sent, attachments: [{ file_id: note.file_id }] });
  const edited = await say(pia, to(owner), 'Own words before');
  await pia.call(chat.edit, { message_id: edited.message_id, body: docOf('Own words after') });
  const foreign = { ...to(pia), message_id: uuid(), body: docOf('Foreign words') };
  const { message } = await owner.call(chat.send, { ...foreign, attachments: [{ file_id: theirs.file_id }] });
  await pia.call(chat.send, { ...to(owner), message_id: uuid(), body: docOf('x'), forward_of: message.message_id });
  await pia.call(chat.react, { message_id: message.message_id, emoji: '👍' });
  await pia.call(save, { message_id: message.message_id });
  await pia.call(keepDraft, { ...to(owner), body: docOf('Own draft'), typed_at: new Date().toISOString() });
  await pia.call(setLevel, { ...to(owner), level: 'none' });
  await setUpTotp(server, pia);
  return { owner, pia, company_id, work_email_id, note, foreign: message };
}

test('it holds what somebody is, wrote and uploaded, and nothing of others or of secrets', async () => {
  const { owner, pia, work_email_id, note, company_id } = await live();
  expect(await pia.call(getExport, {})).toEqual({ data_export: null, again_at: null, asks: 'password' });
  const { data_export: asked } = await pia.call(askExport, { password });
  expect(asked).toMatchObject({ status: 'waiting', asked_by: pia.employee_id, file_id: null });
  const archive = await unpacked(pia);

  expect(archive.json('profile.json')).toEqual([
    expect.objectContaining({
      first_name: 'Pia',
      location: 'Own harbour',
      work_email: work_email_id,
      birth_date: '1990-05-31',
    }),
  ]);
  const said = archive.json('chat/messages.json').flatMap(({ text }) => (typeof text === 'string' ? text : []));
  expect(said).toHaveLength(2);
  expect(said).toContain('Own words after');
  expect(said.join('\n')).toMatch(/A quote is left out.*Own answer/s);
  expect(archive.text('chat/earlier-versions.json')).toContain('Own words before');
  expect(archive.text('chat/drafts.json')).toContain('Own draft');
  expect(archive.json('chat/reactions.json')).toHaveLength(1);
  expect(archive.json('chat/saved.json')).toHaveLength(1);
  expect(archive.json('company/roles.json')).toEqual([expect.objectContaining({ role: 'Employee' })]);
  expect(archive.json('notifications/of-conversations.json')).toEqual([expect.objectContaining({ level: 'none' })]);
  expect(archive.json('account/sign-ins.json').length).toBeGreaterThan(0);
  expect(archive.json('account/security-log.json').map(({ action }) => action)).toContain('people.data_export_asked');
  const file = archive.names.find((name) => name.startsWith(`files/${note.file_id}`));
  expect(file && archive.text(file)).toBe('The words of an own file');
  expect(archive.names.filter((name) => name.startsWith('files/') && name !== 'files/list.json')).toHaveLength(2);

  const whole = archive.names.map((name) => `${name}\n${archive.text(name)}`).join('\n');
  expect(whole).not.toMatch(/foreign/i);
  // No secret, whatever it is called, and whatever its value.
  expect(whole).not.toMatch(/argon2|password_hash|token|secret_hash|p256dh|private_key|code_hash/);
  const secrets = await app.sql<{ secret: string }>(
    `SELECT encode(secret_hash, 'hex') AS secret FROM session WHERE employee_id = $1
     UNION SELECT encode(secret, 'base64') FROM second_factor WHERE employee_id = $1
     UNION SELECT password_hash FROM credential WHERE employee_id = $1`,
    [pia.employee_id],
  );
  expect(secrets.length).toBeGreaterThan(2);
  for (const { secret } of secrets) expect(whole).not.toContain(secret);

  const page = archive.text('index.html');
  expect(page).toContain('&lt;b&gt;Own&lt;/b&gt;');
  expect(page).toContain('Cans &amp; &lt;Co&gt;');
  expect(page).not.toMatch(/<script|<b>Own|\son\w+=/i);
  expect(archive.text('README.txt')).toMatch(/chat\/messages\.json: Messages that you wrote \(3\)/);

  // A mail without any of it; the log says that it was asked for and made.
  const { text: mail } = await waitForMail(app.dataDir, work_email_id, 1, 'Your data is ready');
  expect(mail).toContain('/settings/privacy');
  expect(mail).not.toMatch(/Own words|my-data/);
  const log = await app.sql<{ action: string; actor_id: string | null }>(
    "SELECT action, actor_id FROM audit_event WHERE company_id = $1 AND action LIKE 'people.data%' ORDER BY created_at",
    [company_id],
  );
  expect(log).toEqual([
    { action: 'people.data_export_asked', actor_id: pia.employee_id },
    { action: 'people.data_export_made', actor_id: null },
  ]);
  // Nobody else reads the file, not who runs the company either.
  const { file_id } = await ready(pia);
  await expect(owner.call(metadata, { file_id })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  expect((await owner.call(getExport, {})).data_export).toBeNull();
});

test('the password comes first, one is made at a time, and one a day', async () => {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  for (const given of [{}, { password: `${password}!` }])
    await expect(person.call(askExport, given)).rejects.toMatchObject({ code: 'AUTH_PASSWORD_INVALID' });
  expect((await person.call(getExport, {})).data_export).toBeNull();
  const asked = await Promise.all([1, 2, 3].map(() => person.call(askExport, { password })));
  expect(new Set(asked.map(({ data_export }) => data_export.export_id)).size).toBe(1);
  const { export_id } = await ready(person);
  // An answer that was lost: the same again. Later it is another wish.
  expect((await person.call(askExport, { password })).data_export.export_id).toBe(export_id);
  await later(person);
  await expect(person.call(askExport, { password })).rejects.toMatchObject(TOO_SOON);
  const { again_at } = await person.call(getExport, {});
  expect(Date.parse(again_at ?? '')).toBeGreaterThan(Date.now() + 22 * 3_600_000);
  await app.sql("UPDATE data_export SET created_at = created_at - interval '25 hours' WHERE export_id = $1", [
    export_id,
  ]);
  expect((await person.call(askExport, { password })).data_export.export_id).not.toBe(export_id);
});

test('who manages people has it made for a colleague who is told, and cannot read it', async () => {
  const { owner } = await registerCompany(app, { first_name: 'Olga', last_name: 'Boss' });
  const work_email_id = `asks.${uuid()}@people.example`;
  const person = await addPerson(app, owner, { work_email_id });
  const { role } = await owner.call(createRole, { role_id: uuid(), role_name: 'Desk', permissions: ['people.manage'] });
  const manager = await addPerson(app, owner, { role_ids: [role.role_id] });
  const { employee_id } = person;
  await expect(person.call(askExportFor, { employee_id, password })).rejects.toMatchObject(NO_PERMISSION);
  await expect(manager.call(askExportFor, { employee_id: owner.employee_id, password })).rejects.toMatchObject(
    NO_PERMISSION,
  );
  await expect(manager.call(askExportFor, { employee_id: uuid(), password })).rejects.toMatchObject({
    code: 'EMPLOYEE_NOT_FOUND',
  });
  await expect(owner.call(askExportFor, { employee_id })).rejects.toMatchObject({ code: 'AUTH_PASSWORD_INVALID' });
  // Nothing of it but that it is being made, of one that is the person's own neither.
  expect(await owner.call(askExportFor, { employee_id, password })).toEqual({ status: 'waiting' });
  const told = await waitForMail(app.dataDir, work_email_id, 1, 'A copy of your data is being made');
  expect(told.text).toContain('Olga Boss');
  const { file_id, asked_by } = await ready(person);
  expect(asked_by).toBe(owner.employee_id);
  await expect(owner.call(metadata, { file_id })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await later(person);
  await expect(owner.call(askExportFor, { employee_id, password })).rejects.toMatchObject(TOO_SOON);
});

const start = () => buildApp({ config: app.app.context.config, connection: app.connection, logLevel: 'fatal' });
const statusesOf = (employee_id: string) =>
  app.sql<{ status: string }>('SELECT status FROM data_export WHERE employee_id = $1', [employee_id]);

test('a server that is stopped in the middle leaves it to the next, which makes it once', async () => {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  const { employee_id } = person;
  const asked = `INSERT INTO data_export (company_id, export_id, employee_id, asked_by, due_at)
    VALUES ($1, gen_random_uuid(), $2, $2, now() + interval '1 hour')`;
  await app.sql(asked, [owner.company_id, employee_id]);
  const [one, two] = [await start(), await start()];
  // What it reads at last is held, so that whoever takes it up is in the middle of it.
  const holding = new pg.Client(app.connection);
  await holding.connect();
  await holding.query('BEGIN; LOCK TABLE sub_space_member IN ACCESS EXCLUSIVE MODE');
  await app.sql('UPDATE data_export SET due_at = now() WHERE employee_id = $1', [employee_id]);
  const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%sub_space_member%'`;
  await expect.poll(() => app.sql(waits), { timeout: PATIENCE, interval: 20 }).toHaveLength(1);
  expect(await statusesOf(employee_id)).toEqual([{ status: 'waiting' }]);
  // Whichever of the three it is: two of them are stopped now, and the third has it at the latest then.
  const stopped = Promise.all([one.close(), two.close()]);
  await holding.query('ROLLBACK');
  await holding.end();
  await stopped;
  await ready(person);
  expect(await statusesOf(employee_id)).toEqual([{ status: 'ready' }]);
  const files =
    "SELECT 1 FROM file WHERE created_by = $1 AND removed_at IS NULL AND mime_type = 'application/zip' AND arrived_at IS NOT NULL";
  expect(await app.sql(files, [employee_id])).toHaveLength(1);
});

test('one that a killed server had taken up is taken up again once its minute is over', async () => {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  await app.sql(
    `INSERT INTO data_export (company_id, export_id, employee_id, asked_by, attempts, due_at)
     VALUES ($1, gen_random_uuid(), $2, $2, 1, now() + interval '2 seconds')`,
    [owner.company_id, person.employee_id],
  );
  await ready(person);
  const [row] = await app.sql<{ attempts: number }>('SELECT attempts FROM data_export WHERE employee_id = $1', [
    person.employee_id,
  ]);
  expect(row?.attempts).toBe(2);
});

test('one that has ended its server three times is given up, and can be asked for again', async () => {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  await app.sql(
    `INSERT INTO data_export (company_id, export_id, employee_id, asked_by, attempts) VALUES ($1, gen_random_uuid(), $2, $2, 3)`,
    [owner.company_id, person.employee_id],
  );
  const { employee_id } = person;
  await expect.poll(() => statusesOf(employee_id), { timeout: PATIENCE }).toEqual([{ status: 'failed' }]);
  expect((await person.call(getExport, {})).again_at).toBeNull();
  await person.call(askExport, { password });
  await ready(person);
});

test('it goes after seven days, with whoever is erased, and is not made for who is suspended', async () => {
  const { owner } = await registerCompany(app);
  const [old, erased, away] = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
  for (const one of [old, erased]) {
    await one.call(askExport, { password });
    await ready(one);
  }
  const address = async (one: TestClient) =>
    new URL((await one.call(metadata, { file_id: (await ready(one)).file_id })).download_url, app.url);
  const [first, second] = [await address(old), await address(erased)];
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([200, 200]);

  await app.sql("UPDATE data_export SET expires_at = now() - interval '1 second' WHERE employee_id = $1", [
    old.employee_id,
  ]);
  expect((await old.call(getExport, {})).data_export).toBeNull();
  const another = await start();
  await expect.poll(() => statusesOf(old.employee_id), { timeout: PATIENCE }).toEqual([]);
  await another.close();
  expect((await fetch(first)).status).toBe(404);

  await owner.call(people.setStatus, { employee_id: erased.employee_id, status: 'SUSPENDED' });
  expect((await fetch(second)).status).toBe(404);
  await owner.call(people.remove, { employee_id: erased.employee_id });
  await owner.call(eraseLeaver, { employee_id: erased.employee_id });
  expect(await statusesOf(erased.employee_id)).toEqual([]);

  await owner.call(people.setStatus, { employee_id: away.employee_id, status: 'SUSPENDED' });
  await expect(owner.call(askExportFor, { employee_id: away.employee_id, password })).rejects.toMatchObject({
    code: 'EMPLOYEE_NOT_FOUND',
  });
  await app.sql(
    'INSERT INTO data_export (company_id, export_id, employee_id, asked_by) VALUES ($1, gen_random_uuid(), $2, $2)',
    [away.company_id, away.employee_id],
  );
  await expect.poll(() => statusesOf(away.employee_id), { timeout: PATIENCE }).toEqual([]);
});

test('however much was said, it is read in pieces', async () => {
  const { pia, foreign } = await live();
  const many = 4_321;
  await app.sql(
    `INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at)
     SELECT company_id, conversation_id, 100 + n, gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $2::uuid ELSE sender_id END, body, text,
       digest, created_at FROM message, generate_series(1, $3::integer) n WHERE message_id = $1`,
    [foreign.message_id, pia.employee_id, many],
  );
  await pia.call(askExport, { password });
  const archive = await unpacked(pia);
  const rows = archive.json('chat/messages.json');
  expect(rows).toHaveLength(3 + Math.floor(many / 2));
  expect(new Set(rows.map(({ message_id }) => message_id)).size).toBe(rows.length);
  expect(archive.text('index.html')).toContain('The first 50 of');
});

test('a bucket of an S3-compatible store keeps it as the disk does', async () => {
  const s3 = await startS3();
  await using own = await startTestApp({ s3: s3.config });
  const { pia, note } = await live(own);
  await pia.call(askExport, { password });
  const archive = await unpacked(pia, own);
  const file = archive.names.find((name) => name.startsWith(`files/${note.file_id}`));
  expect(file && archive.text(file)).toBe('The words of an own file');
  await own.close();
  await s3.close();
});
