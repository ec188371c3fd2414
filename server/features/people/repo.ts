// SQL of the table `employee`. Rules stand in the service files, roles in roles/role-repo.ts.
import type { InferOutput } from 'valibot';
import type { Hideable } from '#contract/people/employee.ts';
import type { accountStatus, autoStatus, statusType } from '#contract/people.ts';
import type { Week } from '#contract/week.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emailKey, fold, searchText, skillsText } from './finding/fold.ts';

export type AccountStatus = InferOutput<typeof accountStatus>;
export type StatusType = InferOutput<typeof statusType>;

/** What of an employee is stored and may be changed; the searched and sorted columns are derived from it. */
export interface EmployeeData {
  first_name: string;
  last_name: string;
  position_title: string;
  work_email: string;
  employee_number: string | null;
  employee_account_status: AccountStatus;
  status_type: StatusType;
  auto_status: InferOutput<typeof autoStatus>;
  profile_url: string | null;
  phone_number: string;
  location: string;
  time_zone: string;
  pronouns: string;
  skills: string[];
  birth_date: string | null;
  joining_date: string | null;
  manager_id: string | null;
  department_id: string | null;
  working_hours: Week | null;
  /** What colleagues are not shown. */
  hidden_fields: readonly Hideable[];
}

export interface EmployeeRow extends Readonly<EmployeeData> {
  readonly employee_id: string;
  readonly created_at: string;
  /** When the person first signed in or proved the address; null while invited. */
  readonly activated_at: string | null;
  /** Since when the account is INACTIVE, which the database writes down by itself; null if it is not. */
  readonly deactivated_at: string | null;
  /** When it was told that the account was to be deleted for that, and somebody has to take over first. */
  readonly awaits_heir_at: string | null;
}

export const COLUMNS = `employee_id, first_name, last_name, position_title, work_email, employee_account_status, status_type, auto_status,
  profile_url, phone_number, location, time_zone, pronouns, skills, birth_date, joining_date, manager_id, department_id, created_at, activated_at, working_hours,
  hidden_fields, employee_number, deactivated_at, awaits_heir_at`;

const FIND = `SELECT ${COLUMNS} FROM employee WHERE company_id = $1 AND employee_id = ANY($2) AND employee_account_status <> 'DELETED'`;
// No key of it changes: sessions, memberships and messages that point at the row need not wait for an edit.
const LOCK = `${FIND} FOR NO KEY UPDATE`;
const SEIZE = `${FIND} FOR UPDATE`;
const HOLD = `${FIND} ORDER BY employee_id FOR KEY SHARE`;

/** Those of the employees that are there and not deleted, in no order. */
export const findEmployees = (tx: Tx, employee_ids: readonly string[]): Promise<EmployeeRow[]> =>
  tx.query(FIND, [tx.company_id, employee_ids]);

/** The same, and nobody is removed until the commit. Not in a snapshot. */
export const holdEmployees = (tx: Tx, employee_ids: readonly string[]): Promise<EmployeeRow[]> =>
  tx.query(HOLD, [tx.company_id, employee_ids]);

/** Locked until the commit; `wholly` also against whatever would point at the row: for a removal. */
export async function lockEmployee(tx: Tx, employee_id: string, wholly = false): Promise<EmployeeRow | undefined> {
  const [row] = await tx.query<EmployeeRow>(wholly ? SEIZE : LOCK, [tx.company_id, [employee_id]]);
  return row;
}

const EVER_HERE = `SELECT employee_id FROM employee WHERE company_id = $1 AND employee_id = ANY($2) ORDER BY employee_id`;

/** False if one never was in the company; also who was removed counts. */
export async function wereHere(tx: Tx, employee_ids: readonly string[]): Promise<boolean> {
  return (await tx.query(EVER_HERE, [tx.company_id, employee_ids])).length === new Set(employee_ids).size;
}

/**
 * All of them, also who was removed, locked in one order, so that two who do this never wait for each other. False if one never
 * was in the company. `wholly` as in lockEmployee.
 */
export async function lockEmployees(tx: Tx, employee_ids: readonly string[], wholly: boolean): Promise<boolean> {
  const rows = await tx.query(`${EVER_HERE} FOR ${wholly ? 'UPDATE' : 'NO KEY UPDATE'}`, [tx.company_id, employee_ids]);
  return rows.length === new Set(employee_ids).size;
}

const FACES = 'SELECT DISTINCT profile_url FROM employee WHERE company_id = $1 AND profile_url = ANY($2)';

/** Those of the addresses that are somebody's picture. */
export const findFaces = async (tx: Tx, urls: readonly string[]): Promise<string[]> =>
  (await tx.query<{ profile_url: string }>(FACES, [tx.company_id, urls])).map((row) => row.profile_url);

const INSERT = `INSERT INTO employee (company_id, employee_id, first_name, last_name, position_title, work_email, work_email_key,
    employee_account_status, status_type, auto_status, profile_url, phone_number, location, time_zone, pronouns, skills,
    birth_date, joining_date, manager_id, sort_name, search_text, department_id,
    working_hours, hidden_fields, employee_number, skills_text)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
  RETURNING ${COLUMNS}`;
const UPDATE = `UPDATE employee SET first_name = $3, last_name = $4, position_title = $5, work_email = $6, work_email_key = $7,
    employee_account_status = $8, status_type = $9, auto_status = $10, profile_url = $11, phone_number = $12, location = $13,
    time_zone = $14, pronouns = $15, skills = $16, birth_date = $17, joining_date = $18, manager_id = $19, sort_name = $20,
    search_text = $21, department_id = $22, working_hours = $23, hidden_fields = $24, employee_number = $25, skills_text = $26,
    updated_at = now(),
    activated_at = CASE WHEN $8 = 'ACTIVE' THEN coalesce(activated_at, now()) ELSE activated_at END,
    deleted_at = CASE WHEN $8 = 'DELETED' THEN now() END,
    switched_at = CASE WHEN employee_account_status = $8 THEN switched_at ELSE now() END
  WHERE company_id = $1 AND employee_id = $2 RETURNING ${COLUMNS}`;

function values(tx: Tx, employee_id: string, data: Readonly<EmployeeData>): unknown[] {
  const key = data.employee_account_status === 'DELETED' ? null : emailKey(data.work_email);
  return [
    tx.company_id,
    employee_id,
    data.first_name,
    data.last_name,
    data.position_title,
    data.work_email,
    key,
    data.employee_account_status,
    data.status_type,
    data.auto_status,
    data.profile_url,
    data.phone_number,
    data.location,
    data.time_zone,
    data.pronouns,
    data.skills,
    data.birth_date,
    data.joining_date,
    data.manager_id,
    fold(`${data.first_name} ${data.last_name}`),
    searchText(data),
    data.department_id,
    data.working_hours && JSON.stringify(data.working_hours),
    data.hidden_fields,
    data.employee_number,
    skillsText(data.skills),
  ];
}

/** Throws PostgreSQL's 23505 with the constraint `employee_pkey`, `employee_work_email` or `employee_number`. */
export async function insertEmployee(tx: Tx, employee_id: string, data: Readonly<EmployeeData>): Promise<EmployeeRow> {
  const [row] = await tx.query<EmployeeRow>(INSERT, values(tx, employee_id, data));
  return row as EmployeeRow;
}

/** Writes the whole row, which the caller has locked. Throws 23505 with the constraint `employee_work_email` or `employee_number`. */
export async function updateEmployee(tx: Tx, employee_id: string, data: Readonly<EmployeeData>): Promise<EmployeeRow> {
  const [row] = await tx.query<EmployeeRow>(UPDATE, values(tx, employee_id, data));
  return row as EmployeeRow;
}

const CONFIRM = `UPDATE employee e SET switched_at = now() WHERE e.company_id = $1 AND e.employee_id = $2
  AND EXISTS (SELECT 1 FROM people_import_row r WHERE r.company_id = $1 AND r.employee_id = $2
    AND (r.after ->> 'switched_at')::timestamptz = e.switched_at)`;

/** Somebody has said again what an import has made the account: its undoing has no say in it any more. The second time writes nothing. */
export const confirmStatus = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(CONFIRM, [tx.company_id, employee_id]);

const MOVE_REPORTS =
  'UPDATE employee SET manager_id = $3, updated_at = now() WHERE company_id = $1 AND manager_id = $2';

/** Whoever reported to the one reports to the other, or to nobody. */
export const moveReports = (tx: Tx, from: string, to: string | null): Promise<object[]> =>
  tx.query(MOVE_REPORTS, [tx.company_id, from, to]);

const SET_MANAGER =
  'UPDATE employee SET manager_id = $3, updated_at = now() WHERE company_id = $1 AND employee_id = $2';

export const setManager = (tx: Tx, employee_id: string, manager_id: string | null): Promise<object[]> =>
  tx.query(SET_MANAGER, [tx.company_id, employee_id, manager_id]);

// UNION, not UNION ALL: it ends even if there were a ring already.
const IS_ABOVE = `WITH RECURSIVE above AS (
    SELECT employee_id, manager_id FROM employee WHERE company_id = $1 AND employee_id = $2
    UNION
    SELECT e.employee_id, e.manager_id FROM employee e JOIN above ON e.company_id = $1 AND e.employee_id = above.manager_id)
  SELECT 1 FROM above WHERE employee_id = $3`;

/** True if `above_id` is `employee_id`, its manager, or a manager further up. */
export const isAbove = async (tx: Tx, above_id: string, employee_id: string): Promise<boolean> =>
  (await tx.query(IS_ABOVE, [tx.company_id, employee_id, above_id])).length > 0;

const BY_EMAIL =
  'SELECT company_id, employee_id, employee_account_status FROM employee WHERE work_email_key = $1 ORDER BY created_at, company_id';

/** In a system transaction: of all companies. */
export const findByEmailKey = (
  tx: Tx,
  key: string,
): Promise<{ company_id: string; employee_id: string; employee_account_status: AccountStatus }[]> =>
  tx.query(BY_EMAIL, [key]);

const DIRECTORY = `SELECT ${COLUMNS} FROM employee
  WHERE company_id = $1 AND employee_id > $2 AND employee_account_status <> 'DELETED' ORDER BY employee_id LIMIT $3`;

export const listAfter = (tx: Tx, employee_id: string, limit: number): Promise<EmployeeRow[]> =>
  tx.query(DIRECTORY, [tx.company_id, employee_id, limit]);

/** `viewer`: a parameter, who is asking; null sees also what is hidden. */
export const shows = (viewer: string, field: Hideable): string =>
  `(${viewer}::uuid IS NULL OR e.employee_id = ${viewer} OR '${field}' <> ALL (e.hidden_fields))`;

// Colleagues see who is active, and so the places of these alone.
const LOCATIONS = `SELECT DISTINCT location FROM employee e WHERE company_id = $1 AND location <> ''
  AND CASE WHEN $2::uuid IS NULL THEN employee_account_status <> 'DELETED' ELSE employee_account_status = 'ACTIVE' END
  AND ${shows('$2', 'location')} ORDER BY location LIMIT 500`;

export const listLocations = async (tx: Tx, viewer: string | null): Promise<string[]> =>
  (await tx.query<{ location: string }>(LOCATIONS, [tx.company_id, viewer])).map((row) => row.location);
