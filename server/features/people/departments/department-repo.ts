// SQL of the table `department`, and of who is in which.
import type { Tx } from '../../../platform/db/database.ts';

export interface DepartmentRow {
  readonly department_id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly lead_id: string | null;
}

const COLUMNS = 'department_id, name, parent_id, lead_id';
const LIST = `SELECT ${COLUMNS} FROM department WHERE company_id = $1 ORDER BY lower(name) COLLATE "C", department_id`;
const COUNT = `SELECT department_id, count(*)::integer AS members FROM employee
  WHERE company_id = $1 AND department_id IS NOT NULL AND employee_account_status <> 'DELETED' GROUP BY department_id`;
const INSERT =
  'INSERT INTO department (company_id, department_id, name, parent_id, lead_id) VALUES ($1, $2, $3, $4, $5)';
const UPDATE =
  'UPDATE department SET name = $3, parent_id = $4, lead_id = $5 WHERE company_id = $1 AND department_id = $2';
const DELETE = 'DELETE FROM department WHERE company_id = $1 AND department_id = $2';
const MOVE_CHILDREN = 'UPDATE department SET parent_id = $3 WHERE company_id = $1 AND parent_id = $2';
// Also of those who were removed, whose rows stay: nothing may point at a department that is gone.
const MOVE_PEOPLE =
  'UPDATE employee SET department_id = $3, updated_at = now() WHERE company_id = $1 AND department_id = $2';
const HAND_OVER = 'UPDATE department SET lead_id = $3 WHERE company_id = $1 AND lead_id = $2 RETURNING department_id';

export const listDepartments = (tx: Tx): Promise<DepartmentRow[]> => tx.query(LIST, [tx.company_id]);

/** How many people are in each itself; those in which nobody is are not in it. */
export async function countPeople(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.query<{ department_id: string; members: number }>(COUNT, [tx.company_id]);
  return new Map(rows.map(({ department_id, members }) => [department_id, members]));
}

const valuesOf = (tx: Tx, row: DepartmentRow) => [
  tx.company_id,
  row.department_id,
  row.name,
  row.parent_id,
  row.lead_id,
];
export const insertDepartment = (tx: Tx, row: DepartmentRow): Promise<object[]> => tx.query(INSERT, valuesOf(tx, row));
export const updateDepartmentRow = (tx: Tx, row: DepartmentRow): Promise<object[]> =>
  tx.query(UPDATE, valuesOf(tx, row));

/** Its people and the departments right below it go to `to`. */
export async function dissolve(tx: Tx, department_id: string, to: string | null): Promise<void> {
  await tx.query(MOVE_CHILDREN, [tx.company_id, department_id, to]);
  await tx.query(MOVE_PEOPLE, [tx.company_id, department_id, to]);
  await tx.query(DELETE, [tx.company_id, department_id]);
}

/** What the one leads the other leads, or nobody. True if there was any. */
export const handOverLead = async (tx: Tx, from: string, to: string | null): Promise<boolean> =>
  (await tx.query(HAND_OVER, [tx.company_id, from, to])).length > 0;
