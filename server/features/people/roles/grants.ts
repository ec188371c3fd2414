// Giving and taking roles: nobody gives or takes what they do not hold, and a company always has an owner.

import { PROVISIONING_ACTOR } from '#contract/audit.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { covers } from '../policy.ts';
import type { EmployeeRow } from '../repo.ts';
import { findRoles, hasOtherOwner, type RoleRow, rolesOf, setRoles } from './role-repo.ts';
import { type Standing, standing } from './roles.ts';

/** True if the roles differ from what they were. NO_PERMISSION, INVALID_ROLE_ID, LAST_OWNER. Under `lockRoster`. */
export async function changeRoles(
  tx: Tx,
  actor: Actor,
  target: EmployeeRow,
  role_ids: readonly string[],
): Promise<boolean> {
  const wanted = await loadRoles(tx, role_ids);
  const current = await rolesOf(tx, target.employee_id);
  const added = wanted.filter((role) => !ids(current).includes(role.role_id));
  const taken = current.filter((role) => !ids(wanted).includes(role.role_id));
  if (!added.length && !taken.length) return false;
  if (!covers(await standingOf(tx, actor.employee_id), standing([...added, ...taken])))
    throw new AppError('NO_PERMISSION');
  if (taken.some((role) => role.built_in === 'owner')) await refuseLastOwner(tx, target);
  await setRoles(tx, target.employee_id, ids(wanted));
  await audit(tx, actor.company_id, actor.employee_id, 'people.roles_changed', {
    employee_id: target.employee_id,
    role_ids: ids(wanted),
    given: added.map(({ name }) => name),
    taken: taken.map(({ name }) => name),
  });
  return true;
}

/** LAST_OWNER if nobody else would own the company. Under `lockRoster`. */
export async function refuseLastOwner(tx: Tx, target: EmployeeRow): Promise<void> {
  if (target.employee_account_status === 'ACTIVE' && !(await hasOtherOwner(tx, target.employee_id)))
    throw new AppError('LAST_OWNER');
}

/** The roles somebody holds now, read in this transaction: a permission taken a moment ago no longer counts. */
export const standingOf = async (tx: Tx, employee_id: string): Promise<Standing> =>
  standing(employee_id === PROVISIONING_ACTOR ? PROVISIONING_ROLES : await rolesOf(tx, employee_id));

// It manages people, and may do what every employee may: else nobody's address could be changed by it.
const PROVISIONING_ROLES = [{ built_in: null, permissions: ['people.manage', 'spaces.create'] }];

/** NO_PERMISSION if the person may do something that the caller may not. */
export async function checkCovered(tx: Tx, actor: Actor, employee_id: string): Promise<void> {
  if (!covers(await standingOf(tx, actor.employee_id), await standingOf(tx, employee_id)))
    throw new AppError('NO_PERMISSION');
}

async function loadRoles(tx: Tx, role_ids: readonly string[]): Promise<RoleRow[]> {
  const wanted = new Set(role_ids);
  const roles = await findRoles(tx, [...wanted]);
  if (roles.length !== wanted.size) throw new AppError('INVALID_ROLE_ID');
  return roles;
}

const ids = (roles: readonly RoleRow[]): string[] => roles.map((role) => role.role_id);
