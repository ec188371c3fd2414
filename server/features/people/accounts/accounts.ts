// The life of an account: invited, switched off and on, removed. What was written stays; the person is erased.
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import { rolesChanged } from '#contract/people/events.ts';
import { type Employee, type remove, removed, type setStatus } from '#contract/people.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { endSessions, forget } from '../../auth/service.ts';
import { announce } from '../announce.ts';
import { leaveDepartments } from '../departments/departments.ts';
import { type PeopleDeps, signalActor } from '../deps.ts';
import { leaveGroups } from '../groups/groups.ts';
import { mayBecome, mayEnd } from '../policy.ts';
import { presentEmployee } from '../present.ts';
import { type EmployeeData, type EmployeeRow, lockEmployee, moveReports, updateEmployee } from '../repo.ts';
import { refuseLastOwner, standingOf } from '../roles/grants.ts';
import { lockRoster, setRoles } from '../roles/role-repo.ts';
import { blank, loadRow } from '../service.ts';

/** Whatever is not ACTIVE has no sessions from the commit on. NO_PERMISSION over owners and those who manage roles, unless one does oneself; LAST_OWNER. */
export async function setAccountStatus(
  tx: Tx,
  actor: Actor,
  { employee_id, status }: ParsedOf<typeof setStatus>,
  deps: PeopleDeps,
): Promise<Employee> {
  const before = await lockForAccount(tx, actor, employee_id, status);
  if (status === before.employee_account_status) return presentEmployee(before);
  if (!mayBecome(before.employee_account_status, status, before.activated_at !== null)) {
    throw invalid([
      { path: 'status', message: `An account that is ${before.employee_account_status} cannot become ${status}` },
    ]);
  }
  const after = await updateEmployee(tx, employee_id, { ...before, employee_account_status: status });
  await announce(tx, before, after);
  if (status !== 'ACTIVE') await endSessions(tx, deps.bus, employee_id);
  signalActor(tx, deps, actor, employee_id);
  await audit(tx, actor.company_id, actor.employee_id, 'people.account_status_changed', { employee_id, status });
  return presentEmployee(after);
}

/** Under the roster's lock: somebody whose account the caller may change, and who is not the last owner if it ends. */
async function lockForAccount(tx: Tx, actor: Actor, employee_id: string, becomes: string): Promise<EmployeeRow> {
  await lockRoster(tx);
  const row = await lockEmployee(tx, employee_id, becomes === 'DELETED');
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  const there = await standingOf(tx, employee_id);
  if (!mayEnd(await standingOf(tx, actor.employee_id), there)) throw new AppError('NO_PERMISSION');
  if (there.owner && becomes !== 'ACTIVE') await refuseLastOwner(tx, row);
  return row;
}

/** All that is left of somebody who was removed: an id under which their messages stay. */
const erased: EmployeeData = {
  ...blank,
  first_name: 'Former',
  last_name: 'employee',
  work_email: '',
  employee_account_status: 'DELETED',
};

/**
 * Safe delete: the account, its sessions and credentials end, personal data is erased, memberships end, whoever reported to
 * the person reports to their manager. Messages stay. Answers how many spaces were left.
 */
export async function removeEmployee(
  tx: Tx,
  actor: Actor,
  { employee_id, hand_over_to }: ParsedOf<typeof remove>,
  deps: PeopleDeps,
): Promise<{ spaces: number }> {
  const before = await lockForAccount(tx, actor, employee_id, 'DELETED');
  if (hand_over_to) await checkHeir(tx, employee_id, hand_over_to);
  const spaces = (await deps.ports.leaveAll?.(tx, employee_id, hand_over_to)) ?? 0;
  await moveReports(tx, employee_id, before.manager_id);
  await setRoles(tx, employee_id, []);
  await leaveGroups(tx, employee_id);
  await updateEmployee(tx, employee_id, erased);
  await endSessions(tx, deps.bus, employee_id);
  await forget(tx, employee_id);
  await emit(tx, removed, 'company', { employee_id });
  await emit(tx, rolesChanged, 'company', {});
  await leaveDepartments(tx, before);
  signalActor(tx, deps, actor, employee_id);
  await audit(tx, actor.company_id, actor.employee_id, 'people.removed', { employee_id });
  return { spaces };
}

async function checkHeir(tx: Tx, employee_id: string, hand_over_to: string): Promise<void> {
  const heir = await loadRow(tx, hand_over_to);
  if (hand_over_to === employee_id || heir.employee_account_status !== 'ACTIVE') {
    throw invalid([{ path: 'hand_over_to', message: 'Must be a colleague with an active account' }]);
  }
}
