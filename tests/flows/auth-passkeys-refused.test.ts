// What is no proof of a passkey: nobody gets a session, or a passkey, by it.
// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as passkeys from '#contract/auth/passkeys.ts';
import * as second from '#contract/auth/second-factor.ts';
import * as auth from '#contract/auth.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import type { Authenticator, Bent } from '#tests/kit/outside/authenticator.ts';
import { copyOf, secondServer, verdict } from './auth.fixture.ts';
import { addPasskey, newKey, ORIGIN, proof } from './passkey.fixture.ts';
import { type Challenged, challenged } from './second-factor.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const sessionsOf = async ({ employee_id }: TestClient) =>
  (await app.sql('SELECT 1 FROM session WHERE employee_id = $1 AND ended_at IS NULL', [employee_id])).length;
const audited = async ({ company_id }: TestClient, action: string) =>
  (await app.sql('SELECT 1 FROM audit_event WHERE company_id = $1 AND action = $2', [company_id, action])).length;
const addressOf = (client: TestClient) => client.session?.employee_profile.work_email_id ?? '';
const age = ({ employee_id }: TestClient, seconds = 300) =>
  app.sql(
    'UPDATE passkey_ceremony SET expires_at = expires_at - make_interval(secs => $2::float8) WHERE employee_id = $1',
    [employee_id, seconds],
  );
const ask = ({ client, challenge_id }: Challenged) => client.call(passkeys.askAtDoor, { challenge_id });
const answer = async ({ client, challenge_id }: Challenged, passkey: object) =>
  verdict(await client.raw(second.answerSecondFactor, { challenge_id, passkey }));
const prove = async (door: Challenged, key: Authenticator, bent: Bent & { credential?: string } = {}) =>
  answer(door, key.prove(await ask(door), bent));
const INVALID = '400 AUTH_OTP_INVALID';
const EXPIRED = '400 AUTH_OTP_EXPIRED';

async function withPasskey(options: { counts?: boolean } = {}) {
  const { owner, email } = await registerCompany(app);
  return { owner, email, ...(await addPasskey(owner, newKey(options))) };
}

const BENT: Readonly<Record<string, Bent>> = {
  'of a page elsewhere': { origin: 'https://evil.example' },
  'of the same name on another port': { origin: 'http://localhost:1' },
  'for another name': { rp_id: 'evil.example' },
  'of something else that was asked': { challenge: Buffer.alloc(32).toString('base64url') },
  'for making one': { type: 'webauthn.create' },
  'with nobody verified': { verified: false },
  'of somebody else’s handle': { user_handle: Buffer.alloc(32).toString('base64url') },
  'signed by another key': { forged: true },
};

describe('signing in', () => {
  test.for(Object.entries(BENT))('not by one %s', async ([, bent]) => {
    const { owner, email, key } = await withPasskey();
    const before = await sessionsOf(owner);
    const door = await challenged(app.url, email);
    expect(await prove(door, key, bent)).toBe(INVALID);
    expect(await sessionsOf(owner)).toBe(before);
    expect(await audited(owner, 'auth.second_factor_refused')).toBe(1);
    expect(await prove(door, key), 'as it should be').toBe('200');
  });

  test('not by what is none, or without having been asked', async () => {
    const { email, key } = await withPasskey();
    const door = await challenged(app.url, email);
    const right = key.prove(await ask(door));
    const junk = { ...right, client_data: 'AAAA', authenticator_data: 'AAAA', signature: 'AAAA' };
    expect(await answer(door, junk)).toBe(INVALID);
    expect(await answer(door, right), 'it was tried already').toBe(INVALID);
    for (const broken of [
      { ...right, signature: '' },
      { ...right, more: 1 },
      { ...right, credential: '#' },
    ])
      expect(await answer(door, broken)).toBe('400 INVALID_REQUEST');
  });

  test('not by one of a colleague, nor of one’s own in another company', async () => {
    const { owner, email, key, credential } = await withPasskey();
    const colleague = await addPerson(app, owner);
    const theirs = await addPasskey(colleague, key);
    const door = await challenged(app.url, email);
    expect((await ask(door)).allow.map((one) => one.credential)).toEqual([credential]);
    expect(await prove(door, key, { credential: theirs.credential })).toBe(INVALID);

    const other = (await registerCompany(app)).owner;
    const also = await addPerson(app, other);
    const elsewhere = await addPasskey(also, key);
    await app.sql('UPDATE employee SET work_email = $2, work_email_key = $2 WHERE employee_id = $1', [
      also.employee_id,
      email,
    ]);
    const before = [await sessionsOf(owner), await sessionsOf(also)];
    const here = await challenged(app.url, email, { company_id: owner.company_id });
    expect(await prove(here, key, { credential: elsewhere.credential })).toBe(INVALID);
    const there = await challenged(app.url, email, { company_id: also.company_id });
    expect(await prove(there, key, { credential })).toBe(INVALID);
    // What is right for the one is nothing to the other.
    const right = key.prove(await ask(here));
    expect(await answer(there, right)).toBe(INVALID);
    expect([await sessionsOf(owner), await sessionsOf(also)]).toEqual(before);
    expect(await answer(here, right)).toBe('200');
  });

  test('the same key registered in two companies is two, and in one company it is one person’s', async () => {
    const { owner, email, key, credential } = await withPasskey();
    const other = await registerCompany(app);
    const register = async (client: TestClient) => {
      const asked = await client.call(passkeys.beginPasskey, { password: PASSWORD });
      return client.raw(passkeys.addPasskey, { name: 'Again', passkey: key.make(asked, { again: credential }) });
    };
    expect(verdict(await register(await addPerson(app, owner)))).toBe('409 PASSKEY_EXISTS');
    expect(verdict(await register(other.owner))).toBe('200');
    const [mine, theirs] = [await challenged(app.url, email), await challenged(app.url, other.email)];
    expect(await prove(theirs, key)).toBe('200');
    expect(await prove(mine, key, { user_handle: null }), 'an old one that says no handle').toBe('200');
  });

  test('not once more by what was right, nor by what was meant for something else', async () => {
    const { owner, email, key } = await withPasskey();
    const [one, two] = [await challenged(app.url, email), await challenged(app.url, email)];
    const right = key.prove(await ask(one));
    await ask(two);
    expect(await answer(two, right), 'of another sign-in').toBe(INVALID);
    expect(await answer({ ...one, client: two.client }, right), 'in another browser').toBe(EXPIRED);
    expect(await answer({ ...one, client: new TestClient(app.url) }, right), 'in none').toBe(EXPIRED);
    expect(await answer(two, await proof(owner, key)), 'meant for the settings').toBe(INVALID);
    expect(await answer(one, right)).toBe('200');
    expect(await answer(one, right)).toBe(EXPIRED);
    const three = await challenged(app.url, email);
    await ask(three);
    expect(await answer(three, right)).toBe(INVALID);
    const off = { password: PASSWORD, passkey: key.prove(await ask(three)) };
    expect(verdict(await owner.raw(second.turnOffSecondFactor, off)), 'meant for the door').toBe(INVALID);
  });

  test('not after five minutes, and after five wrong ones not at all', async () => {
    const { owner, email, key } = await withPasskey();
    const door = await challenged(app.url, email);
    const late = key.prove(await ask(door));
    await age(owner);
    expect(await answer(door, late)).toBe(EXPIRED);
    expect(await audited(owner, 'auth.second_factor_refused'), 'no wrong one').toBe(0);
    for (let n = 0; n < 5; n++) expect(await prove(door, key, { forged: true })).toBe(INVALID);
    expect(await prove(door, key)).toBe('429 AUTH_OTP_TOO_MANY_ATTEMPTS');
  });

  test('what is asked again is new when the old has less than four minutes left', async () => {
    const { owner, email, key } = await withPasskey();
    const door = await challenged(app.url, email);
    const first = await ask(door);
    await age(owner, 30);
    expect(await ask(door)).toEqual(first);
    await age(owner, 45);
    const next = await ask(door);
    expect(next.challenge).not.toBe(first.challenge);
    await age(owner, 290);
    expect(await answer(door, key.prove(next)), 'as long as it says').toBe('200');
  });

  test('late answers are no guesses, at the door and in the settings', async () => {
    await using strict = await startTestApp({ rateFactor: 1 });
    const { owner, email } = await registerCompany(strict);
    const { key } = await addPasskey(owner);
    const door = await challenged(strict.url, email);
    const late = () =>
      strict.sql(`UPDATE passkey_ceremony SET expires_at = now() - interval '1 second' WHERE employee_id = $1`, [
        owner.employee_id,
      ]);
    const atDoor = key.prove(await ask(door));
    const inside = { password: PASSWORD, passkey: await proof(owner, key) };
    await late();
    for (let n = 0; n < 6; n++) {
      expect(await answer(door, atDoor)).toBe(EXPIRED);
      expect(verdict(await owner.raw(second.turnOffSecondFactor, inside))).toBe(EXPIRED);
    }
    expect(await prove(door, key)).toBe('200');
  });

  test('fifty at once by one answer, on two servers: one session', async () => {
    await using other = await secondServer(app);
    const { owner, email, key } = await withPasskey();
    const before = await sessionsOf(owner);
    const door = await challenged(app.url, email);
    const passkey = key.prove(await ask(door));
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        answer({ ...door, client: copyOf(door.client, n % 2 ? { url: other.url } : {}) }, passkey),
      ),
    );
    expect(all.filter((one) => one === '200')).toHaveLength(1);
    expect(await sessionsOf(owner)).toBe(before + 1);
  });

  test('a counter that does not go on is refused and recorded; one that is always 0 is none', async () => {
    const { owner, email, key } = await withPasskey({ counts: true });
    const wrong = async (bent: Bent) => prove(await challenged(app.url, email), key, bent);
    expect(await wrong({ counter: 7 })).toBe('200');
    expect(await wrong({ counter: 7 })).toBe(INVALID);
    expect(await wrong({ counter: 6 })).toBe(INVALID);
    expect(await wrong({ counter: 0 })).toBe(INVALID);
    expect(await audited(owner, 'auth.passkey_copied')).toBe(3);
    expect(await wrong({ counter: 1, forged: true })).toBe(INVALID);
    expect(await audited(owner, 'auth.passkey_copied'), 'who can sign nothing has no copy').toBe(3);
    expect(await wrong({ counter: 8 })).toBe('200');
    const silent = await withPasskey();
    for (let n = 0; n < 2; n++)
      expect(await prove(await challenged(app.url, silent.email), silent.key, { counter: 0 })).toBe('200');
  });

  test('before the password is right nothing tells that there is one', async () => {
    const { email } = await withPasskey();
    const client = new TestClient(app.url);
    const tell = async (email_id: string) => (await client.raw(auth.login, { email_id, password: 'not this 1' })).body;
    expect(await tell(email)).toEqual(await tell(`nobody-${email}`));
    const made_up = 'A'.repeat(43);
    for (const endpoint of [passkeys.askAtDoor, passkeys.beginPasskeyAtDoor])
      expect(verdict(await client.raw(endpoint, { challenge_id: made_up }))).toBe(EXPIRED);
  });
});

describe('adding one', () => {
  const REFUSED: Readonly<Record<string, Bent>> = {
    ...Object.fromEntries(Object.entries(BENT).filter(([, { forged, user_handle }]) => !forged && !user_handle)),
    'for making one': { type: 'webauthn.get' },
    'with a certificate, which nobody asked for': {
      format: 'packed',
      statement: { alg: -7, sig: Buffer.alloc(70), x5c: [Buffer.alloc(200)] },
    },
    'in a format that there is not': { format: 'none-of-ours' },
  };
  test.for(Object.entries(REFUSED))('not one %s', async ([, bent]) => {
    const { owner, email } = await registerCompany(app);
    const make = async (given: Bent) => {
      const asked = await owner.call(passkeys.beginPasskey, { password: PASSWORD });
      return newKey().make(asked, given);
    };
    const add = async (passkey: object) => verdict(await owner.raw(passkeys.addPasskey, { name: 'Bad', passkey }));
    const bad = await make(bent);
    expect(await add(bad)).toBe('400 PASSKEY_REFUSED');
    expect(await add(bad), 'it was tried').toBe(EXPIRED);
    expect((await signIn(app.url, email)).session).toBeDefined();
    expect((await owner.call(second.getSecondFactor, {})).passkeys).toEqual([]);
    expect(await add(await make({}))).toBe('200');
  });

  test('only where it was begun, and within five minutes', async () => {
    const { owner, email } = await registerCompany(app);
    const other = await signIn(app.url, email);
    const asked = await owner.call(passkeys.beginPasskey, { password: PASSWORD });
    expect(asked.rp_id).toBe(new URL(ORIGIN).hostname);
    const add = async (client: TestClient, passkey: object) =>
      verdict(await client.raw(passkeys.addPasskey, { name: 'Phone', passkey }));
    const made = newKey().make(asked);
    expect(await add(other, made)).toBe(EXPIRED);
    await age(owner);
    expect(await add(owner, made)).toBe(EXPIRED);
    const anew = await owner.call(passkeys.beginPasskey, { password: PASSWORD });
    expect(anew.challenge).not.toBe(asked.challenge);
    const colleague = await addPerson(app, owner);
    await colleague.call(passkeys.beginPasskey, { password: PASSWORD });
    expect(await add(colleague, newKey().make(anew)), 'what a colleague was asked').toBe('400 PASSKEY_REFUSED');
    expect(addressOf(owner)).toBe(email);
  });
});
