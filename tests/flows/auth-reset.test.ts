// Links that set a password: forgotten ones, and the first one of who was invited.

import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as config from '#contract/company.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { codeIn, mailsTo, resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { freshEmail, ids, register, registration, verdict } from './auth.fixture.ts';

const NEW = 'kestrel over 7 marshes';

let app: TestApp;
let anyone: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  anyone = new TestClient(app.url);
});
afterAll(() => app.close());

const reset = (token: string, password = NEW, confirm_password = password) =>
  anyone.raw(auth.reset, { token, password, confirm_password });
const login = async (email_id: string, password: string) =>
  verdict(await anyone.raw(auth.login, { email_id, password }));

/** A company, and the link for its owner's forgotten password. */
async function forgotten() {
  const company = await registerCompany(app);
  await anyone.call(auth.requestReset, { email_id: company.email });
  return { ...company, token: resetTokenIn(await waitForMail(app.dataDir, company.email, 2)) };
}

/** Somebody invited, and the link to the first password. */
async function invited(owner: TestClient) {
  const email = freshEmail();
  const employee_id = uuid();
  await owner.call(people.create, { employee_id, first_name: 'Ingo', last_name: 'Invited', work_email_id: email });
  return { email, employee_id, token: resetTokenIn(await waitForMail(app.dataDir, email)) };
}

describe('a forgotten password', () => {
  test('is replaced by the link: all sessions end, a mail says so, and nobody is signed in by it', async () => {
    const { email, owner, token } = await forgotten();
    const answer = await reset(token);
    expect([verdict(answer), answer.body.data, answer.headers.getSetCookie()]).toEqual(['200', null, []]);
    expect(verdict(await owner.raw(config.get, {}))).toBe('401 AUTH_INVALID_TOKEN');
    expect(verdict(await owner.raw(auth.resolveSession, ids(owner)))).toBe('401 AUTH_INVALID_TOKEN');
    expect(await login(email, PASSWORD)).toBe('401 AUTH_INVALID_CREDENTIALS');
    expect(await login(email, NEW)).toBe('200');
    expect((await waitForMail(app.dataDir, email, 3)).subject).toBe('Your password was changed');
    expect(verdict(await reset(token, 'another marsh 8 hen'))).toBe('400 AUTH_OTP_EXPIRED');
  });

  test('fifty redemptions at once: one succeeds', async () => {
    const { email, token } = await forgotten();
    const passwords = Array.from({ length: 50 }, (_, i) => `kestrel number ${i} of fifty`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    const verdicts = answers.map(verdict);
    expect(verdicts.filter((v) => v === '200')).toHaveLength(1);
    expect(verdicts.filter((v) => v === '400 AUTH_OTP_EXPIRED')).toHaveLength(49);
    expect(await login(email, passwords[verdicts.indexOf('200')] ?? '')).toBe('200');
  });

  test('mistakes do not use the link up', async () => {
    const { token, owner } = await forgotten();
    await owner.call(config.update, { settings: { password_min_length: 20 } });
    expect(verdict(await reset(token, NEW, `${NEW}.`))).toBe('400 AUTH_PASSWORD_MISMATCH');
    const short = await reset(token, 'kestrel 7 marshes');
    expect([verdict(short), short.body.data]).toEqual(['400 AUTH_PASSWORD_SHORT', { minimum: 20 }]);
    expect(verdict(await reset(token, 'Password000000000000000'))).toBe('400 AUTH_PASSWORD_WEAK');
    expect(verdict(await reset(token))).toBe('200');
  });

  test('the link is good for half an hour', async () => {
    const { token, company_id } = await forgotten();
    const [link] = await app.sql<{ seconds: number }>(
      'SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM reset_link WHERE company_id = $1',
      [company_id],
    );
    expect(link?.seconds).toBe(1800);
    await app.sql('UPDATE reset_link SET expires_at = now() WHERE company_id = $1', [company_id]);
    expect(verdict(await reset(token))).toBe('400 AUTH_OTP_EXPIRED');
    expect(verdict(await reset('x'.repeat(43)))).toBe('400 AUTH_OTP_EXPIRED');
  });

  test('a newer link and an older one: using either kills both', async () => {
    const { token, email, company_id } = await forgotten();
    await anyone.call(auth.requestReset, { email_id: email });
    await app.sql("UPDATE reset_link SET created_at = created_at - interval '61 seconds' WHERE company_id = $1", [
      company_id,
    ]);
    await anyone.call(auth.requestReset, { email_id: email });
    const newer = resetTokenIn(await waitForMail(app.dataDir, email, 3));
    // Asked for three times, mailed twice: at most once a minute.
    expect(await mailsTo(app.dataDir, email)).toHaveLength(3);
    expect(newer).not.toBe(token);
    expect(verdict(await reset(token))).toBe('200');
    expect(verdict(await reset(newer, 'another marsh 8 hen'))).toBe('400 AUTH_OTP_EXPIRED');
  });

  test('the link dies with the account, the company, and the address that it was sent to', async () => {
    for (const end of [
      "UPDATE employee SET employee_account_status = 'INACTIVE' WHERE company_id = $1",
      "UPDATE company SET status = 'SUSPENDED' WHERE company_id = $1",
      "UPDATE employee SET work_email = 'new@new.example', work_email_key = 'new@new.example' WHERE company_id = $1",
    ]) {
      const { token, company_id } = await forgotten();
      await app.sql(end, [company_id]);
      expect(verdict(await reset(token))).toBe('400 AUTH_OTP_EXPIRED');
    }
  });

  test('a sign-in with the old password, under way while it is replaced, leaves no session behind', async () => {
    const { token, email, company_id } = await forgotten();
    const logins = Array.from({ length: 8 }, () => anyone.raw(auth.login, { email_id: email, password: PASSWORD }));
    expect(verdict(await reset(token))).toBe('200');
    await Promise.all(logins);
    const [left] = await app.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM session WHERE company_id = $1 AND ended_at IS NULL',
      [company_id],
    );
    expect(left?.n).toBe(0);
  });
});

describe('requests for a forgotten password', () => {
  test('come to an end, and keep nobody from registering, nor from another code', async () => {
    await using limited = await startTestApp({ rateFactor: 1 });
    const stranger = new TestClient(limited.url);
    const askAgain = async (email_id: string) => {
      for (let n = 0; n < 3; n++) expect(await stranger.call(auth.requestReset, { email_id })).toBeNull();
      expect(verdict(await stranger.raw(auth.requestReset, { email_id }))).toBe('429 TOO_MANY_REQUESTS');
    };
    const email_id = freshEmail();
    await askAgain(email_id);
    const { by, company_id } = await register(limited, email_id);
    await limited.sql("UPDATE registration SET sent_at = now() - interval '61 seconds' WHERE company_id = $1", [
      company_id,
    ]);
    await by.call(auth.resend, { email_id });
    const otp = codeIn(await waitForMail(limited.dataDir, email_id, 2));
    expect(verdict(await by.raw(auth.verify, { email_id, otp }))).toBe('200');
  });

  test('are there still where others have registered the address', async () => {
    await using limited = await startTestApp({ rateFactor: 1 });
    const { email: email_id } = await registerCompany(limited);
    const stranger = new TestClient(limited.url);
    for (let n = 0; n < 2; n++) await stranger.call(auth.register, registration(email_id));
    expect(verdict(await stranger.raw(auth.register, registration(email_id)))).toBe('429 TOO_MANY_REQUESTS');
    await new TestClient(limited.url).call(auth.requestReset, { email_id });
    expect(resetTokenIn(await waitForMail(limited.dataDir, email_id, 4))).not.toBe('');
  });
});

describe('an invitation', () => {
  test('sets the first password and opens the account', async () => {
    const { owner } = await registerCompany(app);
    const { email, token, employee_id } = await invited(owner);
    expect(await login(email, NEW)).toBe('401 AUTH_INVALID_CREDENTIALS');
    expect(verdict(await reset(token))).toBe('200');
    const person = await signIn(app.url, email, NEW);
    expect(person.session?.employee_profile).toMatchObject({ employee_id, employee_account_status: 'ACTIVE' });
    expect(verdict(await reset(token, 'another marsh 8 hen'))).toBe('400 AUTH_OTP_EXPIRED');
  });

  test('is good for seven days; another one replaces it', async () => {
    const { owner } = await registerCompany(app);
    const { email, token, employee_id } = await invited(owner);
    const [link] = await app.sql<{ days: number }>(
      'SELECT (extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM reset_link WHERE employee_id = $1',
      [employee_id],
    );
    expect(link?.days).toBe(7);
    await owner.call(people.invite, { employee_id });
    const again = resetTokenIn(await waitForMail(app.dataDir, email, 2));
    expect(verdict(await reset(token))).toBe('400 AUTH_OTP_EXPIRED');
    expect(verdict(await reset(again))).toBe('200');
  });

  test('cannot be had by asking for a new password, nor used once it is withdrawn', async () => {
    const { owner } = await registerCompany(app);
    const { email, token, employee_id } = await invited(owner);
    expect(await anyone.call(auth.requestReset, { email_id: email })).toBeNull();
    await app.app.context.mailer.deliver();
    expect(await mailsTo(app.dataDir, email)).toHaveLength(1);
    await owner.call(people.remove, { employee_id });
    expect(verdict(await reset(token))).toBe('400 AUTH_OTP_EXPIRED');
  });

  test('of somebody who is at another company too: two passwords, or one and a choice', async () => {
    const first = await registerCompany(app);
    const second = await registerCompany(app);
    const email = first.email;
    await second.owner.call(people.create, { first_name: 'Also', last_name: 'Here', work_email_id: email });
    const token = resetTokenIn(await waitForMail(app.dataDir, email, 2));
    expect(verdict(await reset(token, PASSWORD))).toBe('200');
    expect(await anyone.call(auth.login, { email_id: email, password: PASSWORD })).toHaveProperty(
      'companies.length',
      2,
    );
    const hashes = await app.sql<{ password_hash: string }>(
      'SELECT DISTINCT password_hash FROM credential WHERE company_id = ANY($1) AND employee_id IN (SELECT employee_id FROM employee WHERE work_email_key = $2)',
      [[first.company_id, second.company_id], email],
    );
    // One salt for the address: signing in costs one computation however many companies there are.
    expect(hashes).toHaveLength(1);
  });
});
