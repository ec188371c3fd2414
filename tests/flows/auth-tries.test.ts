// Fifty wrong tries at once, on two servers: five are counted, and then the right one is refused, too, though no limiter is in the way.
// @module-tag long
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as demand from '#contract/auth/demand.ts';
import * as passkeys from '#contract/auth/passkeys.ts';
import * as second from '#contract/auth/second-factor.ts';
import * as sso from '#contract/auth/sso.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { RawAnswer, TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { copyOf, type Node, secondServer, verdict } from './auth.fixture.ts';
import { addPasskey, newKey, proof } from './passkey.fixture.ts';
import { challenged, codeOf, setUpTotp, wrongCode } from './second-factor.fixture.ts';
import { domainCode } from './sso.fixture.ts';

let app: TestApp;
let other: Node;
beforeAll(async () => {
  app = await startTestApp();
  other = await secondServer(app);
});
afterAll(async () => {
  await other?.[Symbol.asyncDispose]();
  await app?.close();
});

const MANY = 50;
const INVALID = '400 AUTH_OTP_INVALID';
const EXPIRED = '400 AUTH_OTP_EXPIRED';
const DEAD = '429 AUTH_OTP_TOO_MANY_ATTEMPTS';
/** Five were looked at. */
const FIVE = { [INVALID]: 5, [DEAD]: MANY - 5 };

type Call = (client: TestClient) => Promise<RawAnswer>;

async function guess(client: TestClient, call: Call): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const one = async (n: number) => {
    const said = verdict(await call(copyOf(client, n % 2 ? { url: other.url } : {})));
    counts[said] = (counts[said] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: MANY }, (_, n) => one(n)));
  return counts;
}
const sessionsOf = async ({ employee_id }: TestClient) =>
  (await app.sql('SELECT 1 FROM session WHERE employee_id = $1 AND ended_at IS NULL', [employee_id])).length;
const addressOf = (client: TestClient) => client.session?.employee_profile.work_email_id ?? '';

/** A company that demands a second factor, and a colleague at its door who has none. */
async function atDoorOfDemanding() {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  await owner.call(demand.setDemand, { demanded: true });
  return { person, door: await challenged(app.url, addressOf(person)) };
}

describe('the second step of signing in', () => {
  test('by codes of the app, and by recovery codes', async () => {
    const { owner, email } = await registerCompany(app);
    const { secret, recovery } = await setUpTotp(app, owner);
    const before = await sessionsOf(owner);
    for (const [wrong, right] of [
      [{ code: wrongCode(secret) }, { code: codeOf(secret) }],
      [{ recovery_code: 'AAAA-BBBB-CCCC-DDDD' }, { recovery_code: recovery[0] ?? '' }],
    ] as const) {
      const { client, challenge_id } = await challenged(app.url, email);
      const answer = (input: object) => (by: TestClient) =>
        by.raw(second.answerSecondFactor, { challenge_id, ...input });
      expect(await guess(client, answer(wrong))).toEqual(FIVE);
      expect(verdict(await answer(right)(client))).toBe(DEAD);
      // What it would have used up is there still, for the next sign-in.
      const again = await challenged(app.url, email);
      const input = { challenge_id: again.challenge_id, ...right };
      expect(verdict(await again.client.raw(second.answerSecondFactor, input))).toBe('200');
    }
    expect(await sessionsOf(owner)).toBe(before + 2);
  });

  test('by a passkey', async () => {
    const { owner, email } = await registerCompany(app);
    const { key } = await addPasskey(owner);
    const before = await sessionsOf(owner);
    const { client, challenge_id } = await challenged(app.url, email);
    const asked = await client.call(passkeys.askAtDoor, { challenge_id });
    const answer = (passkey: object) => (by: TestClient) =>
      by.raw(second.answerSecondFactor, { challenge_id, passkey });
    expect(await guess(client, answer(key.prove(asked, { forged: true })))).toEqual(FIVE);
    expect(verdict(await answer(key.prove(asked))(client))).toBe(DEAD);
    const anew = await client.call(passkeys.askAtDoor, { challenge_id });
    expect(verdict(await answer(key.prove(anew))(client)), 'asked for anew').toBe(DEAD);
    expect(await sessionsOf(owner)).toBe(before);
  });
});

describe('setting one up', () => {
  test('an app, on the way in', async () => {
    const { person, door } = await atDoorOfDemanding();
    const before = await sessionsOf(person);
    const { client, challenge_id } = door;
    const { secret } = await client.call(demand.beginAtDoor, { challenge_id });
    const confirm = (code: string) => (by: TestClient) => by.raw(demand.confirmAtDoor, { challenge_id, code });
    expect(await guess(client, confirm(wrongCode(secret)))).toEqual(FIVE);
    expect(verdict(await confirm(codeOf(secret))(client))).toBe(DEAD);
    expect(await sessionsOf(person)).toBe(before);
  });

  test('a passkey, on the way in', async () => {
    const { person, door } = await atDoorOfDemanding();
    const before = await sessionsOf(person);
    const { client, challenge_id } = door;
    const key = newKey();
    const asked = await client.call(passkeys.beginPasskeyAtDoor, { challenge_id });
    const bent = key.make(asked, { challenge: Buffer.alloc(32).toString('base64url') });
    const add = (passkey: object) => (by: TestClient) =>
      by.raw(passkeys.addPasskeyAtDoor, { challenge_id, name: 'Mine', passkey });
    expect(await guess(client, add(bent))).toEqual(FIVE);
    expect(verdict(await add(key.make(asked))(client))).toBe(DEAD);
    expect(await sessionsOf(person)).toBe(before);
  });

  test('an app, in the settings: then it is begun anew, with another secret', async () => {
    const { owner } = await registerCompany(app);
    const { secret } = await owner.call(second.beginTotp, { password: PASSWORD });
    const confirm = (code: string) => (by: TestClient) => by.raw(second.confirmTotp, { code });
    expect(await guess(owner, confirm(wrongCode(secret)))).toEqual(FIVE);
    expect(verdict(await confirm(codeOf(secret))(owner))).toBe(DEAD);
    expect(await owner.call(second.getSecondFactor, {})).toMatchObject({ totp_since: null, recovery_left: 0 });
    const anew = await owner.call(second.beginTotp, { password: PASSWORD });
    expect(anew.secret).not.toBe(secret);
    // The tries are those of one secret.
    for (let n = 0; n < 4; n++) expect(verdict(await confirm(wrongCode(anew.secret))(owner))).toBe(INVALID);
    expect(verdict(await confirm(codeOf(anew.secret))(owner))).toBe('200');
  });

  test('a passkey, in the settings, where one try is all', async () => {
    const { owner } = await registerCompany(app);
    const key = newKey();
    const asked = await owner.call(passkeys.beginPasskey, { password: PASSWORD });
    const bent = key.make(asked, { challenge: Buffer.alloc(32).toString('base64url') });
    const add = (passkey: object) => (by: TestClient) => by.raw(passkeys.addPasskey, { name: 'Mine', passkey });
    expect(await guess(owner, add(bent))).toEqual({ '400 PASSKEY_REFUSED': 1, [EXPIRED]: MANY - 1 });
    expect(verdict(await add(key.make(asked))(owner))).toBe(EXPIRED);
    expect(await owner.call(second.getSecondFactor, {})).toMatchObject({ passkeys: [] });
  });
});

test('proving a passkey in the settings: one try for what was asked', async () => {
  const { owner } = await registerCompany(app);
  const { key } = await addPasskey(owner);
  const right = await proof(owner, key);
  const forged = { ...right, signature: Buffer.alloc(70, 1).toString('base64url') };
  const off = (passkey: object) => (by: TestClient) =>
    by.raw(second.turnOffSecondFactor, { password: PASSWORD, passkey });
  expect(await guess(owner, off(forged))).toEqual({ [INVALID]: MANY });
  expect(verdict(await off(right)(owner))).toBe(INVALID);
  expect((await owner.call(second.getSecondFactor, {})).passkeys).toHaveLength(1);
});

test('the code that was mailed to a domain', async () => {
  const { owner } = await registerCompany(app);
  const domain = `${randomBytes(4).toString('hex')}.example`;
  await owner.call(sso.claimDomain, { domain });
  const code = await domainCode(app, owner, domain);
  const verify = (given: string) => (by: TestClient) => by.raw(sso.verifyDomain, { domain, code: given });
  expect(await guess(owner, verify(code === 'ABCDEFGH' ? 'HGFEDCBA' : 'ABCDEFGH'))).toEqual(FIVE);
  expect(verdict(await verify(code)(owner))).toBe(DEAD);
  expect((await owner.call(sso.getSso, {})).domains).toMatchObject([{ verified: false }]);
});
