// Giving one role to many people, or taking it from them.
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import { rolesChanged } from '#contract/people/events.ts';
import { type Role, type updateRoleMembers } from '#contract/people/roles.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { announce } from '../announce.ts';
import { type PeopleDeps, signalActor } from '../deps.ts';
import { type EmployeeRow, lockEmployee } from '../repo.ts';
import { changeRoles } from './grants.ts';
import { presentOne } from './own-roles.ts';
import { findRoles, lockRoster, rolesOf } from './role-repo.ts';

/** All of it or nothing. INVALID_ROLE_ID, EMPLOYEE_NOT_FOUND, NO_PERMISSION, LAST_OWNER. */
export async function changeMembers(
  tx: Tx,
  actor: Actor,
  { role_id, add = [], remove = [] }: ParsedOf<typeof updateRoleMembers>,
  deps: PeopleDeps,
): Promise<Role> {
  await lockRoster(tx);
  const [role] = await findRoles(tx, [role_id]);
  if (!role) throw new AppError('INVALID_ROLE_ID');
  const [given, taken] = [new Set(add), new Set(remove)];
  const rows = new Map<string, EmployeeRow>();
  // Always in one order, so that two of these never wait for each other's people.
  for (const employee_id of [...given.union(taken)].sort()) {
    const row = await lockEmployee(tx, employee_id);
    if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
    if (given.has(employee_id) && taken.has(employee_id))
      throw invalid([{ path: 'add', message: 'Nobody can be given a role and lose it at once' }]);
    rows.set(employee_id, row);
  }
  let changed = false;
  // Those who are given it first: one of them may be the owner whom the company keeps.
  for (const employee_id of [...given, ...taken]) {
    const row = rows.get(employee_id) as EmployeeRow;
    const held = (await rolesOf(tx, employee_id)).map((one) => one.role_id).filter((one) => one !== role_id);
    if (!(await changeRoles(tx, actor, row, given.has(employee_id) ? [...held, role_id] : held))) continue;
    changed = true;
    await announce(tx, row, row, true);
    signalActor(tx, deps, actor, employee_id);
  }
  if (changed) await emit(tx, rolesChanged, 'company', {});
  return presentOne(tx, role);
}
