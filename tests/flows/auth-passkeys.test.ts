// Passkeys: adding them in the settings and on the way in, signing in with them, renaming and removing them.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as demand from '#contract/auth/demand.ts';
import * as passkeys from '#contract/auth/passkeys.ts';
import * as second from '#contract/auth/second-factor.ts';
import * as config from '#contract/company.ts';
import { resetSecondFactor } from '#contract/people/access.ts';
import { eraseLeaver } from '#contract/people/leaving.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { waitForMail } from '#tests/kit/mails.ts';
import { verdict } from './auth.fixture.ts';
import { addPasskey, newKey, ORIGIN, proof } from './passkey.fixture.ts';
import { challenged, codeOf, forgetSteps, setUpTotp } from './second-factor.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const state = (client: TestClient) => client.call(second.getSecondFactor, {});
const works = async (client: TestClient) => verdict(await client.raw(config.get, {}));
const addressOf = (client: TestClient) => client.session?.employee_profile.work_email_id ?? '';
const sessionsOf = async ({ employee_id }: TestClient) =>
  (await app.sql('SELECT 1 FROM session WHERE employee_id = $1 AND ended_at IS NULL', [employee_id])).length;
const audited = async ({ company_id }: TestClient, action: string) =>
  (await app.sql('SELECT 1 FROM audit_event WHERE company_id = $1 AND action = $2', [company_id, action])).length;
const rowsOf = (table: string, { employee_id }: TestClient) =>
  app.sql<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${table} t WHERE employee_id = $1`, [employee_id]);
const begin = async (client: TestClient) => verdict(await client.raw(passkeys.beginPasskey, { password: PASSWORD }));
const INVALID = '400 AUTH_OTP_INVALID';
const EXPIRED = '400 AUTH_OTP_EXPIRED';

async function withPasskey() {
  const { owner, email } = await registerCompany(app);
  return { owner, email, ...(await addPasskey(owner)) };
}

describe('adding one', () => {
  test('asks for the password and makes the recovery codes, once; mail and log know', async () => {
    const { owner, email } = await registerCompany(app);
    expect(await state(owner)).toMatchObject({ passkeys: [], passkey_origin: ORIGIN, no_passkeys: null });
    expect(verdict(await owner.raw(passkeys.beginPasskey, {}))).toBe('400 AUTH_PASSWORD_INVALID');
    expect(verdict(await owner.raw(passkeys.beginPasskey, { password: 'not this 1' }))).toBe(
      '400 AUTH_PASSWORD_INVALID',
    );
    const asked = await owner.call(passkeys.beginPasskey, { password: PASSWORD });
    expect(asked).toMatchObject({ rp_id: 'localhost', user_name: email, exclude: [], timeout: 300_000 });
    expect(Buffer.from(asked.user_handle, 'base64url')).toHaveLength(32);
    expect(Buffer.from(asked.challenge, 'base64url')).toHaveLength(32);
    expect(await owner.call(passkeys.beginPasskey, { password: PASSWORD }), 'asked again').toEqual(asked);
    // Begun is not on.
    expect((await signIn(app.url, email)).session).toBeDefined();

    const passkey = newKey({ synced: true }).make(asked);
    const made = await owner.call(passkeys.addPasskey, { name: ' Blue phone ', passkey });
    expect(made.kept).toBe(false);
    expect(new Set(made.recovery_codes).size).toBe(10);
    const again = await owner.call(passkeys.addPasskey, { name: 'Blue phone', passkey });
    expect(again, 'sent again').toEqual({ passkey_id: made.passkey_id, recovery_codes: null, kept: false });
    const { passkey_id } = made;
    expect(await state(owner)).toMatchObject({
      passkeys: [{ passkey_id, name: 'Blue phone', synced: true, last_used_at: null }],
      totp_since: null,
      recovery_left: 10,
    });
    expect(await audited(owner, 'auth.passkey_added')).toBe(1);
    expect(await audited(owner, 'auth.second_factor_on')).toBe(1);
    await waitForMail(app.dataDir, email, 1, 'You have a new passkey');
  });

  test('beside an app, and an app beside it, the recovery codes stay', async () => {
    const { owner } = await registerCompany(app);
    const { recovery } = await setUpTotp(app, owner);
    const key = newKey();
    const asked = await owner.call(passkeys.beginPasskey, { password: PASSWORD, recovery_code: recovery[1] ?? '' });
    const more = await owner.call(passkeys.addPasskey, { name: 'Key', passkey: key.make(asked) });
    expect(more).toMatchObject({ recovery_codes: null, kept: true });
    const other = await withPasskey();
    const recovery_code = other.recovery[1] ?? '';
    const { secret } = await other.owner.call(second.beginTotp, { password: PASSWORD, recovery_code });
    const on = await other.owner.call(second.confirmTotp, { code: codeOf(secret) });
    expect(on).toEqual({ recovery_codes: null, kept: true });
    for (const [client, code] of [
      [owner, recovery[0]],
      [other.owner, other.recovery[0]],
    ] as const) {
      const door = await challenged(app.url, addressOf(client));
      expect(door.ways).toEqual(['passkey', 'totp']);
      const answer = { challenge_id: door.challenge_id, recovery_code: code ?? '' };
      expect(verdict(await door.client.raw(second.answerSecondFactor, answer))).toBe('200');
    }
  });

  test('the handle says nothing, is the same for a person’s others, and another in another company', async () => {
    const { owner, key, credential } = await withPasskey();
    const next = await owner.call(passkeys.beginPasskey, { password: PASSWORD, passkey: await proof(owner, key) });
    expect(next.exclude).toEqual([{ credential, transports: ['internal', 'hybrid'] }]);
    expect(() => key.make(next)).toThrow('InvalidStateError');
    const second_ = newKey().make(next);
    await owner.call(passkeys.addPasskey, { name: 'Other', passkey: second_ });
    const rows = await app.sql<{ handle: string }>(
      `SELECT DISTINCT encode(user_handle, 'hex') AS handle FROM passkey WHERE employee_id = $1`,
      [owner.employee_id],
    );
    expect(rows).toEqual([{ handle: Buffer.from(next.user_handle, 'base64url').toString('hex') }]);
    const other = await registerCompany(app);
    const theirs = await other.owner.call(passkeys.beginPasskey, { password: PASSWORD });
    expect(theirs.user_handle).not.toBe(next.user_handle);
  });

  test('at most ten, also of two that are added at once', async () => {
    const { owner, email } = await registerCompany(app);
    const elsewhere = await signIn(app.url, email);
    const { key } = await addPasskey(owner);
    const answer = async (client: TestClient) => ({ password: PASSWORD, passkey: await proof(client, key) });
    for (let n = 2; n < 10; n++) await addPasskey(owner, newKey(), 'One more', await answer(owner));
    const add = async (client: TestClient) => {
      const passkey = newKey().make(await client.call(passkeys.beginPasskey, await answer(client)));
      return () => client.raw(passkeys.addPasskey, { name: 'Tenth', passkey });
    };
    const both = [await add(owner), await add(elsewhere)];
    const said = await Promise.all(both.map(async (one) => verdict(await one())));
    expect(said.toSorted()).toEqual(['200', '409 TOO_MANY_PASSKEYS']);
    const eleventh = await owner.raw(passkeys.beginPasskey, await answer(owner));
    expect(verdict(eleventh)).toBe('409 TOO_MANY_PASSKEYS');
    expect((await state(owner)).passkeys).toHaveLength(10);
  });

  test('is not offered where the address is none that browsers take', async () => {
    for (const [publicUrl, why] of [
      ['http://limelight.example.com', 'not_secure'],
      ['https://192.168.7.7', 'ip_address'],
    ] as const) {
      await using elsewhere = await startTestApp({ publicUrl });
      const { owner } = await registerCompany(elsewhere);
      expect(await state(owner)).toMatchObject({ passkey_origin: null, no_passkeys: why });
      expect(await begin(owner)).toBe('409 PASSKEYS_NOT_OFFERED');
      await owner.call(demand.setDemand, { demanded: true });
      expect((await challenged(elsewhere.url, addressOf(owner))).ways).toEqual(['totp']);
    }
  });
});

describe('one more second factor', () => {
  const FORGED = { forged: true } as const;

  test('a passkey beside others asks for one of them: the password alone gives none', async () => {
    const { owner, key, recovery } = await withPasskey();
    const forged = key.prove(await owner.call(passkeys.askForPasskey, {}), FORGED);
    for (const bad of [{}, { recovery_code: 'AAAA' }, { code: '123456' }, { passkey: forged }])
      expect(verdict(await owner.raw(passkeys.beginPasskey, { password: PASSWORD, ...bad }))).toBe(INVALID);
    expect(verdict(await owner.raw(passkeys.beginPasskey, { recovery_code: recovery[0] ?? '' }))).toBe(
      '400 AUTH_PASSWORD_INVALID',
    );
    expect(await audited(owner, 'auth.second_factor_refused')).toBe(4);
    expect(await rowsOf('passkey_ceremony', owner), 'nothing is begun').toEqual([]);
    const mine = newKey();
    const given = { password: PASSWORD, passkey: await proof(owner, key) };
    const asked = await owner.call(passkeys.beginPasskey, given);
    expect(await owner.call(passkeys.beginPasskey, given), 'sent again').toEqual(asked);
    await owner.call(passkeys.addPasskey, { name: 'Mine', passkey: mine.make(asked) });
    expect(await begin(owner), 'for the next one again').toBe(INVALID);
    expect(await state(owner)).toMatchObject({ passkeys: [{}, {}], recovery_left: 10 });
  });

  test('an app beside passkeys asks for one of them, and a passkey beside an app for its code', async () => {
    const { owner, key } = await withPasskey();
    const refused = verdict(await owner.raw(second.beginTotp, { password: PASSWORD }));
    expect(refused).toBe(INVALID);
    const given = { password: PASSWORD, passkey: await proof(owner, key) };
    const begun = await owner.call(second.beginTotp, given);
    expect(await owner.call(second.beginTotp, given), 'sent again').toEqual(begun);
    await app.sql(`UPDATE second_factor SET begun_at = begun_at - interval '61 seconds' WHERE employee_id = $1`, [
      owner.employee_id,
    ]);
    expect(verdict(await owner.raw(second.beginTotp, { password: PASSWORD })), 'not for long').toBe(INVALID);
    expect((await state(owner)).totp_since).toBeNull();

    const other = await registerCompany(app);
    const { secret } = await setUpTotp(app, other.owner);
    expect(await begin(other.owner)).toBe(INVALID);
    const byCode = { password: PASSWORD, code: codeOf(secret) };
    expect(verdict(await other.owner.raw(passkeys.beginPasskey, byCode))).toBe('200');
  });

  test('is not what was begun by the password alone before there was one', async () => {
    const { owner, email } = await registerCompany(app);
    const elsewhere = await signIn(app.url, email);
    const asked = await elsewhere.call(passkeys.beginPasskey, { password: PASSWORD });
    await setUpTotp(app, owner);
    const late = await elsewhere.raw(passkeys.addPasskey, { name: 'Mine', passkey: newKey().make(asked) });
    expect(verdict(late)).toBe(EXPIRED);
    expect((await state(owner)).passkeys).toEqual([]);

    const other = await registerCompany(app);
    const there = await signIn(app.url, other.email);
    const { secret } = await there.call(second.beginTotp, { password: PASSWORD });
    await addPasskey(other.owner);
    expect(verdict(await there.raw(second.confirmTotp, { code: codeOf(secret) }))).toBe(EXPIRED);
    expect((await state(other.owner)).totp_since).toBeNull();
  });
});

describe('signing in', () => {
  test('the password opens no session; the passkey does, once', async () => {
    const { owner, email, key, passkey_id } = await withPasskey();
    const before = await sessionsOf(owner);
    const { client, challenge_id, ways, to_set_up } = await challenged(app.url, email);
    expect([ways, to_set_up]).toEqual([['passkey'], false]);
    expect(await sessionsOf(owner)).toBe(before);
    const passkey = key.prove(await client.call(passkeys.askAtDoor, { challenge_id }));
    client.session = await client.call(second.answerSecondFactor, { challenge_id, passkey });
    expect(client.employee_id).toBe(owner.employee_id);
    expect(await works(client)).toBe('200');
    expect(verdict(await client.raw(second.answerSecondFactor, { challenge_id, passkey }))).toBe(EXPIRED);
    expect(await sessionsOf(owner)).toBe(before + 1);
    expect((await state(owner)).passkeys).toEqual([
      expect.objectContaining({ passkey_id, last_used_at: expect.any(String) }),
    ]);
  });

  test('a recovery code opens without it, and a code of the app if there is one', async () => {
    const { owner, email, key, recovery } = await withPasskey();
    const given = { password: PASSWORD, passkey: await proof(owner, key) };
    const { secret } = await owner.call(second.beginTotp, given);
    await owner.call(second.confirmTotp, { code: codeOf(secret) });
    await forgetSteps(app, owner.employee_id);
    for (const answer of [{ recovery_code: recovery[3] ?? '' }, { code: codeOf(secret) }]) {
      const { client, challenge_id } = await challenged(app.url, email);
      await client.call(passkeys.askAtDoor, { challenge_id });
      expect(verdict(await client.raw(second.answerSecondFactor, { challenge_id, ...answer }))).toBe('200');
    }
  });

  test('who has none is asked for none', async () => {
    const { owner, email } = await registerCompany(app);
    await setUpTotp(app, owner);
    const { client, challenge_id, ways } = await challenged(app.url, email);
    expect(ways).toEqual(['totp']);
    expect(verdict(await client.raw(passkeys.askAtDoor, { challenge_id }))).toBe('404 PASSKEY_NOT_FOUND');
    expect(verdict(await owner.raw(passkeys.askForPasskey, {}))).toBe('404 PASSKEY_NOT_FOUND');
  });
});

describe('a company that demands a second factor', () => {
  async function demanding() {
    const { owner } = await registerCompany(app);
    const person = await addPerson(app, owner);
    await owner.call(demand.setDemand, { demanded: true });
    return { owner, person, email: addressOf(person) };
  }

  test('has enough with a passkey, which is set up on the way in', async () => {
    const { owner, person, email } = await demanding();
    const before = await sessionsOf(person);
    const { client, challenge_id, ways, to_set_up } = await challenged(app.url, email);
    expect([ways, to_set_up]).toEqual([['passkey', 'totp'], true]);
    const add = async (bent = {}) => {
      const passkey = newKey().make(await client.call(passkeys.beginPasskeyAtDoor, { challenge_id }), bent);
      return client.raw(passkeys.addPasskeyAtDoor, { challenge_id, name: 'Phone', passkey });
    };
    expect(verdict(await add({ verified: false }))).toBe(INVALID);
    expect(await sessionsOf(person)).toBe(before);
    const other = await challenged(app.url, email);
    expect(verdict(await other.client.raw(passkeys.beginPasskeyAtDoor, { challenge_id })), 'another browser').toBe(
      EXPIRED,
    );
    const { body } = await add();
    const { session, recovery_codes } = body.data as { session: TestClient['session']; recovery_codes: string[] };
    expect(recovery_codes).toHaveLength(10);
    client.session = session;
    expect(await works(client)).toBe('200');
    expect(client.employee_id).toBe(person.employee_id);
    expect(await owner.call(demand.getDemand, {})).toMatchObject({ with_factor: 1, signed_in_without: 0 });
    expect((await challenged(app.url, email)).to_set_up).toBe(false);
    const late = await other.client.raw(passkeys.beginPasskeyAtDoor, { challenge_id: other.challenge_id });
    expect(verdict(late), 'set up by now').toBe(EXPIRED);
  });

  test('keeps the last one from being removed, and no other, also of two at once', async () => {
    const { person, email } = await demanding();
    const one = await addPasskey(person);
    const two = await addPasskey(person, newKey(), 'Blue phone', { passkey: await proof(person, one.key) });
    expect((await challenged(app.url, email)).to_set_up).toBe(false);
    const take = async ({ passkey_id }: typeof one, recovery_code = '') =>
      verdict(await person.raw(passkeys.removePasskey, { passkey_id, password: PASSWORD, recovery_code }));
    const both = await Promise.all([take(one, one.recovery[0]), take(two, one.recovery[1])]);
    expect(both.toSorted()).toEqual(['200', '403 SECOND_FACTOR_REQUIRED']);
    const off = { password: PASSWORD, recovery_code: one.recovery[2] ?? '' };
    expect(verdict(await person.raw(second.turnOffSecondFactor, off))).toBe('403 SECOND_FACTOR_REQUIRED');
    const given = { password: PASSWORD, recovery_code: one.recovery[3] ?? '' };
    const { secret } = await person.call(second.beginTotp, given);
    await person.call(second.confirmTotp, { code: codeOf(secret) });
    expect(verdict(await person.raw(second.turnOffSecondFactor, { ...off, only: 'totp' }))).toBe('200');
    expect(await state(person)).toMatchObject({ totp_since: null, passkeys: [{ name: 'Blue phone' }] });
  });

  test('signs nobody out who has a passkey', async () => {
    const { owner, person } = await demanding();
    await addPasskey(person);
    await owner.call(demand.setDemand, { demanded: true, sign_out: true });
    expect(await works(person)).toBe('200');
  });
});

describe('what one has', () => {
  test('gets another name', async () => {
    const { owner, passkey_id } = await withPasskey();
    await owner.call(passkeys.renamePasskey, { passkey_id, name: 'Green phone' });
    await owner.call(passkeys.renamePasskey, { passkey_id, name: 'Green phone' });
    expect((await state(owner)).passkeys[0]?.name).toBe('Green phone');
    expect(await audited(owner, 'auth.passkey_renamed')).toBe(1);
    const colleague = await addPerson(app, owner);
    for (const client of [colleague, (await registerCompany(app)).owner])
      expect(verdict(await client.raw(passkeys.renamePasskey, { passkey_id, name: 'Mine' }))).toBe(
        '404 PASSKEY_NOT_FOUND',
      );
    const empty = await owner.raw(passkeys.renamePasskey, { passkey_id, name: '  ' });
    expect(verdict(empty)).toBe('400 INVALID_REQUEST');
    expect((await state(owner)).passkeys[0]?.name).toBe('Green phone');
  });

  test('is removed by password and second factor; with the last one it is off', async () => {
    const { owner, email, key, passkey_id, recovery } = await withPasskey();
    const other = await addPasskey(owner, newKey(), 'Other', { passkey: await proof(owner, key) });
    const take = async (id: string, given: object) =>
      verdict(await owner.raw(passkeys.removePasskey, { passkey_id: id, ...given }));
    expect(await take(passkey_id, { recovery_code: recovery[0] })).toBe('400 AUTH_PASSWORD_INVALID');
    expect(await take(passkey_id, { password: PASSWORD })).toBe(INVALID);
    expect(await take(passkey_id, { password: PASSWORD, recovery_code: 'AAAA' })).toBe(INVALID);
    expect(await take(uuid(), { password: PASSWORD, recovery_code: recovery[0] })).toBe('404 PASSKEY_NOT_FOUND');
    const colleague = await addPerson(app, owner);
    const foreign = await colleague.raw(passkeys.removePasskey, { passkey_id, password: PASSWORD });
    expect(verdict(foreign)).toBe('404 PASSKEY_NOT_FOUND');
    expect((await state(owner)).passkeys).toHaveLength(2);

    const given = { password: PASSWORD, passkey: await proof(owner, key) };
    expect(await take(other.passkey_id, given)).toBe('200');
    expect(await take(other.passkey_id, given), 'sent again').toBe('200');
    await waitForMail(app.dataDir, email, 1, 'A passkey was removed');
    expect(await audited(owner, 'auth.passkey_removed')).toBe(1);
    expect(await state(owner)).toMatchObject({ passkeys: [{ passkey_id }], recovery_left: 10 });
    const waiting = await challenged(app.url, email);

    expect(await take(passkey_id, { password: PASSWORD, recovery_code: recovery[0] })).toBe('200');
    expect(await state(owner)).toMatchObject({ passkeys: [], recovery_left: 0 });
    expect(await audited(owner, 'auth.second_factor_off')).toBe(1);
    await waitForMail(app.dataDir, email, 1, 'Two-step sign-in is off');
    const late = { challenge_id: waiting.challenge_id, recovery_code: recovery[1] ?? '' };
    expect(verdict(await waiting.client.raw(second.answerSecondFactor, late))).toBe(EXPIRED);
    expect((await signIn(app.url, email)).session).toBeDefined();
  });

  test('makes new recovery codes, and turns all of it off', async () => {
    const { owner, email, key } = await withPasskey();
    const renewed = await owner.call(second.renewRecovery, { password: PASSWORD, passkey: await proof(owner, key) });
    expect(renewed.recovery_codes).toHaveLength(10);
    const nothing = await owner.raw(second.renewRecovery, { password: PASSWORD });
    expect(verdict(nothing)).toBe(INVALID);
    await owner.call(second.turnOffSecondFactor, { password: PASSWORD, passkey: await proof(owner, key) });
    expect(await state(owner)).toMatchObject({ passkeys: [], recovery_left: 0, totp_since: null });
    expect((await signIn(app.url, email)).session).toBeDefined();
  });

  test('goes when an administrator resets it, and when the person is erased', async () => {
    const { owner } = await registerCompany(app);
    const person = await addPerson(app, owner);
    const { employee_id } = person;
    await addPasskey(person);
    expect(await owner.call(resetSecondFactor, { employee_id })).toEqual({ reset: true });
    expect(await owner.call(resetSecondFactor, { employee_id })).toEqual({ reset: false });
    expect((await signIn(app.url, addressOf(person))).session).toBeDefined();
    const { key } = await addPasskey(person, newKey(), 'Canary phone');
    await proof(person, key);
    expect(await rowsOf('passkey', person)).toHaveLength(1);
    expect((await rowsOf('passkey_ceremony', person)).length).toBeGreaterThan(0);
    await owner.call(people.remove, { employee_id });
    await owner.call(eraseLeaver, { employee_id });
    for (const table of ['passkey', 'passkey_ceremony', 'recovery_code'])
      expect(await rowsOf(table, person), table).toEqual([]);
  });
});
