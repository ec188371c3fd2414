// Departments: a tree that stays one whatever happens at once, people in it, and where they go when one is dissolved.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as departments from '#contract/people/departments.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const make = async (by: TestClient, department_name: string, parent_id: string | null = null): Promise<string> =>
  (await by.call(departments.createDepartment, { department_id: uuid(), department_name, parent_id })).department
    .department_id;
const listed = async (by: TestClient) => (await by.call(departments.listDepartments, {})).items;
/** name → name of the parent, and how many are in it. */
const tree = async (by: TestClient) => {
  const all = await listed(by);
  const nameOf = (id: string | null) => all.find((one) => one.department_id === id)?.department_name ?? null;
  return all.map((one) => [one.department_name, nameOf(one.parent_id), one.members]);
};
const put = (by: TestClient, employee_id: string, department_id: string | null) =>
  by.call(people.update, { employee_id, department_id });
const move = (by: TestClient, department_id: string, parent_id: string | null) =>
  by.call(departments.updateDepartment, { department_id, parent_id });

test('made, renamed, moved with what is below, counted; everybody sees them and hears of it', async () => {
  const { owner } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  await using socket = await openSocket(colleague);
  const trade = await make(owner, 'Trade');
  const shops = await make(owner, 'shops', trade);
  const office = await make(owner, 'Office');
  await put(owner, colleague.employee_id, shops);
  expect(await tree(colleague)).toEqual([
    ['Office', null, 0],
    ['shops', 'Trade', 1],
    ['Trade', null, 0],
  ]);
  await expect
    .poll(() => socket.events.filter(({ name }) => name === departments.departmentsChanged.name).length)
    .toBe(4);
  const renamed = await owner.call(departments.updateDepartment, {
    department_id: shops,
    department_name: 'Shops',
    parent_id: office,
    lead_id: colleague.employee_id,
  });
  expect(renamed.department).toMatchObject({ parent_id: office, lead_id: colleague.employee_id, members: 1 });
  expect((await move(owner, shops, office)).events).toEqual([]);
  const { department_id } = await colleague.call(people.meta, {
    employee_id: colleague.employee_id,
    select: ['department_id'],
  });
  expect(department_id).toBe(shops);
  const { employee_id } = colleague;
  await owner.call(people.remove, { employee_id, hand_over_to: owner.employee_id });
  expect((await listed(owner)).find((one) => one.department_id === shops)).toMatchObject({
    lead_id: owner.employee_id,
    members: 0,
  });
});

test('refused: a name twice below one parent, a ring, what is not there, and who does not manage people', async () => {
  const { owner } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  const [a, b] = [await make(owner, 'A'), await make(owner, 'B')];
  const c = await make(owner, 'C', await make(owner, 'B', a));
  const refused = (work: Promise<unknown>, code: string) => expect(work).rejects.toMatchObject({ code });
  const before = await listed(owner);
  await refused(make(owner, 'a'), 'DEPARTMENT_ALREADY_EXIST');
  await refused(move(owner, b, a), 'DEPARTMENT_ALREADY_EXIST');
  await refused(move(owner, a, c), 'DEPARTMENT_CYCLE');
  await refused(move(owner, a, a), 'DEPARTMENT_CYCLE');
  await refused(move(owner, a, uuid()), 'DEPARTMENT_NOT_FOUND');
  await refused(put(owner, colleague.employee_id, uuid()), 'DEPARTMENT_NOT_FOUND');
  await refused(make(colleague, 'Mine'), 'NO_PERMISSION');
  await refused(put(colleague, colleague.employee_id, a), 'NO_PERMISSION');
  expect(await listed(owner)).toEqual(before);
});

test('two moves at once never make a ring', async () => {
  const { owner } = await registerCompany(app);
  const ids = await Promise.all(['A', 'B', 'C', 'D'].map((name) => make(owner, name)));
  for (let round = 0; round < 5; round++)
    await Promise.allSettled(ids.map((id, at) => move(owner, id, ids[(at + 1) % ids.length] as string)));
  const all = await listed(owner);
  for (const start of all) {
    const seen = new Set<string>();
    for (let at: typeof start | undefined = start; at; at = all.find((one) => one.department_id === at?.parent_id)) {
      expect(seen.has(at.department_id), 'a ring').toBe(false);
      seen.add(at.department_id);
    }
  }
});

test('one that is not empty asks where they go; they go there, all of them', async () => {
  const { owner } = await registerCompany(app);
  const [a, b] = [await make(owner, 'A'), await make(owner, 'B')];
  const below = await make(owner, 'Below', a);
  await put(owner, owner.employee_id, a);
  const remove = (department_id: string, more: object = {}) =>
    owner.call(departments.deleteDepartment, { department_id, ...more });
  await expect(remove(a)).rejects.toMatchObject({ code: 'DEPARTMENT_NOT_EMPTY' });
  await expect(remove(a, { move_to: below })).rejects.toMatchObject({ code: 'DEPARTMENT_CYCLE' });
  await remove(a, { move_to: b });
  expect(await tree(owner)).toEqual([
    ['B', null, 1],
    ['Below', 'B', 0],
  ]);
  await remove(below);
  await remove(b, { to_top: 'true' });
  expect(await tree(owner)).toEqual([]);
  expect(await owner.call(people.meta, { employee_id: owner.employee_id, select: ['department_id'] })).toEqual({
    department_id: null,
  });
});
