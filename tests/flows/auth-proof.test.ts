// Saying once more who one is: what asks for it, what counts as it, and for whom.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { mayAskProof } from '#contract/auth/asks-proof.ts';
import { askForPasskey } from '#contract/auth/passkeys.ts';
import { ADMIN_HOURS, ADMIN_IDLE_MINUTES, giveProof, PROOF_MINUTES, proofWays } from '#contract/auth/proof.ts';
import { listSessions } from '#contract/auth/security.ts';
import { getSso } from '#contract/auth/sso.ts';
import { createDepartment } from '#contract/people/departments.ts';
import { createRole, listRoles } from '#contract/people/roles.ts';
import { exportPeople } from '#contract/people/spreadsheet/export.ts';
import * as people from '#contract/people.ts';
import { endpoints } from '#contract/registry.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { addPasskey, newKey, proof } from './passkey.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const ASKED = { code: 'AUTH_PROOF_REQUIRED', status: 403 };
const growStale = ({ session }: TestClient, seconds = PROOF_MINUTES * 60 + 1) =>
  app.sql('UPDATE session SET proved_at = now() - make_interval(secs => $2) WHERE session_id = $1', [
    session?.session_id,
    seconds,
  ]);
const newRole = () => ({ role_id: uuid(), role_name: `Role ${uuid()}`, permissions: [] });
const make = (by: TestClient, key?: string) => by.call(createRole, newRole(), key === undefined ? {} : { key });
const recorded = async (by: TestClient): Promise<unknown[]> =>
  (await by.call(listAudit, { filters: { areas: ['auth'] } })).items
    .filter(({ action }) => action.startsWith('auth.proof_'))
    .map(({ action, actor_id, detail }) => ({ action, actor_id, ...detail }));

test('signing in is a proof; ten minutes later the person is asked, and nothing is done before', async () => {
  const { owner } = await registerCompany(app);
  await make(owner);
  await growStale(owner, PROOF_MINUTES * 60 - 30);
  await make(owner);
  await growStale(owner);
  const [input, key] = [newRole(), uuid()];
  const before = await owner.call(listRoles, {});
  await expect(owner.call(createRole, input, { key })).rejects.toMatchObject(ASKED);
  expect(await owner.call(listRoles, {})).toEqual(before);

  await expect(owner.call(giveProof, { password: 'not the right one' })).rejects.toMatchObject({
    code: 'AUTH_PASSWORD_INVALID',
  });
  await expect(owner.call(createRole, input, { key })).rejects.toMatchObject(ASKED);
  const { until } = await owner.call(giveProof, { password: PASSWORD });
  const left = new Date(until).getTime() - Date.now();
  expect(Math.abs(left - PROOF_MINUTES * 60_000)).toBeLessThan(120_000);
  // The very call that was refused, with its key.
  expect((await owner.call(createRole, input, { key })).role.role_id).toBe(input.role_id);
  await owner.call(giveProof, { password: PASSWORD });
  const { employee_id: actor_id } = owner;
  expect(await recorded(owner)).toEqual([
    { action: 'auth.proof_given', actor_id, by: 'password' },
    { action: 'auth.proof_refused', actor_id, by: 'password' },
  ]);
});

test('one session’s proof is no other’s, and signing in anew is one', async () => {
  const { owner, email } = await registerCompany(app);
  const other = await signIn(app.url, email);
  await Promise.all([growStale(owner), growStale(other)]);
  await owner.call(giveProof, { password: PASSWORD });
  await make(owner);
  await expect(make(other)).rejects.toMatchObject(ASKED);
  await make(await signIn(app.url, email));
  await expect(make(other)).rejects.toMatchObject(ASKED);
});

test('a passkey is one, each answer once and in the session that was asked', async () => {
  const { owner } = await registerCompany(app);
  const stranger = await addPerson(app, owner);
  expect(await owner.call(proofWays, {})).toEqual({ password: true, passkey: false, sso: false });
  const { key } = await addPasskey(owner);
  expect(await owner.call(proofWays, {})).toEqual({ password: true, passkey: true, sso: false });
  await app.sql('DELETE FROM credential WHERE employee_id = $1', [owner.employee_id]);
  expect(await owner.call(proofWays, {})).toEqual({ password: false, passkey: true, sso: false });
  await growStale(owner);
  const passkey = await proof(owner, key);
  await owner.call(giveProof, { passkey });
  await make(owner);
  await growStale(owner);
  const refused = { code: 'AUTH_OTP_INVALID' };
  await expect(owner.call(giveProof, { passkey }), 'again').rejects.toMatchObject(refused);
  await expect(owner.call(giveProof, { password: PASSWORD })).rejects.toMatchObject({ code: 'AUTH_PASSWORD_INVALID' });
  const { key: strange, credential } = await addPasskey(stranger, newKey());
  const theirs = strange.prove(await owner.call(askForPasskey, {}), { credential });
  await expect(owner.call(giveProof, { passkey: theirs }), 'of somebody else').rejects.toMatchObject(refused);
  await expect(stranger.call(giveProof, { passkey: await proof(owner, key) })).rejects.toMatchObject(refused);
  await expect(make(owner)).rejects.toMatchObject(ASKED);
});

test('guesses in an open session are as few as at the door, also with another address, and lock nobody out there', async () => {
  await using strict = await startTestApp({ rateFactor: 1 });
  const { owner: person, email } = await registerCompany(strict);
  const { employee_id } = person;
  const guess = (n: number) => person.call(giveProof, { password: `wrong ${n}` });
  for (let n = 0; n < 10; n++) await expect(guess(n)).rejects.toMatchObject({ code: 'AUTH_PASSWORD_INVALID' });
  const tooMany = { code: 'TOO_MANY_REQUESTS' };
  await expect(person.call(giveProof, { password: PASSWORD })).rejects.toMatchObject(tooMany);
  await person.call(people.update, { employee_id, work_email_id: `new-${email}` });
  await expect(guess(11)).rejects.toMatchObject(tooMany);
  const said = { client_data: 'eA', authenticator_data: 'eA', signature: 'eA', user_handle: null };
  const passkey = { credential: 'eA', ...said };
  await expect(person.call(giveProof, { passkey })).rejects.toMatchObject(tooMany);
  // The session itself is not ended by it, and the door stands open.
  await person.call(listSessions, {});
  const again = await signIn(strict.url, `new-${email}`);
  expect(again.employee_id).toBe(employee_id);
});

test('guesses at the door do not keep who is inside from saying who they are', async () => {
  await using strict = await startTestApp({ rateFactor: 1 });
  const { owner: person, email } = await registerCompany(strict);
  for (let n = 0; n < 5; n++)
    await expect(signIn(strict.url, email, `wrong ${n}`)).rejects.toMatchObject({ code: 'AUTH_INVALID_CREDENTIALS' });
  await expect(signIn(strict.url, email)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await person.call(giveProof, { password: PASSWORD });
});

test('who may not is told so, and is not asked', async () => {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  await growStale(person);
  await expect(make(person)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  await growStale(owner);
  await expect(owner.call(createRole, {} as never)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('what asks only for some inputs: giving roles, and taking people’s data', async () => {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  const { employee_id } = person;
  const { items } = await owner.call(listRoles, {});
  const role_ids = items.filter(({ built_in }) => built_in === 'communicator').map(({ role_id }) => role_id);
  await growStale(owner);
  await owner.call(people.update, { employee_id, location: 'Lisbon' });
  await expect(owner.call(people.update, { employee_id, role_ids })).rejects.toMatchObject(ASKED);
  // To whose address the next link goes is whose account it is.
  await expect(
    owner.call(people.update, { employee_id, work_email_id: `${uuid()}@other.example` }),
  ).rejects.toMatchObject(ASKED);
  const somebody = { first_name: 'Noor', last_name: 'New' };
  await owner.call(people.create, { ...somebody, work_email_id: `${uuid()}@some.example` });
  await expect(
    owner.call(people.create, { ...somebody, work_email_id: `${uuid()}@some.example`, role_ids }),
  ).rejects.toMatchObject(ASKED);
  await owner.call(exportPeople, { template: 'true' });
  for (const input of [{}, { template: 'false' as const }, { format: 'xlsx' as const }])
    await expect(owner.call(exportPeople, input)).rejects.toMatchObject(ASKED);
  await owner.call(giveProof, { password: PASSWORD });
  expect((await owner.call(people.update, { employee_id, role_ids })).employee.employee_id).toBe(employee_id);
  expect((await owner.call(exportPeople, {})).file_name).toMatch(/csv$/);
});

test('an administrator’s right lapses after an hour without use and after twelve hours; the session and reading about people go on', async () => {
  const { owner } = await registerCompany(app);
  const aged = (proved: number, administered: number) =>
    app.sql(
      `UPDATE session SET proved_at = now() - make_interval(mins => $2), administered_at = now() - make_interval(mins => $3)
       WHERE session_id = $1`,
      [owner.session?.session_id, proved, administered],
    );
  const change = () => owner.call(createDepartment, { department_id: uuid(), department_name: uuid() });
  await aged(ADMIN_IDLE_MINUTES - 1, 2 * ADMIN_IDLE_MINUTES);
  await change();
  // What was just done counts: an hour more.
  await aged(ADMIN_IDLE_MINUTES + 1, 0);
  await change();
  await aged(ADMIN_HOURS * 60 - 1, ADMIN_IDLE_MINUTES - 1);
  await change();
  const [used] = await app.sql<{ now: boolean }>(
    "SELECT administered_at > now() - interval '1 minute' AS now FROM session WHERE session_id = $1",
    [owner.session?.session_id],
  );
  expect(used, 'it was used').toEqual({ now: true });
  // Looking at how the company is guarded is use as well.
  await aged(ADMIN_HOURS * 60 - 1, ADMIN_IDLE_MINUTES - 1);
  await owner.call(getSso, {});
  await aged(ADMIN_HOURS * 60 - 1, 0);
  await change();
  for (const [proved, administered] of [
    [ADMIN_IDLE_MINUTES + 1, ADMIN_IDLE_MINUTES + 1],
    [ADMIN_HOURS * 60 + 1, 0],
  ] as const) {
    await aged(proved, administered);
    await expect(change()).rejects.toMatchObject(ASKED);
    await expect(owner.call(listAudit, {}), 'nor is it seen').rejects.toMatchObject(ASKED);
    await owner.call(listRoles, {});
    await owner.call(people.list, {});
    await owner.call(spaces.create, { space_id: uuid(), space_name: 'Everybody may' });
    await owner.call(people.update, { employee_id: owner.employee_id, location: 'Lisbon' });
    await expect(change(), 'none of that is administration').rejects.toMatchObject(ASKED);
    await owner.call(giveProof, { password: PASSWORD });
    await owner.call(listAudit, {});
    await change();
  }
});

const UNASKED = ['people.view.new', 'people.view.update', 'people.view.delete', 'spaces.space.new'];
test('every write that needs a permission asks for it at least lately, but for what everybody may', () => {
  const writes = endpoints.filter(({ access, idempotency }) => typeof access === 'object' && idempotency !== 'none');
  expect(writes.length).toBeGreaterThan(40);
  expect(writes.filter((one) => !mayAskProof(one)).map(({ name }) => name)).toEqual(UNASKED);
  expect(endpoints.filter(({ proof: asks }) => asks === 'never').map(({ name }) => name)).toEqual(UNASKED);
});

test('so does reading how the company is guarded', () => {
  const lately = endpoints.filter(({ proof: asks }) => asks === 'lately').map(({ name }) => name);
  expect(lately.toSorted()).toEqual([
    'audit.chain.verify',
    'audit.event.list',
    'auth.demand.get',
    'auth.sso.get',
    'provisioning.setup.get',
  ]);
});

test('all of this asks for it anew', () => {
  expect(
    endpoints
      .filter(({ proof: asks }) => asks === 'fresh' || typeof asks === 'object')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'audit.log.export',
    'auth.demand.set',
    'auth.sso.claim_domain',
    'auth.sso.delete_domain',
    'auth.sso.update',
    'auth.sso.verify_domain',
    'company.config.update',
    'insights.dashboard.export',
    'people.account_status.update',
    'people.bulk_employee.delete',
    'people.bulk_role.give',
    'people.bulk_status.update',
    'people.employee.delete',
    'people.employee.export',
    'people.employee.new',
    'people.employee.update',
    'people.finch.delete',
    'people.finch.update',
    'people.import.errors',
    'people.import.run',
    'people.import.undo',
    'people.leaver.erase',
    'people.leaver.restore',
    'people.role.delete',
    'people.role.members',
    'people.role.new',
    'people.role.update',
    'people.second_factor.reset',
    'provisioning.token.delete',
    'provisioning.token.new',
  ]);
});
