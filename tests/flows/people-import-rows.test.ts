// What is wrong with a row of an import is said of that row, in words, and stops no other; and who may import what.
// @module-tag long
import Papa from 'papaparse';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDepartment } from '#contract/people/departments.ts';
import { createGroup } from '#contract/people/groups.ts';
import { listRoles } from '#contract/people/roles.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { upload } from '#tests/kit/files.ts';
import { check, csv, everybody, personWith, problemsOf, rowsOf, run, uploadFile } from './people-import.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const at = () => `${uuid().slice(-8)}.example`;
const PLAIN = ['First name', 'Last name', 'Email'] as const;

test('each problem of each row, with its number, its column and its reason; the others come in', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  await owner.call(createDepartment, { department_id: uuid(), department_name: 'Sales' });
  const parent_id = uuid();
  await owner.call(createDepartment, { department_id: parent_id, department_name: 'North' });
  await owner.call(createDepartment, { department_id: uuid(), department_name: 'Sales', parent_id });
  const rule = { match: 'all', criteria: [{ criteria_type: 'location', search_type: 'contains', values: ['x'] }] };
  await owner.call(createGroup, { group_id: uuid(), group_name: 'By place', rule: rule as never });
  const headings = [...PLAIN, 'Department', 'Birth date', 'Time zone', 'Phone', 'Groups', 'Roles'];
  const file = csv(
    headings,
    ['Fine', 'Person', `fine@${domain}`, 'north > sales', '31/12/1990', 'Europe/Paris', '030 1234567', '', ''],
    ['No', 'Address', ''],
    ['Bad', 'Address', 'rosa.lindgren@'],
    ['', 'First', `first@${domain}`],
    ['Twice', 'There', `FINE@${domain}`],
    ['No', 'Place', `place@${domain}`, 'Nowhere'],
    ['A', 'Path', `path@${domain}`, 'Sales'],
    ['No', 'Day', `day@${domain}`, '', '31/02/1990'],
    ['No', 'Zone', `zone@${domain}`, '', '', 'Moon/Base'],
    ['No', 'Phone', `phone@${domain}`, '', '', '', 'call me'],
    ['Ruled', 'Group', `group@${domain}`, '', '', '', '', 'By place'],
    ['No', 'Role', `role@${domain}`, '', '', '', '', '', 'Astronaut'],
    ['x'.repeat(81), 'Long', `long@${domain}`],
    ['Too', 'Many', `many@${domain}`, '', '', '', '', '', '', 'more'],
    ['A', 'Formula', `formula@${domain}`, '=A1'],
    ['No', 'Result', `result@${domain}`, '#N/A'],
  );
  const batch = await check(owner, file);
  expect(await problemsOf(owner, batch.import_id)).toEqual([
    '3: Email: This field is required',
    '4: Email: Invalid email address',
    '5: First name: The first name is missing',
    '6: Email: Row 2 has this address',
    '7: Department: There is no department called Nowhere',
    '9: Birth date: Not a day that there is: write it like 2026-11-02',
    '10: Time zone: Not a time zone: write one like Europe/Berlin',
    '11: Phone: Invalid phone number',
    '12: Groups: Who is in this group follows from its criteria',
    '13: Roles: There is no role called Astronaut',
    '14: First name: At most 80 characters',
    '15: There are more cells in this row than headings',
    '16: Department: This is a formula: put its result here',
    '17: Department: The formula in this cell has no result',
  ]);
  expect(batch.counts).toEqual({ rows: 16, create: 2, change: 0, same: 0, problem: 14 });
  const done = await run(owner, batch.import_id);
  expect(done.results).toMatchObject({ created: 2, refused: 0 });
  expect((await everybody(owner)).size).toBe(3);

  const { content, file_name } = await owner.call(contract.importErrors, { import_id: batch.import_id });
  expect(file_name).toBe('people-to-fix.csv');
  const lines = Papa.parse<string[]>(new TextDecoder().decode(content)).data;
  expect(lines[0]).toEqual([...headings, 'Problem']);
  expect(lines).toHaveLength(15);
  expect(lines[2]?.slice(0, 3)).toEqual(['Bad', 'Address', 'rosa.lindgren@']);
  expect(lines[2]?.at(-1)).toBe('Email: Invalid email address');
  // Put right and uploaded as it is, with the column that says why.
  const fixed = lines.map((line) => line.map((cell) => (cell === 'rosa.lindgren@' ? `rosa@${domain}` : cell)));
  const again = await check(owner, Papa.unparse([fixed[0], fixed[2]] as string[][]));
  expect(again.counts).toEqual({ rows: 1, create: 1, change: 0, same: 0, problem: 0 });
  expect(again.columns.at(-1)).toMatchObject({ heading: 'Problem', field: null });
  const workbook = await owner.call(contract.importErrors, { import_id: batch.import_id, format: 'xlsx' });
  expect(workbook.file_name).toBe('people-to-fix.xlsx');
});

test('managers: nobody above themselves, also through people who are not in the file; who hangs on a problem has one', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const [boss, mid] = [uuid(), uuid()];
  const named = (employee_id: string, name: string) => ({
    ...{ employee_id, first_name: name, last_name: 'Here', work_email_id: `${name}@${domain}`, send_invitation: false },
  });
  await owner.call(people.create, named(boss, 'boss'));
  await owner.call(people.create, { ...named(mid, 'mid'), manager_id: boss });
  const file = csv(
    [...PLAIN, 'Manager'],
    ['', '', `boss@${domain}`, `new@${domain}`],
    ['New', 'One', `new@${domain}`, `mid@${domain}`],
    ['Own', 'Boss', `own@${domain}`, `own@${domain}`],
    ['Lost', 'One', `lost@${domain}`, `nobody@${domain}`],
    ['Under', 'Lost', `under@${domain}`, `LOST@${domain}`],
    ['Deep', 'Below', `deep@${domain}`, `under@${domain}`],
    ['All', 'Well', `well@${domain}`, `mid@${domain}`],
  );
  const batch = await check(owner, file);
  const ring = 'Nobody can report to themselves, directly or through others';
  expect(await problemsOf(owner, batch.import_id)).toEqual([
    `2: Manager: ${ring}`,
    `3: Manager: ${ring}`,
    `4: Manager: ${ring}`,
    '5: Manager: Nobody here or in this file has this address',
    '6: Manager: Row 5, their manager, has a problem',
    '7: Manager: Row 6, their manager, has a problem',
  ]);
  // Turned round: the one reports to who reported to them, and the other to nobody they would be below.
  const turned = csv(['Email', 'Manager'], [`boss@${domain}`, `mid@${domain}`], [`mid@${domain}`, 'o@o.example']);
  expect((await check(owner, turned)).counts).toMatchObject({ problem: 2 });
  const ownerAddress =
    [...(await everybody(owner))].find(([, one]) => one.employee_id === owner.employee_id)?.[0] ?? '';
  const right = csv(['Email', 'Manager'], [`boss@${domain}`, `mid@${domain}`], [`mid@${domain}`, ownerAddress]);
  expect(await run(owner, (await check(owner, right)).import_id)).toMatchObject({
    results: { changed: 2, refused: 0 },
  });
  expect(await personWith(owner, `boss@${domain}`)).toMatchObject({ manager_id: mid });
});

test('a file of which nothing is known asks for its columns, and is judged by what is said', async () => {
  const { owner } = await registerCompany(app);
  const address = `who@${at()}`;
  const import_id = uuid();
  const file_id = await uploadFile(owner, csv(['Wer', 'Wo', 'Womit'], ['Lindgren, Rosa', address, '0071']));
  const asked = (await owner.call(contract.checkImport, { import_id, file_id })).batch;
  expect(asked).toMatchObject({ status: 'columns', counts: { rows: 1, create: 0, problem: 0 } });
  expect(asked.columns).toEqual([
    { heading: 'Wer', sample: 'Lindgren, Rosa', field: null },
    { heading: 'Wo', sample: address, field: null },
    { heading: 'Womit', sample: '0071', field: null },
  ]);
  await expect(owner.call(contract.runImport, { import_id })).rejects.toMatchObject({ code: 'IMPORT_STATUS' });
  const wrong = { code: 'IMPORT_COLUMNS', status: 400 };
  const say = (...mapping: (contract.ImportField | null)[]) =>
    owner.call(contract.checkImport, { import_id, file_id, mapping });
  await expect(say('work_email_id')).rejects.toMatchObject(wrong);
  await expect(say('full_name', null, null)).rejects.toMatchObject(wrong);
  await expect(say('full_name', 'work_email_id', 'full_name')).rejects.toMatchObject(wrong);
  const { batch } = await say('full_name', 'work_email_id', 'location');
  expect(batch).toMatchObject({ import_id, status: 'checked', counts: { create: 1 } });
  await run(owner, import_id);
  expect(await personWith(owner, address)).toMatchObject({
    first_name: 'Rosa',
    last_name: 'Lindgren',
    location: '0071',
  });
  await expect(say('full_name', 'work_email_id', null)).rejects.toMatchObject({ code: 'IMPORT_STATUS', status: 409 });
});

test('files that are none, too long, or somebody else’s', async () => {
  const { owner } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  const refusal = (bytes: Buffer | string) => check(owner, bytes).catch((error: { code: string }) => error.code);
  expect(await refusal('not a table')).toBe('IMPORT_EMPTY');
  expect(await refusal('First name,Email')).toBe('IMPORT_EMPTY');
  expect(await refusal(Buffer.from('%PDF-1.7\0\0\0\n1 0 obj\n'))).toBe('IMPORT_UNREADABLE');
  expect(await refusal(`Email\n${'a@b.example\n'.repeat(20_020)}`)).toBe('IMPORT_TOO_LARGE');
  expect(await refusal(`Email\n${'x'.repeat(10_000_000)}`)).toBe('IMPORT_TOO_LARGE');
  const file = csv(PLAIN, ['A', 'B', `a@${at()}`]);
  const import_id = uuid();
  const ask = (file_id: string) => owner.call(contract.checkImport, { import_id, file_id });
  const missing = { code: 'FILE_NOT_FOUND', status: 404 };
  await expect(ask(await uploadFile(colleague, file))).rejects.toMatchObject(missing);
  await expect(ask((await upload(owner, file, { folder: 'chat', name: 'a.csv' })).file_id)).rejects.toMatchObject(
    missing,
  );
  await expect(ask(uuid())).rejects.toMatchObject(missing);
  await expect(owner.call(contract.getImport, { import_id })).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND' });
});

test('nobody gives by a file what they could not give by hand', async () => {
  const { owner } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  const file_id = await uploadFile(colleague, csv(PLAIN, ['A', 'B', 'a@b.example']));
  const refused = colleague.call(contract.checkImport, { import_id: uuid(), file_id });
  await expect(refused).rejects.toMatchObject({ code: 'NO_PERMISSION', status: 403 });
  const roles = (await owner.call(listRoles, {})).items;
  const idOf = (name: string) => roles.find(({ built_in }) => built_in === name)?.role_id ?? '';
  await owner.call(people.update, { employee_id: colleague.employee_id, role_ids: [idOf('people_manager')] });
  const ownerAddress =
    [...(await everybody(owner))].find(([, one]) => one.employee_id === owner.employee_id)?.[0] ?? '';
  const domain = at();
  const file = csv(
    [...PLAIN, 'Roles'],
    ['With', 'None', `none@${domain}`, ''],
    ['Every', 'Body', `body@${domain}`, 'employee'],
    ['Wants', 'All', `all@${domain}`, 'Employee; Admin'],
    ['', '', ownerAddress, 'Employee'],
  );
  const batch = await check(colleague, file);
  expect(await problemsOf(colleague, batch.import_id)).toEqual([
    '4: Roles: You may not give or take these roles',
    '5: Roles: You may not give or take these roles',
  ]);
  // Who owns the company may, but not end being the last owner; that is found out when it is done.
  const own = await check(owner, file);
  expect(own.counts).toEqual({ rows: 4, create: 3, change: 1, same: 0, problem: 0 });
  expect(await run(owner, own.import_id)).toMatchObject({ results: { created: 3, changed: 0, refused: 1 } });
  expect(await problemsOf(owner, own.import_id)).toEqual(['5: A company needs an owner: this is the last one']);
  const all = await personWith(owner, `all@${domain}`);
  expect(all?.role_ids?.toSorted()).toEqual([idOf('employee'), idOf('admin')].toSorted());
  // The rows are by verdict, in pages.
  expect((await rowsOf(owner, own.import_id, 'create')).map(({ row, outcome }) => [row, outcome])).toEqual([
    ...[2, 3, 4].map((row) => [row, 'done']),
  ]);
});
