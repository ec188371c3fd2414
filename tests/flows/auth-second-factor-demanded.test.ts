// A company that demands a second factor: it is set up on the way in, cannot be turned off, and who has none can be signed out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as demand from '#contract/auth/demand.ts';
import * as second from '#contract/auth/second-factor.ts';
import * as config from '#contract/company.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { waitForMail } from '#tests/kit/mails.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { verdict } from './auth.fixture.ts';
import { challenged, codeOf, forgetSteps, setUpTotp, wrongCode } from './second-factor.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const works = async (client: TestClient) => verdict(await client.raw(config.get, {}));
const addressOf = (client: TestClient) => client.session?.employee_profile.work_email_id ?? '';
const audited = ({ company_id }: TestClient, action: string) =>
  app.sql<{ detail: object }>('SELECT detail FROM audit_event WHERE company_id = $1 AND action = $2', [
    company_id,
    action,
  ]);
const sessionsOf = async ({ employee_id }: TestClient) =>
  (await app.sql('SELECT 1 FROM session WHERE employee_id = $1 AND ended_at IS NULL', [employee_id])).length;

/** A company that demands it, and a colleague who has none. */
async function demanding() {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  await owner.call(demand.setDemand, { demanded: true });
  return { owner, person, email: addressOf(person) };
}
const begin = async (client: TestClient, challenge_id: string) =>
  verdict(await client.raw(demand.beginAtDoor, { challenge_id }));
const confirm = async (client: TestClient, challenge_id: string, code: string) =>
  verdict(await client.raw(demand.confirmAtDoor, { challenge_id, code }));
const EXPIRED = '400 AUTH_OTP_EXPIRED';
const INVALID = '400 AUTH_OTP_INVALID';

describe('setting it up on the way in', () => {
  test('the password opens no session; a code of the app does, and says the recovery codes', async () => {
    const { person, email } = await demanding();
    const before = await sessionsOf(person);
    const { client, challenge_id, to_set_up } = await challenged(app.url, email);
    expect(to_set_up).toBe(true);
    const { secret, uri } = await client.call(demand.beginAtDoor, { challenge_id });
    expect(uri).toContain(`:${encodeURIComponent(email)}?secret=${secret}&`);
    expect(await client.call(demand.beginAtDoor, { challenge_id }), 'asked again').toEqual({ secret, uri });
    expect(await confirm(client, challenge_id, wrongCode(secret))).toBe(INVALID);
    expect(await sessionsOf(person)).toBe(before);

    const { session, recovery_codes } = await client.call(demand.confirmAtDoor, { challenge_id, code: codeOf(secret) });
    expect(new Set(recovery_codes).size).toBe(10);
    client.session = session;
    expect(await works(client)).toBe('200');
    expect(client.employee_id).toBe(person.employee_id);
    expect(await client.call(second.getSecondFactor, {})).toMatchObject({ recovery_left: 10, demanded: true });
    expect(await audited(person, 'auth.second_factor_on')).toHaveLength(1);
    await waitForMail(app.dataDir, email, 1, 'Two-step sign-in is on');
    expect(await confirm(client, challenge_id, codeOf(secret, 1)), 'used').toBe(EXPIRED);

    await forgetSteps(app, person.employee_id);
    const again = await challenged(app.url, email);
    expect(again.to_set_up, 'from now on it is asked for').toBe(false);
    expect(await begin(again.client, again.challenge_id)).toBe(EXPIRED);
  });

  test('neither another browser nor the ordinary second step gets past it', async () => {
    const { email } = await demanding();
    const { client, challenge_id } = await challenged(app.url, email);
    const other = await challenged(app.url, email);
    expect(await begin(other.client, challenge_id)).toBe(EXPIRED);
    const { secret } = await client.call(demand.beginAtDoor, { challenge_id });
    expect(await confirm(other.client, challenge_id, codeOf(secret))).toBe(EXPIRED);
    const answer = await client.raw(second.answerSecondFactor, { challenge_id, code: codeOf(secret) });
    expect(verdict(answer), 'it is not set up yet').toBe(INVALID);
    // Each challenge has a secret of its own; the one that was shown last counts.
    const later = await other.client.call(demand.beginAtDoor, { challenge_id: other.challenge_id });
    expect(later.secret).not.toBe(secret);
    expect(await confirm(client, challenge_id, codeOf(secret))).toBe(EXPIRED);
    expect(await confirm(other.client, other.challenge_id, codeOf(later.secret))).toBe('200');
    expect(await begin(client, challenge_id), 'set up by now').toBe(EXPIRED);
  });

  test('five wrong codes kill it, ten minutes do, and whoever has one cannot be given another', async () => {
    const { owner, person, email } = await demanding();
    const { client, challenge_id } = await challenged(app.url, email);
    const { secret } = await client.call(demand.beginAtDoor, { challenge_id });
    for (let n = 0; n < 5; n++) expect(await confirm(client, challenge_id, wrongCode(secret))).toBe(INVALID);
    expect(await confirm(client, challenge_id, codeOf(secret))).toBe('429 AUTH_OTP_TOO_MANY_ATTEMPTS');
    const late = await challenged(app.url, email);
    await app.sql(`UPDATE sign_in_challenge SET expires_at = now() - interval '1 second' WHERE employee_id = $1`, [
      person.employee_id,
    ]);
    expect(await begin(late.client, late.challenge_id)).toBe(EXPIRED);
    const third = await challenged(app.url, email);
    await setUpTotp(app, person);
    expect(await begin(third.client, third.challenge_id)).toBe(EXPIRED);
    expect(verdict(await owner.raw(demand.beginAtDoor, { challenge_id: third.challenge_id }))).toBe(EXPIRED);
  });

  test('fifty at once with the right code: one session', async () => {
    const { person, email } = await demanding();
    const before = await sessionsOf(person);
    const { client, challenge_id } = await challenged(app.url, email);
    const { secret } = await client.call(demand.beginAtDoor, { challenge_id });
    const code = codeOf(secret);
    const all = await Promise.all(Array.from({ length: 50 }, () => confirm(client, challenge_id, code)));
    expect(all.filter((one) => one === '200')).toHaveLength(1);
    expect(await sessionsOf(person)).toBe(before + 1);
  });
});

describe('the company’s wish', () => {
  test('it cannot be turned off, before or after; taken back, it can', async () => {
    const { owner, person, email } = await demanding();
    const { secret } = await setUpTotp(app, person);
    const off = async () =>
      verdict(await person.raw(second.turnOffSecondFactor, { password: PASSWORD, code: codeOf(secret) }));
    expect(await off()).toBe('403 SECOND_FACTOR_REQUIRED');
    expect((await challenged(app.url, email)).to_set_up, 'it is there still').toBe(false);
    await owner.call(demand.setDemand, { demanded: false });
    expect(await off()).toBe('200');
    expect((await signIn(app.url, email)).session).toBeDefined();
  });

  test('nobody is signed out unless that is asked for, and then who has none, within a second', async () => {
    const { owner, email } = await registerCompany(app);
    const [with_, without] = [await addPerson(app, owner), await addPerson(app, owner)];
    await setUpTotp(app, with_);
    const elsewhere = await signIn(app.url, email);
    const again = await signIn(app.url, addressOf(without));
    await using socket = await openSocket(without);
    expect(await owner.call(demand.getDemand, {})).toEqual({ demanded: false, with_factor: 1, signed_in_without: 1 });
    expect(await owner.call(demand.setDemand, { demanded: true })).toMatchObject({
      demanded: true,
      signed_in_without: 1,
    });
    for (const client of [owner, with_, without, again, elsewhere]) expect(await works(client)).toBe('200');

    expect(await owner.call(demand.setDemand, { demanded: true, sign_out: true })).toEqual({
      demanded: true,
      with_factor: 1,
      signed_in_without: 0,
    });
    await socket.closed;
    expect(await works(without)).toBe('401 AUTH_INVALID_TOKEN');
    expect(await works(again), 'the same person, on another device').toBe('401 AUTH_INVALID_TOKEN');
    for (const client of [owner, elsewhere, with_]) expect(await works(client)).toBe('200');
    const told = await audited(owner, 'auth.second_factor_demanded');
    expect(told.map(({ detail }) => detail)).toEqual([
      { demanded: true, signed_out: 0 },
      { demanded: true, signed_out: 1 },
    ]);
    await owner.call(demand.setDemand, { demanded: true });
    expect(await audited(owner, 'auth.second_factor_demanded'), 'nothing changed').toHaveLength(2);
  });

  test('only who may configure the company can say it', async () => {
    const { owner, person } = await demanding();
    expect(verdict(await person.raw(demand.getDemand, {}))).toBe('403 NO_PERMISSION');
    expect(verdict(await person.raw(demand.setDemand, { demanded: false }))).toBe('403 NO_PERMISSION');
    expect(await owner.call(demand.getDemand, {})).toMatchObject({ demanded: true });
  });
});
