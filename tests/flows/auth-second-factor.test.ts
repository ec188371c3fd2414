// The second factor: setting up an authenticator app, signing in with it, recovery codes, turning it off.
// @module-tag long
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as second from '#contract/auth/second-factor.ts';
import * as security from '#contract/auth/security.ts';
import * as auth from '#contract/auth.ts';
import * as config from '#contract/company.ts';
import { resetSecondFactor } from '#contract/people/access.ts';
import { eraseLeaver } from '#contract/people/leaving.ts';
import { createRole } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { copyOf, secondServer, verdict } from './auth.fixture.ts';
import { challenged, codeOf, forgetSteps, setUpTotp, wrongCode } from './second-factor.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const state = (client: TestClient) => client.call(second.getSecondFactor, {});
const sessionsOf = async ({ employee_id }: TestClient) =>
  (await app.sql('SELECT 1 FROM session WHERE employee_id = $1 AND ended_at IS NULL', [employee_id])).length;
const audited = async ({ company_id }: TestClient, action: string) =>
  (await app.sql('SELECT 1 FROM audit_event WHERE company_id = $1 AND action = $2', [company_id, action])).length;
const answer = async (client: TestClient, input: object) => verdict(await client.raw(second.answerSecondFactor, input));
const works = async (client: TestClient) => verdict(await client.raw(config.get, {}));
const OFF = { totp_since: null, passkeys: [], recovery_left: 0, demanded: false, asks: 'password' } as const;
const INVALID = '400 AUTH_OTP_INVALID';
const EXPIRED = '400 AUTH_OTP_EXPIRED';

async function withApp() {
  const { owner, email } = await registerCompany(app);
  return { owner, email, ...(await setUpTotp(app, owner)) };
}

describe('setting it up', () => {
  test('asks for the password, is confirmed by a code, and says ten recovery codes once', async () => {
    const { owner, email } = await registerCompany(app);
    expect(await state(owner)).toMatchObject(OFF);
    expect(verdict(await owner.raw(second.beginTotp, {}))).toBe('400 AUTH_PASSWORD_INVALID');
    expect(verdict(await owner.raw(second.beginTotp, { password: 'not this 1' }))).toBe('400 AUTH_PASSWORD_INVALID');
    const begun = await owner.call(second.beginTotp, { password: PASSWORD });
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.uri).toContain(`:${encodeURIComponent(email)}?secret=${begun.secret}&`);
    expect(await owner.call(second.beginTotp, { password: PASSWORD })).toEqual(begun);
    // Begun is not on: whoever breaks off here is locked out of nothing.
    expect((await signIn(app.url, email)).session).toBeDefined();
    expect(verdict(await owner.raw(second.confirmTotp, { code: wrongCode(begun.secret) }))).toBe(INVALID);

    const code = codeOf(begun.secret);
    const { recovery_codes } = await owner.call(second.confirmTotp, { code });
    expect(new Set(recovery_codes).size).toBe(10);
    for (const one of recovery_codes ?? []) expect(one).toMatch(/^([A-HJKMNP-Z2-9]{4}-){3}[A-HJKMNP-Z2-9]{4}$/);
    expect(await owner.call(second.confirmTotp, { code }), 'sent again').toEqual({ recovery_codes: null, kept: false });
    expect(await state(owner)).toMatchObject({ ...OFF, totp_since: expect.any(String), recovery_left: 10 });
    expect(verdict(await owner.raw(second.beginTotp, { password: PASSWORD }))).toBe('409 SECOND_FACTOR_EXISTS');
    expect(await audited(owner, 'auth.second_factor_on')).toBe(1);
    await waitForMail(app.dataDir, email, 1, 'Two-step sign-in is on');
  });

  test('neither the secret nor a recovery code stands in the database', async () => {
    const { owner, secret, recovery } = await withApp();
    const rows = await app.sql<{ row: string }>(
      `SELECT row_to_json(f)::text AS row FROM second_factor f WHERE employee_id = $1
       UNION ALL SELECT row_to_json(r)::text FROM recovery_code r WHERE employee_id = $1`,
      [owner.employee_id],
    );
    expect(rows).toHaveLength(11);
    const all = rows.map(({ row }) => row).join();
    for (const word of [secret, ...recovery, ...recovery.map((one) => one.replaceAll('-', ''))])
      expect(all).not.toContain(word);
    const [row] = await app.sql<{ secret: Buffer }>('SELECT secret FROM second_factor WHERE employee_id = $1', [
      owner.employee_id,
    ]);
    expect(row?.secret).toHaveLength(12 + 16 + 20);
  });

  test('only where it was begun, and not after ten minutes', async () => {
    const { owner, email } = await registerCompany(app);
    const other = await signIn(app.url, email);
    const { secret } = await owner.call(second.beginTotp, { password: PASSWORD });
    expect(verdict(await other.raw(second.confirmTotp, { code: codeOf(secret) }))).toBe(EXPIRED);
    await app.sql(`UPDATE second_factor SET begun_at = begun_at - interval '601 seconds' WHERE employee_id = $1`, [
      owner.employee_id,
    ]);
    expect(verdict(await owner.raw(second.confirmTotp, { code: codeOf(secret) }))).toBe(EXPIRED);
    expect((await owner.call(second.beginTotp, { password: PASSWORD })).secret).not.toBe(secret);
  });

  test('who has no password must have signed in within ten minutes', async () => {
    const { owner } = await registerCompany(app);
    await app.sql('DELETE FROM credential WHERE employee_id = $1', [owner.employee_id]);
    expect((await state(owner)).asks).toBe('recent_sign_in');
    expect((await owner.call(second.beginTotp, {})).secret).toBeDefined();
    await app.sql(`UPDATE session SET proved_at = proved_at - interval '601 seconds' WHERE employee_id = $1`, [
      owner.employee_id,
    ]);
    expect(verdict(await owner.raw(second.beginTotp, {}))).toBe('403 AUTH_SIGN_IN_TOO_OLD');
    expect(verdict(await owner.raw(second.turnOffSecondFactor, {}))).toBe('403 AUTH_SIGN_IN_TOO_OLD');
  });
});

describe('signing in', () => {
  test('the password opens no session; the code does, once', async () => {
    const { owner, email, secret } = await withApp();
    const before = await sessionsOf(owner);
    const { client, challenge_id } = await challenged(app.url, email);
    expect(await sessionsOf(owner)).toBe(before);
    const { body, headers } = await client.raw(second.answerSecondFactor, { challenge_id, code: codeOf(secret) });
    expect(body.status).toBe('success');
    client.session = body.data as NonNullable<TestClient['session']>;
    expect(client.employee_id).toBe(owner.employee_id);
    expect(await works(client)).toBe('200');
    expect(headers.getSetCookie().find((line) => line.startsWith('limelight_session='))).toMatch(/HttpOnly/);
    expect(await answer(client, { challenge_id, code: codeOf(secret) })).toBe(EXPIRED);
    expect(await sessionsOf(owner)).toBe(before + 1);
  });

  test('a wrong password is told the same as ever; the challenge is hashed, and its cookie no script’s', async () => {
    const { email } = await withApp();
    const client = new TestClient(app.url);
    expect(verdict(await client.raw(auth.login, { email_id: email, password: 'not this 1' }))).toBe(
      '401 AUTH_INVALID_CREDENTIALS',
    );
    const { headers, body } = await client.raw(auth.login, { email_id: email, password: PASSWORD });
    expect(body.data).toEqual({
      second_factor_required: true,
      challenge_id: expect.stringMatching(/^[\w-]{43}$/),
      to_set_up: false,
      ways: ['totp'],
    });
    const [cookie, ...more] = headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^limelight_second=[\w-]{43}; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
    const [row] = await app.sql<{ row: string }>(
      'SELECT row_to_json(c)::text AS row FROM sign_in_challenge c ORDER BY created_at DESC LIMIT 1',
    );
    const { challenge_id } = body.data as { challenge_id: string };
    for (const secret of [challenge_id, client.cookie.split('=')[1] as string]) {
      expect(row?.row).not.toContain(secret);
      expect(row?.row).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  test('another browser can do nothing with it; two tabs of one can', async () => {
    const { email, secret, recovery } = await withApp();
    const { client, challenge_id } = await challenged(app.url, email);
    const other = await challenged(app.url, email);
    expect(await answer(new TestClient(app.url), { challenge_id, code: codeOf(secret) })).toBe(EXPIRED);
    expect(await answer(other.client, { challenge_id, code: codeOf(secret) })).toBe(EXPIRED);
    const tab = await challenged(app.url, email, { cookie: client.cookie });
    const held = tab.client.cookie;
    expect(await answer(tab.client, { challenge_id: tab.challenge_id, recovery_code: recovery[0] })).toBe('200');
    const first = new TestClient(app.url);
    first.cookie = held;
    expect(await answer(first, { challenge_id, recovery_code: recovery[1] })).toBe('200');
  });

  test('a step is good once, also for another challenge; one early or late is taken, two are not', async () => {
    const { owner, email, secret } = await withApp();
    const [one, two] = [await challenged(app.url, email), await challenged(app.url, email)];
    const code = codeOf(secret);
    expect(await answer(one.client, { challenge_id: one.challenge_id, code })).toBe('200');
    expect(await answer(two.client, { challenge_id: two.challenge_id, code })).toBe(INVALID);
    await forgetSteps(app, owner.employee_id);
    expect(await answer(two.client, { challenge_id: two.challenge_id, code: codeOf(secret, 3) })).toBe(INVALID);
    expect(await answer(two.client, { challenge_id: two.challenge_id, code: codeOf(secret, -3) })).toBe(INVALID);
    expect(await answer(two.client, { challenge_id: two.challenge_id, code: codeOf(secret, 1) })).toBe('200');
    // What is older than the one that was used last is used up, too.
    const three = await challenged(app.url, email);
    expect(await answer(three.client, { challenge_id: three.challenge_id, code: codeOf(secret) })).toBe(INVALID);
  });

  test('five wrong answers kill it, ten minutes do, and another password', async () => {
    const { owner, email, secret } = await withApp();
    const dead = await challenged(app.url, email);
    const wrong = { challenge_id: dead.challenge_id, code: wrongCode(secret) };
    for (let n = 0; n < 4; n++) expect(await answer(dead.client, wrong)).toBe(INVALID);
    expect(await answer(dead.client, { challenge_id: dead.challenge_id, recovery_code: 'AAAA' })).toBe(INVALID);
    const right = { challenge_id: dead.challenge_id, code: codeOf(secret) };
    expect(await answer(dead.client, right)).toBe('429 AUTH_OTP_TOO_MANY_ATTEMPTS');
    expect(await audited(owner, 'auth.second_factor_refused')).toBe(5);

    const old = await challenged(app.url, email);
    await app.sql(
      `UPDATE sign_in_challenge SET expires_at = expires_at - interval '10 minutes' WHERE employee_id = $1`,
      [owner.employee_id],
    );
    expect(await answer(old.client, { challenge_id: old.challenge_id, code: codeOf(secret) })).toBe(EXPIRED);

    for (const change of [changeOwn, resetByMail]) {
      const waiting = await challenged(app.url, email);
      await change(owner, email);
      expect(await answer(waiting.client, { challenge_id: waiting.challenge_id, code: codeOf(secret) })).toBe(EXPIRED);
    }
  });

  test('fifty at once with one code, by one challenge or by many, on two servers: one session', async () => {
    await using other = await secondServer(app);
    const { owner, email, secret } = await withApp();
    const before = await sessionsOf(owner);
    const one = await challenged(app.url, email);
    const input = { challenge_id: one.challenge_id, code: codeOf(secret) };
    const said = await Promise.all(
      Array.from({ length: 50 }, (_, n) => answer(copyOf(one.client, n % 2 ? { url: other.url } : {}), input)),
    );
    expect(said.filter((one_) => one_ === '200')).toHaveLength(1);
    expect(await sessionsOf(owner)).toBe(before + 1);

    await forgetSteps(app, owner.employee_id);
    const many = [];
    for (let n = 0; n < 10; n++) many.push(await challenged(app.url, email));
    const code = codeOf(secret);
    const all = await Promise.all(
      many.map(({ client, challenge_id }, n) =>
        answer(copyOf(client, n % 2 ? { url: other.url } : {}), { challenge_id, code }),
      ),
    );
    expect(all.filter((one_) => one_ === '200')).toHaveLength(1);
    expect(await sessionsOf(owner)).toBe(before + 2);
  });

  test('guesses are counted for the person, however many challenges there are', async () => {
    await using strict = await startTestApp({ rateFactor: 1 });
    const { owner, email } = await registerCompany(strict);
    const { secret } = await setUpTotp(strict, owner);
    const said: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { client, challenge_id } = await challenged(strict.url, email);
      for (let tries = 0; tries < 4; tries++)
        said.push(await answer(client, { challenge_id, code: wrongCode(secret) }));
    }
    expect(said).toEqual([...Array(10).fill(INVALID), ...Array(2).fill('429 TOO_MANY_REQUESTS')]);
  });

  test('who is switched off meanwhile does not come in', async () => {
    const { owner } = await registerCompany(app);
    const person = await addPerson(app, owner);
    const email = person.session?.employee_profile.work_email_id ?? '';
    const { secret } = await setUpTotp(app, person);
    const { client, challenge_id } = await challenged(app.url, email);
    await owner.call(people.setStatus, { employee_id: person.employee_id, status: 'INACTIVE' });
    expect(await answer(client, { challenge_id, code: codeOf(secret) })).toBe('403 ACCOUNT_INACTIVE');
    expect(await sessionsOf(person)).toBe(0);
  });
});

describe('recovery codes', () => {
  test('each opens once, however it is written, and one’s own alone', async () => {
    const { owner, email, recovery } = await withApp();
    const stranger = await withApp();
    const { client, challenge_id } = await challenged(app.url, email);
    const [first = '', foreign] = [recovery[0], stranger.recovery[0]];
    expect(await answer(client, { challenge_id, recovery_code: foreign })).toBe(INVALID);
    const written = ` ${first.toLowerCase().replaceAll('-', ' ')}`;
    expect(await answer(client, { challenge_id, recovery_code: written })).toBe('200');
    expect((await state(owner)).recovery_left).toBe(9);
    const again = await challenged(app.url, email);
    expect(await answer(again.client, { challenge_id: again.challenge_id, recovery_code: first })).toBe(INVALID);
    expect(await audited(owner, 'auth.recovery_code_used')).toBe(1);
    const told = await waitForMail(app.dataDir, email, 1, 'A recovery code was used');
    expect(told.text).toContain('9 of your recovery codes are left.');
  });

  test('new ones take the place of the old; that asks for password and code', async () => {
    const { owner, email, secret, recovery } = await withApp();
    const renew = async (input: object) => verdict(await owner.raw(second.renewRecovery, input));
    expect(await renew({ code: codeOf(secret) })).toBe('400 AUTH_PASSWORD_INVALID');
    expect(await renew({ password: PASSWORD, code: wrongCode(secret) })).toBe(INVALID);
    const input = { password: PASSWORD, code: codeOf(secret) };
    const { recovery_codes } = await owner.call(second.renewRecovery, input);
    expect(recovery_codes).toHaveLength(10);
    expect(await owner.call(second.renewRecovery, input), 'sent again').toEqual({ recovery_codes: null, kept: false });
    await waitForMail(app.dataDir, email, 1, 'You have new recovery codes');
    const { client, challenge_id } = await challenged(app.url, email);
    expect(await answer(client, { challenge_id, recovery_code: recovery[0] })).toBe(INVALID);
    expect(await answer(client, { challenge_id, recovery_code: recovery_codes?.[0] })).toBe('200');
  });

  test('without the key of the server codes fit no more, and a recovery code does', async () => {
    const { owner, email, secret, recovery } = await withApp();
    const key = join(app.dataDir, 'keys', 'second-factor');
    expect(existsSync(key)).toBe(true);
    rmSync(key);
    await using other = await secondServer(app);
    const { client, challenge_id } = await challenged(other.url, email);
    expect(await answer(client, { challenge_id, code: codeOf(secret) })).toBe(INVALID);
    const held = copyOf(client);
    expect(verdict(await held.raw(second.answerSecondFactor, { challenge_id, recovery_code: recovery[0] }))).toBe(
      '200',
    );
    const off = { password: PASSWORD, recovery_code: recovery[1] };
    expect(verdict(await owner.raw(second.turnOffSecondFactor, off))).toBe('200');
  });
});

describe('turning it off', () => {
  test('asks for the password and a code; then the password alone opens', async () => {
    const { owner, email, secret, recovery } = await withApp();
    const off = async (input: object) => verdict(await owner.raw(second.turnOffSecondFactor, input));
    expect(await off({ code: codeOf(secret) })).toBe('400 AUTH_PASSWORD_INVALID');
    expect(await off({ password: PASSWORD })).toBe(INVALID);
    expect(await off({ password: PASSWORD, code: wrongCode(secret) })).toBe(INVALID);
    const waiting = await challenged(app.url, email);
    const right = { password: PASSWORD, code: codeOf(secret) };
    expect(await off(right)).toBe('200');
    expect(await off(right), 'sent again').toBe('200');
    expect(await state(owner)).toMatchObject(OFF);
    expect(await answer(waiting.client, { challenge_id: waiting.challenge_id, recovery_code: recovery[0] })).toBe(
      EXPIRED,
    );
    expect((await signIn(app.url, email)).session).toBeDefined();
    expect(await audited(owner, 'auth.second_factor_off')).toBe(1);
    await waitForMail(app.dataDir, email, 1, 'Two-step sign-in is off');
  });

  test('nothing of it is left of somebody who is removed and erased', async () => {
    const { owner } = await registerCompany(app);
    const person = await addPerson(app, owner);
    await setUpTotp(app, person);
    await challenged(app.url, person.session?.employee_profile.work_email_id ?? '');
    const { employee_id } = person;
    await owner.call(people.remove, { employee_id });
    expect(await app.sql('SELECT 1 FROM sign_in_challenge WHERE employee_id = $1', [employee_id])).toEqual([]);
    await owner.call(eraseLeaver, { employee_id });
    for (const table of ['second_factor', 'recovery_code', 'sign_in_challenge'])
      expect(await app.sql(`SELECT 1 FROM ${table} WHERE employee_id = $1`, [person.employee_id]), table).toEqual([]);
  });
});

describe('an administrator', () => {
  const reset = async (by: TestClient, { employee_id }: TestClient) =>
    verdict(await by.raw(resetSecondFactor, { employee_id }));

  test('takes it away from who has lost it: the password alone opens, a mail tells, the log knows', async () => {
    const { owner } = await registerCompany(app);
    const person = await addPerson(app, owner);
    const email = person.session?.employee_profile.work_email_id ?? '';
    const { recovery } = await setUpTotp(app, person);
    const waiting = await challenged(app.url, email);
    const { employee_id } = person;
    expect(await owner.call(resetSecondFactor, { employee_id })).toEqual({ reset: true });
    expect(await owner.call(resetSecondFactor, { employee_id }), 'sent again').toEqual({ reset: false });
    const late = { challenge_id: waiting.challenge_id, recovery_code: recovery[0] };
    expect(await answer(waiting.client, late)).toBe(EXPIRED);
    expect((await signIn(app.url, email)).session).toBeDefined();
    expect((await state(person)).totp_since).toBeNull();
    await waitForMail(app.dataDir, email, 1, 'Your two-step sign-in was reset');
    expect(await audited(owner, 'people.second_factor_reset')).toBe(1);
  });

  test('not from themselves, nor from who may do what they may not', async () => {
    const { owner } = await registerCompany(app);
    await setUpTotp(app, owner);
    const role_id = uuid();
    await owner.call(createRole, { role_id, role_name: 'Personnel', permissions: ['people.manage', 'spaces.create'] });
    const admin = await addPerson(app, owner, { role_ids: [role_id] });
    const person = await addPerson(app, owner);
    await setUpTotp(app, admin);
    expect(await reset(admin, person)).toBe('200');
    for (const [by, whom] of [
      [admin, owner],
      [admin, admin],
      [owner, owner],
      [person, admin],
    ] as const)
      expect(await reset(by, whom)).toBe('403 NO_PERMISSION');
    expect((await state(owner)).totp_since).not.toBeNull();
    const stranger = (await registerCompany(app)).owner;
    expect(await reset(stranger, person)).toBe('404 EMPLOYEE_NOT_FOUND');
  });
});

async function changeOwn(client: TestClient): Promise<void> {
  const given = {
    old_password: PASSWORD,
    password: 'kestrel over 7 marshes',
    confirm_password: 'kestrel over 7 marshes',
  };
  await client.call(security.changePassword, given);
  const back = { old_password: given.password, password: PASSWORD, confirm_password: PASSWORD };
  await client.call(security.changePassword, back);
}

async function resetByMail(client: TestClient, email_id: string): Promise<void> {
  await client.call(auth.requestReset, { email_id });
  const token = resetTokenIn(await waitForMail(app.dataDir, email_id, 1, 'Choose a new password'));
  await client.call(auth.reset, { token, password: PASSWORD, confirm_password: PASSWORD });
}
