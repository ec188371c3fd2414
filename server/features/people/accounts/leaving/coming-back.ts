// Coming back within the thirty days: what was kept aside is put back, and somebody is again in what there still is of what they
// were in. What was handed over stays where it is.
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { departmentsChanged } from '#contract/people/departments.ts';
import { rolesChanged } from '#contract/people/events.ts';
import { groupsChanged } from '#contract/people/groups.ts';
import type { Leaver, restoreLeaver } from '#contract/people/leaving.ts';
import { changed } from '#contract/people.ts';
import type { Actor } from '../../../../platform/actor.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { emit } from '../../../../platform/events/emit.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { listDepartments } from '../../departments/department-repo.ts';
import { type PeopleDeps, signalActor } from '../../deps.ts';
import { addMembers, findGroups } from '../../groups/group-repo.ts';
import { mayEnd } from '../../policy.ts';
import { presentEmployee, presentPerson } from '../../present.ts';
import { type EmployeeData, findEmployees, updateEmployee } from '../../repo.ts';
import { standingOf } from '../../roles/grants.ts';
import { findRoles, loadBuiltIn, lockRoster, type RoleRow, setRoles } from '../../roles/role-repo.ts';
import { standing } from '../../roles/roles.ts';
import { refuseTaken } from '../employees.ts';
import { deleteLeaver, findLeaver, holdLeaver, type LeaverRow } from './leaver-repo.ts';

/** Who has left and may come back, as those who manage people see them. EMPLOYEE_NOT_FOUND. */
export async function loadLeaver(tx: Tx, actor: Actor, employee_id: string): Promise<Leaver> {
  const row = await findLeaver(tx, employee_id);
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  const { left_at, erase_at, hand_over_to, kept } = row;
  const employee = presentEmployee({ ...profileOf(row), employee_id });
  return {
    employee: { ...employee, employee_account_status: 'DELETED' },
    left_at,
    erase_at,
    hand_over_to,
    handed_over: kept.handed_over,
    in_reach: await reaches(tx, actor, await findRoles(tx, kept.role_ids)),
  };
}

/** True over who held these of the roles that there still are, if the caller could have ended that account. */
const reaches = async (tx: Tx, { employee_id }: Actor, roles: readonly RoleRow[]): Promise<boolean> =>
  mayEnd(await standingOf(tx, employee_id), standing(roles));

/**
 * Under the roster's lock: somebody who has left, held until the commit. EMPLOYEE_NOT_FOUND; NO_PERMISSION for who could not have
 * ended that account.
 */
export async function holdForReturn(
  tx: Tx,
  actor: Actor,
  employee_id: string,
): Promise<{ row: LeaverRow; roles: RoleRow[] }> {
  await lockRoster(tx);
  const row = await holdLeaver(tx, employee_id);
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  const roles = await findRoles(tx, row.kept.role_ids);
  if (!(await reaches(tx, actor, roles))) throw new AppError('NO_PERMISSION');
  return { row, roles };
}

export async function restore(
  tx: Tx,
  actor: Actor,
  employee_id: string,
  deps: PeopleDeps,
): Promise<Omit<ResponseOf<typeof restoreLeaver>, 'events'>> {
  const { row, roles } = await holdForReturn(tx, actor, employee_id);
  const data = await whatStillIs(tx, profileOf(row));
  const held = roles.length ? roles : [await loadBuiltIn(tx, 'employee')];
  await setRoles(
    tx,
    employee_id,
    held.map(({ role_id }) => role_id),
  );
  // Nobody whose account is switched off is let in anywhere; as somebody who is expected they are.
  await refuseTaken(updateEmployee(tx, employee_id, { ...data, employee_account_status: 'INVITED' }));
  await deps.ports.spaces.comeBack(tx, employee_id, row.kept.spaces);
  const after = await updateEmployee(tx, employee_id, data);
  await deleteLeaver(tx, employee_id);
  await emit(tx, changed, 'company', presentPerson(after));
  await emit(tx, rolesChanged, 'company', {});
  if (after.department_id) await emit(tx, departmentsChanged, 'company', {});
  if (await backInGroups(tx, employee_id, row.kept.group_ids)) await emit(tx, groupsChanged, 'company', {});
  signalActor(tx, deps, actor, employee_id);
  await audit(tx, actor.company_id, actor.employee_id, 'people.restored', { employee_id });
  return { employee: presentEmployee(after), handed_over: row.kept.handed_over };
}

const profileOf = ({
  left_at: _,
  erase_at: __,
  hand_over_to: ___,
  kept: ____,
  employee_id: _____,
  ...profile
}: LeaverRow): EmployeeData => ({
  ...profile,
  skills: [...profile.skills],
  auto_status: 'Appear Offline',
});

/** A manager or a department that is gone by now is none. */
async function whatStillIs(tx: Tx, data: EmployeeData): Promise<EmployeeData> {
  const { manager_id, department_id } = data;
  const managed = manager_id !== null && (await findEmployees(tx, [manager_id])).length > 0;
  const placed = (await listDepartments(tx)).some((one) => one.department_id === department_id);
  return { ...data, manager_id: managed ? manager_id : null, department_id: placed ? department_id : null };
}

/** In how many they are again. */
async function backInGroups(tx: Tx, employee_id: string, group_ids: readonly string[]): Promise<number> {
  let count = 0;
  // In whom the company's identity provider has in its groups, it says.
  for (const { group_id, rule, provisioned } of await findGroups(tx, group_ids))
    if (!rule && !provisioned) count += (await addMembers(tx, group_id, [employee_id])).length;
  return count;
}
