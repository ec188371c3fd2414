// What Microsoft Entra really asks: operations with a capital, truth as text, paths with filters and schemas, values that are missing,
// members one by one. And who may not be touched.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkGroup } from '#contract/people/bulk.ts';
import * as groups from '#contract/people/groups.ts';
import { getLeaver } from '#contract/people/leaving.ts';
import { listRoles } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { mailsTo } from '#tests/kit/mails.ts';
import { type HostileProvider, openHostileProvider } from '#tests/kit/outside/hostile-provider.ts';
import { outboundHere } from '#tests/kit/outside/identity-provider.ts';
import { ENTERPRISE, equal, GROUP, newProvider, newUser, type Provider, patch } from './provisioning.fixture.ts';
import { prove, setUp } from './sso.fixture.ts';

let app: TestApp;
let sso: HostileProvider;
let owner: TestClient;
let entra: Provider;
beforeAll(async () => {
  app = await startTestApp({}, { outbound: outboundHere() });
  sso = await openHostileProvider();
  owner = (await registerCompany(app)).owner;
  entra = await newProvider(owner);
});
afterAll(async () => {
  await app?.close();
  await sso?.[Symbol.asyncDispose]();
});

test('trying the connection out, and looking for somebody by the id that it has of them', async () => {
  const nobody = await entra.call('GET', `/Users?filter=${equal('userName', uuid())}`);
  expect([nobody.status, nobody.body.totalResults]).toEqual([200, 0]);
  const { body } = await entra.call('POST', '/Users', newUser());
  for (const filter of [
    equal('externalId', body.externalId),
    equal('id', body.id),
    equal('emails[type eq "work"].value', body.userName),
    equal('emails.value', body.userName),
    encodeURIComponent(`userName eq "${body.userName}" and externalId eq "${body.externalId}"`),
    encodeURIComponent(`(USERNAME EQ "${body.userName}") or externalId eq "nobody"`),
  ])
    expect((await entra.call('GET', `/Users?filter=${filter}`)).body.Resources, filter).toEqual([body]);
});

test('operations as it writes them', async () => {
  const { body } = await entra.call('POST', '/Users', newUser());
  const answer = await entra.call(
    'PATCH',
    `/Users/${body.id}`,
    patch(
      { op: 'Add', path: 'title', value: 'Baker' },
      { op: 'Replace', path: 'name.familyName', value: 'Nowak' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'other@elsewhere.example' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+44 20 7946 0000' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 7700 900000' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Ovens' },
      { op: 'Add', path: `${ENTERPRISE}:employeeNumber`, value: '0017' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: owner.employee_id },
      { op: 'Add', path: 'preferredLanguage', value: 'en' },
      { op: 'Replace', path: 'active', value: 'False' },
    ),
  );
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    userName: body.userName,
    title: 'Baker',
    displayName: 'Nia Nowak',
    active: false,
    phoneNumbers: [{ value: '+44 20 7946 0000', type: 'work' }],
    [ENTERPRISE]: { department: 'Ovens', employeeNumber: '0017', manager: { value: owner.employee_id } },
  });
  const second = await entra.call(
    'PATCH',
    `/Users/${body.id}`,
    patch(
      // One value with several attributes, written as paths.
      { op: 'Replace', value: { 'name.givenName': 'Mia', active: 'True', [`${ENTERPRISE}:department`]: 'ovens' } },
      { op: 'Remove', path: 'title' },
      { op: 'Remove', path: 'phoneNumbers[type eq "work"]' },
      { op: 'Remove', path: 'phoneNumbers[type eq "work"]' },
      { op: 'Remove', path: `${ENTERPRISE}:manager` },
    ),
  );
  expect(second.body).toMatchObject({ active: true, displayName: 'Mia Nowak', [ENTERPRISE]: { department: 'Ovens' } });
  expect(second.body).not.toHaveProperty('title');
  expect(second.body).not.toHaveProperty('phoneNumbers');
  expect(second.body[ENTERPRISE]).not.toHaveProperty('manager');
});

test('another address, another department, a manager who reports to oneself', async () => {
  const [one, two] = [await entra.call('POST', '/Users', newUser()), await entra.call('POST', '/Users', newUser())];
  const change = (operation: object) => entra.call('PATCH', `/Users/${one.body.id}`, patch(operation));
  const moved = await change({ op: 'Replace', path: 'userName', value: `moved.${one.body.userName}` });
  expect(moved.body.emails).toEqual([{ value: `moved.${one.body.userName}`, type: 'work', primary: true }]);
  const taken = await change({ op: 'Replace', path: 'userName', value: two.body.userName.toUpperCase() });
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
  const same = await change({ op: 'Replace', path: 'externalId', value: two.body.externalId });
  expect([same.status, same.body.scimType]).toEqual([409, 'uniqueness']);
  const ring = await change({ op: 'Add', path: `${ENTERPRISE}:manager`, value: one.body.id });
  // What cannot be kept is left out.
  expect([ring.status, ring.body]).toEqual([200, moved.body]);
  const gone = await change({ op: 'Add', path: `${ENTERPRISE}:manager`, value: uuid() });
  expect([gone.status, gone.body]).toEqual([200, moved.body]);
  expect((await entra.call('GET', `/Users/${one.body.id}`)).body).toEqual(moved.body);
});

test('what is refused says why, changes nothing, and never says again what was sent', async () => {
  const { body } = await entra.call('POST', '/Users', newUser());
  const canary = `canary${randomBytes(4).toString('hex')}`;
  const attempts: [object, string | undefined][] = [
    [patch({ op: 'Copy', path: 'title', value: canary }), 'invalidSyntax'],
    [patch({ op: 'remove' }), 'noTarget'],
    [patch({ op: 'replace', path: 'title[[', value: canary }), 'invalidPath'],
    [patch({ op: 'replace', path: 'userName', value: canary }), 'invalidValue'],
    [patch({ op: 'remove', path: 'userName' }), 'mutability'],
    [patch({ op: 'replace', path: 'active', value: canary }), 'invalidValue'],
    [patch({ op: 'replace', path: 'externalId', value: { canary } }), 'invalidValue'],
    [patch({ op: 'replace', path: 'name.givenName', value: canary.repeat(20) }), 'invalidValue'],
    [patch({ op: 'replace', value: canary }), 'invalidValue'],
    [patch(), 'invalidSyntax'],
    [{}, 'invalidSyntax'],
  ];
  for (const [sent, scimType] of attempts) {
    const answer = await entra.call('PATCH', `/Users/${body.id}`, sent);
    expect([answer.status, answer.body.scimType], JSON.stringify(sent)).toEqual([400, scimType]);
    expect(JSON.stringify(answer.body)).not.toContain(canary);
  }
  const polluting =
    '{"Operations":[{"op":"add","path":"__proto__.polluted","value":"yes"},{"op":"add","value":{"constructor.x":"y"}}]}';
  await entra.call('PATCH', `/Users/${body.id}`, polluting);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect((await entra.call('GET', `/Users/${body.id}`)).body).toEqual(body);
  const kept = await app.sql('SELECT * FROM scim_failure WHERE company_id = $1', [owner.company_id]);
  expect(kept.length).toBeGreaterThan(5);
  expect(JSON.stringify(kept)).not.toContain(canary);
});

test('filters that are not understood, too deep, or made to last for ever are refused at once', async () => {
  const filters = [
    'title eq "Baker"',
    'userName co "a"',
    'not (userName eq "a")',
    'userName eq',
    'active eq true',
    `${'('.repeat(50)}userName eq "a"${')'.repeat(50)}`,
    Array.from({ length: 25 }, () => 'id eq "a"').join(' or '),
    `userName eq "${'\n'.repeat(60)}`,
    `userName eq "${'a'.repeat(2000)}"`,
    'userName eq "a\\\\b"',
  ];
  for (const filter of filters) {
    const started = performance.now();
    const { status, body } = await entra.call('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect([status, body.scimType], filter.slice(0, 60)).toEqual([400, 'invalidFilter']);
    expect(performance.now() - started).toBeLessThan(5000);
  }
});

test('with company sign-on nobody is sent a mail who can come in by it', async () => {
  const { owner: by } = await registerCompany(app);
  const provider = await newProvider(by);
  await setUp(by, sso);
  const domain = `${randomBytes(4).toString('hex')}.example`;
  await prove(app, by, domain);
  await provider.call('POST', '/Users', newUser({ userName: `nia@${domain}` }));
  const outside = newUser();
  await provider.call('POST', '/Users', outside);
  // The second mail is there, so the first one would be.
  await expect.poll(() => mailsTo(app.dataDir, String(outside['userName'])), { timeout: 20_000 }).toHaveLength(1);
  expect(await mailsTo(app.dataDir, `nia@${domain}`)).toEqual([]);
});

test('a group as it keeps one: found without its members, who come and go one by one', async () => {
  const [one, two] = [await entra.call('POST', '/Users', newUser()), await entra.call('POST', '/Users', newUser())];
  const [a, b] = [one.body.id, two.body.id];
  const displayName = `Bakers ${uuid()}`;
  const made = await entra.call('POST', '/Groups', { schemas: [GROUP], externalId: uuid(), displayName });
  const { id } = made.body;
  const found = await entra.call(
    'GET',
    `/Groups?excludedAttributes=members&filter=${equal('displayName', displayName)}`,
  );
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, displayName }] });
  expect(found.body.Resources[0]).not.toHaveProperty('members');
  const change = (...operations: object[]) => entra.call('PATCH', `/Groups/${id}`, patch(...operations));
  const inside = async () =>
    (await entra.call('GET', `/Groups/${id}`)).body.members.map((each: { value: string }) => each.value);
  await change(
    { op: 'Add', path: 'members', value: [{ value: a }] },
    { op: 'Add', path: 'members', value: [{ value: b }] },
  );
  expect(new Set(await inside())).toEqual(new Set([a, b]));
  const around = await entra.call(
    'GET',
    `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`id eq "${id}" and members eq "${a}"`)}`,
  );
  expect(around.body.totalResults).toBe(1);
  await change({ op: 'Remove', path: `members[value eq "${a}"]` });
  expect(await inside()).toEqual([b]);
  await change(
    { op: 'Add', path: 'members', value: [{ value: a }] },
    { op: 'Remove', path: 'members', value: [{ value: b }] },
  );
  expect(await inside()).toEqual([a]);
  const { version } = (await entra.call('GET', `/Groups/${id}`)).body.meta;
  expect((await entra.call('DELETE', `/Groups/${id}`, undefined, { 'if-match': 'W/"older"' })).status).toBe(412);
  const named = await change({ op: 'Replace', path: 'displayName', value: `${displayName} 2` });
  expect(named.body.displayName).toBe(`${displayName} 2`);
  expect(named.body.meta.version).not.toBe(version);
  const nobody = await change({ op: 'Add', path: 'members', value: [{ value: b }, { value: uuid() }] });
  expect([nobody.status, nobody.body.scimType]).toEqual([400, 'invalidValue']);
  expect(await inside()).toEqual([a]);
  const doubled = await entra.call('POST', '/Groups', { displayName: `${displayName} 2` });
  expect([doubled.status, doubled.body.scimType]).toEqual([409, 'uniqueness']);
  await change({ op: 'Remove', path: 'members' });
  expect(await inside()).toEqual([]);
});

test('its groups are not changed by hand; groups by hand become its own when it changes them, and those by criteria it does not see', async () => {
  const made = await entra.call('POST', '/Groups', {
    displayName: `From Entra ${uuid()}`,
    members: [{ value: owner.employee_id }],
  });
  const group_id = made.body.id;
  const refused = { code: 'GROUP_PROVISIONED' };
  const { employee_id } = await addPerson(app, owner);
  await expect(owner.call(groups.updateGroup, { group_id, group_name: 'Mine' })).rejects.toMatchObject(refused);
  await expect(owner.call(groups.updateGroupMembers, { group_id, add: [employee_id] })).rejects.toMatchObject(refused);
  await expect(owner.call(groups.deleteGroup, { group_id })).rejects.toMatchObject(refused);
  await expect(owner.call(bulkGroup, { group_id, employee_ids: [employee_id] })).rejects.toMatchObject(refused);
  await expect(owner.call(people.update, { employee_id, group_ids: [group_id] })).rejects.toMatchObject(refused);
  // Who saves a person's other groups takes them out of none of the provider's.
  await owner.call(people.update, { employee_id: owner.employee_id, group_ids: [] });
  expect((await entra.call('GET', `/Groups/${group_id}`)).body.members).toHaveLength(1);

  const [byHand, ruled] = [uuid(), uuid()];
  await owner.call(groups.createGroup, { group_id: byHand, group_name: `By hand ${byHand}` });
  const criteria = [{ criteria_type: 'status', search_type: 'is', values: ['ACTIVE'] }];
  const rule = { match: 'all' as const, criteria };
  await owner.call(groups.createGroup, { group_id: ruled, group_name: `Ruled ${ruled}`, rule });
  expect((await entra.call('GET', `/Groups/${ruled}`)).status).toBe(404);
  expect((await entra.call('DELETE', `/Groups/${byHand}`)).status).toBe(403);
  await entra.call(
    'PATCH',
    `/Groups/${byHand}`,
    patch({ op: 'Add', path: 'members', value: [{ value: employee_id }] }),
  );
  await expect(owner.call(groups.deleteGroup, { group_id: byHand })).rejects.toMatchObject(refused);
});

test('the last owner stays; others are switched off, but their addresses and roles are out of reach', async () => {
  const { owner: by } = await registerCompany(app);
  const provider = await newProvider(by);
  const off = patch({ op: 'Replace', path: 'active', value: 'False' });
  const last = await provider.call('PATCH', `/Users/${by.employee_id}`, off);
  expect([last.status, last.body.detail]).toEqual([
    409,
    'This is the last owner of the company, who cannot be deactivated',
  ]);
  expect((await provider.call('DELETE', `/Users/${by.employee_id}`)).status).toBe(409);
  const { items } = await by.call(listRoles, {});
  const admin = items.find(({ built_in }) => built_in === 'admin');
  const chief = await addPerson(app, by, { role_ids: [admin?.role_id ?? ''] });
  const address = { op: 'Replace', path: 'userName', value: `stolen-${uuid()}@evil.example` };
  expect((await provider.call('PATCH', `/Users/${chief.employee_id}`, patch(address))).status).toBe(403);
  const sent = { roles: [{ value: 'owner' }], entitlements: ['owner'] };
  await provider.call('PATCH', `/Users/${chief.employee_id}`, patch({ op: 'Replace', value: sent }));
  const { role_ids } = await by.call(people.meta, { employee_id: chief.employee_id, select: ['role_ids'] });
  expect(role_ids).toEqual([admin?.role_id]);
  expect((await provider.call('PATCH', `/Users/${chief.employee_id}`, off)).body.active).toBe(false);
});

test('who is deleted leaves and can come back; who has something to hand over is switched off', async () => {
  const { body } = await entra.call('POST', '/Users', newUser());
  // With a type, and nothing of it.
  const type = { 'content-type': 'application/scim+json' };
  expect((await entra.call('DELETE', `/Users/${body.id}`, '', type)).status).toBe(204);
  expect((await entra.call('GET', `/Users/${body.id}`)).status).toBe(404);
  expect((await entra.call('DELETE', `/Users/${body.id}`)).status).toBe(404);
  expect((await owner.call(getLeaver, { employee_id: body.id })).leaver.employee.employee_account_status).toBe(
    'DELETED',
  );
  // The address and what it is called there are free again.
  expect(
    (await entra.call('POST', '/Users', newUser({ userName: body.userName, externalId: body.externalId }))).status,
  ).toBe(201);

  const [boss, report] = [await entra.call('POST', '/Users', newUser()), await entra.call('POST', '/Users', newUser())];
  const under = { op: 'Add', path: `${ENTERPRISE}:manager`, value: boss.body.id };
  await entra.call('PATCH', `/Users/${report.body.id}`, patch(under));
  expect((await entra.call('DELETE', `/Users/${boss.body.id}`)).status).toBe(204);
  expect((await entra.call('GET', `/Users/${boss.body.id}`)).body.active).toBe(false);
});
