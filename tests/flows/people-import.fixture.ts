// An import as the screen does it: the file is uploaded, judged, run, and waited for.
import Papa from 'papaparse';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import type { TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { upload } from '#tests/kit/files.ts';

type Mapping = readonly (contract.ImportField | null)[];

export const uploadFile = async (by: TestClient, bytes: Buffer | string, name = 'people.csv'): Promise<string> =>
  (await upload(by, bytes, { name: `${uuid()}-${name}` })).file_id;

export async function check(
  by: TestClient,
  bytes: Buffer | string,
  given: { name?: string; mapping?: Mapping; import_id?: string } = {},
): Promise<contract.ImportBatch> {
  const { name, mapping, import_id = uuid() } = given;
  const file_id = await uploadFile(by, bytes, name);
  const input = { import_id, file_id, ...(mapping && { mapping: [...mapping] }) };
  return (await by.call(contract.checkImport, input)).batch;
}

/** A table as comma-separated values. */
export const csv = (headings: readonly string[], ...rows: readonly (readonly string[])[]): string =>
  Papa.unparse([headings, ...rows] as string[][]);

const GENEROUS_MS = 60_000;

/** Until nothing goes on any more. */
export async function settled(by: TestClient, import_id: string): Promise<contract.ImportBatch> {
  const get = async () => (await by.call(contract.getImport, { import_id })).batch;
  await expect.poll(async () => (await get()).status, { timeout: GENEROUS_MS }).toMatch(/^(done|undone|stopped)$/);
  return get();
}

export async function run(
  by: TestClient,
  import_id: string,
  send_invitations = false,
  deactivate_missing = false,
): Promise<contract.ImportBatch> {
  await by.call(contract.runImport, { import_id, send_invitations, deactivate_missing });
  return settled(by, import_id);
}

export async function undo(by: TestClient, import_id: string): Promise<contract.ImportBatch> {
  await by.call(contract.undoImport, { import_id });
  return settled(by, import_id);
}

/** All of them, page by page. */
export async function rowsOf(
  by: TestClient,
  import_id: string,
  show?: 'create' | 'change' | 'same' | 'problem' | 'kept',
): Promise<contract.ImportRow[]> {
  const all: contract.ImportRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const input = { import_id, limit: '200', ...(show && { show }), ...(cursor && { cursor }) };
    const page = await by.call(contract.listImportRows, input as never);
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  return all;
}

/** `12: Work e-mail: Invalid email address`, a line for each. */
export const problemsOf = async (by: TestClient, import_id: string): Promise<string[]> =>
  (await rowsOf(by, import_id, 'problem')).flatMap(({ row, problems }) =>
    problems.map(({ column, message }) => [row, column, message].filter((part) => part !== null).join(': ')),
  );

/** Everybody with what is shown of them, by address. */
export async function everybody(by: TestClient) {
  const { items } = await by.call(people.list, { limit: 100 });
  return new Map(items.map((one) => [one.work_email_id, one]));
}

export const select = [
  ...[
    'first_name',
    'last_name',
    'position_title',
    'work_email_id',
    'employee_number',
    'phone_number',
    'location',
    'time_zone',
    'pronouns',
  ],
  ...['skills', 'birth_date', 'joining_date', 'manager_id', 'department_id', 'role_ids', 'group_ids'],
  'employee_account_status',
];
/** Undefined if nobody has the address. */
export async function personWith(by: TestClient, address: string) {
  const id = (await everybody(by)).get(address)?.employee_id;
  return id ? { ...(await by.call(people.meta, { employee_id: id, select })), employee_id: id } : undefined;
}

export const HEADINGS = ['First name', 'Last name', 'Email', 'Employee number'];

/** `count` people who have signed in once, as far as the rules see; their addresses. */
export async function staff(app: TestApp, owner: TestClient, count: number, status = 'ACTIVE'): Promise<string[]> {
  const domain = `${uuid().slice(-8)}.example`;
  const addresses = Array.from({ length: count }, (_, n) => `p${String(n).padStart(2, '0')}@${domain}`);
  for (const [n, work_email_id] of addresses.entries())
    await owner.call(people.create, {
      ...{ employee_id: uuid(), first_name: `P${n}`, last_name: 'Here', work_email_id, send_invitation: false },
    });
  if (status !== 'INVITED')
    await app.sql(
      `UPDATE employee SET employee_account_status = $3, activated_at = now() WHERE company_id = $1 AND work_email = ANY ($2)`,
      [owner.company_id, addresses, status],
    );
  return addresses;
}
export const fileOf = (addresses: readonly string[]) =>
  csv(HEADINGS, ...addresses.map((address) => ['', '', address, '']));
export const statusOf = async (by: TestClient, address: string) =>
  (await everybody(by)).get(address)?.employee_account_status;
export const missingOf = async (by: TestClient, import_id: string) =>
  (await by.call(contract.listMissing, { import_id })).items;
