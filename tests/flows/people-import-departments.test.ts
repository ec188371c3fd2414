// Departments that a file names and that are not there are asked about once each, by name and not by row.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as departments from '#contract/people/departments.ts';
import { createGroup } from '#contract/people/groups.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { check, csv, personWith, problemsOf, rowsOf, run, staff, undo } from './people-import.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const HEADINGS = ['First name', 'Last name', 'Email', 'Department'];
const domain = () => `${uuid().slice(-8)}.example`;

type Answer = contract.DepartmentAnswer | null;
const answer = async (by: TestClient, import_id: string, names: string[], given: Answer, department_id?: string) =>
  (
    await by.call(contract.answerDepartments, {
      import_id,
      names,
      answer: given,
      ...(department_id && { department_id }),
    })
  ).batch;

async function make(by: TestClient, department_name: string, parent_id: string | null = null): Promise<string> {
  const department_id = uuid();
  await by.call(departments.createDepartment, { department_id, department_name, parent_id });
  return department_id;
}
/** `Operations`, `Operations/Night shift`, in order. */
async function paths(by: TestClient): Promise<string[]> {
  const { items } = await by.call(departments.listDepartments, {});
  const byId = new Map(items.map((one) => [one.department_id, one]));
  const pathOf = (id: string | null): string[] => {
    const one = id ? byId.get(id) : undefined;
    return one ? [...pathOf(one.parent_id), one.department_name] : [];
  };
  return items.map(({ department_id }) => pathOf(department_id).join('/')).toSorted();
}
const departmentOf = async (by: TestClient, address: string) => (await personWith(by, address))?.department_id;
const asked = ({ departments }: contract.ImportBatch) =>
  departments.map(({ name, rows, answer }) => [name, rows, answer]);

test('each is asked about once, and what was answered holds for all of its rows', async () => {
  const { owner } = await registerCompany(app);
  const [operations, quality] = [await make(owner, 'Operations'), await make(owner, 'Quality')];
  const [here = ''] = await staff(app, owner, 1);
  await owner.call(people.update, {
    employee_id: (await personWith(owner, here))?.employee_id ?? '',
    department_id: quality,
  });
  const at = domain();
  const file = csv(
    HEADINGS,
    ['Ada', 'One', `ada@${at}`, 'Operations > Night shift'],
    ['Ben', 'Two', `ben@${at}`, 'operations/night  shift'],
    ['Cleo', 'Three', `cleo@${at}`, 'QA'],
    ['', '', here, 'Old building'],
    ['Dora', 'Four', `dora@${at}`, 'Old building'],
    ['Emil', 'Five', `emil@${at}`, 'Canteen'],
    ['Fay', 'Six', 'no address', 'Canteen'],
    ['Gus', 'Seven', `gus@${at}`, 'Operations'],
  );
  const { import_id, ...before } = await check(owner, file);
  expect(asked(before as contract.ImportBatch)).toEqual([
    ['Canteen', 2, null],
    ['Old building', 2, null],
    ['Operations > Night shift', 2, null],
    ['QA', 1, null],
  ]);
  expect(before.counts).toEqual({ rows: 8, create: 1, change: 0, same: 0, problem: 7 });

  await answer(owner, import_id, ['Operations/Night shift'], 'create');
  await answer(owner, import_id, ['QA'], 'use', quality);
  const after = await answer(owner, import_id, ['old building'], 'leave');
  expect(asked(after)).toContainEqual(['Operations > Night shift', 2, 'create']);
  expect(after.counts).toEqual({ rows: 8, create: 5, change: 0, same: 1, problem: 2 });
  expect(await problemsOf(owner, import_id)).toEqual([
    '7: Department: There is no department called Canteen',
    '8: Email: Invalid email address',
    '8: Department: There is no department called Canteen',
  ]);
  // Nothing was made before it runs, and an answer can be taken back.
  expect(await paths(owner)).toEqual(['Operations', 'Quality']);
  await answer(owner, import_id, ['Canteen'], 'create');
  expect((await answer(owner, import_id, ['Canteen'], null)).counts.problem).toBe(2);

  expect(await run(owner, import_id)).toMatchObject({ status: 'done', results: { created: 5, refused: 0 } });
  expect(await paths(owner)).toEqual(['Operations', 'Operations/Night shift', 'Quality']);
  const night = await departmentOf(owner, `ada@${at}`);
  expect(night).toEqual(expect.any(String));
  expect([night, quality, operations]).toEqual([
    await departmentOf(owner, `ben@${at}`),
    await departmentOf(owner, `cleo@${at}`),
    await departmentOf(owner, `gus@${at}`),
  ]);
  expect(await departmentOf(owner, `dora@${at}`)).toBeNull();
  expect(await departmentOf(owner, here)).toBe(quality);

  // The same file again: what was made is there.
  const again = await check(owner, file);
  expect(asked(again).map(([name]) => name)).toEqual(['Canteen', 'Old building', 'QA']);
  expect(again.counts).toMatchObject({ create: 0, change: 0, same: 3 });

  await undo(owner, import_id);
  expect(await paths(owner)).toEqual(['Operations', 'Quality']);
});

test('what was made stays where somebody uses it by the time of the undoing', async () => {
  const { owner } = await registerCompany(app);
  const at = domain();
  const { import_id } = await check(
    owner,
    csv(
      HEADINGS,
      ['Ada', 'One', `ada@${at}`, 'A/B'],
      ['Ben', 'Two', `ben@${at}`, 'C'],
      ['Cleo', 'Three', `cleo@${at}`, 'D'],
    ),
  );
  await answer(owner, import_id, ['A/B', 'C', 'D'], 'create');
  await run(owner, import_id);
  expect(await paths(owner)).toEqual(['A', 'A/B', 'C', 'D']);
  const [inB, inD] = [await departmentOf(owner, `ada@${at}`), await departmentOf(owner, `cleo@${at}`)];
  const stays = await addPerson(app, owner);
  await owner.call(people.update, { employee_id: stays.employee_id, department_id: inB as string });
  await owner.call(departments.updateDepartment, { department_id: inD as string, department_name: 'Dispatch' });
  expect(await undo(owner, import_id)).toMatchObject({ status: 'undone', results: { undone: 3 } });
  expect(await paths(owner)).toEqual(['A', 'A/B', 'Dispatch']);
});

test('one that was made meanwhile is the one that is meant; one that is gone is a problem again', async () => {
  const { owner } = await registerCompany(app);
  const [at, away] = [domain(), await make(owner, 'Away')];
  const { import_id } = await check(
    owner,
    csv(HEADINGS, ['Ada', 'One', `ada@${at}`, 'Night shift'], ['Ben', 'Two', `ben@${at}`, 'Elsewhere']),
  );
  await answer(owner, import_id, ['Night shift'], 'create');
  await answer(owner, import_id, ['Elsewhere'], 'use', away);
  const made = await make(owner, 'Night Shift', await make(owner, 'Operations'));
  await owner.call(departments.deleteDepartment, { department_id: away });
  expect(await run(owner, import_id)).toMatchObject({ results: { created: 1, refused: 1 } });
  expect(await departmentOf(owner, `ada@${at}`)).toBe(made);
  expect(await paths(owner)).toEqual(['Operations', 'Operations/Night Shift']);
  expect(await problemsOf(owner, import_id)).toEqual(['3: Department: There is no department called Elsewhere']);
});

test('answers stay when other columns are chosen, and what was wrong with a line stays wrong', async () => {
  const { owner } = await registerCompany(app);
  const at = domain();
  const lines = [
    ['Ada', 'One', `ada@${at}`, 'North', 'x'],
    ['Ben', '=1+1', `ben@${at}`, 'North', 'y'],
  ];
  const import_id = uuid();
  const { file_id } = await check(owner, csv([...HEADINGS, 'Remark'], ...lines), { import_id });
  const after = await answer(owner, import_id, ['North'], 'create');
  expect(after.counts).toMatchObject({ create: 1, problem: 1 });
  expect((await problemsOf(owner, import_id)).join()).toMatch(/formula/);
  const mapping = ['first_name', 'last_name', 'work_email_id', 'department', 'location'] as const;
  const { batch } = await owner.call(contract.checkImport, { import_id, file_id, mapping: [...mapping] });
  expect(asked(batch)).toEqual([['North', 2, 'create']]);
  expect((await rowsOf(owner, import_id, 'create')).map(({ name }) => name)).toEqual(['Ada One']);
});

test('answers that cannot be are refused, and change nothing', async () => {
  const { owner } = await registerCompany(app);
  const [at, there] = [domain(), await make(owner, 'There')];
  const long = 'x'.repeat(81);
  const { import_id } = await check(
    owner,
    csv(
      HEADINGS,
      ['Ada', 'One', `ada@${at}`, 'North'],
      ['Ben', 'Two', `ben@${at}`, long],
      ['Cy', 'Three', `cy@${at}`, 'A//B'],
    ),
  );
  const codeOf = async (input: object) =>
    (await owner.raw(contract.answerDepartments, { import_id, names: ['North'], ...input })).body.error_code;
  for (const input of [
    { answer: 'use' },
    { answer: 'create', department_id: there },
    { answer: 'create', names: ['South'] },
    // No department can be called so: they stay problems of their rows.
    { answer: 'create', names: [long] },
    { answer: 'create', names: ['A//B'] },
  ])
    expect(await codeOf(input), JSON.stringify(input)).toBe('INVALID_REQUEST');
  expect(await codeOf({ answer: 'use', department_id: uuid() })).toBe('DEPARTMENT_NOT_FOUND');
  expect(asked((await owner.call(contract.getImport, { import_id })).batch)).toEqual([['North', 1, null]]);
  await run(owner, import_id);
  expect(await codeOf({ answer: 'create' })).toBe('IMPORT_STATUS');
});

test('more departments than a company can have: nothing runs, and nothing is made', async () => {
  const { owner } = await registerCompany(app);
  await app.sql(
    `INSERT INTO department (company_id, department_id, name) SELECT $1, gen_random_uuid(), 'D' || n FROM generate_series(1, 999) n`,
    [owner.company_id],
  );
  const at = domain();
  const file = csv(HEADINGS, ['Ada', 'One', `ada@${at}`, 'North'], ['Ben', 'Two', `ben@${at}`, 'South']);
  const { import_id } = await check(owner, file);
  await answer(owner, import_id, ['North', 'South'], 'create');
  expect((await owner.raw(contract.runImport, { import_id })).body.error_code).toBe('TOO_MANY_DEPARTMENTS');
  expect(await paths(owner)).toHaveLength(999);
  await answer(owner, import_id, ['South'], 'leave');
  expect(await run(owner, import_id)).toMatchObject({ results: { created: 2 } });
});

test('names are compared as the file is read, and made tidy; a name alone is the end of a path that is made with it', async () => {
  const { owner } = await registerCompany(app);
  await make(owner, 'Women’s wear');
  const at = domain();
  const { import_id } = await check(
    owner,
    csv(
      HEADINGS,
      ['Ada', 'One', `ada@${at}`, "Women's wear/ Shoes  and\nbags "],
      ['Ben', 'Two', `ben@${at}`, 'womens wear'],
      ['Cy', 'Three', `cy@${at}`, 'Bakery'],
      ['Di', 'Four', `di@${at}`, 'Bakery'],
      ['Ed', 'Five', `ed@${at}`, 'Mill/Bakery'],
    ),
  );
  const { departments } = (await owner.call(contract.getImport, { import_id })).batch;
  await answer(
    owner,
    import_id,
    departments.map(({ name }) => name),
    'create',
  );
  expect(await run(owner, import_id)).toMatchObject({ results: { created: 5, refused: 0 } });
  expect(await paths(owner)).toEqual(['Mill', 'Mill/Bakery', 'Women’s wear', 'Women’s wear/Shoes and bags']);
  expect(await departmentOf(owner, `cy@${at}`)).toBe(await departmentOf(owner, `ed@${at}`));
});

test('what nobody gets is not made, and what a group names or was moved stays', async () => {
  const { owner } = await registerCompany(app);
  const at = domain();
  const { import_id } = await check(
    owner,
    csv(
      HEADINGS,
      ['Ada', 'One', `ada@${at}`, 'Named'],
      ['Ben', 'Two', `ben@${at}`, 'Moved'],
      ['Cy', 'Three', 'no address', 'Nobody'],
      ['Di', 'Four', `di@${at}`, 'Gone'],
    ),
  );
  await answer(owner, import_id, ['Named', 'Moved', 'Nobody', 'Gone'], 'create');
  await run(owner, import_id);
  expect(await paths(owner)).toEqual(['Gone', 'Moved', 'Named']);
  const named = (await departmentOf(owner, `ada@${at}`)) as string;
  const moved = (await departmentOf(owner, `ben@${at}`)) as string;
  const criteria = [{ criteria_type: 'department' as const, search_type: 'is' as const, values: [named] }];
  const rule = { match: 'all' as const, criteria };
  await owner.call(createGroup, { group_id: uuid(), group_name: 'Theirs', rule });
  await owner.call(departments.updateDepartment, { department_id: moved, parent_id: await make(owner, 'Above') });
  await undo(owner, import_id);
  expect(await paths(owner)).toEqual(['Above', 'Above/Moved', 'Named']);
});

test('answered a day later, whoever came since is still not missing from the file', async () => {
  const { owner } = await registerCompany(app);
  const here = await staff(app, owner, 9);
  const lines = here.slice(0, 8).map((address) => ['', '', address, '']);
  const file = csv(HEADINGS, ...lines, ['Ada', 'One', `ada@${domain()}`, 'North']);
  const { import_id, missing } = await check(owner, file);
  expect(missing?.people).toBe(1);
  await app.sql("UPDATE people_import SET created_at = now() - interval '25 hours' WHERE import_id = $1", [import_id]);
  await app.sql("UPDATE employee SET created_at = now() - interval '2 days' WHERE company_id = $1", [owner.company_id]);
  await staff(app, owner, 1);
  expect((await answer(owner, import_id, ['North'], 'create')).missing?.people).toBe(1);
});
