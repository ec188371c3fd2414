// How an import goes on: with the rights of whoever had it run or undone, past what the database refuses, and the way it was going.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import * as running from '#contract/operator/running.ts';
import { createGroup } from '#contract/people/groups.ts';
import { listRoles } from '#contract/people/roles.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { newOperator } from './operator.fixture.ts';
import { check, csv, personWith, problemsOf, rowsOf, run, settled, undo, uploadFile } from './people-import.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const at = () => `${uuid().slice(-8)}.example`;
const HEADINGS = ['First name', 'Last name', 'Email'] as const;
const NOT_GIVEN = 'You may not give or take these roles';

async function roleIds(by: TestClient) {
  const { items } = await by.call(listRoles, {});
  return (name: string) => items.find(({ built_in }) => built_in === name)?.role_id ?? '';
}

/** A company, and somebody in it who manages people and gives no roles. */
async function withManager(more: readonly string[] = []) {
  const { owner } = await registerCompany(app);
  const idOf = await roleIds(owner);
  const address = `manager@${at()}`;
  const role_ids = ['people_manager', ...more].map(idOf);
  const manager = await addPerson(app, owner, { work_email_id: address, role_ids });
  return { owner, manager, address, idOf };
}

const keptOf = async (by: TestClient, import_id: string) =>
  (await rowsOf(by, import_id, 'kept')).map(({ work_email_id, problems }) => [work_email_id, problems[0]?.message]);

test('nobody gets back by undoing what they could not give themselves', async () => {
  const { owner, manager, address, idOf } = await withManager(['admin']);
  const fresh = `fresh@${at()}`;
  const file = csv([...HEADINGS, 'Roles'], ['', '', address, 'People manager'], ['Fr', 'Esh', fresh, '']);
  const { import_id } = await check(owner, file);
  expect(await run(owner, import_id)).toMatchObject({ results: { created: 1, changed: 1 } });
  expect(await undo(manager, import_id)).toMatchObject({ status: 'undone', results: { undone: 1, kept: 1 } });
  expect((await personWith(owner, address))?.role_ids).toEqual([idOf('people_manager')]);
  expect(await keptOf(owner, import_id)).toEqual([[address, NOT_GIVEN]]);
  const { items } = await owner.call(listAudit, { filters: { areas: ['people'] } });
  expect(items.find(({ action }) => action === 'people.removed')?.actor_id).toBe(manager.employee_id);
});

test('what somebody else had checked runs with the rights of who has it run, and only they have it checked again', async () => {
  const { owner, manager, idOf } = await withManager();
  const [first, second] = [`first@${at()}`, `second@${at()}`];
  const file = (address: string) => csv([...HEADINGS, 'Roles'], ['A', 'B', address, 'Employee; Admin']);
  const checked = await check(owner, file(first));
  const stopped = await check(owner, file(second));
  await app.sql("UPDATE people_import SET status = 'stopped', started_at = now() WHERE import_id = $1", [
    stopped.import_id,
  ]);
  const file_id = await uploadFile(manager, file(first));
  const { import_id } = checked;
  const again = manager.call(contract.checkImport, { import_id, file_id });
  await expect(again).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND', status: 404 });
  expect((await owner.call(contract.getImport, { import_id })).batch).toEqual(checked);
  for (const batch of [checked, stopped]) {
    expect(await run(manager, batch.import_id)).toMatchObject({ status: 'done', results: { created: 0, refused: 1 } });
    expect(await problemsOf(owner, batch.import_id)).toEqual([`2: Roles: ${NOT_GIVEN}`]);
  }
  expect(await personWith(owner, first)).toBeUndefined();
  // The other way round: what the owner has run goes with the owner's rights.
  const theirs = await check(owner, file(second));
  await run(owner, theirs.import_id);
  expect((await personWith(owner, second))?.role_ids?.toSorted()).toEqual([idOf('employee'), idOf('admin')].toSorted());
});

test('who was removed or has another address since the check is refused, and the others come in', async () => {
  const { owner } = await registerCompany(app);
  const [gone, moved, fresh] = [`gone@${at()}`, `moved@${at()}`, `fresh@${at()}`];
  const ids = new Map([gone, moved].map((address) => [address, uuid()]));
  for (const [work_email_id, employee_id] of ids) {
    const person = { employee_id, first_name: 'Was', last_name: 'There', work_email_id, send_invitation: false };
    await owner.call(people.create, person);
  }
  const rows = [gone, moved, fresh].map((address) => ['New', 'Name', address]);
  const { import_id } = await check(owner, csv(HEADINGS, ...rows));
  await owner.call(people.remove, { employee_id: ids.get(gone) ?? '' });
  const elsewhere = `elsewhere@${at()}`;
  await owner.call(people.update, { employee_id: ids.get(moved) ?? '', work_email_id: elsewhere });
  expect(await run(owner, import_id)).toMatchObject({
    status: 'done',
    results: { created: 1, changed: 0, refused: 2 },
  });
  const why = 'This person was removed, or their address changed, since the check';
  expect(await problemsOf(owner, import_id)).toEqual([`2: ${why}`, `3: ${why}`]);
  expect(await personWith(owner, fresh)).toMatchObject({ first_name: 'New' });
  expect(await personWith(owner, elsewhere)).toMatchObject({ first_name: 'Was' });
});

test('a role or a group that stands twice in a cell is given once', async () => {
  const { owner } = await registerCompany(app);
  const idOf = await roleIds(owner);
  const [fresh, there, group_id] = [`fresh@${at()}`, `there@${at()}`, uuid()];
  await owner.call(createGroup, { group_id, group_name: 'First aid' });
  const person = { employee_id: uuid(), first_name: 'New', last_name: 'Name', work_email_id: there };
  await owner.call(people.create, { ...person, send_invitation: false });
  const rows = [fresh, there].map((email) => ['New', 'Name', email, 'Employee; employee', 'First aid; FIRST AID']);
  const { import_id } = await check(owner, csv([...HEADINGS, 'Roles', 'Groups'], ...rows));
  expect(await run(owner, import_id)).toMatchObject({
    status: 'done',
    results: { created: 1, changed: 1, refused: 0 },
  });
  for (const address of [fresh, there])
    expect(await personWith(owner, address)).toMatchObject({ role_ids: [idOf('employee')], group_ids: [group_id] });
});

test('a row that the database does not take is refused alone', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const rows = Array.from({ length: 5 }, (_, n) => ['N', `Umber ${n}`, `n${n}@${domain}`]);
  const { import_id } = await check(owner, csv(HEADINGS, ...rows));
  // An id that is taken: nothing that the rules look at.
  const values = [owner.employee_id, import_id];
  await app.sql('UPDATE people_import_row SET employee_id = $1 WHERE import_id = $2 AND row_number = 4', values);
  expect(await run(owner, import_id)).toMatchObject({ status: 'done', results: { created: 4, refused: 1 } });
  expect(await problemsOf(owner, import_id)).toEqual(['4: This row could not be saved: put it in by hand']);
});

test('whose roles a file changes, or its undoing, forgets what was read with the former ones; the others do not', async () => {
  const { owner, manager, address } = await withManager();
  const other = `other@${at()}`;
  const colleague = await addPerson(app, owner, { work_email_id: other });
  const rows = [
    ['', '', address, 'Employee'],
    ['New', 'Name', other, ''],
  ];
  const { import_id } = await check(owner, csv([...HEADINGS, 'Roles'], ...rows));
  await using managers = await openSocket(manager);
  await using others = await openSocket(colleague);
  const told = (socket: typeof managers) =>
    socket.events.filter(({ name }) => name === 'people.self_changed').map(({ payload }) => payload);
  const [rights, profile] = [{ status_type: 'Automatic', rights_changed: true }, { status_type: 'Automatic' }];
  expect(await run(owner, import_id)).toMatchObject({ results: { changed: 2 } });
  await expect.poll(() => [told(managers), told(others)]).toEqual([[rights], [profile]]);
  expect(await undo(owner, import_id)).toMatchObject({ results: { undone: 2 } });
  await expect
    .poll(() => [told(managers), told(others)])
    .toEqual([
      [rights, rights],
      [profile, profile],
    ]);
});

/** Whoever is called that cannot be written the first `times` times. Not undone with the transaction, as a sequence is not. */
async function trip(name: string, times: number): Promise<() => Promise<unknown>> {
  const id = `trip_${uuid().replaceAll('-', '')}`;
  await app.sql(`CREATE SEQUENCE ${id}`);
  await app.sql(`CREATE FUNCTION ${id}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    IF nextval('${id}') <= ${times} THEN RAISE EXCEPTION 'tripped'; END IF; RETURN NEW; END $$`);
  await app.sql(`CREATE TRIGGER ${id} BEFORE INSERT OR UPDATE ON employee FOR EACH ROW
    WHEN (NEW.last_name = '${name}' OR NEW.employee_account_status = 'DELETED') EXECUTE FUNCTION ${id}()`);
  return () => app.sql(`DROP TRIGGER ${id} ON employee`);
}

test('what failed before a part went well does not count any more', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const rows = Array.from({ length: 300 }, (_, n) => ['N', n < 299 ? `Umber ${n}` : 'Tripper', `n${n}@${domain}`]);
  const { import_id } = await check(owner, csv(HEADINGS, ...rows));
  const free = await trip('Tripper', 1);
  await app.sql("UPDATE people_import SET status = 'running', attempts = 2 WHERE import_id = $1", [import_id]);
  expect(await settled(owner, import_id)).toMatchObject({ status: 'done', results: { created: 300 } });
  await free();
});

test('an undoing that stopped goes on as one', async () => {
  const { owner, manager } = await withManager();
  const [never, changed] = [`never@${at()}`, `changed@${at()}`];
  const { import_id } = await check(owner, csv(HEADINGS, ['Ne', 'Ver', never], ['Chan', 'Ged', changed]));
  await run(owner, import_id);
  const free = await trip('Nobody', 3);
  expect(await undo(owner, import_id)).toMatchObject({ status: 'stopped', progress: { done: 0, of: 2 } });
  await free();
  const done = await run(manager, import_id);
  expect(done).toMatchObject({ status: 'undone', results: { undone: 2, kept: 0 }, undo_until: null });
  expect(await personWith(owner, never)).toBeUndefined();
});

test('somebody new whom somebody has changed since is kept', async () => {
  const { owner } = await registerCompany(app);
  const [never, edited, role, moved] = [`never@${at()}`, `edited@${at()}`, `role@${at()}`, `moved@${at()}`];
  const idOf = await roleIds(owner);
  const rows = [never, edited, role, moved].map((address) => [
    'Some',
    'Body',
    address,
    'Forklift; Swedish',
    '2026-11-02',
  ]);
  const { import_id } = await check(owner, csv([...HEADINGS, 'Skills', 'Joining date'], ...rows));
  await run(owner, import_id);
  const employee_id = async (address: string) => (await personWith(owner, address))?.employee_id ?? '';
  await owner.call(people.update, { employee_id: await employee_id(edited), location: 'By hand', pronouns: 'they' });
  await owner.call(people.update, { employee_id: await employee_id(role), role_ids: [idOf('people_manager')] });
  const elsewhere = `elsewhere@${at()}`;
  await owner.call(people.update, { employee_id: await employee_id(moved), work_email_id: elsewhere });
  expect(await undo(owner, import_id)).toMatchObject({ status: 'undone', results: { undone: 1, kept: 3 } });
  expect(await personWith(owner, never)).toBeUndefined();
  expect(await personWith(owner, edited)).toMatchObject({ location: 'By hand' });
  const since = 'This person was changed since:';
  expect(await keptOf(owner, import_id)).toEqual([
    [edited, `${since} location, pronouns`],
    [role, `${since} roles`],
    [moved, `${since} work e-mail`],
  ]);
});

test('what was taken from whoever had it run is why it stops, for whoever runs the server, too: also once it is tried again', async () => {
  const operator = await newOperator(app);
  const { owner, manager, idOf } = await withManager();
  const fresh = `fresh@${at()}`;
  const { import_id } = await check(manager, csv(HEADINGS, ['Fr', 'Esh', fresh]));
  const going = "UPDATE people_import SET status = 'running', started_at = now() WHERE import_id = $1";
  const { employee_id, company_id } = manager;
  await owner.call(people.update, { employee_id, role_ids: [idOf('employee')] });
  const stopped = async () => {
    const all = (await operator.call(running.listJobs, {})).stopped;
    return all.filter(({ job_id }) => job_id === import_id);
  };
  const shown = { queue: 'people_import', job_id: import_id, company_id, error_code: 'NO_PERMISSION' };
  await app.sql(going, [import_id]);
  expect(await settled(owner, import_id)).toMatchObject({ status: 'stopped', results: { created: 0 } });
  const [first, ...more] = await stopped();
  expect([first, more]).toEqual([{ ...shown, stopped_at: expect.any(String) }, []]);
  const wish = { queue: 'people_import', job_id: import_id, company_id } as const;
  expect(await operator.call(running.retryJob, wish)).toEqual({ retried: 1 });
  await settled(owner, import_id);
  const [second] = await stopped();
  expect(second).toMatchObject(shown);
  expect(Date.parse(second?.stopped_at ?? '')).toBeGreaterThan(Date.parse(first?.stopped_at ?? ''));
  // Somebody who may goes on with it, and it is nobody's worry any more.
  expect(await run(owner, import_id)).toMatchObject({ status: 'done', results: { created: 1 } });
  expect(await stopped()).toEqual([]);
});
