// What Okta really asks, in its order: looks for somebody, makes them, changes their profile by PUT, switches them off and on, pushes
// a group and what becomes of it. With an app open beside it, which follows.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit, PROVISIONING_ACTOR } from '#contract/audit.ts';
import { createDepartment, listDepartments } from '#contract/people/departments.ts';
import { listGroupMembers, listGroups } from '#contract/people/groups.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { mailsTo, waitForMail } from '#tests/kit/mails.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { ENTERPRISE, equal, newProvider, newUser, patch } from './provisioning.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

test('somebody is looked for, made, invited, changed, switched off and on again', async () => {
  const { owner } = await registerCompany(app);
  const okta = await newProvider(owner);
  await using socket = await openSocket(owner);
  const user = newUser();
  const userName = String(user['userName']);
  const none = await okta.call('GET', `/Users?filter=${equal('userName', userName)}&startIndex=1&count=100`);
  expect(none.body).toMatchObject({ totalResults: 0, Resources: [], startIndex: 1, itemsPerPage: 0 });
  expect(none.headers.get('content-type')).toMatch(/^application\/scim\+json/);

  const made = await okta.call('POST', '/Users', { ...user, locale: 'en-US', groups: [], password: 'x' });
  expect(made.status).toBe(201);
  const { id, meta } = made.body;
  expect(made.headers.get('location')).toBe(meta.location);
  expect(made.headers.get('etag')).toBe(meta.version);
  expect(made.body).toMatchObject({
    userName,
    active: true,
    displayName: 'Nia Newell',
    externalId: user['externalId'],
  });
  await waitForMail(app.dataDir, userName);
  const told = await socket.waitForEvent(people.changed.name);
  expect(told.payload).toMatchObject({ employee_id: id, first_name: 'Nia', employee_account_status: 'INVITED' });
  expect((await okta.call('GET', `/Users/${id}`)).body).toEqual(made.body);
  const found = await okta.call('GET', `/Users?filter=${equal('userName', userName.toUpperCase())}`);
  expect(found.body.Resources).toEqual([made.body]);

  const changed = await okta.call('PUT', `/Users/${id}`, {
    ...made.body,
    name: { givenName: 'Nia', familyName: 'Nowak' },
    title: 'Baker',
    phoneNumbers: [{ value: '+44 20 7946 0000', type: 'work' }],
    [ENTERPRISE]: { employeeNumber: '0017', department: 'Ovens', manager: { value: owner.employee_id } },
  });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    displayName: 'Nia Nowak',
    title: 'Baker',
    [ENTERPRISE]: { employeeNumber: '0017', department: 'Ovens', manager: { value: owner.employee_id } },
  });
  const { first_name, last_name, position_title, phone_number, manager_id } = await owner.call(people.meta, {
    employee_id: id,
    select: ['first_name', 'last_name', 'position_title', 'phone_number', 'manager_id'],
  });
  expect([first_name, last_name, position_title, phone_number, manager_id]).toEqual([
    'Nia',
    'Nowak',
    'Baker',
    '+44 20 7946 0000',
    owner.employee_id,
  ]);
  const off = await okta.call('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
  expect([off.status, off.body.active]).toEqual([200, false]);
  const on = await okta.call('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
  expect(on.body.active).toBe(true);
  const { items } = await owner.call(listAudit, { filters: { employee_id: id }, limit: 20 });
  expect(items.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['people.account_status_changed', PROVISIONING_ACTOR],
    ['people.account_status_changed', PROVISIONING_ACTOR],
    ['people.changed', PROVISIONING_ACTOR],
    ['people.provisioned', PROVISIONING_ACTOR],
  ]);
  expect(await mailsTo(app.dataDir, userName)).toHaveLength(1);
});

test('who is switched off is out at once, on every screen', async () => {
  const { owner } = await registerCompany(app);
  const okta = await newProvider(owner);
  const pat = await addPerson(app, owner);
  await using theirs = await openSocket(pat);
  const { status } = await okta.call(
    'PATCH',
    `/Users/${pat.employee_id}`,
    patch({ op: 'replace', value: { active: false } }),
  );
  expect(status).toBe(200);
  await theirs.closed;
  expect((await pat.raw(people.meta, { employee_id: pat.employee_id, select: ['first_name'] })).status).toBe(401);
});

test('a department by its name is the one that a file would mean: wherever the only one stands, and of two none is guessed', async () => {
  const { owner } = await registerCompany(app);
  const okta = await newProvider(owner);
  const make = async (department_name: string, parent_id: string | null = null) => {
    const department_id = uuid();
    await owner.call(createDepartment, { department_id, department_name, parent_id });
    return department_id;
  };
  const [north, south] = [await make('North'), await make('South')];
  const crepes = await make('Crêpes', north);
  const ovens = [await make('Ovens', north), await make('Ovens', south)];
  const departmentOf = async (employee_id: string) =>
    (await owner.call(people.meta, { employee_id, select: ['department_id'] })).department_id as string;
  const into = async (department: string) => {
    const { body } = await okta.call('POST', '/Users', newUser({ [ENTERPRISE]: { department } }));
    return departmentOf(body.id);
  };
  const placed = await addPerson(app, owner);
  await owner.call(people.update, { employee_id: placed.employee_id, department_id: ovens[1] ?? '' });
  const named = patch({ op: 'replace', path: `${ENTERPRISE}:department`, value: 'OVENS' });
  expect((await okta.call('PATCH', `/Users/${placed.employee_id}`, named)).status).toBe(200);
  expect(await departmentOf(placed.employee_id)).toBe(ovens[1]);
  expect(await into('CREPES')).toBe(crepes);
  const top = await into('Ovens');
  expect(ovens).not.toContain(top);
  expect(await into('ovens')).toBe(top);
  const { items } = await owner.call(listDepartments, {});
  expect(items.find(({ department_id }) => department_id === top)).toMatchObject({ parent_id: null, members: 2 });
  expect(items).toHaveLength(6);
});

test('the same once more changes nothing, and tells nobody', async () => {
  const { owner } = await registerCompany(app);
  const okta = await newProvider(owner);
  const { body } = await okta.call(
    'POST',
    '/Users',
    newUser({ title: 'Baker', [ENTERPRISE]: { department: 'Ovens' } }),
  );
  const events = () => app.sql('SELECT topic, revision FROM event WHERE company_id = $1', [owner.company_id]);
  const lines = () => app.sql('SELECT 1 FROM audit_event WHERE company_id = $1', [owner.company_id]);
  const [told, written] = [await events(), (await lines()).length];
  const again = await okta.call('PUT', `/Users/${body.id}`, body);
  expect([again.status, again.body]).toEqual([200, body]);
  expect(
    (await okta.call('PATCH', `/Users/${body.id}`, patch({ op: 'replace', value: { active: true } }))).body,
  ).toEqual(body);
  expect(await events()).toEqual(told);
  expect((await lines()).length).toBe(written);
});

test('versions: who speaks of another one is refused, who has this one is told so', async () => {
  const { owner } = await registerCompany(app);
  const okta = await newProvider(owner);
  const { body } = await okta.call('POST', '/Users', newUser());
  const { version } = body.meta;
  expect(version).toMatch(/^W\/"/);
  expect((await okta.call('GET', `/Users/${body.id}`, undefined, { 'if-none-match': version })).status).toBe(304);
  const title = (value: string) => patch({ op: 'replace', path: 'title', value });
  const changed = await okta.call('PATCH', `/Users/${body.id}`, title('Baker'), { 'if-match': version });
  expect(changed.status).toBe(200);
  expect(changed.body.meta.version).not.toBe(version);
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const sent = method === 'PUT' ? body : method === 'PATCH' ? title('Cook') : undefined;
    expect((await okta.call(method, `/Users/${body.id}`, sent, { 'if-match': version })).status, method).toBe(412);
  }
  expect((await okta.call('GET', `/Users/${body.id}`)).body).toEqual(changed.body);
});

test('a group is pushed, gets and loses members, another name, and is deleted; by hand it cannot be changed', async () => {
  const { owner } = await registerCompany(app);
  const okta = await newProvider(owner);
  const [ann, ben] = [await okta.call('POST', '/Users', newUser()), await okta.call('POST', '/Users', newUser())];
  await using socket = await openSocket(owner);
  const made = await okta.call('POST', '/Groups', { displayName: 'Night shift', members: [], externalId: 'g-1' });
  expect(made.status).toBe(201);
  await socket.waitForEvent('people.groups_changed');
  const { id } = made.body;
  const member = ({ body }: { body: { id: string } }) => ({ value: body.id, display: 'somebody' });
  // Okta names the group again, and may say all members or those that come.
  const replaced = await okta.call(
    'PATCH',
    `/Groups/${id}`,
    patch(
      { op: 'replace', value: { id, displayName: 'Night' } },
      { op: 'replace', path: 'members', value: [member(ann), member(ben)] },
    ),
  );
  expect(replaced.status).toBe(200);
  expect(replaced.body.displayName).toBe('Night');
  expect(new Set(replaced.body.members.map((one: { value: string }) => one.value))).toEqual(
    new Set([ann.body.id, ben.body.id]),
  );
  const { items } = await owner.call(listGroups, {});
  expect(items).toMatchObject([{ group_id: id, group_name: 'Night', provisioned: true, members: 2 }]);
  await okta.call('PATCH', `/Groups/${id}`, patch({ op: 'remove', path: `members[value eq "${ann.body.id}"]` }));
  expect((await owner.call(listGroupMembers, { group_id: id })).items.map((one) => one.employee_id)).toEqual([
    ben.body.id,
  ]);
  expect((await okta.call('DELETE', `/Groups/${id}`)).status).toBe(204);
  expect((await okta.call('GET', `/Groups/${id}`)).status).toBe(404);
  expect((await owner.call(listGroups, {})).items).toEqual([]);
});
