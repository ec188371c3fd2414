// The chart of who reports to whom: level by level, with who left looked through, and how many are below.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateModules } from '#contract/company.ts';
import { chart } from '#contract/people/finding/chart.ts';
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

const add = async (by: TestClient, first_name: string, manager_id: string | null = null): Promise<string> => {
  const input = {
    employee_id: uuid(),
    first_name,
    last_name: 'Baker',
    work_email_id: `p${uuid().slice(-12)}@people.example`,
    send_invitation: false,
    manager_id,
  };
  return (await by.call(people.create, input)).employee.employee_id;
};
const under = (by: TestClient, employee_id: string, manager_id: string | null) =>
  by.call(people.update, { employee_id, manager_id });
const read = (by: TestClient, employee_id?: string) => by.call(chart, employee_id ? { employee_id } : {});
const names = (all: readonly { first_name: string }[]) => all.map((one) => one.first_name);
/** [[name, who reports to them, and all below], …] */
const listed = ({ items }: Awaited<ReturnType<typeof read>>) =>
  items.map(({ person, direct, all }) => [person.first_name, direct, all]);

/** Olive above Ada and Bo, Ada above Cy and Di, Cy above Ed. */
async function small() {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const ada = await add(owner, 'Ada', owner.employee_id);
  const bo = await add(owner, 'Bo', owner.employee_id);
  const cy = await add(owner, 'Cy', ada);
  const di = await add(owner, 'Di', ada);
  const ed = await add(owner, 'Ed', cy);
  return { owner, ada, bo, cy, di, ed };
}

test('each level by name, with those above, who is beside, and how many are below', async () => {
  const { owner, ada, cy, ed } = await small();
  const colleague = await addPerson(app, owner, { first_name: 'Zoe' });
  const top = await read(colleague);
  expect(listed(top)).toEqual([
    ['Olive', 2, 5],
    ['Zoe', 0, 0],
  ]);
  expect(top).toMatchObject({ person: null, managers: [], peers: 0, direct: 2, all: 7, next_cursor: null });
  const hers = await read(colleague, ada);
  expect(listed(hers)).toEqual([
    ['Cy', 1, 1],
    ['Di', 0, 0],
  ]);
  expect(hers).toMatchObject({ person: { first_name: 'Ada' }, peers: 1, direct: 2, all: 3 });
  expect(names(hers.managers)).toEqual(['Olive']);
  const his = await read(colleague, ed);
  expect(names(his.managers)).toEqual(['Olive', 'Ada', 'Cy']);
  expect(his).toMatchObject({ peers: 0, direct: 0, all: 0, items: [] });
  expect(await read(colleague, owner.employee_id)).toMatchObject({ managers: [], peers: 1, direct: 2, all: 5 });
  // Whoever changes it, the next look shows it, and open screens are told.
  await using socket = await openSocket(colleague);
  await under(owner, cy, null);
  await socket.waitForEvent('people.groups_changed');
  expect(listed(await read(colleague))).toEqual([
    ['Cy', 1, 1],
    ['Olive', 2, 3],
    ['Zoe', 0, 0],
  ]);
});

test('who is switched off or gone is looked through: theirs hang at the next one up, or at the top', async () => {
  const { owner, ada, cy, di, ed } = await small();
  await owner.call(people.setStatus, { employee_id: cy, status: 'INACTIVE' });
  const hers = await read(owner, ada);
  expect(listed(hers)).toEqual([
    ['Di', 0, 0],
    ['Ed', 0, 0],
  ]);
  expect(hers).toMatchObject({ direct: 2, all: 2 });
  expect(names((await read(owner, ed)).managers)).toEqual(['Olive', 'Ada']);
  expect(await read(owner, ed)).toMatchObject({ peers: 1 });
  expect(await read(owner, owner.employee_id)).toMatchObject({ direct: 2, all: 4 });
  await expect(read(owner, cy)).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
  // One above the other, both off.
  await owner.call(people.setStatus, { employee_id: ada, status: 'SUSPENDED' });
  expect(listed(await read(owner, owner.employee_id))).toEqual([
    ['Bo', 0, 0],
    ['Di', 0, 0],
    ['Ed', 0, 0],
  ]);
  await under(owner, ada, null);
  const top = await read(owner);
  expect(listed(top)).toEqual([
    ['Di', 0, 0],
    ['Ed', 0, 0],
    ['Olive', 1, 1],
  ]);
  expect(top).toMatchObject({ direct: 3, all: 4 });
  expect((await read(owner, di)).managers).toEqual([]);
  await owner.call(people.remove, { employee_id: di });
  await expect(read(owner, di)).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
  expect(await read(owner)).toMatchObject({ direct: 2, all: 3 });
});

test('many below one come in pages, none twice and none left out', async () => {
  const { owner } = await registerCompany(app);
  const ids = [];
  for (let n = 0; n < 7; n++) ids.push(await add(owner, ['Ann', 'Ánn', 'Bea'][n % 3] as string, owner.employee_id));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await owner.call(chart, {
      employee_id: owner.employee_id,
      limit: '3',
      ...(cursor && { cursor }),
    });
    expect(page.direct).toBe(7);
    seen.push(...page.items.map(({ person }) => person.employee_id));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen).toHaveLength(7);
  expect(seen.toSorted()).toEqual(ids.toSorted());
  await expect(owner.call(chart, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('a ring that somehow stands in the database is survived', async () => {
  const { owner, ada, cy, ed } = await small();
  await app.sql('UPDATE employee SET manager_id = $2 WHERE employee_id = $1', [ada, ed]);
  expect(names((await read(owner, ed)).managers)).toEqual(['Ada', 'Cy']);
  expect(await read(owner, cy)).toMatchObject({ direct: 1 });
  expect(listed(await read(owner))).toEqual([['Olive', 1, 1]]);
});

test('for whoever may see the directory, of one company alone', async () => {
  const { owner, ada } = await small();
  const { company_id } = owner.session ?? { company_id: '' };
  const { owner: stranger } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  const [foreign, missing] = [
    await stranger.raw(chart, { employee_id: ada }),
    await stranger.raw(chart, { employee_id: uuid() }),
  ];
  expect(foreign.body.error_code).toBe('EMPLOYEE_NOT_FOUND');
  expect(foreign.status).toBe(missing.status);
  await owner.call(updateModules, { company_id, modules: { people: false } });
  await expect(read(colleague)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  expect(await read(owner)).toMatchObject({ person: null });
});
