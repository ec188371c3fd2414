// Erasing: by whom and when; and of a person whose everything is a canary nothing is left but what they wrote to others.
// @module-tag long
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealKeys } from '#contract/auth/seal.ts';
import * as auth from '#contract/auth.ts';
import { keepDraft } from '#contract/chat/drafts.ts';
import { save } from '#contract/chat/saved.ts';
import { schedule } from '#contract/chat/scheduled.ts';
import * as chat from '#contract/chat.ts';
import { updateDevice } from '#contract/notifications/device.ts';
import { setLevel } from '#contract/notifications/writes.ts';
import * as leaving from '#contract/people/leaving.ts';
import { listRoles } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { search } from '#contract/search.ts';
import { buildApp } from '#server/app.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { png, upload } from '#tests/kit/files.ts';
import { mailsTo } from '#tests/kit/mails.ts';
import { FACES } from './files.fixture.ts';
import { addPasskey, newKey } from './passkey.fixture.ts';
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

/** Where in the whole database, or in what is one company's, one of the canaries is. */
async function hits(company_id?: string): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const tables = await app.sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  expect(tables.length).toBeGreaterThan(60);
  const found = [];
  for (const { name } of tables)
    for (const { row } of await app.sql<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ONLY ${name} t`,
    ))
      if ((!company_id || row['company_id'] === company_id) && CANARY.test(JSON.stringify(row)))
        found.push({ table: name, row });
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

/** A file that named them has been brought in. */
async function imported({ company_id, employee_id: by }: TestClient, employee_id: string, email: string) {
  const import_id = uuid();
  await app.sql(
    `INSERT INTO people_import (company_id, import_id, created_by, acting_by, file_id, file_name, status, columns, counts)
     VALUES ($1, $2, $3, $3, $2, 'people.csv', 'done', $4, '{}')`,
    [
      company_id,
      import_id,
      by,
      JSON.stringify([{ heading: 'First name', sample: 'Canaryfirst', field: 'first_name' }]),
    ],
  );
  await app.sql(
    `INSERT INTO people_import_row (company_id, import_id, row_number, place, cells, name, work_email, verdict, fields, problems,
       employee_id, before, after)
     VALUES ($1, $2, 2, 1, ARRAY['Canaryfirst'], 'Canaryfirst', $4, 'change', '{}', '[]', $3, '{"location": "Canaryplace"}', '{}')`,
    [company_id, import_id, employee_id, email],
  );
  // Somebody else's row names them as the manager, in what it holds and in what was said of it.
  const problems = [{ column: 'Manager', message: `${email} is neither here nor in this file` }];
  await app.sql(
    `INSERT INTO people_import_row (company_id, import_id, row_number, place, cells, name, work_email, verdict, fields, problems)
     VALUES ($1, $2, 3, 2, ARRAY['Rosa', $3], 'Rosa', 'rosa@people.example', 'problem', '{}', $4)`,
    [company_id, import_id, email, JSON.stringify(problems)],
  );
}

/** Of whoever is erased there is no line in these. */
const GONE = 'credential second_factor passkey recovery_code seal_key device saved_message leaver'.split(' ');

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
  const { recovery } = await setUpTotp(app, canary);
  await addPasskey(canary, newKey(), 'Canary phone', { recovery_code: recovery[0] });
  const info = infoOf({ transport: 'none', permission: 'denied' });
  await canary.call(updateDevice, { device_id: uuid(), device_info: { ...info, os: 'Canaryos' } });
  await new TestClient(app.url).call(auth.requestReset, { email_id: work_email_id });
  await imported(owner, employee_id, work_email_id);
  return { canary, called, own, profile_url: download_url };
}

/** What others said of them has been gone through. */
const cleaned = (employee_id: string) =>
  expect
    .poll(
      () => app.sql('SELECT 1 FROM erased_person WHERE employee_id = $1 AND cleaned_at IS NOT NULL', [employee_id]),
      {
        timeout: PATIENCE,
      },
    )
    .toHaveLength(1);

/** A connection past the server that holds rows until it is released. */
async function holding(statement: string, values: unknown[]) {
  const client = new pg.Client(app.connection);
  await client.connect();
  await client.query('BEGIN');
  expect((await client.query(statement, values)).rowCount).toBeGreaterThan(0);
  return async () => {
    await client.query('ROLLBACK');
    await client.end();
  };
}

const start = () => buildApp({ config: app.app.context.config, connection: app.connection, logLevel: 'fatal' });

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
  expect(await mailsTo(app.dataDir, 'canary.')).not.toEqual([]);
  await owner.call(leaving.eraseLeaver, { employee_id });

  await cleaned(employee_id);
  await expect.poll(() => mailsTo(app.dataDir, 'canary.')).toEqual([]);
  // The store lets go of the picture within the hour; nobody reads it any more.
  expect((await fetch(new URL(profile_url, app.url))).status).toBe(404);
  const left = (await hits()).filter(({ table, row }) => table !== 'file' || row['removed_at'] === null);
  const theirs = ({ table, row }: (typeof left)[number]) =>
    (table === 'message' && row['message_id'] === own.message_id) ||
    // What they wrote, as it was told, and with it what is put in front of people who read lists of conversations.
    (table === 'event' && JSON.stringify(row['payload']).includes('Canary was my word'));
  expect(left.filter((hit) => !theirs(hit))).toEqual([]);
  expect(left.some(({ table }) => table === 'message')).toBe(true);
  for (const table of GONE)
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
  const another = await start();
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

test('what others said is gone through after that, and holds up neither the erasing nor a change of roles', async () => {
  const { owner } = await registerCompany(app);
  const [gone, colleague] = [await addPerson(app, owner, NAME), await addPerson(app, owner)];
  const { employee_id } = gone;
  const message_id = uuid();
  await owner.call(chat.send, { ...to(colleague), message_id, body: calling(gone) });
  await owner.call(people.remove, { employee_id });
  const release = await holding('SELECT 1 FROM message WHERE message_id = $1 FOR UPDATE', [message_id]);
  await owner.call(leaving.eraseLeaver, { employee_id });
  const role_ids = (await owner.call(listRoles, {})).items.flatMap((role) =>
    role.built_in === 'employee' || role.built_in === 'people_manager' ? role.role_id : [],
  );
  await owner.call(people.update, { employee_id: colleague.employee_id, role_ids });
  const erased = () =>
    app.sql<{ cleaned_at: string | null }>('SELECT cleaned_at FROM erased_person WHERE employee_id = $1', [
      employee_id,
    ]);
  expect(await erased()).toEqual([{ cleaned_at: null }]);
  await release();
  // Whether or not the first server has given up waiting: the next one to start goes on.
  const another = await start();
  await cleaned(employee_id);
  await another.close();
  expect(await calledIn(owner, colleague, message_id)).not.toMatch(CANARY);
});

test('a name goes from everywhere that it was carried to, however much was said', async () => {
  const { owner, company_id } = await registerCompany(app);
  const [gone, colleague, third] = [
    await addPerson(app, owner, NAME),
    await addPerson(app, owner),
    await addPerson(app, owner),
  ];
  const { employee_id } = gone;
  const body = calling(gone);
  const { message } = await owner.call(chat.send, { ...to(colleague), message_id: uuid(), body });
  const forward = { ...to(third), message_id: uuid(), body, forward_of: message.message_id };
  const { message: forwarded } = await owner.call(chat.send, forward);
  // Quoted, in what is told of the answer and in what is answered to it.
  await colleague.call(chat.send, {
    ...to(owner),
    message_id: uuid(),
    body: docOf('Yes'),
    reply_to: message.message_id,
  });
  // Edited away, where nothing else calls them: its first event says it.
  const [lone] = [await addPerson(app, owner)];
  const { message: before } = await owner.call(chat.send, { ...to(lone), message_id: uuid(), body });
  await owner.call(chat.edit, { message_id: before.message_id, body: docOf('Plain') });
  await colleague.call(keepDraft, { ...to(owner), body, typed_at: new Date().toISOString() });
  const due_at = new Date(Date.now() + 86_400_000).toISOString();
  await colleague.call(schedule, { ...to(owner), message_id: uuid(), body, due_at });
  // As from before it was noted whom a message calls, and more than one batch of them.
  const many = 2_345;
  await app.sql(
    `INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at)
     SELECT company_id, conversation_id, seq + 10 + n, gen_random_uuid(), sender_id, body, text, digest, created_at
     FROM message, generate_series(1, $2::integer) n WHERE message_id = $1`,
    [message.message_id, many],
  );
  const traces = new Set((await hits(company_id)).map(({ table }) => table));
  for (const table of ['draft', 'scheduled_message', 'event', 'message', 'message_edit'])
    expect(traces).toContain(table);
  const topics = new Set(
    (await hits(company_id)).flatMap(({ row: { topic, name } }) =>
      typeof topic === 'string' && typeof name === 'string' ? `${topic} ${name}` : [],
    ),
  );
  for (const name of ['chat.draft_changed', 'chat.scheduled_changed'])
    expect(topics, name).toContain(`employee:${colleague.employee_id} ${name}`);

  await owner.call(people.remove, { employee_id });
  await owner.call(leaving.eraseLeaver, { employee_id });
  await cleaned(employee_id);
  expect((await hits(company_id)).map(({ table, row }) => [table, row['name']])).toEqual([]);
  expect(await calledIn(owner, third, forwarded.message_id)).toContain('Former employee');
  const said = "SELECT 1 FROM message WHERE company_id = $1 AND text LIKE '%Former employee%'";
  expect(await app.sql(said, [company_id])).toHaveLength(many + 2);
});

test('whoever came back and left again while others were erased has thirty days anew', async () => {
  const { owner } = await registerCompany(app);
  const [first, again, last] = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
  for (const [{ employee_id }, ago] of [[first, 3] as const, [again, 2] as const, [last, 1] as const]) {
    await owner.call(people.remove, { employee_id });
    await app.sql('UPDATE leaver SET erase_at = now() - make_interval(hours => $2) WHERE employee_id = $1', [
      employee_id,
      ago,
    ]);
  }
  // The server that starts has the list of the three, and waits with the first of them.
  const release = await holding('SELECT 1 FROM credential WHERE employee_id = $1 FOR UPDATE', [first.employee_id]);
  const another = await start();
  const waits =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM credential%'";
  await expect.poll(() => app.sql(waits), { timeout: PATIENCE, interval: 10 }).toHaveLength(1);
  // What coming back and leaving once more comes to.
  await app.sql("UPDATE leaver SET erase_at = now() + interval '30 days' WHERE employee_id = $1", [again.employee_id]);
  await release();
  await cleaned(last.employee_id);
  await another.close();
  const left = 'SELECT employee_id FROM leaver WHERE employee_id = ANY ($1)';
  expect(await app.sql(left, [[again.employee_id, last.employee_id]])).toEqual([{ employee_id: again.employee_id }]);
  await owner.call(leaving.restoreLeaver, { employee_id: again.employee_id });
});

test('a mail that waits for whoever has the address by now is sent', async () => {
  const { owner, company_id } = await registerCompany(app);
  const work_email_id = 'desk@people.example';
  const { employee_id } = await addPerson(app, owner, { work_email_id });
  await owner.call(people.remove, { employee_id });
  const { employee: next } = await owner.call(people.create, {
    ...{ first_name: 'Nora', last_name: 'Next', work_email_id: 'Desk@people.example', send_invitation: false },
  });
  const wait = (recipient: string) =>
    app.sql(
      `INSERT INTO mail (company_id, mail_id, recipient, subject, body_text, body_html, next_attempt_at)
       VALUES ($1, gen_random_uuid(), $2, '', '', '', now() + interval '1 day')`,
      [company_id, recipient],
    );
  const waiting = () =>
    app.sql('SELECT recipient FROM mail WHERE company_id = $1 AND recipient = $2', [company_id, work_email_id]);
  await wait(work_email_id);
  await owner.call(leaving.eraseLeaver, { employee_id });
  expect(await waiting()).toHaveLength(1);
  // Nobody else has it any more: it is nobody's.
  await owner.call(people.remove, { employee_id: next.employee_id });
  await owner.call(leaving.eraseLeaver, { employee_id: next.employee_id });
  expect(await waiting()).toEqual([]);
});

test('who still has the name of somebody who is erased cannot write it any more', async () => {
  const { owner } = await registerCompany(app);
  const [gone, colleague] = [await addPerson(app, owner, NAME), await addPerson(app, owner)];
  const { employee_id } = gone;
  const sending = { ...to(colleague), message_id: uuid(), body: calling(gone) };
  await owner.call(people.remove, { employee_id });
  await owner.call(leaving.eraseLeaver, { employee_id });
  const { message } = await owner.call(chat.send, sending);
  expect(JSON.stringify(message.body)).toContain('"label":"Former employee"');
  // Its repeat is known by what was asked.
  expect((await owner.call(chat.send, sending)).message).toEqual(message);
  const { message_id } = await say(owner, to(colleague), 'Plain');
  await owner.call(chat.edit, { message_id, body: calling(gone) });
  for (const id of [sending.message_id, message_id]) {
    expect(await calledIn(owner, colleague, id)).toContain('Former employee');
    expect(await calledIn(owner, colleague, id)).not.toMatch(CANARY);
  }
});
