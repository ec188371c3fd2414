// SQL of the table `activity_day`.
import type { Tx } from '../../../platform/db/database.ts';

const INSERT = `INSERT INTO activity_day (company_id, day, employee_id)
  SELECT $1, d.day, d.employee_id FROM unnest($2::date[], $3::uuid[]) AS d (day, employee_id) ORDER BY d.day, d.employee_id
  ON CONFLICT DO NOTHING`;
const DELETE = 'DELETE FROM activity_day WHERE company_id = $1 AND employee_id = $2';

const OLD = 'DELETE FROM activity_day WHERE company_id = $1 AND day < $2';
/** Of all people, before a day. */
export const deleteOldActivity = (tx: Tx, before: string): Promise<object[]> => tx.query(OLD, [tx.company_id, before]);

/** Who is there already stays. In one order, so that two servers do not wait for each other. */
export const insertActivity = (
  tx: Tx,
  active: readonly { readonly day: string; readonly employee_id: string }[],
): Promise<object[]> =>
  tx.query(INSERT, [tx.company_id, active.map(({ day }) => day), active.map(({ employee_id }) => employee_id)]);

export const deleteActivity = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(DELETE, [tx.company_id, employee_id]);
