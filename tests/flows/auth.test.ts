// Registering, proving the address, signing in and out, and finding the company: over real HTTP, with real mails.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as config from '#contract/company.ts';
import * as people from '#contract/people.ts';
import { sweep } from '#server/features/auth/repo/sweep-repo.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { codeIn, mailsTo, waitForMail } from '#tests/kit/mails.ts';
import { freshEmail, ids, register as registerBy, registration, verdict, wrong } from './auth.fixture.ts';

let app: TestApp;
let anyone: TestClient;
beforeAll(async () => {
  app = await startTestApp({ passwordMemory: undefined });
  anyone = new TestClient(app.url);
});
afterAll(() => app.close());

const register = (at: TestApp, email_id = freshEmail(), n = 1, company_name?: string) =>
  registerBy(at, email_id, n, company_name, {}, anyone);
const verify = (input: { email_id: string; otp: string } | { token: string }) => anyone.raw(auth.verify, input);
const login = (email_id: string, password = PASSWORD, more = {}) =>
  anyone.raw(auth.login, { email_id, password, ...more });
const rows = async (sql: string, values: unknown[]) => (await app.sql<{ n: number }>(sql, values))[0]?.n;

describe('registering', () => {
  test('the code from the mail opens the company and signs its owner in', async () => {
    const { email_id, otp, company_id } = await register(app);
    const answer = await verify({ email_id, otp });
    expect(verdict(answer)).toBe('200');
    const session = answer.body.data as auth.Session;
    expect(session).toMatchObject({ company_id, intercom_hmac: null });
    expect(session.employee_profile).toMatchObject({ work_email_id: email_id, employee_account_status: 'ACTIVE' });
    expect(session.permissions).toContain('company.configure');
    const cookies = answer.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(['limelight_device', 'limelight_session']);
    expect(cookies[1]).toMatch(
      /^limelight_session=[\w.-]+; Max-Age=1209600; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    const owner = new TestClient(app.url, session);
    expect((await owner.call(config.get, {})).company_name).toBe(`Company ${email_id}`);
  });

  test('so does the link, once', async () => {
    const { token, company_id, mail } = await register(app);
    expect(mail.text).toMatch(/\/sign-in\/verify\?token=/);
    expect((await verify({ token })).body.data).toMatchObject({ company_id });
    expect(verdict(await verify({ token }))).toBe('400 AUTH_OTP_EXPIRED');
  });

  test('until then nothing of the company exists, and after a day not even that', async () => {
    const { email_id, otp, company_id } = await register(app);
    for (const table of ['company', 'company_config', 'employee', 'role', 'credential', 'event'])
      expect(await rows(`SELECT count(*)::int AS n FROM ${table} WHERE company_id = $1`, [company_id])).toBe(0);
    await app.sql("UPDATE registration SET created_at = now() - interval '25 hours' WHERE company_id = $1", [
      company_id,
    ]);
    await app.app.context.db.system(sweep);
    expect(verdict(await verify({ email_id, otp }))).toBe('400 AUTH_OTP_INVALID');
    expect(verdict(await login(email_id))).toBe('401 AUTH_INVALID_CREDENTIALS');
  });

  test.each([
    ['short1', 'AUTH_PASSWORD_SHORT', { minimum: 8 }],
    ['password1', 'AUTH_PASSWORD_WEAK', undefined],
    ['Register-2026', 'AUTH_PASSWORD_WEAK', undefined],
  ])('the password %s is %s', async (password, code, data) => {
    const { body, status } = await anyone.raw(auth.register, { ...registration(freshEmail()), password });
    expect({ status, code: body.error_code, data: body.data }).toEqual({ status: 400, code, data });
  });

  test('a time zone that is unknown is UTC', async () => {
    const email_id = freshEmail();
    await anyone.call(auth.register, { ...registration(email_id), time_zone: 'Mars/Olympus' });
    const session = await anyone.call(auth.verify, { email_id, otp: codeIn(await waitForMail(app.dataDir, email_id)) });
    expect((await new TestClient(app.url, session).call(config.get, {})).settings.time_zone).toBe('UTC');
  });
});

describe('codes', () => {
  test('five wrong tries and the code is dead; the link is not', async () => {
    const { email_id, otp, token } = await register(app);
    for (let i = 0; i < 5; i++)
      expect(verdict(await verify({ email_id, otp: wrong(otp) }))).toBe('400 AUTH_OTP_INVALID');
    expect(verdict(await verify({ email_id, otp }))).toBe('429 AUTH_OTP_TOO_MANY_ATTEMPTS');
    expect(verdict(await verify({ token }))).toBe('200');
  });

  test('an address that nobody registered answers alike', async () => {
    const email_id = freshEmail();
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(verdict(await verify({ email_id, otp: '123456' })));
    expect(answers).toEqual([
      ...Array<string>(5).fill('400 AUTH_OTP_INVALID'),
      ...Array<string>(2).fill('429 AUTH_OTP_TOO_MANY_ATTEMPTS'),
    ]);
  });

  test('wrong tries sent all at once count one by one', async () => {
    const { email_id, otp } = await register(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify({ email_id, otp: wrong(otp) })));
    expect(answers.filter((answer) => answer.body.error_code === 'AUTH_OTP_INVALID')).toHaveLength(5);
    expect(verdict(await verify({ email_id, otp }))).toBe('429 AUTH_OTP_TOO_MANY_ATTEMPTS');
  });

  test('the right code sent ten times at once opens one company', async () => {
    const { email_id, otp, company_id } = await register(app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify({ email_id, otp })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await rows('SELECT count(*)::int AS n FROM session WHERE company_id = $1', [company_id])).toBe(1);
  });

  test('are good for ten minutes; only who has the right one is told that it is over', async () => {
    const { email_id, otp, token, company_id } = await register(app);
    await app.sql('UPDATE registration SET expires_at = now() WHERE company_id = $1', [company_id]);
    expect(verdict(await verify({ email_id, otp: wrong(otp) }))).toBe('400 AUTH_OTP_INVALID');
    expect(verdict(await verify({ email_id, otp }))).toBe('400 AUTH_OTP_EXPIRED');
    expect(verdict(await verify({ token }))).toBe('400 AUTH_OTP_EXPIRED');
  });

  test('are sent again once a minute at most; the new one replaces the old, tries and all', async () => {
    const { email_id, otp, token, company_id } = await register(app);
    for (let i = 0; i < 5; i++) await verify({ email_id, otp: wrong(otp) });
    expect(await anyone.call(auth.resend, { email_id })).toBeNull();
    expect(await rows('SELECT tries AS n FROM registration WHERE company_id = $1', [company_id])).toBe(5);
    await app.sql("UPDATE registration SET sent_at = now() - interval '61 seconds' WHERE company_id = $1", [
      company_id,
    ]);
    await anyone.call(auth.resend, { email_id: email_id.toUpperCase() });
    const second = await waitForMail(app.dataDir, email_id, 2);
    expect(await mailsTo(app.dataDir, email_id)).toHaveLength(2);
    expect(verdict(await verify({ token }))).toBe('400 AUTH_OTP_EXPIRED');
    if (codeIn(second) !== otp) expect(verdict(await verify({ email_id, otp }))).toBe('400 AUTH_OTP_INVALID');
    expect(verdict(await verify({ email_id, otp: codeIn(second) }))).toBe('200');
  });

  test.each([
    [{ email_id: { $gt: '' }, otp: '123456' }],
    [{ email_id: 'a@b.example', otp: { $ne: '' } }],
    [{ email_id: ['a@b.example'], otp: ['123456'] }],
    [{ token: null }],
    [{ email_id: 'a@b.example', otp: '１２３４５６' }],
  ])('are text: %j', async (input) => {
    expect(verdict(await anyone.raw(auth.verify, input))).toBe('400 INVALID_REQUEST');
  });
});

describe('one address', () => {
  test('can be in several companies: the right password gets a choice', async () => {
    const { email, company_id } = await registerCompany(app, { company_name: 'Zeta' });
    const { token, mail, company_id: second } = await register(app, email, 2, 'Alpha');
    expect(mail.text).toContain('already has an account on Limelight (Zeta)');
    expect(verdict(await verify({ token }))).toBe('200');
    const { companies } = (await login(email)).body.data as { companies: { company_id: string }[] };
    expect(companies).toEqual([
      { company_id: second, company_name: 'Alpha', company_logo: null },
      { company_id, company_name: 'Zeta', company_logo: null },
    ]);
    expect((await login(email, PASSWORD, { company_id })).body.data).toMatchObject({ company_id });
    expect(verdict(await login(email, PASSWORD, { company_id: randomUUID() }))).toBe('401 AUTH_INVALID_CREDENTIALS');
    // Of two companies one of which is closed there is nothing to choose.
    await app.sql("UPDATE employee SET employee_account_status = 'INACTIVE' WHERE company_id = $1", [second]);
    expect((await login(email)).body.data).toMatchObject({ company_id });
  });

  test('cannot open the same company twice, and is told so only once it is proven', async () => {
    const { email } = await registerCompany(app, { company_name: 'Twice Ltd' });
    const repeated = await register(app, email, 2, ' twice  LTD ');
    expect(verdict(await verify({ email_id: email, otp: repeated.otp }))).toBe('409 AUTH_EMAIL_ALREADY_EXISTS');
    expect(verdict(await verify({ token: repeated.token }))).toBe('400 AUTH_OTP_EXPIRED');
    expect(await rows('SELECT count(*)::int AS n FROM company WHERE company_id = $1', [repeated.company_id])).toBe(0);
    expect((await login(email)).body.data).toHaveProperty('access_token');
  });
});

describe('signing in', () => {
  test('before the proof sends a new code, if the password is right', async () => {
    const { email_id, company_id } = await register(app);
    expect(verdict(await login(email_id, 'another horse 9'))).toBe('401 AUTH_INVALID_CREDENTIALS');
    expect(verdict(await login(email_id))).toBe('403 AUTH_EMAIL_VERIFICATION_PENDING');
    await app.sql("UPDATE registration SET sent_at = now() - interval '61 seconds' WHERE company_id = $1", [
      company_id,
    ]);
    expect(verdict(await login(email_id))).toBe('403 AUTH_EMAIL_VERIFICATION_PENDING');
    const otp = codeIn(await waitForMail(app.dataDir, email_id, 2));
    expect(verdict(await verify({ email_id, otp }))).toBe('200');
  });

  test('case and blanks around an address do not matter', async () => {
    const { email } = await registerCompany(app);
    expect(verdict(await login(`  ${email.toUpperCase()} `))).toBe('200');
  });

  test('a closed account or company is told only to the right password', async () => {
    const { email, owner, company_id } = await registerCompany(app);
    const person = await addPerson(app, owner);
    const address = person.session?.employee_profile.work_email_id ?? '';
    await owner.call(people.setStatus, { employee_id: person.employee_id, status: 'INACTIVE' });
    expect(verdict(await login(address))).toBe('403 ACCOUNT_INACTIVE');
    expect(verdict(await login(address, 'another horse 9'))).toBe('401 AUTH_INVALID_CREDENTIALS');
    await app.sql("UPDATE company SET status = 'SUSPENDED' WHERE company_id = $1", [company_id]);
    expect(verdict(await login(email))).toBe('403 ACCOUNT_INACTIVE');
    expect(verdict(await login(email, 'another horse 9'))).toBe('401 AUTH_INVALID_CREDENTIALS');
  });

  test('an old hash is replaced by one with the parameters of today', async () => {
    const { email, company_id } = await registerCompany(app);
    const [before] = await app.sql<{ password_hash: string }>(
      'SELECT password_hash FROM credential WHERE company_id = $1',
      [company_id],
    );
    expect(before?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { argon2Sync } = await import('node:crypto');
    const nonce = Buffer.alloc(16, 3);
    const tag = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce,
      memory: 512,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    await app.sql('UPDATE credential SET password_hash = $2 WHERE company_id = $1', [
      company_id,
      `$argon2id$v=19$m=512,t=1,p=1$${plain(nonce)}$${plain(tag)}`,
    ]);
    expect(verdict(await login(email))).toBe('200');
    const [after] = await app.sql<{ password_hash: string }>(
      'SELECT password_hash FROM credential WHERE company_id = $1',
      [company_id],
    );
    expect(after?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(verdict(await login(email))).toBe('200');
  });

  test('signing in again in the same browser replaces the session of that person', async () => {
    const { email, owner } = await registerCompany(app);
    const old = owner.session;
    await owner.call(auth.login, { email_id: email, password: PASSWORD });
    expect(verdict(await new TestClient(app.url, old).raw(config.get, {}))).toBe('401 AUTH_INVALID_TOKEN');
  });

  test('every success and every failure at a known account is in its audit', async () => {
    const { email, company_id, owner } = await registerCompany(app);
    await login(email, 'another horse 9');
    await login(email);
    const actions = () =>
      app.sql<{ action: string }>(
        'SELECT action FROM audit_event WHERE company_id = $1 AND actor_id = $2 ORDER BY created_at',
        [company_id, owner.employee_id],
      );
    const counted = async () => Object.groupBy(await actions(), ({ action }) => action);
    await expect.poll(async () => (await counted())['auth.sign_in_failed']?.length).toBe(1);
    expect((await counted())['auth.signed_in']).toHaveLength(2);
    expect((await counted())['auth.company_registered']).toHaveLength(1);
  });
});

test('five failures for one address in a quarter of an hour, known or not; others are not touched', async () => {
  await using limited = await startTestApp({ rateFactor: 1 });
  const { email } = await registerCompany(limited);
  const client = new TestClient(limited.url);
  const attempt = (email_id: string, password: string) => client.raw(auth.login, { email_id, password });
  for (const email_id of [email, 'nobody@nowhere.example']) {
    // All at once: guesses that do not wait for each other's answers count as well.
    const guesses = await Promise.all(Array.from({ length: 12 }, () => attempt(email_id, 'another horse 9')));
    expect(guesses.filter((guess) => guess.status === 401)).toHaveLength(5);
    const blocked = guesses.filter((guess) => verdict(guess) === '429 TOO_MANY_REQUESTS');
    expect(blocked).toHaveLength(7);
    expect(Number(blocked[0]?.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(verdict(await attempt(email_id, PASSWORD))).toBe('429 TOO_MANY_REQUESTS');
  }
  const other = await registerCompany(limited);
  for (let i = 0; i < 12; i++) expect(verdict(await attempt(other.email, PASSWORD))).toBe('200');
});

test('failures from one place, whomever they are for, end what comes from there; who gets in counts for nothing', async () => {
  await using limited = await startTestApp({ rateFactor: 0.02, trustedProxies: 1 });
  const { email } = await registerCompany(limited);
  const attempt = (ip: string, email_id: string, password: string) =>
    new TestClient(limited.url).raw(auth.login, { email_id, password }, { headers: { 'x-forwarded-for': ip } });
  for (let n = 0; n < 20; n++) expect(verdict(await attempt('203.0.113.9', email, PASSWORD))).toBe('200');
  // Of 600 an hour, at this factor.
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, n) => attempt('203.0.113.9', `nobody-${n}@nowhere.example`, 'another horse 9')),
  );
  const told = guesses.map(verdict).toSorted();
  expect(told).toEqual([...Array(12).fill('401 AUTH_INVALID_CREDENTIALS'), ...Array(3).fill('429 TOO_MANY_REQUESTS')]);
  expect(verdict(await attempt('203.0.113.9', email, PASSWORD))).toBe('429 TOO_MANY_REQUESTS');
  expect(verdict(await attempt('203.0.113.10', email, PASSWORD))).toBe('200');
}, 60_000);

describe('the company', () => {
  test('of who is signed in is their own and no other', async () => {
    const { owner, company_id, email } = await registerCompany(app, { company_name: 'Own Ltd' });
    const own = { company_id, company_name: 'Own Ltd', company_logo: null, status: 'ACTIVE', sso_enabled: false };
    expect(await owner.call(auth.resolveCompany, {})).toEqual(own);
    const { employee_id } = owner;
    expect(await owner.call(auth.resolveCompany, { company_id, employee_id, employee_email: email })).toEqual(own);
    const foreign = await registerCompany(app);
    for (const input of [
      { company_id: foreign.company_id },
      { company_id: randomUUID() },
      { employee_id: foreign.owner.employee_id },
      { employee_email: foreign.email },
    ])
      expect(verdict(await owner.raw(auth.resolveCompany, input))).toBe('403 AUTH_WRONG_COMPANY');
    const dead = { headers: { 'x-access-token': 'x'.repeat(43) } };
    expect(verdict(await owner.raw(auth.resolveCompany, {}, dead))).toBe('401 AUTH_INVALID_TOKEN');
  });

  test('is shown to strangers by its domain only: name and logo', async () => {
    const domain = `domain-${process.pid}.example`;
    const email_id = `chief@${domain}`;
    await anyone.call(auth.register, { ...registration(email_id, 'Shown Ltd'), domain: domain.toUpperCase() });
    const hidden = { company_id: randomUUID(), employee_email: email_id };
    expect(verdict(await anyone.raw(auth.resolveCompany, { domain }))).toBe('404 COMPANY_NOT_FOUND');
    await anyone.call(auth.verify, { email_id, otp: codeIn(await waitForMail(app.dataDir, email_id)) });
    const shown = { company_name: 'Shown Ltd', company_logo: null, sso_enabled: false };
    expect(await anyone.call(auth.resolveCompany, { domain })).toEqual(shown);
    expect(verdict(await anyone.raw(auth.resolveCompany, hidden))).toBe('404 COMPANY_NOT_FOUND');
  });

  test('does not get a domain that its owner has no address in', async () => {
    for (const [email_id, domain] of [
      [freshEmail(), 'somebody-else.example'],
      ['someone.new@gmail.com', 'gmail.com'],
    ] as const) {
      await anyone.call(auth.register, { ...registration(email_id), domain });
      await anyone.call(auth.verify, { email_id, otp: codeIn(await waitForMail(app.dataDir, email_id)) });
      expect(verdict(await anyone.raw(auth.resolveCompany, { domain }))).toBe('404 COMPANY_NOT_FOUND');
    }
  });
});

describe('signing out', () => {
  test('ends the session at once, clears the cookie, and never fails', async () => {
    const { owner } = await registerCompany(app);
    const { session_id } = ids(owner);
    const answer = await owner.raw(auth.logout, { session_id });
    expect([verdict(answer), answer.body.data]).toEqual(['200', null]);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^limelight_session=; Max-Age=0; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('clear-site-data')).toBeNull();
    expect(verdict(await owner.raw(config.get, {}))).toBe('401 AUTH_INVALID_TOKEN');
    expect(verdict(await owner.raw(auth.resolveSession, ids(owner)))).toBe('401 AUTH_INVALID_TOKEN');
    expect(verdict(await owner.raw(auth.logout, { session_id }))).toBe('200');
  });

  test('does nothing to a session that the caller cannot show to hold', async () => {
    const { owner, email } = await registerCompany(app);
    const other = await signIn(app.url, email);
    expect(verdict(await anyone.raw(auth.logout, ids(owner) && { session_id: ids(owner).session_id }))).toBe('200');
    const stranger = new TestClient(app.url, other.session);
    await stranger.raw(auth.logout, { session_id: ids(owner).session_id });
    expect(verdict(await owner.raw(config.get, {}))).toBe('200');
    expect(verdict(await stranger.raw(config.get, {}))).toBe('200');
  });

  test('told late by the cookie alone: ends what is named, and leaves the cookie to whoever has signed in since', async () => {
    const { owner, email } = await registerCompany(app);
    const browser = new TestClient(app.url);
    browser.cookie = owner.cookie;
    const late = await browser.raw(auth.logout, { session_id: ids(owner).session_id });
    expect([verdict(late), late.headers.getSetCookie()]).toEqual(['200', []]);
    expect(verdict(await owner.raw(config.get, {}))).toBe('401 AUTH_INVALID_TOKEN');

    const next = await signIn(app.url, email);
    browser.cookie = next.cookie;
    const later = await browser.raw(auth.logout, { session_id: ids(owner).session_id });
    expect([verdict(later), later.headers.getSetCookie()]).toEqual(['200', []]);
    expect(verdict(await next.raw(config.get, {}))).toBe('200');
    expect(verdict(await next.raw(auth.resolveSession, ids(next)))).toBe('200');
  });
});
