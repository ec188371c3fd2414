// The life of an account: invited, switched off and on. How it ends stands in leaving/.
import { PROVISIONING_ACTOR } from '#contract/audit.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { Employee, setStatus } from '#contract/people.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { endSessions } from '../../auth/service.ts';
import { announce } from '../announce.ts';
import { type PeopleDeps, signalActor } from '../deps.ts';
import { mayBecome, mayEnd } from '../policy.ts';
import { presentEmployee } from '../present.ts';
import { confirmStatus, type EmployeeRow, lockEmployee, updateEmployee } from '../repo.ts';
import { refuseLastOwner, standingOf } from '../roles/grants.ts';
import { lockRoster } from '../roles/role-repo.ts';
import { noteSwitchedOff } from './provisioning/people-repo.ts';

/** Whatever is not ACTIVE has no sessions from the commit on. NO_PERMISSION over owners and those who manage roles, unless one does oneself; LAST_OWNER. */
export async function setAccountStatus(
  tx: Tx,
  actor: Actor,
  { employee_id, status }: ParsedOf<typeof setStatus>,
  deps: PeopleDeps,
): Promise<Employee> {
  const before = await lockForAccount(tx, actor, employee_id, status);
  if (status === before.employee_account_status) {
    await confirmStatus(tx, employee_id);
    return presentEmployee(before);
  }
  if (!mayBecome(before.employee_account_status, status, before.activated_at !== null)) {
    throw invalid([
      { path: 'status', message: `An account that is ${before.employee_account_status} cannot become ${status}` },
    ]);
  }
  const after = await updateEmployee(tx, employee_id, { ...before, employee_account_status: status });
  // Only what the provider has switched off itself it may switch on again.
  await noteSwitchedOff(tx, employee_id, actor.employee_id === PROVISIONING_ACTOR && status === 'INACTIVE');
  await announce(tx, before, after);
  if (status !== 'ACTIVE') await endSessions(tx, deps.bus, employee_id);
  signalActor(tx, deps, actor, employee_id);
  await audit(tx, actor.company_id, actor.employee_id, 'people.account_status_changed', { employee_id, status });
  return presentEmployee(after);
}

/** Under the roster's lock: somebody whose account the caller may change, and who is not the last owner if it ends. */
export async function lockForAccount(tx: Tx, actor: Actor, employee_id: string, becomes: string): Promise<EmployeeRow> {
  await lockRoster(tx);
  const row = await lockEmployee(tx, employee_id, becomes === 'DELETED');
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  const there = await standingOf(tx, employee_id);
  // Whoever the company's identity provider no longer knows is out, whatever they may do here. Nobody is let in again that way.
  const switches = actor.employee_id === PROVISIONING_ACTOR && becomes === 'INACTIVE';
  if (!switches && !mayEnd(await standingOf(tx, actor.employee_id), there)) throw new AppError('NO_PERMISSION');
  if (there.owner && becomes !== 'ACTIVE') await refuseLastOwner(tx, row);
  return row;
}
