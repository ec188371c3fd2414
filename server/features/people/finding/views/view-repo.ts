// SQL of the table `employee_view`.
import type { View } from '#contract/people/finding/views.ts';
import type { Tx } from '../../../../platform/db/database.ts';

const LIST = `SELECT view_id, name AS view_name, query FROM employee_view
  WHERE company_id = $1 AND employee_id = $2 ORDER BY lower(name) COLLATE "C", view_id`;
const PUT = `INSERT INTO employee_view (company_id, employee_id, view_id, name, query) VALUES ($1, $2, $3, $4, $5::jsonb)
  ON CONFLICT (company_id, employee_id, view_id) DO UPDATE SET name = excluded.name, query = excluded.query`;
const DELETE =
  'DELETE FROM employee_view WHERE company_id = $1 AND employee_id = $2 AND view_id = $3 RETURNING view_id';
const DELETE_ALL = 'DELETE FROM employee_view WHERE company_id = $1 AND employee_id = $2';

export const listViews = (tx: Tx, employee_id: string): Promise<View[]> => tx.query(LIST, [tx.company_id, employee_id]);

export const putView = (tx: Tx, employee_id: string, { view_id, view_name, query }: View): Promise<object[]> =>
  tx.query(PUT, [tx.company_id, employee_id, view_id, view_name, JSON.stringify(query)]);

/** False if there is none. */
export const deleteView = async (tx: Tx, employee_id: string, view_id: string): Promise<boolean> =>
  (await tx.query(DELETE, [tx.company_id, employee_id, view_id])).length > 0;

/** Somebody is removed: what they called their views goes with them. */
export const deleteViews = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(DELETE_ALL, [tx.company_id, employee_id]);
