// What a provider cannot do: keep the server busy, let in again whom somebody here has switched off, do more than who has made its
// token, or hold on to its groups when it is gone. And what does not keep it from what it is to do.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as groups from '#contract/people/groups.ts';
import { restoreLeaver } from '#contract/people/leaving.ts';
import { listRoles } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { getProvisioning, revokeToken } from '#contract/provisioning.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { mailsTo, waitForMail } from '#tests/kit/mails.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { newRole } from '../matrix/world.ts';
import { ENTERPRISE, equal, newProvider, newUser, type Provider, patch, USER } from './provisioning.fixture.ts';

let app: TestApp;
let owner: TestClient;
let provider: Provider;
beforeAll(async () => {
  app = await startTestApp();
  owner = (await registerCompany(app)).owner;
  provider = await newProvider(owner);
});
afterAll(() => app?.close());

const make = async (given: Record<string, unknown> = {}) =>
  (await provider.call('POST', '/Users', newUser(given))).body;
const change = (id: string, ...operations: object[]) => provider.call('PATCH', `/Users/${id}`, patch(...operations));
const active = (value: boolean) => ({ op: 'replace', path: 'active', value });
const title = (value: unknown) => ({ op: 'replace', path: 'title', value });
const notes = async () => (await owner.call(getProvisioning, {})).failures;
const notesOf = async (id: string) => (await notes()).filter((one) => one.employee_id === id).map((one) => one.reason);

test('a call of many operations in one, or very deep ones, is refused at once', async () => {
  const { id } = await make();
  const numbers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`phoneNumbers[type eq "t${at}"].value`, '+44 20 1']));
  let deep: unknown = { title: 'Baker' };
  for (let depth = 0; depth < 4000; depth++) deep = { [USER]: deep };
  const chief = `${'{"value":'.repeat(20_000)}"x"${'}'.repeat(20_000)}`;
  const started = performance.now();
  for (const [value, scimType] of [
    [numbers(4000), 'tooMany'],
    [deep, 'invalidPath'],
  ]) {
    const answer = await change(id, { op: 'replace', value });
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType]);
  }
  const many = await change(id, ...Array.from({ length: 900 }, () => ({ op: 'replace', value: numbers(2) })));
  expect(many.status).toBe(200);
  const whole = await change(id, ...Array.from({ length: 900 }, () => title('Baker')));
  expect([whole.status, whole.body.scimType]).toEqual([400, 'tooMany']);
  const put = await provider.call('PUT', `/Users/${id}`, `{"${ENTERPRISE}":{"manager":${chief}}}`);
  expect(put.status).toBe(200);
  expect(put.body).not.toHaveProperty('phoneNumbers');
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('only what it has switched off itself it switches on again', async () => {
  const { employee_id } = await addPerson(app, owner);
  const byHand = (status: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED') => owner.call(people.setStatus, { employee_id, status });
  const seen = async (value: boolean) => {
    const { status, body } = await change(employee_id, active(value));
    return [status, body.active];
  };
  const user = (await provider.call('GET', `/Users/${employee_id}`)).body;
  for (const status of ['SUSPENDED', 'INACTIVE'] as const) {
    await byHand(status);
    expect(await seen(true)).toEqual([200, false]);
    const put = await provider.call('PUT', `/Users/${employee_id}`, { ...user, title: status, active: true });
    expect([put.status, put.body.active, put.body.title]).toEqual([200, false, status]);
    await byHand('ACTIVE');
  }
  expect(await seen(false)).toEqual([200, false]);
  expect(await seen(true)).toEqual([200, true]);
  // Off by the provider, on and off again by hand: it is no longer what the provider has done.
  await seen(false);
  await byHand('ACTIVE');
  await byHand('INACTIVE');
  expect(await seen(true)).toEqual([200, false]);
  // What the provider says of who is suspended makes nothing less of it, nor does removing them.
  await byHand('SUSPENDED');
  await seen(false);
  expect((await provider.call('DELETE', `/Users/${employee_id}`)).status).toBe(204);
  expect(await seen(true)).toEqual([200, false]);
  expect(await notesOf(employee_id)).toEqual(['Left out: active']);
});

test('who may do more is switched off by it, and not on again', async () => {
  const { items } = await owner.call(listRoles, {});
  const role_ids = items.filter(({ built_in }) => built_in === 'owner').map(({ role_id }) => role_id);
  const second = await addPerson(app, owner, { role_ids });
  expect((await change(second.employee_id, active(false))).body.active).toBe(false);
  const on = await change(second.employee_id, active(true));
  expect([on.status, on.body.active]).toEqual([200, false]);
});

test('a token does no more than manage people, and is seen and revoked when its maker is suspended', async () => {
  const { owner: by, company_id } = await registerCompany(app);
  const role_id = await newRole(app, company_id, 'Setter up', ['company.configure', 'people.manage', 'spaces.create']);
  const maker = await addPerson(app, by, { role_ids: [role_id] });
  const theirs = await newProvider(maker);
  const { items } = await by.call(listRoles, {});
  const manager = items.find(({ built_in }) => built_in === 'people_manager');
  const pat = await addPerson(app, by, { role_ids: [manager?.role_id ?? ''] });
  const moved = { op: 'replace', path: 'userName', value: `moved-${uuid()}@evil.example` };
  expect((await theirs.call('PATCH', `/Users/${pat.employee_id}`, patch(moved))).status).toBe(403);
  await by.call(people.setStatus, { employee_id: maker.employee_id, status: 'SUSPENDED' });
  const { tokens } = await by.call(getProvisioning, {});
  expect(tokens.map(({ created_by }) => created_by)).toEqual([maker.employee_id]);
  expect((await by.call(revokeToken, { token_id: theirs.token_id })).tokens).toEqual([]);
});

test('what cannot be kept is left out and noted, and keeps nobody in', async () => {
  const bad = {
    title: 'x'.repeat(500),
    phoneNumbers: [{ value: 'canary at home', type: 'work' }],
    [ENTERPRISE]: { department: 'y'.repeat(500), employeeNumber: 17, manager: { value: 'canary' } },
  };
  const user = await make(bad);
  expect(user).toMatchObject({ active: true, [ENTERPRISE]: { employeeNumber: '17' } });
  expect(user).not.toHaveProperty('phoneNumbers');
  expect(await notesOf(user.id)).toEqual(['Left out: department, manager, phoneNumbers, title']);
  const taken = (await make()).userName;
  const out = await provider.call('PUT', `/Users/${user.id}`, { ...user, ...bad, userName: taken, active: false });
  expect([out.status, out.body.active, out.body.userName]).toEqual([200, false, user.userName]);
  const other = await make();
  const sent = { active: false, title: { canary: 1 }, userName: 'canary' };
  expect((await change(other.id, { op: 'replace', value: sent })).body.active).toBe(false);
  expect(await notesOf(other.id)).toEqual(['Left out: title, userName']);
  expect(JSON.stringify(await notes())).not.toContain('canary');
  const named = await provider.call('POST', '/Users', newUser({ name: undefined, displayName: 'Nia\0 Newell' }));
  expect(named.status).toBe(400);
});

test('its employee number is the company’s own; one that is somebody else’s is left out', async () => {
  const [number, other] = [uuid(), uuid()];
  await owner.call(people.update, { employee_id: owner.employee_id, employee_number: number });
  const user = await make({ [ENTERPRISE]: { employeeNumber: number } });
  expect(user[ENTERPRISE]?.employeeNumber).toBeUndefined();
  expect(await notesOf(user.id)).toEqual(['Left out: employeeNumber']);
  const set = { op: 'replace', path: `${ENTERPRISE}:employeeNumber`, value: other };
  expect((await change(user.id, set)).body[ENTERPRISE]).toMatchObject({ employeeNumber: other });
  const select = ['employee_number'];
  expect(await owner.call(people.meta, { employee_id: user.id, select })).toEqual({ employee_number: other });
  await change(user.id, { op: 'remove', path: `${ENTERPRISE}:employeeNumber` });
  expect(await owner.call(people.meta, { employee_id: user.id, select })).toEqual({ employee_number: null });
});

test('long names of groups are cut, unknown ones are not counted', async () => {
  const displayName = `${uuid()} ${'long '.repeat(30)}`;
  const made = await provider.call('POST', '/Groups', { displayName });
  expect([made.status, made.body.displayName]).toEqual([201, displayName.slice(0, 80).trim()]);
  const found = await provider.call('GET', `/Groups?filter=${equal('displayName', displayName.trim())}`);
  expect(found.body.Resources).toEqual([made.body]);
  expect((await provider.call('POST', '/Groups', { displayName: 'x'.repeat(257) })).status).toBe(400);
  const none = await provider.call('GET', `/Groups?filter=${equal('id', uuid())}`);
  expect(none.body).toMatchObject({ totalResults: 0, itemsPerPage: 0, Resources: [] });
});

test('a path is of its schema and its part', async () => {
  const { id } = await make({ title: 'Baker', [ENTERPRISE]: { manager: { value: owner.employee_id } } });
  const manager = `${ENTERPRISE}:manager`;
  const same = await change(
    id,
    { op: 'add', path: 'urn:example:custom:1.0:User:title', value: 'Evil' },
    { op: 'add', path: 'title.other', value: 'Evil' },
    { op: 'add', path: `${manager}.displayName`, value: 'Evil' },
    { op: 'replace', path: manager, value: { displayName: 'Evil' } },
    { op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 7700 900000' },
  );
  expect(same.body).toMatchObject({ title: 'Baker', [ENTERPRISE]: { manager: { value: owner.employee_id } } });
  expect(same.body).not.toHaveProperty('phoneNumbers');
  for (const [path, value] of [
    ['phoneNumbers', '+44 20 7946 0001'],
    ['phoneNumbers[type eq "work" and primary eq true].value', '+44 20 7946 0002'],
    ['phoneNumbers[type eq "Work"].value', '+44 20 7946 0003'],
    [`${USER}:phoneNumbers[type eq "work"].value`, '+44 20 7946 0004'],
  ])
    expect((await change(id, { op: 'add', path, value })).body.phoneNumbers, path).toEqual([{ value, type: 'work' }]);
  const gone = await change(id, { op: 'replace', path: manager, value: { value: null } });
  expect(gone.body[ENTERPRISE]).not.toHaveProperty('manager');
});

test('who is expected has one invitation that works', async () => {
  const late = await make({ active: false });
  await change(late.id, active(true));
  await waitForMail(app.dataDir, late.userName);
  const moved = `${uuid()}@elsewhere.example`;
  await change(late.id, { op: 'replace', path: 'userName', value: moved });
  await waitForMail(app.dataDir, moved);
  await change(late.id, active(false));
  await change(late.id, active(true));
  const last = await make();
  await waitForMail(app.dataDir, last.userName);
  expect(await mailsTo(app.dataDir, late.userName)).toHaveLength(1);
  expect(await mailsTo(app.dataDir, moved)).toHaveLength(1);
});

test('its groups are people’s again when its last token is revoked, and one by hand is not its own for nothing', async () => {
  const { owner: by } = await registerCompany(app);
  const [one, two] = [await newProvider(by), await newProvider(by)];
  const user = await one.call('POST', '/Users', newUser());
  const employee_id = user.body.id;
  const made = await one.call('POST', '/Groups', { displayName: 'Bakers', members: [{ value: employee_id }] });
  const group_id = made.body.id;
  const isTheirs = async () => (await by.call(groups.listGroups, {})).items.map(({ provisioned }) => provisioned);
  // Who comes back is in the provider's groups when it says so.
  expect((await one.call('DELETE', `/Users/${employee_id}`)).status).toBe(204);
  await by.call(restoreLeaver, { employee_id });
  expect((await one.call('GET', `/Groups/${group_id}`)).body.members).toEqual([]);
  await by.call(revokeToken, { token_id: one.token_id });
  expect(await isTheirs()).toEqual([true]);
  await using socket = await openSocket(by);
  await by.call(revokeToken, { token_id: two.token_id });
  await socket.waitForEvent('people.groups_changed');
  expect(await isTheirs()).toEqual([false]);
  const next = await newProvider(by);
  await next.call('PUT', `/Groups/${group_id}`, { displayName: 'Bakers', members: [] });
  expect(await isTheirs()).toEqual([false]);
  await by.call(groups.updateGroup, { group_id, group_name: 'Cooks' });
  await next.call('PUT', `/Groups/${group_id}`, { displayName: 'Cooks', members: [{ value: by.employee_id }] });
  expect(await isTheirs()).toEqual([true]);
});
