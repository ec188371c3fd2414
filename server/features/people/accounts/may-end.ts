// Whether somebody could end an account, asked by whoever does something as grave.
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { mayEnd } from '../policy.ts';
import { findEmployees } from '../repo.ts';
import { standingOf } from '../roles/grants.ts';

/** EMPLOYEE_NOT_FOUND, NO_PERMISSION. */
export async function checkMayEnd(tx: Tx, actor: Actor, employee_id: string): Promise<void> {
  if (!(await findEmployees(tx, [employee_id])).length) throw new AppError('EMPLOYEE_NOT_FOUND');
  const [here, there] = [await standingOf(tx, actor.employee_id), await standingOf(tx, employee_id)];
  if (!mayEnd(here, there)) throw new AppError('NO_PERMISSION');
}
