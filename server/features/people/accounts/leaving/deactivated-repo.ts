// SQL of whose account has been switched off for long.
import type { Tx } from '../../../../platform/db/database.ts';
import { hasOtherOwner, rolesOf } from '../../roles/role-repo.ts';

const DUE = `SELECT employee_id FROM employee WHERE company_id = $1 AND deactivated_at <= now() - make_interval(hours => 24 * $2::integer)`;
const LIST = `${DUE} AND employee_id > $3 ORDER BY employee_id LIMIT $4`;
const IS_DUE = `${DUE} AND employee_id = $3`;
const AWAITS = `UPDATE employee SET awaits_heir_at = now() WHERE company_id = $1 AND employee_id = $2 AND awaits_heir_at IS NULL
  RETURNING 1 AS one`;

/** Who has been INACTIVE for so many days, by id. */
export const listDeactivated = async (tx: Tx, days: number, after: string, limit: number): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(LIST, [tx.company_id, days, after, limit])).map((row) => row.employee_id);

/** The same of one of them. */
export const isDeactivated = async (tx: Tx, days: number, employee_id: string): Promise<boolean> =>
  (await tx.query(IS_DUE, [tx.company_id, days, employee_id])).length > 0;

/** False if that was written down already. */
export const noteAwaitsHeir = async (tx: Tx, employee_id: string): Promise<boolean> =>
  (await tx.query(AWAITS, [tx.company_id, employee_id])).length > 0;

/** Whoever is the only owner that there is stays, although they cannot sign in. Under `lockRoster`. */
export const isOnlyOwner = async (tx: Tx, employee_id: string): Promise<boolean> =>
  (await rolesOf(tx, employee_id)).some(({ built_in }) => built_in === 'owner') &&
  !(await hasOtherOwner(tx, employee_id));
