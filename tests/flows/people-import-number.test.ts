// The employee number: text that is one person's alone, seen by those who manage people, and by which an import knows whom a row is about.
// @module-tag long
import readWorkbook from 'read-excel-file/node';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { restoreLeaver } from '#contract/people/leaving.ts';
import { listRoles } from '#contract/people/roles.ts';
import { exportPeople } from '#contract/people/spreadsheet/export.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { check, csv, everybody, personWith, problemsOf, rowsOf, run, undo } from './people-import.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const at = () => `${uuid().slice(-8)}.example`;
const HEADINGS = ['First name', 'Last name', 'Email', 'Staff no.'];

async function hire(owner: TestClient, work_email_id: string, employee_number?: string): Promise<string> {
  const employee_id = uuid();
  const name = { first_name: work_email_id.split('@')[0] as string, last_name: 'Here' };
  const given = { employee_id, ...name, work_email_id, ...(employee_number && { employee_number }) };
  await owner.call(people.create, { ...given, send_invitation: false });
  return employee_id;
}
const numberOf = async (by: TestClient, employee_id: string) =>
  (await by.call(people.meta, { employee_id, select: ['employee_number'] })).employee_number;
const counts = (create: number, change: number, same: number, problem = 0) => ({
  rows: create + change + same + problem,
  ...{ create, change, same, problem },
});

test('by hand: one person’s alone, with the zeros in front, for those who manage people alone', async () => {
  const { owner } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  const domain = at();
  const rosa = await hire(owner, `rosa@${domain}`, ' 00712 ');
  expect(await numberOf(owner, rosa)).toBe('00712');
  const taken = { code: 'EMPLOYEE_NUMBER_TAKEN', status: 409 };
  await expect(hire(owner, `leo@${domain}`, '00712')).rejects.toMatchObject(taken);
  expect((await everybody(owner)).has(`leo@${domain}`)).toBe(false);
  // To the letter: this is another one.
  const leo = await hire(owner, `leo@${domain}`, '712');
  const give = (employee_number: string | null) => owner.call(people.update, { employee_id: leo, employee_number });
  await expect(give('00712')).rejects.toMatchObject(taken);
  await expect(give('x'.repeat(51))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(give('')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await numberOf(owner, leo)).toBe('712');
  await give(null);
  expect(await numberOf(owner, leo)).toBeNull();

  // Not even of oneself.
  await owner.call(people.update, { employee_id: colleague.employee_id, employee_number: '9' });
  expect(await numberOf(colleague, rosa)).toBeUndefined();
  expect(await numberOf(colleague, colleague.employee_id)).toBeUndefined();
  const refused = { code: 'NO_PERMISSION', status: 403 };
  const own = { employee_id: colleague.employee_id, employee_number: '10' };
  await expect(colleague.call(people.update, own)).rejects.toMatchObject(refused);
  const select = ['employee_number' as const];
  await expect(colleague.call(people.list, { select })).rejects.toMatchObject(refused);
  const { items } = await owner.call(people.list, { select });
  expect(items.map((one) => one.employee_number).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    '00712',
    '9',
    null,
    null,
  ]);
  // Another company may count its people the same.
  const { owner: other } = await registerCompany(app);
  expect(await numberOf(other, await hire(other, `rosa@${at()}`, '00712'))).toBe('00712');
});

test('who has left keeps it until they are erased, and comes back with it', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const employee_id = await hire(owner, `gone@${domain}`, '007');
  await owner.call(people.remove, { employee_id });
  const taken = { code: 'EMPLOYEE_NUMBER_TAKEN', status: 409 };
  await expect(hire(owner, `new@${domain}`, '007')).rejects.toMatchObject(taken);
  const file = csv(HEADINGS, ['New', 'One', `new@${domain}`, '007']);
  expect(await problemsOf(owner, (await check(owner, file)).import_id)).toEqual([
    '2: Staff no.: Somebody who has left has this number: bring them back, or leave it out',
  ]);
  await owner.call(restoreLeaver, { employee_id });
  expect(await numberOf(owner, employee_id)).toBe('007');
});

test('an import sets it, keeps its zeros in both formats, changes nothing the second time, and gives back what was there', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const there = await hire(owner, `there@${domain}`);
  const file = csv(HEADINGS, ['New', 'One', `new@${domain}`, '000123'], ['', '', `THERE@${domain}`, '00A-7']);
  const batch = await check(owner, file);
  expect(batch.columns[3]).toMatchObject({ heading: 'Staff no.', field: 'employee_number' });
  expect(batch.counts).toEqual(counts(1, 1, 0));
  expect((await rowsOf(owner, batch.import_id, 'change'))[0]?.fields).toEqual(['employee_number']);
  expect(await run(owner, batch.import_id)).toMatchObject({ results: { created: 1, changed: 1, refused: 0 } });
  expect(await personWith(owner, `new@${domain}`)).toMatchObject({ employee_number: '000123' });
  expect(await numberOf(owner, there)).toBe('00A-7');
  expect((await check(owner, file)).counts).toEqual(counts(0, 0, 2));

  for (const format of ['csv', 'xlsx'] as const) {
    const { content } = await owner.call(exportPeople, { format });
    if (format === 'xlsx') {
      const [sheet] = await readWorkbook(Buffer.from(content));
      expect(sheet?.data.flat()).toContain('000123');
    }
    const again = await check(owner, Buffer.from(content), { name: `people.${format}` });
    expect(again.counts, format).toEqual(counts(0, 0, 3));
  }
  expect(await undo(owner, batch.import_id)).toMatchObject({ results: { undone: 2, kept: 0 } });
  expect(await numberOf(owner, there)).toBeNull();
  expect((await everybody(owner)).has(`new@${domain}`)).toBe(false);
});

test('who has the number is meant, whatever their address: it changes with them, is recorded, and goes back', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const employee_id = await hire(owner, `rosa.before@${domain}`, '0042');
  const blank = await hire(owner, `blank@${domain}`, '0043');
  const file = csv(
    [...HEADINGS, 'Manager'],
    ['', '', `rosa.after@${domain}`, '0042', ''],
    // Known by the number, the address may be left out.
    ['Bl', '', '', '0043', `rosa.after@${domain}`],
  );
  const batch = await check(owner, file);
  expect(await problemsOf(owner, batch.import_id)).toEqual([]);
  expect(batch.counts).toEqual(counts(0, 2, 0));
  expect((await rowsOf(owner, batch.import_id)).map(({ fields }) => fields)).toEqual([
    ['work_email_id'],
    ['manager_email', 'first_name'],
  ]);
  expect(await run(owner, batch.import_id)).toMatchObject({ results: { created: 0, changed: 2, refused: 0 } });
  expect((await personWith(owner, `rosa.after@${domain}`))?.employee_id).toBe(employee_id);
  expect((await personWith(owner, `blank@${domain}`))?.manager_id).toBe(employee_id);
  expect((await everybody(owner)).size).toBe(3);
  const changed = async () =>
    (await owner.call(listAudit, { filters: { areas: ['people'] } })).items.flatMap(({ action, detail }) =>
      action === 'people.address_changed' ? [detail] : [],
    );
  expect(await changed()).toEqual([{ employee_id }]);
  expect((await check(owner, file)).counts).toEqual(counts(0, 0, 2));
  await undo(owner, batch.import_id);
  expect((await personWith(owner, `rosa.before@${domain}`))?.employee_id).toBe(employee_id);
  expect((await personWith(owner, `blank@${domain}`))?.employee_id).toBe(blank);
  expect(await changed()).toHaveLength(2);
});

test('number and address of two people, a number that has lost its zeros, and the same twice are said, and nothing is done', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  await hire(owner, `ada@${domain}`, '012');
  await hire(owner, `ben@${domain}`, '013');
  const before = [...(await everybody(owner)).values()];
  const file = csv(
    HEADINGS,
    ['X', '', `ada@${domain}`, '013'],
    ['X', '', `ben@${domain}`, '13'],
    ['New', 'One', `new@${domain}`, '99'],
    ['New', 'Two', `two@${domain}`, '99'],
    ['No', 'Address', '', '98'],
    ['Too', 'Long', `long@${domain}`, '9'.repeat(51)],
  );
  const batch = await check(owner, file);
  expect(await problemsOf(owner, batch.import_id)).toEqual([
    "2: Staff no.: The number is one person's here, and the address somebody else's",
    '3: Staff no.: Whoever has this address has the number 013 here: change it by hand if it is wrong',
    '5: Staff no.: Row 4 has this number',
    '6: Email: This field is required',
    '7: Staff no.: At most 50 characters',
  ]);
  const twice = csv(HEADINGS, ['', '', `ada@${domain}`, '012'], ['', '', `other@${domain}`, '012']);
  expect(await problemsOf(owner, (await check(owner, twice)).import_id)).toEqual([
    '3: Staff no.: Row 2 has this number',
  ]);
  const apart = csv(HEADINGS, ['', '', `ada@${domain}`, ''], ['', '', `other@${domain}`, '012']);
  expect(await problemsOf(owner, (await check(owner, apart)).import_id)).toEqual(['3: Row 2 is about the same person']);
  await run(owner, batch.import_id);
  const after = await everybody(owner);
  expect(after.size).toBe(before.length + 1);
  for (const one of before) expect(after.get(one.work_email_id)).toEqual(one);
});

test('nobody takes over by a file who may do more; a number taken meanwhile is a reason', async () => {
  const { owner, email } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  const manager = (await owner.call(listRoles, {})).items.find(({ built_in }) => built_in === 'people_manager');
  await owner.call(people.update, { employee_id: colleague.employee_id, role_ids: [manager?.role_id ?? ''] });
  await owner.call(people.update, { employee_id: owner.employee_id, employee_number: '1' });
  const domain = at();
  const file = csv(HEADINGS, ['', '', `mine@${domain}`, '1']);
  expect(await problemsOf(colleague, (await check(colleague, file)).import_id)).toEqual([
    '2: Email: You may not change the address of somebody who may do more than you',
  ]);
  expect((await everybody(owner)).has(email)).toBe(true);

  const batch = await check(owner, csv(HEADINGS, ['New', 'One', `new@${domain}`, '2']));
  await hire(owner, `first@${domain}`, '2');
  expect(await run(owner, batch.import_id)).toMatchObject({ results: { created: 0, changed: 0, refused: 1 } });
  expect(await problemsOf(owner, batch.import_id)).toEqual([
    '2: Staff no.: Somebody has been given this number since the check',
  ]);
  expect(await personWith(owner, `first@${domain}`)).toMatchObject({ first_name: 'first', employee_number: '2' });
});
