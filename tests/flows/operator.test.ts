// Whoever runs the server: how they come in, what their session opens and what it does not, and what they do to companies.
// @module-tag long
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as audit from '#contract/audit.ts';
import * as auth from '#contract/auth.ts';
import * as company from '#contract/company.ts';
import * as companies from '#contract/operator/companies.ts';
import * as running from '#contract/operator/running.ts';
import * as accounts from '#contract/operator.ts';
import { ticket } from '#contract/sync.ts';
import { firstToken } from '#server/features/operator/accounts/setup.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { type RawAnswer, TestClient } from '../kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '../kit/factory.ts';
import { mailsTo, resetTokenIn, waitForMail } from '../kit/mails.ts';
import { openSocket } from '../kit/socket.ts';
import { write } from '../matrix/world.ts';
import { newOperator, OPERATOR, operatorAgain } from './operator.fixture.ts';
import { check, csv, run, settled } from './people-import.fixture.ts';

const verdict = ({ status, body }: RawAnswer) => `${status} ${body.error_code ?? 'success'}`;
const some = () => randomBytes(4).toString('hex');
const account = () => ({ name: 'Olu', email_id: `${some()}@operator.example`, password: `${some()} ${some()}` });

describe('the first operator', () => {
  test('by 50 at once with one token, and by others with the tokens of other starts, there is one', async () => {
    await using app = await startTestApp();
    const { db } = app.app.context;
    const [one = '', two = ''] = [await firstToken(db), await firstToken(db)];
    expect(one).not.toBe(two);
    const kept = await app.sql<{ token_hash: Buffer }>('SELECT token_hash FROM operator_link');
    expect(kept.map((row) => row.token_hash.toString('base64url'))).not.toContain(one);
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        new TestClient(app.url).raw(accounts.setUp, { ...account(), token: n % 10 ? one : two }),
      ),
    );
    const verdicts = tries.map(verdict);
    expect(verdicts.filter((each) => each === '200 success')).toHaveLength(1);
    expect(new Set(verdicts)).toEqual(new Set(['200 success', '400 OPERATOR_LINK_INVALID']));
    expect(await app.sql('SELECT 1 FROM operator')).toHaveLength(1);
    expect(await app.sql('SELECT 1 FROM operator_link')).toHaveLength(0);
    expect(await firstToken(db), 'no start prints another').toBeUndefined();
  });

  test('is told at the start where to go, and no more once there is one', async () => {
    await using app = await startTestApp();
    const feature = app.app.features.find(({ name }) => name === 'operator');
    const line = await feature?.announce?.('http://localhost:4000');
    expect(line).toMatch(/^Set up the operator once at http:\/\/localhost:4000\/backadmin\/setup#[\w-]{43}$/);
    const token = line?.split('#', 2)[1] ?? '';
    const weak = await new TestClient(app.url).raw(accounts.setUp, {
      ...account(),
      token,
      password: 'passwordpassword',
    });
    expect(verdict(weak)).toMatch(/^400 AUTH_PASSWORD_/);
    const client = new TestClient(app.url);
    // What was refused has not used it up.
    await client.call(accounts.setUp, { ...account(), token });
    expect((await client.call(accounts.me, {})).name).toBe('Olu');
    expect(await feature?.announce?.('http://localhost:4000')).toBeUndefined();
  });
});

describe('with an operator', () => {
  let app: TestApp;
  let operator: TestClient;
  beforeAll(async () => {
    app = await startTestApp();
    operator = await newOperator(app);
  });
  afterAll(() => app?.close());

  test('the cookie is for this part of the API alone, no script reads it, and it ends after twelve hours', async () => {
    const { headers } = await new TestClient(app.url).raw(accounts.signIn, OPERATOR);
    const cookie = headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/; Path=\/api\/backadmin(;|$)/);
    expect(cookie).toMatch(/; HttpOnly(;|$)/);
    expect(cookie).toMatch(/; SameSite=Strict(;|$)/);
    expect(cookie).toMatch(/; Max-Age=43200(;|$)/);
    const [row] = await app.sql<{ hours: number }>(
      'SELECT (extract(epoch FROM max(expires_at) - now()) / 3600)::float8 AS hours FROM operator_session',
    );
    expect(row?.hours).toBeGreaterThan(11.9);
    expect(row?.hours).toBeLessThanOrEqual(12);
  });

  test('a session ends by signing out, and no other one with it', async () => {
    const [here, there] = [await operatorAgain(app), await operatorAgain(app)];
    const { cookie } = here;
    await here.call(accounts.signOut, {});
    expect(here.cookie).toBe('limelight_operator=');
    here.cookie = cookie;
    expect(verdict(await here.raw(accounts.me, {}))).toBe('401 OPERATOR_SESSION_OVER');
    expect(verdict(await there.raw(accounts.me, {}))).toBe('200 success');
  });

  test('a session of one kind opens nothing of the other', async () => {
    const { owner } = await registerCompany(app);
    const employee = new TestClient(app.url, owner.session);
    employee.cookie = owner.cookie;
    expect(verdict(await employee.raw(accounts.me, {}))).toBe('401 OPERATOR_SESSION_OVER');
    expect(verdict(await employee.raw(companies.listCompanies, {}))).toBe('401 OPERATOR_SESSION_OVER');
    expect(verdict(await employee.raw(company.get, {})), 'the employee is still in').toBe('200 success');
    for (const endpoint of [company.get, ticket, audit.listAudit])
      expect(verdict(await operator.raw(endpoint, {})), endpoint.name).toBe('401 AUTH_INVALID_TOKEN');
    // The operator's secret in the employee's place, and the other way round.
    const secret = operator.cookie.split('=', 2)[1] ?? '';
    const disguised = new TestClient(app.url, owner.session && { ...owner.session, access_token: secret });
    expect(verdict(await disguised.raw(company.get, {}))).toBe('401 AUTH_INVALID_TOKEN');
    const token = owner.session?.access_token ?? '';
    const reversed = await new TestClient(app.url).raw(
      accounts.me,
      {},
      { headers: { cookie: `limelight_operator=${token}` } },
    );
    expect(verdict(reversed)).toBe('401 OPERATOR_SESSION_OVER');
    expect(
      verdict(
        await new TestClient(app.url).raw(accounts.signIn, {
          email_id: owner.session?.employee_profile.work_email_id,
          password: PASSWORD,
        }),
      ),
    ).toBe('401 AUTH_INVALID_CREDENTIALS');
    expect(verdict(await new TestClient(app.url).raw(auth.login, OPERATOR))).toBe('401 AUTH_INVALID_CREDENTIALS');
  });

  test('guessing is stopped for a place in the network, and right passwords cost nothing', async () => {
    await using strict = await startTestApp({ rateFactor: 1 });
    await newOperator(strict);
    for (let n = 0; n < 12; n++) await operatorAgain(strict);
    const guess = () => new TestClient(strict.url).raw(accounts.signIn, { ...OPERATOR, password: some() });
    const guesses = await Promise.all(Array.from({ length: 14 }, guess));
    expect(guesses.map(verdict).filter((each) => each === '401 AUTH_INVALID_CREDENTIALS')).toHaveLength(10);
    expect(guesses.map(verdict).filter((each) => each === '429 TOO_MANY_REQUESTS')).toHaveLength(4);
  });

  test('one makes a link for another, which is good once', async () => {
    const token = randomBytes(32).toString('base64url');
    const { expires_at } = await operator.call(accounts.invite, { token });
    expect(await operator.call(accounts.invite, { token })).toEqual({ expires_at });
    const second = new TestClient(app.url);
    const taken = { ...account(), email_id: OPERATOR.email_id.toUpperCase(), token };
    expect(verdict(await second.raw(accounts.setUp, taken))).toBe('409 OPERATOR_EXISTS');
    await second.call(accounts.setUp, { ...account(), token });
    expect(verdict(await second.raw(companies.listCompanies, {}))).toBe('200 success');
    expect(verdict(await second.raw(accounts.setUp, { ...account(), token }))).toBe('400 OPERATOR_LINK_INVALID');
  });

  test('a suspended company is out within a second, its sockets too; resumed, everything is as it was', async () => {
    const { owner, company_id, email } = await registerCompany(app);
    const person = await addPerson(app, owner);
    const elsewhere = await registerCompany(app);
    await using first = await openSocket(owner);
    await using second = await openSocket(person);
    await using other = await openSocket(elsewhere.owner);
    const { company_name } = await owner.call(company.get, {});
    const { company: after } = await operator.call(companies.suspendCompany, { company_id });
    expect(after).toMatchObject({ status: 'SUSPENDED', people: 2 });
    expect(await Promise.all([first.closed, second.closed])).toEqual([4401, 4401]);
    for (const client of [owner, person])
      expect(verdict(await client.raw(company.get, {}))).toBe('503 COMPANY_SUSPENDED');
    expect(app.app.hub.size, 'the others’ sockets').toBe(1);
    const login = { email_id: email, password: PASSWORD };
    const refusal = await new TestClient(app.url).raw(auth.login, login);
    expect(verdict(refusal)).toBe('403 ACCOUNT_INACTIVE');
    expect(refusal.body.data).toEqual({ company_name: company_name });
    const { session } = owner;
    const ids = { session_id: session?.session_id, company_id, employee_id: owner.employee_id };
    expect(verdict(await owner.raw(auth.resolveSession, ids))).toBe('503 COMPANY_SUSPENDED');
    expect(verdict(await owner.raw(auth.resolveCompany, {}))).toBe('503 COMPANY_SUSPENDED');
    expect(other.messages.filter((m) => m.type !== 'presence' && m.type !== 'ready')).toEqual([]);

    await operator.call(companies.resumeCompany, { company_id });
    for (const client of [owner, person]) expect(verdict(await client.raw(company.get, {}))).toBe('200 success');
    await using again = await openSocket(person);
    expect(again.messages.length).toBeGreaterThan(0);
    await signIn(app.url, email);
    const { items } = await owner.call(audit.listAudit, { filters: { areas: ['operator'] } });
    const { operator_id } = await operator.call(accounts.me, {});
    expect(items.map(({ action, actor_id, detail }) => [action, actor_id, detail])).toEqual([
      ['operator.company_resumed', null, { operator_id }],
      ['operator.company_suspended', null, { operator_id }],
    ]);
  });

  test('a company is opened with an owner, who chooses a password by the mailed link', async () => {
    const email_id = `ada-${some()}@${some()}.example`;
    const input = {
      company_id: uuid(),
      company_name: `Opened ${some()}`,
      first_name: 'Ada',
      last_name: 'Owner',
      email_id,
      time_zone: 'Europe/Warsaw',
    };
    const answers = await Promise.all([1, 2, 3].map(() => operator.call(companies.createCompany, input)));
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[0]?.company).toMatchObject({
      people: 1,
      messages: 0,
      storage: 0,
      active_at: null,
      status: 'ACTIVE',
    });
    const token = resetTokenIn(await waitForMail(app.dataDir, email_id));
    await new TestClient(app.url).call(auth.reset, { token, password: PASSWORD, confirm_password: PASSWORD });
    const ada = await signIn(app.url, email_id);
    expect(await ada.call(company.get, {})).toMatchObject({
      company_name: input.company_name,
      settings: { time_zone: 'Europe/Warsaw' },
    });
    expect(await app.sql('SELECT time_zone FROM employee WHERE company_id = $1', [input.company_id])).toEqual([
      { time_zone: 'Europe/Warsaw' },
    ]);
    const nowhere = { ...input, company_id: uuid(), time_zone: 'Moon/Base' };
    expect(verdict(await operator.raw(companies.createCompany, nowhere))).toBe('400 INVALID_REQUEST');
    expect(ada.session?.permissions).toContain('company.configure');
    expect(await mailsTo(app.dataDir, email_id)).toHaveLength(1);
  });

  test('companies are found by name, in pages, with figures; nothing of what was written is told', async () => {
    const word = `Quarry ${some()}`;
    const made = [];
    for (const n of [1, 2, 3]) made.push(await registerCompany(app, { company_name: `${word} ${n}` }));
    const [one] = made;
    if (!one) throw new Error('none');
    const person = await addPerson(app, one.owner);
    await write(one.owner, { entity_type: 'employee', entity_id: person.employee_id }, 'a Secret word');
    const first = await operator.call(companies.listCompanies, { query: word.toLowerCase(), limit: '2' });
    expect(first.items.map((each) => each.company_name)).toEqual([`${word} 3`, `${word} 2`]);
    const rest = await operator.raw(companies.listCompanies, { query: word, limit: '2', cursor: first.next_cursor });
    expect(rest.body.data).toMatchObject({ items: [{ people: 2, messages: 1, status: 'ACTIVE' }], next_cursor: null });
    const usage = await operator.call(companies.getUsage, { company_id: one.company_id });
    expect(usage.active).toEqual({ day: 2, week: 2, month: 2 });
    expect(usage.messages).toHaveLength(30);
    expect(usage.messages.reduce((all, { count }) => all + count, 0)).toBe(1);
    expect(JSON.stringify([first, rest.body, usage])).not.toMatch(/Secret|Olive|@/);
    expect(verdict(await operator.raw(companies.listCompanies, { cursor: 'x' }))).toBe('400 INVALID_REQUEST');
    for (const endpoint of [companies.getCompany, companies.getUsage, companies.suspendCompany])
      expect(verdict(await operator.raw(endpoint, { company_id: uuid() }))).toBe('404 COMPANY_NOT_FOUND');
  });

  test('a module that is switched off is off at once', async () => {
    const { owner, company_id } = await registerCompany(app);
    await using socket = await openSocket(owner);
    const { modules } = await operator.call(companies.setModules, { company_id, modules: { chat: false } });
    expect(modules).toMatchObject({ chat: false, people: true });
    await socket.waitForEvent(company.modulesChanged.name);
    expect((await operator.call(companies.getCompany, { company_id })).modules).toEqual(modules);
    expect(await owner.call(company.getModules, {})).toEqual(modules);
    const unknown = await operator.raw(companies.setModules, { company_id, modules: { zzz: true } });
    expect(verdict(unknown)).toBe('400 INVALID_CONFIG_SETTING');
    const { items } = await owner.call(audit.listAudit, {});
    const { operator_id } = await operator.call(accounts.me, {});
    const detail = { operator_id, switched: { chat: false } };
    expect(items[0]).toMatchObject({ action: 'operator.modules_changed', actor_id: null, detail });
    const found = await owner.call(audit.listAudit, { filters: { words: 'operator of this server' } });
    expect(found.items.map(({ action }) => action)).toEqual(['operator.modules_changed']);
  });

  test('mails that nobody sends are listed and read, and nothing else of the disk', async () => {
    const { email } = await registerCompany(app, { company_name: 'Grüße & Söhne', first_name: 'Zoë' });
    const { kept, items } = await operator.call(running.listMails, {});
    expect(kept).toBe('folder');
    const mine = items.find(({ to }) => to === email);
    expect(mine?.subject).toMatch(/^\d{6} is your Limelight code$/);
    expect(Date.now() - new Date(mine?.date ?? 0).valueOf()).toBeLessThan(60_000);
    expect(items.map(({ file }) => file)).toEqual(
      items
        .map(({ file }) => file)
        .toSorted()
        .reverse(),
    );
    const mail = await operator.call(running.getMail, { file: mine?.file ?? '' });
    expect(mail.text).toContain('Hello Zoë,');
    expect(mail.text).toContain('Grüße & Söhne');
    for (const file of ['../secret.eml', '..%2fsecret.eml', '/etc/passwd', '.hidden.eml'])
      expect(verdict(await operator.raw(running.getMail, { file })), file).toBe('400 INVALID_REQUEST');
    expect(verdict(await operator.raw(running.getMail, { file: 'none.eml' }))).toBe('404 MAIL_NOT_FOUND');
  });

  test('how the server is', async () => {
    const health = await operator.call(running.getHealth, {});
    expect(health).toMatchObject({ version: '2.7.2', database: { up: true } });
    expect(health.disk?.free).toBeGreaterThan(0);
    expect(health.memory.rss).toBeGreaterThan(10_000_000);
    expect(await operator.call(running.listErrors, {})).toEqual({ items: [] });
  });
});

test('mails that an SMTP server does not take are failing jobs with a code; tried again, they go', async () => {
  // A port that nobody listens on.
  await using app = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
  const operator = await newOperator(app);
  const companiesMade = [];
  for (const company_name of ['One', 'Two']) {
    const input = {
      company_id: uuid(),
      company_name,
      first_name: 'Ada',
      last_name: 'Owner',
      email_id: `${some()}@a.example`,
    };
    await operator.call(companies.createCompany, input);
    companiesMade.push(input.company_id);
  }
  expect(await operator.call(running.listMails, {})).toEqual({ kept: 'smtp', items: [], next_cursor: null });
  const failing = async () => (await operator.call(running.listJobs, {})).failing;
  await expect.poll(failing, { timeout: 20_000 }).toHaveLength(2);
  await app.sql("UPDATE mail SET next_attempt_at = now() + interval '1 hour'");
  const [job] = await failing();
  if (!job) throw new Error('none');
  expect(job).toMatchObject({ queue: 'mail', error_code: 'ESOCKET' });
  const { queue, job_id, company_id } = job;
  const attempts = async () => (await failing()).find((each) => each.job_id === job_id)?.attempts;
  const before = await attempts();
  expect(await operator.call(running.retryJob, { queue, job_id, company_id })).toEqual({ retried: 1 });
  await expect.poll(attempts, { timeout: 20_000 }).toBe((before ?? 0) + 1);
  expect(await operator.call(running.retryJob, { queue, job_id: uuid(), company_id })).toEqual({ retried: 0 });
  await app.sql("UPDATE mail SET next_attempt_at = now() + interval '1 hour'");
  expect(await operator.call(running.retryAllJobs, {})).toEqual({ retried: 2 });
  const audited = await app.sql<{ company_id: string }>(
    `SELECT DISTINCT company_id FROM audit_event
     WHERE action = 'operator.jobs_retried' AND actor_id IS NULL AND detail ? 'operator_id'`,
  );
  expect(audited.map((row) => row.company_id).toSorted()).toEqual(companiesMade.toSorted());
});

test('an export of own data that fails again and again is among the jobs, and tried again at once', async () => {
  await using app = await startTestApp();
  const operator = await newOperator(app);
  const { owner } = await registerCompany(app);
  const { company_id, employee_id } = owner;
  const job_id = uuid();
  await app.sql(
    `INSERT INTO data_export (company_id, export_id, employee_id, asked_by, attempts, due_at)
      VALUES ($1, $2, $3, $3, 2, now() + interval '1 hour')`,
    [company_id, job_id, employee_id],
  );
  const jobs = () => operator.call(running.listJobs, {});
  const waiting = async () => (await jobs()).queues.find(({ queue }) => queue === 'data_export')?.waiting;
  expect((await jobs()).failing).toEqual([
    expect.objectContaining({ queue: 'data_export', job_id, company_id, attempts: 2, error_code: null }),
  ]);
  expect(await waiting()).toBe(1);
  expect(await operator.call(running.retryJob, { queue: 'data_export', job_id, company_id })).toEqual({ retried: 1 });
  await expect
    .poll(() => app.sql('SELECT status FROM data_export WHERE export_id = $1', [job_id]), { timeout: 30_000 })
    .toEqual([{ status: 'ready' }]);
  expect(await waiting()).toBe(0);
  expect((await jobs()).failing).toEqual([]);
});

test('an import that gave up is shown with its code, and goes on where it stopped; so is what Finch did not give', async () => {
  await using app = await startTestApp();
  const operator = await newOperator(app);
  const { owner } = await registerCompany(app);
  const { company_id } = owner;
  const stopped = async () => (await operator.call(running.listJobs, {})).stopped;
  const file = csv(['First name', 'Last name', 'Email'], ['Ada', 'Brook', 'ada@brook.example']);
  const { import_id } = await check(owner, file);
  await app.sql(`CREATE FUNCTION trip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'tripped over ada@brook.example' USING ERRCODE = 'LLTRP'; END $$`);
  await app.sql(
    'CREATE TRIGGER trip BEFORE UPDATE OF outcome ON people_import_row FOR EACH ROW EXECUTE FUNCTION trip()',
  );
  expect(await run(owner, import_id)).toMatchObject({ status: 'stopped' });
  const [job, ...more] = await stopped();
  expect([job, more]).toEqual([
    { queue: 'people_import', job_id: import_id, company_id, error_code: 'LLTRP', stopped_at: expect.any(String) },
    [],
  ]);
  await app.sql('DROP TRIGGER trip ON people_import_row');
  const wish = { queue: 'people_import', job_id: import_id, company_id } as const;
  // What gave up is nobody's to begin again unasked.
  expect(await operator.call(running.retryAllJobs, {})).toEqual({ retried: 0 });
  expect(await operator.call(running.retryJob, wish)).toEqual({ retried: 1 });
  expect(await operator.call(running.retryJob, wish)).toEqual({ retried: 0 });
  expect(await settled(owner, import_id)).toMatchObject({ status: 'done', results: { created: 1 } });
  expect(await stopped()).toEqual([]);

  await app.sql(
    `INSERT INTO finch_connection (company_id, sealed_key, key_end, set_by, fetch_id, fetch_failed, fetch_failed_at)
      VALUES ($1, '', 'last', $2, $3, 'FINCH_UNAVAILABLE', now())`,
    [company_id, owner.employee_id, import_id],
  );
  expect(await stopped()).toEqual([
    expect.objectContaining({ queue: 'finch_fetch', company_id, error_code: 'FINCH_UNAVAILABLE' }),
  ]);
});
