// SQL of what the lines of a file are judged against: many people in one statement.
import type { Tx } from '../../../../../platform/db/database.ts';
import { emailKey } from '../../../finding/fold.ts';
import { COLUMNS, type EmployeeRow } from '../../../repo.ts';

/** Of one statement: it must stay far below the statement's time limit. */
const PAGE = 4000;

const BY_KEYS = `SELECT ${COLUMNS} FROM employee
  WHERE company_id = $1 AND work_email_key = ANY($2) AND employee_account_status <> 'DELETED'`;
const BY_NUMBERS = `SELECT ${COLUMNS} FROM employee WHERE company_id = $1 AND employee_number = ANY($2)`;
// Whichever of the two finds them, all in one order.
const LOCK = `SELECT employee_id FROM employee
  WHERE company_id = $1 AND (work_email_key = ANY($2) OR employee_number = ANY($3)) AND employee_account_status <> 'DELETED'
  ORDER BY employee_id FOR NO KEY UPDATE`;
const ROLES = 'SELECT employee_id, role_id AS id FROM employee_role WHERE company_id = $1 AND employee_id = ANY($2)';
const GROUPS = `SELECT employee_id, group_id AS id FROM people_group_member WHERE company_id = $1 AND employee_id = ANY($2)`;
const BOSSES = `SELECT employee_id, manager_id FROM employee
  WHERE company_id = $1 AND manager_id IS NOT NULL AND employee_account_status <> 'DELETED' AND employee_id > $2
  ORDER BY employee_id LIMIT ${PAGE}`;

async function inPages<Row extends object>(tx: Tx, sql: string, values: readonly string[]): Promise<Row[]> {
  const all: Row[] = [];
  for (let at = 0; at < values.length; at += PAGE)
    all.push(...(await tx.query<Row>(sql, [tx.company_id, values.slice(at, at + PAGE)])));
  return all;
}

/** By the key of the address. */
export async function findByKeys(tx: Tx, keys: readonly string[]): Promise<Map<string, EmployeeRow>> {
  const rows = await inPages<EmployeeRow>(tx, BY_KEYS, keys);
  return new Map(rows.map((row) => [emailKey(row.work_email), row]));
}

/** By the number. */
export async function findByNumbers(tx: Tx, numbers: readonly string[]): Promise<Map<string, EmployeeRow>> {
  const rows = await inPages<EmployeeRow>(tx, BY_NUMBERS, numbers);
  return new Map(rows.map((row) => [row.employee_number as string, row]));
}

/** Nobody else changes them until the commit. */
export const lockByKeys = (tx: Tx, keys: readonly string[], numbers: readonly string[]): Promise<object[]> =>
  tx.query(LOCK, [tx.company_id, keys, numbers]);

const listed = (rows: readonly { employee_id: string; id: string }[]): Map<string, string[]> =>
  new Map([...Map.groupBy(rows, (row) => row.employee_id)].map(([key, of]) => [key, of.map(({ id }) => id)]));

export const rolesOfAll = async (tx: Tx, employee_ids: readonly string[]): Promise<Map<string, string[]>> =>
  listed(await inPages(tx, ROLES, employee_ids));

/** Also those that go by criteria and keep members of before. */
export const groupsOf = async (tx: Tx, employee_ids: readonly string[]): Promise<Map<string, string[]>> =>
  listed(await inPages(tx, GROUPS, employee_ids));

/** Who reports to whom, all of them. */
export async function listBosses(tx: Tx): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await tx.query<{ employee_id: string; manager_id: string }>(BOSSES, [tx.company_id, last]);
    for (const { employee_id, manager_id } of rows) found.set(employee_id, manager_id);
    last = rows.at(-1)?.employee_id ?? last;
    if (rows.length < PAGE) return found;
  }
}
