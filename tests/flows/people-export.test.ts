// People as a file: what stands in it, in either format, that a spreadsheet neither runs nor spoils it, and who may take it.
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import * as departments from '#contract/people/departments.ts';
import * as groups from '#contract/people/groups.ts';
import { createRole } from '#contract/people/roles.ts';
import { exportPeople } from '#contract/people/spreadsheet/export.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const HEADINGS = [
  ...[
    'First name',
    'Last name',
    'Work e-mail',
    'Employee number',
    'Job title',
    'Department',
    "Manager's e-mail",
    'Roles',
    'Groups',
  ],
  ...['Location', 'Phone number', 'Time zone', 'Pronouns', 'Skills', 'Birth date', 'Joining date', 'Account'],
];

const csvOf = async (by: TestClient, template?: 'true') => {
  const answer = await by.call(exportPeople, { format: 'csv', ...(template && { template }) });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(answer.content);
  return { ...answer, text, lines: Papa.parse<string[]>(text.slice(1)).data };
};
const cellsOf = async (content: Uint8Array): Promise<unknown[][]> =>
  (await readWorkbook(Buffer.from(content))).flatMap(({ data }) => data);

/** Somebody of whom everything is known, in a department below another, who reports to the owner. */
async function fullPerson(owner: TestClient, work_email_id: string) {
  const [top, below, group_id, role_id] = [uuid(), uuid(), uuid(), uuid()];
  await owner.call(departments.createDepartment, { department_id: top, department_name: 'Operations' });
  await owner.call(departments.createDepartment, {
    department_id: below,
    department_name: 'Warehouse',
    parent_id: top,
  });
  await owner.call(groups.createGroup, { group_id, group_name: 'First aid, night' });
  await owner.call(createRole, { role_id, role_name: 'Shift lead', permissions: [] });
  await owner.call(people.create, {
    employee_id: uuid(),
    first_name: '=1+1',
    last_name: 'Åström "Zoé", Łódź',
    work_email_id,
    employee_number: '0071',
    position_title: 'Driver',
    phone_number: '0049 30 123',
    location: '00712',
    time_zone: 'Europe/Berlin',
    pronouns: 'she/her',
    skills: ['Forklift', 'Swedish, spoken'],
    birth_date: '1990-05-31',
    joining_date: '2026-11-02',
    manager_id: owner.employee_id,
    department_id: below,
    role_ids: [role_id],
    group_ids: [group_id],
    send_invitation: false,
  });
}
const expected = (first_name: string, work_email: string, manager: string) => [
  ...[first_name, 'Åström "Zoé", Łódź', work_email, '0071', 'Driver', 'Operations / Warehouse', manager, 'Shift lead'],
  ...['First aid, night', '00712', '0049 30 123', 'Europe/Berlin', 'she/her', 'Forklift; Swedish, spoken'],
  ...['1990-05-31', '2026-11-02', 'INVITED'],
];
const addressOf = async (by: TestClient): Promise<string> =>
  (await by.call(people.meta, { employee_id: by.employee_id, select: ['work_email_id'] })).work_email_id ?? '';
const recorded = async (by: TestClient) =>
  (await by.call(listAudit, { filters: { areas: ['people'] } })).items.filter(
    ({ action }) => action === 'people.exported',
  );

test('everything that is known of everybody, the same in both formats; no formula, no lost zero; recorded', async () => {
  const { owner } = await registerCompany(app);
  const address = `${uuid()}@Export.example`;
  await fullPerson(owner, address);
  const manager = await addressOf(owner);
  const gone = await addPerson(app, owner);
  const goneAddress = await addressOf(gone);
  await owner.call(people.remove, { employee_id: gone.employee_id });

  const { file_name, mime_type, text, lines } = await csvOf(owner);
  expect(file_name).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/);
  expect(mime_type).toBe('text/csv; charset=utf-8');
  expect(text.startsWith('\uFEFFFirst name,')).toBe(true);
  expect(lines[0]).toEqual(HEADINGS);
  expect(lines).toHaveLength(3);
  expect(lines).toContainEqual(expected("'=1+1", address, manager));
  expect(text).not.toContain(goneAddress);

  const workbook = await owner.call(exportPeople, { format: 'xlsx' });
  expect(workbook.file_name).toMatch(/^people-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(workbook.mime_type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const cells = await cellsOf(workbook.content);
  expect(cells[0]).toEqual(HEADINGS);
  // Every cell is text: "00712" is no number, "=1+1" no formula, and a day no date of some zone.
  expect(cells).toContainEqual(expected('=1+1', address, manager));
  expect(cells).toHaveLength(3);

  expect((await recorded(owner)).map(({ detail, actor_id }) => ({ detail, actor_id }))).toEqual([
    { detail: { format: 'xlsx', people: 2 }, actor_id: owner.employee_id },
    { detail: { format: 'csv', people: 2 }, actor_id: owner.employee_id },
  ]);
});

test('a template has the headings and a line that says what goes where, and nobody in it', async () => {
  const { owner } = await registerCompany(app);
  const { file_name, lines, text } = await csvOf(owner, 'true');
  expect(file_name).toBe('people-template.csv');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toEqual(HEADINGS);
  expect(lines[1]?.every((hint) => hint.length > 3)).toBe(true);
  expect(text).not.toContain(await addressOf(owner));
  const workbook = await owner.call(exportPeople, { format: 'xlsx', template: 'true' });
  expect(workbook.file_name).toBe('people-template.xlsx');
  expect(await cellsOf(workbook.content)).toEqual(lines);
  expect(await recorded(owner)).toEqual([]);
});

test('for those who manage people, of their own company; a manager who was removed is named no more', async () => {
  const { owner } = await registerCompany(app);
  const { owner: foreigner } = await registerCompany(app);
  const [lead, report] = [await addPerson(app, owner), await addPerson(app, owner)];
  await owner.call(people.update, { employee_id: report.employee_id, manager_id: lead.employee_id });
  await expect(lead.call(exportPeople, {})).rejects.toMatchObject({ code: 'NO_PERMISSION', status: 403 });
  await expect(lead.call(exportPeople, { template: 'true' })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  const [leads, reports] = [await addressOf(lead), await addressOf(report)];
  const managerOf = async (address: string) => (await csvOf(owner)).lines.find((line) => line[2] === address)?.[6];
  expect(await managerOf(reports)).toBe(leads);
  expect((await csvOf(foreigner)).text).not.toContain(leads);
  await owner.call(people.remove, { employee_id: lead.employee_id, hand_over_to: owner.employee_id });
  expect(await managerOf(reports)).toBe(await addressOf(owner));
});

test('more people than one statement reads: each once, by name', async () => {
  const { owner } = await registerCompany(app);
  await app.sql(
    `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key,
       employee_account_status, sort_name, search_text)
     SELECT $1, gen_random_uuid(), 'Many', n::text, n || '@many.example', n || '@many.example', 'INVITED',
       'many ' || (n / 3), 'many' FROM generate_series(1, 4100) AS n`,
    [owner.company_id],
  );
  const { lines } = await csvOf(owner);
  const addresses = lines.slice(1).map((line) => line[2]);
  expect(addresses).toHaveLength(4101);
  expect(new Set(addresses).size).toBe(4101);
});
