// Importing people: judged row by row before anything is written, run, run again without effect, and undone.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { createDepartment } from '#contract/people/departments.ts';
import { createGroup } from '#contract/people/groups.ts';
import { createRole, listRoles } from '#contract/people/roles.ts';
import { exportPeople } from '#contract/people/spreadsheet/export.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { waitForMail } from '#tests/kit/mails.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { check, csv, everybody, personWith, problemsOf, rowsOf, run, settled, undo } from './people-import.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const HEADINGS = ['First name', 'Last name', 'Work e-mail', 'Job title', 'Department', "Manager's e-mail"];
const at = () => `${uuid().slice(-8)}.example`;
const idOf = async (by: TestClient, address: string) => (await everybody(by)).get(address)?.employee_id ?? '';
const trail = async (by: TestClient) =>
  (await by.call(listAudit, { filters: { areas: ['people'] } })).items.filter(({ action }) =>
    action.includes('import'),
  );

test('nothing is written by the check; then people come in, with their manager and their department; again changes nothing', async () => {
  const { owner, email } = await registerCompany(app);
  const domain = at();
  const [top, below] = [uuid(), uuid()];
  await owner.call(createDepartment, { department_id: top, department_name: 'Operations' });
  await owner.call(createDepartment, { department_id: below, department_name: 'Warehouse', parent_id: top });
  // The manager stands below who reports to them.
  const file = csv(
    HEADINGS,
    ['Rosa', 'Lindgren', `rosa@${domain}`, 'Driver', 'Operations / Warehouse', `ADE@${domain}`],
    ['Ade', 'Balogun', `Ade@${domain}`, '', 'operations', email.toUpperCase()],
  );
  const batch = await check(owner, file, { name: 'starters.csv' });
  expect(batch).toMatchObject({
    status: 'checked',
    counts: { rows: 2, create: 2, change: 0, same: 0, problem: 0 },
    progress: { done: 0, of: 2 },
    undo_until: null,
  });
  expect(batch.file_name).toMatch(/starters\.csv$/);
  expect(batch.columns.map(({ heading, field }) => [heading, field])).toEqual([
    ['First name', 'first_name'],
    ['Last name', 'last_name'],
    ['Work e-mail', 'work_email_id'],
    ['Job title', 'position_title'],
    ['Department', 'department'],
    ["Manager's e-mail", 'manager_email'],
  ]);
  expect((await everybody(owner)).size).toBe(1);
  expect(await trail(owner)).toEqual([]);
  expect((await owner.call(contract.listImports, {})).items).toEqual([]);

  const socket = await openSocket(owner);
  const done = await run(owner, batch.import_id);
  expect(done).toMatchObject({ status: 'done', results: { created: 2, refused: 0 }, progress: { done: 2, of: 2 } });
  expect(done.undo_until).not.toBeNull();
  const [rosa, ade] = [await personWith(owner, `rosa@${domain}`), await personWith(owner, `Ade@${domain}`)];
  expect(rosa).toMatchObject({
    first_name: 'Rosa',
    position_title: 'Driver',
    department_id: below,
    manager_id: ade?.employee_id,
    employee_account_status: 'INVITED',
  });
  expect(ade).toMatchObject({ department_id: top, manager_id: owner.employee_id });
  const employee = (await owner.call(listRoles, {})).items.find(({ built_in }) => built_in === 'employee');
  expect(rosa?.role_ids).toEqual([employee?.role_id]);
  await expect
    .poll(() => socket.messages.filter((m) => m.type === 'event' && m.name === people.changed.name).length)
    .toBe(2);
  const revisions = socket.messages.flatMap((m) => (m.type === 'event' && m.topic === 'company' ? [m.revision] : []));
  expect(revisions).toEqual(revisions.map((_, n) => (revisions[0] ?? 0) + n));
  socket.close();

  const again = await check(owner, file);
  expect(again.counts).toEqual({ rows: 2, create: 0, change: 0, same: 2, problem: 0 });
  expect(await run(owner, again.import_id)).toMatchObject({ status: 'done', results: { created: 0, changed: 0 } });
  // And the same import once more.
  expect(await run(owner, batch.import_id)).toEqual(done);
  expect((await everybody(owner)).size).toBe(3);
  expect((await trail(owner)).map(({ action, detail }) => [action, detail])).toEqual([
    ['people.import_run', { import_id: again.import_id, people: 0 }],
    ['people.import_run', { import_id: batch.import_id, people: 2 }],
  ]);
});

test('invitations only where they are asked for', async () => {
  const { owner } = await registerCompany(app);
  const [silent, told] = [`silent@${at()}`, `told@${at()}`];
  const headings = ['First name', 'Last name', 'E-mail'];
  await run(owner, (await check(owner, csv(headings, ['Si', 'Lent', silent]))).import_id);
  await run(owner, (await check(owner, csv(headings, ['To', 'Ld', told]))).import_id, true);
  await waitForMail(app.dataDir, told);
  expect(await app.sql('SELECT 1 FROM mail WHERE recipient = $1', [silent])).toEqual([]);
  const links = await app.sql('SELECT employee_id FROM reset_link WHERE company_id = $1', [owner.company_id]);
  expect(links).toEqual([{ employee_id: await idOf(owner, told) }]);
});

test('what is empty stays; who is not in the file stays; what differs is changed, and named', async () => {
  const { owner, email } = await registerCompany(app);
  const [here, away] = [`here@${at()}`, `away@${at()}`];
  const [first, second] = [uuid(), uuid()];
  await owner.call(createGroup, { group_id: first, group_name: 'First aid' });
  await owner.call(createGroup, { group_id: second, group_name: 'Drivers, night' });
  for (const work_email_id of [here, away])
    await owner.call(people.create, {
      ...{ employee_id: uuid(), first_name: 'Old', last_name: 'Name', work_email_id, send_invitation: false },
      ...{ phone_number: '0049 30 123', location: 'Depot', group_ids: [first] },
    });
  const before = await personWith(owner, away);
  const file = csv(
    ['Email', 'First name', 'Phone number', 'Location', 'Skills', 'Groups', 'Joining date', 'Time zone', 'Manager'],
    [
      here.toUpperCase(),
      'New',
      '',
      '00712',
      'Forklift; Swedish, spoken',
      'drivers, NIGHT',
      '2.11.2026',
      'Asia/Tokyo',
      email,
    ],
  );
  const batch = await check(owner, file);
  expect(batch.counts).toEqual({ rows: 1, create: 0, change: 1, same: 0, problem: 0 });
  const [row] = await rowsOf(owner, batch.import_id, 'change');
  expect(row).toMatchObject({ row: 2, name: 'New Name', work_email_id: here.toUpperCase() });
  expect(row?.fields.toSorted()).toEqual(
    ['first_name', 'groups', 'joining_date', 'location', 'manager_email', 'skills', 'time_zone'].toSorted(),
  );
  const done = await run(owner, batch.import_id);
  expect(done.results).toEqual({ created: 0, changed: 1, refused: 0, undone: 0, kept: 0 });
  expect(await personWith(owner, here)).toMatchObject({
    first_name: 'New',
    last_name: 'Name',
    // As they write it themselves.
    work_email_id: here,
    phone_number: '0049 30 123',
    location: '00712',
    skills: ['Forklift', 'Swedish, spoken'],
    group_ids: [second],
    joining_date: '2026-11-02',
    time_zone: 'Asia/Tokyo',
    manager_id: owner.employee_id,
  });
  expect(await personWith(owner, away)).toEqual(before);
  // Found by their new name at once.
  const found = await owner.call(people.list, { query: 'new name' });
  expect(found.items.map(({ work_email_id }) => work_email_id)).toEqual([here]);
});

test('our own export comes back the same, in both formats', async () => {
  const { owner } = await registerCompany(app);
  const [group_id, role_id, department_id] = [uuid(), uuid(), uuid()];
  await owner.call(createGroup, { group_id, group_name: 'First aid, night' });
  await owner.call(createRole, { role_id, role_name: 'Shift lead', permissions: [] });
  await owner.call(createDepartment, { department_id, department_name: 'Operations' });
  await owner.call(people.create, {
    ...{ employee_id: uuid(), first_name: '=1+1', last_name: 'Åström "Zoé", Łódź', work_email_id: `zoe@${at()}` },
    ...{ phone_number: '+49 30 123', location: '-00712', birth_date: '1990-05-31', skills: ['@home', 'a'] },
    ...{ manager_id: owner.employee_id, department_id, role_ids: [role_id], group_ids: [group_id] },
    send_invitation: false,
  });
  for (const format of ['csv', 'xlsx'] as const) {
    const { content } = await owner.call(exportPeople, { format });
    const batch = await check(owner, Buffer.from(content), { name: `people.${format}` });
    expect(await problemsOf(owner, batch.import_id), format).toEqual([]);
    expect(batch.counts, format).toEqual({ rows: 2, create: 0, change: 0, same: 2, problem: 0 });
  }
  // The line of the template that says what goes where is nobody.
  const { content } = await owner.call(exportPeople, { format: 'csv', template: 'true' });
  const filled = `${Buffer.from(content).toString()}\r\nFill,Edin,fill@${at()}`;
  const batch = await check(owner, filled);
  expect(batch.counts).toEqual({ rows: 1, create: 1, change: 0, same: 0, problem: 0 });
  expect((await rowsOf(owner, batch.import_id)).map(({ row }) => row)).toEqual([3]);
});

test('undone: who never came goes, what nobody has touched since goes back, and the rest is left and said', async () => {
  const { owner } = await registerCompany(app);
  const [never, came, plain, touched] = [`never@${at()}`, `came@${at()}`, `plain@${at()}`, `touched@${at()}`];
  for (const work_email_id of [plain, touched])
    await owner.call(people.create, {
      ...{ employee_id: uuid(), first_name: 'Was', last_name: 'There', work_email_id, send_invitation: false },
      ...{ position_title: 'Before', location: 'Before' },
    });
  const file = csv(
    ['First name', 'Last name', 'Email', 'Title', 'Location', 'Reports to'],
    ['Never', 'Came', never, 'After', 'After', came],
    ['Came', 'In', came, 'After', 'After', ''],
    ['', '', plain, 'After', 'After', never],
    ['', '', touched, 'After', 'After', ''],
  );
  const { import_id } = await check(owner, file);
  expect(await run(owner, import_id, true)).toMatchObject({ results: { created: 2, changed: 2 } });
  const { resetTokenIn } = await import('#tests/kit/mails.ts');
  const { reset } = await import('#contract/auth.ts');
  const token = resetTokenIn(await waitForMail(app.dataDir, came));
  await owner.call(reset, { token, password: 'correct horse 9 battery', confirm_password: 'correct horse 9 battery' });
  await signIn(app.url, came);
  await owner.call(people.update, { employee_id: await idOf(owner, touched), location: 'By hand' });

  const undone = await undo(owner, import_id);
  expect(undone).toMatchObject({
    status: 'undone',
    results: { created: 2, changed: 2, undone: 2, kept: 2 },
    progress: { done: 4, of: 4 },
    undo_until: null,
  });
  expect(await personWith(owner, never)).toBeUndefined();
  expect(await personWith(owner, came)).toMatchObject({ employee_account_status: 'ACTIVE' });
  const back = { position_title: 'Before', location: 'Before', manager_id: null };
  expect(await personWith(owner, plain)).toMatchObject(back);
  expect(await personWith(owner, touched)).toMatchObject({ position_title: 'Before', location: 'By hand' });
  const kept = await rowsOf(owner, import_id, 'kept');
  expect(kept.map(({ work_email_id, problems }) => [work_email_id, problems[0]?.message])).toEqual([
    [came, 'This person has signed in meanwhile'],
    [touched, 'Changed since, and left as it is: location'],
  ]);
  // Again: it stays undone. The address is free for somebody new.
  await owner.call(contract.undoImport, { import_id });
  expect(await settled(owner, import_id)).toEqual(undone);
  expect((await check(owner, file)).counts).toMatchObject({ create: 1, change: 2 });
  expect((await trail(owner)).map(({ action }) => action)).toEqual(['people.import_undone', 'people.import_run']);
});

test('what has changed since the check is a reason, and never half a change', async () => {
  const { owner } = await registerCompany(app);
  const [gone, taken, fine] = [`gone@${at()}`, `taken@${at()}`, `fine@${at()}`];
  const department_id = uuid();
  await owner.call(createDepartment, { department_id, department_name: 'Short-lived' });
  const { deleteDepartment } = await import('#contract/people/departments.ts');
  const { import_id } = await check(
    owner,
    csv(
      ['First name', 'Last name', 'Email', 'Department'],
      ['In', 'Nothing', gone, 'Short-lived'],
      ['Was', 'Made', taken, ''],
      ['All', 'Fine', fine, ''],
    ),
  );
  await owner.call(deleteDepartment, { department_id });
  await owner.call(people.create, {
    ...{ employee_id: uuid(), first_name: 'By', last_name: 'Hand', work_email_id: taken, send_invitation: false },
  });
  const done = await run(owner, import_id);
  expect(done.results).toEqual({ created: 1, changed: 1, refused: 1, undone: 0, kept: 0 });
  expect(await personWith(owner, gone)).toBeUndefined();
  expect(await personWith(owner, taken)).toMatchObject({ first_name: 'Was', last_name: 'Made' });
  expect(await problemsOf(owner, import_id)).toEqual(['2: Department: There is no department called Short-lived']);
});

test('a server that was stopped in the middle goes on at the next start', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const rows = Array.from({ length: 600 }, (_, n) => ['N', `Umber ${n}`, `n${n}@${domain}`]);
  const { import_id } = await check(owner, csv(['First name', 'Last name', 'Email'], ...rows));
  await app.sql("UPDATE people_import SET status = 'running' WHERE import_id = $1", [import_id]);
  const done = await settled(owner, import_id);
  expect(done).toMatchObject({ status: 'done', results: { created: 600 }, progress: { done: 600, of: 600 } });
});

test('who began it and may no more, or is gone, ends it', async () => {
  const { owner } = await registerCompany(app);
  const manager = await addPerson(app, owner);
  const roles = (await owner.call(listRoles, {})).items;
  const role = roles.find(({ built_in }) => built_in === 'people_manager')?.role_id ?? '';
  const { employee_id } = manager;
  await owner.call(people.update, { employee_id, role_ids: [role] });
  const { import_id } = await check(manager, csv(['First name', 'Last name', 'Email'], ['A', 'B', `ab@${at()}`]));
  await owner.call(people.setStatus, { employee_id, status: 'SUSPENDED' });
  await app.sql("UPDATE people_import SET status = 'running' WHERE import_id = $1", [import_id]);
  expect(await settled(owner, import_id)).toMatchObject({ status: 'stopped', results: { created: 0 } });
});
