// The company's own roles: made, changed, given to many and taken away, at once for everybody who has them, and never as a way up.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import { rolesChanged } from '#contract/people/events.ts';
import { createRole, deleteRole, listRoles, type Role, updateRole, updateRoleMembers } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { permissions } from '#contract/permissions.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const NO_PERMISSION = { code: 'NO_PERMISSION', status: 403 };

const listed = async (by: TestClient): Promise<Role[]> => (await by.call(listRoles, {})).items;
const builtIn = async (by: TestClient, name: Role['built_in']): Promise<Role> =>
  (await listed(by)).find(({ built_in }) => built_in === name) as Role;
const make = async (by: TestClient, role_name: string, ...allowed: string[]): Promise<Role> =>
  (await by.call(createRole, { role_id: uuid(), role_name, permissions: allowed })).role;
const give = (by: TestClient, role_id: string, ...to: TestClient[]) =>
  by.call(updateRoleMembers, { role_id, add: to.map(({ employee_id }) => employee_id) });
const take = (by: TestClient, role_id: string, ...from: TestClient[]) =>
  by.call(updateRoleMembers, { role_id, remove: from.map(({ employee_id }) => employee_id) });
/** What the server lets somebody do, asked anew. */
const mayManage = async (by: TestClient): Promise<boolean> => {
  const answer = await by.raw(people.invite, { employee_id: uuid() });
  return answer.status !== 403;
};

test('a company begins with five roles, in their order, and those who have them', async () => {
  const { owner } = await registerCompany(app);
  await addPerson(app, owner);
  const roles = await listed(owner);
  expect(roles.map(({ role_name, built_in, members }) => [role_name, built_in, members])).toEqual([
    ['Owner', 'owner', 1],
    ['Admin', 'admin', 0],
    ['People manager', 'people_manager', 0],
    ['Communicator', 'communicator', 0],
    ['Employee', 'employee', 1],
  ]);
  expect(roles[0]?.permissions).toEqual([...permissions]);
  expect(roles[4]?.permissions).toEqual(['spaces.create']);
});

test('one is made, renamed, allowed something else, and deleted; the others stand by name', async () => {
  const { owner } = await registerCompany(app);
  const role = await make(owner, 'reception', 'spaces.create', 'people.manage', 'people.manage');
  expect(role).toMatchObject({ built_in: null, members: 0, permissions: ['people.manage', 'spaces.create'] });
  await make(owner, 'Archive', 'audit.view');
  expect((await listed(owner)).slice(5).map(({ role_name }) => role_name)).toEqual(['Archive', 'reception']);
  const { role_id } = role;
  const renamed = await owner.call(updateRole, { role_id, role_name: 'Front desk' });
  expect(renamed.role).toEqual({ ...role, role_name: 'Front desk' });
  expect(renamed.events.map(({ name }) => name)).toEqual([rolesChanged.name]);
  const less = await owner.call(updateRole, { role_id, permissions: [] });
  expect(less.role.permissions).toEqual([]);
  // The same again: nothing happens.
  expect((await owner.call(updateRole, { role_id, role_name: 'Front desk', permissions: [] })).events).toEqual([]);
  await owner.call(deleteRole, { role_id });
  expect((await listed(owner)).slice(5).map(({ role_name }) => role_name)).toEqual(['Archive']);
  await expect(owner.call(deleteRole, { role_id })).rejects.toMatchObject({ code: 'INVALID_ROLE_ID', status: 404 });
});

test('made twice under one id it is one role; another one under it is refused', async () => {
  const { owner } = await registerCompany(app);
  const input = { role_id: uuid(), role_name: 'Once', permissions: ['audit.view'] };
  const { role } = await owner.call(createRole, input);
  expect(await owner.call(createRole, input)).toEqual({ role, events: [] });
  await expect(owner.call(createRole, { ...input, role_name: 'Twice' })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  expect((await listed(owner)).filter(({ role_id }) => role_id === input.role_id)).toEqual([role]);
});

test('a name stands once, whatever its case, and what is not in the catalogue is refused', async () => {
  const { owner } = await registerCompany(app);
  const { role_id } = await make(owner, 'Front desk');
  await make(owner, 'Archive');
  const taken = { code: 'ROLE_ALREADY_EXIST', status: 409 };
  await expect(make(owner, 'FRONT Desk')).rejects.toMatchObject(taken);
  await expect(make(owner, 'owner')).rejects.toMatchObject(taken);
  await expect(owner.call(updateRole, { role_id, role_name: 'archive' })).rejects.toMatchObject(taken);
  // Its own name in another case is not another one's.
  expect((await owner.call(updateRole, { role_id, role_name: 'Front Desk' })).role.role_name).toBe('Front Desk');
  const unknown = { code: 'INVALID_ACTION', status: 400 };
  await expect(make(owner, 'Moon', 'moon.land')).rejects.toMatchObject(unknown);
  await expect(owner.call(updateRole, { role_id, permissions: ['audit.view', 'x'] })).rejects.toMatchObject(unknown);
  expect((await listed(owner)).slice(5).map((role) => [role.role_name, role.permissions])).toEqual([
    ['Archive', []],
    ['Front Desk', []],
  ]);
});

test('two who make one name at the same moment: one of them', async () => {
  const { owner } = await registerCompany(app);
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => make(owner, 'Same')));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await listed(owner)).filter(({ role_name }) => role_name === 'Same')).toHaveLength(1);
});

test('those made with the company stay as they are', async () => {
  const { owner } = await registerCompany(app);
  const { role_id } = await builtIn(owner, 'employee');
  const refused = { code: 'ROLE_BUILT_IN', status: 409 };
  await expect(owner.call(updateRole, { role_id, role_name: 'Staff' })).rejects.toMatchObject(refused);
  await expect(owner.call(updateRole, { role_id, permissions: [] })).rejects.toMatchObject(refused);
  await expect(owner.call(deleteRole, { role_id })).rejects.toMatchObject(refused);
});

test('a word that the catalogue no longer has is in nobody’s way', async () => {
  const { owner } = await registerCompany(app);
  const { role_id } = await make(owner, 'Old', 'audit.view');
  await app.sql("UPDATE role SET permissions = '{moon.land,audit.view}' WHERE role_id = $1", [role_id]);
  const { role } = await owner.call(updateRole, { role_id, role_name: 'Older' });
  expect(role).toMatchObject({ role_name: 'Older', permissions: ['audit.view'] });
  await owner.call(deleteRole, { role_id });
});

test('a hundred of a company’s own, and no more', async () => {
  const { owner } = await registerCompany(app);
  await app.sql(
    "INSERT INTO role (company_id, role_id, name) SELECT $1, gen_random_uuid(), 'Role ' || n FROM generate_series(1, 99) n",
    [owner.company_id],
  );
  await make(owner, 'The hundredth');
  await expect(make(owner, 'One more')).rejects.toMatchObject({ code: 'TOO_MANY_ROLES', status: 409 });
  expect(await listed(owner)).toHaveLength(105);
});

test('what changes counts at once for everybody who has it, and their open windows are told', async () => {
  const { owner } = await registerCompany(app);
  const [ines, omar, leo] = await Promise.all([addPerson(app, owner), addPerson(app, owner), addPerson(app, owner)]);
  const { role_id } = await make(owner, 'Front desk', 'people.manage');
  await using socket = await openSocket(ines);
  const heard = () => socket.events.filter(({ name }) => name === 'people.self_changed').length;
  expect(await mayManage(ines)).toBe(false);

  const given = await give(owner, role_id, ines, omar);
  expect(given.role.members).toBe(2);
  await expect.poll(heard).toBe(1);
  expect([await mayManage(ines), await mayManage(omar), await mayManage(leo)]).toEqual([true, true, false]);
  // Given again: nothing happens.
  expect((await give(owner, role_id, ines)).events).toEqual([]);

  await owner.call(updateRole, { role_id, permissions: ['audit.view'] });
  await expect.poll(heard).toBe(2);
  expect([await mayManage(ines), await mayManage(omar)]).toEqual([false, false]);
  // Another name is no other permission.
  await owner.call(updateRole, { role_id, role_name: 'Desk' });
  await owner.call(updateRole, { role_id, permissions: ['people.manage'] });
  await expect.poll(heard).toBe(3);
  expect(await mayManage(ines)).toBe(true);

  await take(owner, role_id, omar);
  expect(await mayManage(omar)).toBe(false);
  expect((await listed(owner)).find((role) => role.role_id === role_id)?.members).toBe(1);

  await owner.call(deleteRole, { role_id });
  await expect.poll(heard).toBe(4);
  expect(await mayManage(ines)).toBe(false);
  const { role_ids } = await owner.call(people.meta, { employee_id: ines.employee_id, select: ['role_ids'] });
  // The other one is still there.
  expect(role_ids).toEqual([(await builtIn(owner, 'employee')).role_id]);
});

test('no way up: what one may not do oneself can be put into no role, changed in none, and given by none', async () => {
  const { owner } = await registerCompany(app);
  const clerk = await make(owner, 'Clerk', 'roles.manage', 'spaces.create');
  const strong = await make(owner, 'Strong', 'company.configure');
  const leo = await addPerson(app, owner, { role_ids: [clerk.role_id] });
  const ines = await addPerson(app, owner);
  const admin = await addPerson(app, owner, { role_ids: [(await builtIn(owner, 'admin')).role_id] });

  await expect(make(leo, 'Mine', 'people.manage')).rejects.toMatchObject(NO_PERMISSION);
  await expect(
    leo.call(updateRole, { role_id: clerk.role_id, permissions: ['roles.manage', 'company.configure'] }),
  ).rejects.toMatchObject(NO_PERMISSION);
  // Nor made weaker, nor taken away.
  await expect(leo.call(updateRole, { role_id: strong.role_id, permissions: [] })).rejects.toMatchObject(NO_PERMISSION);
  await expect(leo.call(updateRole, { role_id: strong.role_id, role_name: 'Weak' })).rejects.toMatchObject(
    NO_PERMISSION,
  );
  await expect(leo.call(deleteRole, { role_id: strong.role_id })).rejects.toMatchObject(NO_PERMISSION);
  await expect(give(leo, strong.role_id, leo)).rejects.toMatchObject(NO_PERMISSION);
  await expect(give(admin, (await builtIn(owner, 'owner')).role_id, admin)).rejects.toMatchObject(NO_PERMISSION);
  // What is within reach goes.
  const mine = await make(leo, 'Mine', 'spaces.create');
  await give(leo, mine.role_id, ines);
  expect((await listed(owner)).find((role) => role.role_id === mine.role_id)?.members).toBe(1);

  // Who may not manage roles at all.
  for (const work of [
    () => ines.call(listRoles, {}),
    () => make(ines, 'Own'),
    () => ines.call(deleteRole, { role_id: mine.role_id }),
    () => give(ines, mine.role_id, ines),
  ])
    await expect(work()).rejects.toMatchObject(NO_PERMISSION);
  // Who manages people sees them, to give nothing.
  const manager = await addPerson(app, owner, { role_ids: [(await builtIn(owner, 'people_manager')).role_id] });
  expect(await listed(manager)).toEqual(await listed(owner));
  await expect(give(manager, mine.role_id, ines)).rejects.toMatchObject(NO_PERMISSION);
});

test('given to many it is all of them or nobody, and a company keeps an owner', async () => {
  const { owner } = await registerCompany(app);
  const [ines, omar] = await Promise.all([addPerson(app, owner), addPerson(app, owner)]);
  const { role_id } = await make(owner, 'Front desk', 'people.manage');
  const nobody = { employee_id: uuid() };
  await expect(
    owner.call(updateRoleMembers, { role_id, add: [ines.employee_id, nobody.employee_id] }),
  ).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
  expect(await mayManage(ines)).toBe(false);
  await expect(
    owner.call(updateRoleMembers, { role_id, add: [ines.employee_id], remove: [ines.employee_id] }),
  ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(give(owner, uuid(), ines)).rejects.toMatchObject({ code: 'INVALID_ROLE_ID', status: 404 });

  const top = await builtIn(owner, 'owner');
  await expect(take(owner, top.role_id, owner)).rejects.toMatchObject({ code: 'LAST_OWNER', status: 409 });
  // In one go, whoever comes first by id.
  const swap = (by: TestClient, to: TestClient, from: TestClient) =>
    by.call(updateRoleMembers, { role_id: top.role_id, add: [to.employee_id], remove: [from.employee_id] });
  await swap(owner, ines, owner);
  await swap(ines, owner, ines);
  await swap(owner, ines, owner);
  expect((await owner.raw(company.update, { company_name: 'Mine' })).status).toBe(403);
  expect((await builtIn(ines, 'owner')).members).toBe(1);
  // Somebody who is gone has no role.
  await give(ines, role_id, omar);
  await ines.call(people.remove, { employee_id: omar.employee_id });
  expect((await listed(ines)).find((role) => role.role_id === role_id)?.members).toBe(0);
});

test('another company’s roles are no roles', async () => {
  const { owner } = await registerCompany(app);
  const { owner: foreigner } = await registerCompany(app);
  const { role_id } = await make(foreigner, 'Theirs');
  const unknown = { code: 'INVALID_ROLE_ID', status: 404 };
  await expect(owner.call(updateRole, { role_id, role_name: 'Ours' })).rejects.toMatchObject(unknown);
  await expect(owner.call(deleteRole, { role_id })).rejects.toMatchObject(unknown);
  await expect(give(owner, role_id, owner)).rejects.toMatchObject(unknown);
  expect((await listed(foreigner)).at(-1)).toMatchObject({ role_id, role_name: 'Theirs', members: 0 });
});

test('what was done is in the record, with what the role was called', async () => {
  const { owner } = await registerCompany(app);
  const { role_id } = await make(owner, 'Secret plan', 'audit.view');
  await owner.call(updateRole, { role_id, permissions: [] });
  await owner.call(updateRole, { role_id, role_name: 'Open plan' });
  await owner.call(deleteRole, { role_id });
  const rows = await app.sql<{ action: string; detail: object }>(
    "SELECT action, detail FROM audit_event WHERE company_id = $1 AND action LIKE 'people.role\\_%' ORDER BY audit_id",
    [owner.company_id],
  );
  expect(rows).toEqual([
    { action: 'people.role_created', detail: { role_id, name: 'Secret plan', permissions: ['audit.view'] } },
    { action: 'people.role_changed', detail: { role_id, name: 'Secret plan', permissions: [] } },
    { action: 'people.role_changed', detail: { role_id, name: 'Open plan', was: 'Secret plan', permissions: [] } },
    { action: 'people.role_deleted', detail: { role_id, name: 'Open plan', permissions: [] } },
  ]);
});
