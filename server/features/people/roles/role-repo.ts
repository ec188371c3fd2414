// SQL of the tables `role` and `employee_role`.
import { v7 as uuid } from 'uuid';
import type { Tx } from '../../../platform/db/database.ts';
import type { StatusType } from '../repo.ts';

export interface RoleRow {
  readonly role_id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly built_in: string | null;
}

const COLUMNS = 'role_id, name, permissions, built_in';
const INSERT = 'INSERT INTO role (company_id, role_id, name, built_in) VALUES ($1, $2, $3, $4)';
const LIST = `SELECT ${COLUMNS} FROM role WHERE company_id = $1 ORDER BY name, role_id LIMIT 500`;
const FIND = `SELECT ${COLUMNS} FROM role WHERE company_id = $1 AND role_id = ANY($2)`;
const BUILT_IN = `SELECT ${COLUMNS} FROM role WHERE company_id = $1 AND built_in = $2`;
const OF = `SELECT r.role_id, r.name, r.permissions, r.built_in FROM employee_role e
  JOIN role r ON r.company_id = $1 AND r.role_id = e.role_id WHERE e.company_id = $1 AND e.employee_id = $2`;
const LOCK = "SELECT role_id FROM role WHERE company_id = $1 AND built_in = 'owner' FOR UPDATE";
const OTHER_OWNERS = `SELECT m.employee_id FROM role r JOIN employee_role m ON m.company_id = $1 AND m.role_id = r.role_id
  JOIN employee e ON e.company_id = $1 AND e.employee_id = m.employee_id AND e.employee_account_status = 'ACTIVE'
  WHERE r.company_id = $1 AND r.built_in = 'owner' AND m.employee_id <> $2 LIMIT 1`;
const CLEAR = 'DELETE FROM employee_role WHERE company_id = $1 AND employee_id = $2';
const GIVE = 'INSERT INTO employee_role (company_id, employee_id, role_id) SELECT $1, $2, unnest($3::uuid[])';

const INSERT_OWN = 'INSERT INTO role (company_id, role_id, name, permissions) VALUES ($1, $2, $3, $4)';
const UPDATE = 'UPDATE role SET name = $3, permissions = $4 WHERE company_id = $1 AND role_id = $2';
const FREE = 'DELETE FROM employee_role WHERE company_id = $1 AND role_id = $2';
const DELETE = 'DELETE FROM role WHERE company_id = $1 AND role_id = $2';
const COUNT = `SELECT role_id, count(*)::integer AS members FROM employee_role WHERE company_id = $1 AND role_id = ANY($2) GROUP BY role_id`;
const HOLDERS = `SELECT e.employee_id, e.status_type FROM employee_role m
  JOIN employee e ON e.company_id = $1 AND e.employee_id = m.employee_id WHERE m.company_id = $1 AND m.role_id = $2`;

export const insertBuiltIn = (tx: Tx, name: string, built_in: string): Promise<object[]> =>
  tx.query(INSERT, [tx.company_id, uuid(), name, built_in]);
export const listRoles = (tx: Tx): Promise<RoleRow[]> => tx.query(LIST, [tx.company_id]);
export const findRoles = (tx: Tx, role_ids: readonly string[]): Promise<RoleRow[]> =>
  tx.query(FIND, [tx.company_id, role_ids]);
export const rolesOf = (tx: Tx, employee_id: string): Promise<RoleRow[]> => tx.query(OF, [tx.company_id, employee_id]);

/** Throws if the company has no such role, which cannot be: they are made with the company. */
export async function loadBuiltIn(tx: Tx, built_in: string): Promise<RoleRow> {
  const [row] = await tx.query<RoleRow>(BUILT_IN, [tx.company_id, built_in]);
  if (!row) throw new Error(`The company has no role ${built_in}`);
  return row;
}

type OwnRole = Pick<RoleRow, 'role_id' | 'name' | 'permissions'>;
const fieldsOf = ({ role_id, name, permissions }: OwnRole) => [role_id, name, permissions];

export const insertRole = (tx: Tx, role: OwnRole): Promise<object[]> =>
  tx.query(INSERT_OWN, [tx.company_id, ...fieldsOf(role)]);
export const updateRoleRow = (tx: Tx, role: OwnRole): Promise<object[]> =>
  tx.query(UPDATE, [tx.company_id, ...fieldsOf(role)]);

/** Nobody has it any more. */
export async function deleteRoleRow(tx: Tx, role_id: string): Promise<void> {
  await tx.query(FREE, [tx.company_id, role_id]);
  await tx.query(DELETE, [tx.company_id, role_id]);
}

/** How many people have each; who nobody has is not in it. */
export async function countMembers(tx: Tx, role_ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ role_id: string; members: number }>(COUNT, [tx.company_id, role_ids]);
  return new Map(rows.map(({ role_id, members }) => [role_id, members]));
}

/** Everybody who has it. */
export const listHolders = (tx: Tx, role_id: string): Promise<{ employee_id: string; status_type: StatusType }[]> =>
  tx.query(HOLDERS, [tx.company_id, role_id]);

/**
 * Whatever may change who owns the company, who holds what, or who reports to whom goes one at a time, under this lock.
 * It is taken before any employee's row.
 */
export const lockRoster = async (tx: Tx): Promise<void> => void (await tx.query(LOCK, [tx.company_id]));

/** True if somebody else than this person is an active owner. Only certain under `lockRoster`. */
export const hasOtherOwner = async (tx: Tx, employee_id: string): Promise<boolean> =>
  (await tx.query(OTHER_OWNERS, [tx.company_id, employee_id])).length > 0;

/** The person has these roles from now on, and no others. */
export async function setRoles(tx: Tx, employee_id: string, role_ids: readonly string[]): Promise<void> {
  await tx.query(CLEAR, [tx.company_id, employee_id]);
  if (role_ids.length) await tx.query(GIVE, [tx.company_id, employee_id, role_ids]);
}
