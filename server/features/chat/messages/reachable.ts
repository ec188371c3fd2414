// Whom one may write to or let in, and which events of a write are its answer.
import type { Employee } from '#contract/people.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { holdActive, loadActive } from '../../people/service.ts';

const REACHABLE: ReadonlySet<string> = new Set(['ACTIVE', 'INVITED']);

/** EMPLOYEE_NOT_FOUND unless all of them work here or are about to: nobody else is written to or added anywhere. */
export const requireReachable = async (tx: Tx, employee_ids: readonly string[]): Promise<void> =>
  checkReachable(await loadActive(tx, employee_ids));

/** The same, and none of them is removed before the commit: for who lets them in somewhere. */
export const holdReachable = async (tx: Tx, employee_ids: readonly string[]): Promise<void> =>
  checkReachable(await holdActive(tx, employee_ids));

function checkReachable(employees: readonly Employee[]): void {
  if (!employees.every((employee) => REACHABLE.has(employee.employee_account_status)))
    throw new AppError('EMPLOYEE_NOT_FOUND');
}

/** The events of this transaction without those that are told to other people alone: for the answer of a write. */
export const ownEvents = (tx: Tx, { employee_id }: Pick<Actor, 'employee_id'>) =>
  tx.events.filter(({ topic }) => !topic.startsWith('employee:') || topic === `employee:${employee_id}`);
