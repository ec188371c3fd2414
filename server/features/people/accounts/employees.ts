// Making and changing people: who may, whom one may report to, which roles may be given.
import { isDeepStrictEqual } from 'node:util';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import { departmentsChanged } from '#contract/people/departments.ts';
import { rolesChanged } from '#contract/people/events.ts';
import { groupsChanged } from '#contract/people/groups.ts';
import type { create, Employee, update } from '#contract/people.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { announce } from '../announce.ts';
import { checkDepartment } from '../departments/departments.ts';
import { type PeopleDeps, signalActor } from '../deps.ts';
import { putInGroups } from '../groups/groups.ts';
import { mayEdit } from '../policy.ts';
import { presentEmployee } from '../present.ts';
import {
  type EmployeeData,
  type EmployeeRow,
  findEmployees,
  insertEmployee,
  isAbove,
  lockEmployee,
  updateEmployee,
} from '../repo.ts';
import { changeRoles, checkCovered } from '../roles/grants.ts';
import { loadBuiltIn, lockRoster, setRoles } from '../roles/role-repo.ts';
import { blank, checkTimeZone } from '../service.ts';
import { numberIn } from './employee-number.ts';
import { numbersOfLeavers } from './leaving/leaver-repo.ts';

/** Makes somebody INVITED. AUTH_EMAIL_ALREADY_EXISTS, EMPLOYEE_NUMBER_TAKEN, INVALID_ROLE_ID, EMPLOYEE_NOT_FOUND (manager), NO_PERMISSION (roles). */
export async function createEmployee(
  tx: Tx,
  actor: Actor,
  employee_id: string,
  input: ParsedOf<typeof create>,
  defaults: { time_zone: string },
  deps: PeopleDeps,
): Promise<Employee> {
  const { employee_id: _, role_ids, group_ids, send_invitation: __, work_email_id: work_email, ...asked } = input;
  const fields = { ...asked, employee_number: numberIn(asked.employee_number) };
  if (role_ids && !actor.permissions.has('roles.manage')) throw new AppError('NO_PERMISSION');
  checkTimeZone(fields.time_zone);
  if (role_ids || group_ids || fields.department_id || fields.employee_number) await lockRoster(tx);
  if (fields.employee_number) await refuseLeavers(tx, fields.employee_number);
  if (fields.manager_id) await checkManager(tx, fields.manager_id);
  if (fields.department_id) await checkDepartment(tx, fields.department_id);
  if (fields.profile_url) await takePicture(tx, actor, fields.profile_url, deps);
  const row = await refuseTaken(
    insertEmployee(tx, employee_id, { ...blank, ...defaults, ...given(fields), work_email }),
  );
  if (role_ids) await changeRoles(tx, actor, row, role_ids);
  else await setRoles(tx, employee_id, [(await loadBuiltIn(tx, 'employee')).role_id]);
  if (group_ids) await putInGroups(tx, actor, employee_id, group_ids);
  await announce(tx, null, row);
  await emit(tx, rolesChanged, 'company', {});
  if (row.department_id) await emit(tx, departmentsChanged, 'company', {});
  return presentEmployee(row);
}

/** Changes what is given and leaves the rest. Nothing is written or told if nothing differs. */
export async function editEmployee(
  tx: Tx,
  actor: Actor,
  input: ParsedOf<typeof update>,
  deps: PeopleDeps,
): Promise<Employee> {
  const { employee_id, role_ids, group_ids, employee_status, work_email_id: work_email, ...rest } = input;
  const fields = { ...rest, employee_number: numberIn(rest.employee_number) };
  const asksRoster = fields.manager_id || fields.department_id || fields.employee_number;
  if (role_ids || group_ids || asksRoster || work_email) await lockRoster(tx);
  const before = await lockEmployee(tx, employee_id);
  if (!before) throw new AppError('EMPLOYEE_NOT_FOUND');
  const { employee_id: _, ...asked } = given(input);
  if (!mayEdit(actor.permissions, actor.employee_id === employee_id, Object.keys(asked)))
    throw new AppError('NO_PERMISSION');
  checkTimeZone(fields.time_zone);
  if (fields.manager_id && fields.manager_id !== before.manager_id)
    await checkManager(tx, fields.manager_id, employee_id);
  if (fields.department_id && fields.department_id !== before.department_id)
    await checkDepartment(tx, fields.department_id);
  if (fields.employee_number && fields.employee_number !== before.employee_number)
    await refuseLeavers(tx, fields.employee_number);
  if (fields.profile_url && fields.profile_url !== before.profile_url)
    await takePicture(tx, actor, fields.profile_url, deps);
  const addressChanged = work_email !== undefined && work_email !== before.work_email;
  if (addressChanged) await checkCovered(tx, actor, employee_id);
  const otherRoles = role_ids !== undefined && (await changeRoles(tx, actor, before, role_ids));
  if (otherRoles) {
    signalActor(tx, deps, actor, employee_id);
    await emit(tx, rolesChanged, 'company', {});
  }
  if (group_ids) await putInGroups(tx, actor, employee_id, group_ids);
  const data: EmployeeData = {
    ...before,
    ...given(fields),
    ...given({ work_email, status_type: employee_status?.status_type }),
  };
  const changed = differing(before, data);
  const after = changed.length ? await refuseTaken(updateEmployee(tx, employee_id, data)) : before;
  await tellPlace(tx, before, after);
  if (before.profile_url && after.profile_url !== before.profile_url)
    await deps.ports.files.dropPicture(tx, before.profile_url);
  if (after !== before || otherRoles) await announce(tx, before, after, otherRoles);
  if (addressChanged) await audit(tx, actor.company_id, actor.employee_id, 'people.address_changed', { employee_id });
  const told = actor.employee_id === employee_id ? [] : changed.filter((field) => !TOLD_APART.has(field));
  if (told.length)
    await audit(tx, actor.company_id, actor.employee_id, 'people.changed', { employee_id, fields: told });
  return presentEmployee(after);
}

/** Before any person's topic: lists of departments and groups follow what of a person only they show. */
async function tellPlace(tx: Tx, before: EmployeeRow, after: EmployeeRow): Promise<void> {
  if (after.department_id !== before.department_id) await emit(tx, departmentsChanged, 'company', {});
  const facts = ['location', 'manager_id', 'joining_date'] as const;
  if (facts.some((fact) => after[fact] !== before[fact])) await emit(tx, groupsChanged, 'company', {});
}

/** Nobody is shown with what somebody else has uploaded, or what was never meant for that: whoever uploads it says whose it is. */
async function takePicture(tx: Tx, { employee_id }: Actor, url: string, { ports }: PeopleDeps): Promise<void> {
  if (!(await ports.files.takePicture(tx, employee_id, url)))
    throw invalid([{ path: 'profile_url', message: 'Must be a picture of somebody that you have uploaded' }]);
}

/** `employee_id`: who is to report to them; nobody may be above oneself. */
async function checkManager(tx: Tx, manager_id: string, employee_id?: string): Promise<void> {
  if (!(await findEmployees(tx, [manager_id])).length) throw new AppError('EMPLOYEE_NOT_FOUND');
  if (employee_id && (await isAbove(tx, employee_id, manager_id)))
    throw invalid([{ path: 'manager_id', message: 'Nobody can report to themselves, directly or through others' }]);
}

/** EMPLOYEE_NUMBER_TAKEN if it is that of somebody who has left and may come back. Under the roster's lock, as leaving is. */
async function refuseLeavers(tx: Tx, employee_number: string): Promise<void> {
  if ((await numbersOfLeavers(tx, [employee_number])).length) throw new AppError('EMPLOYEE_NUMBER_TAKEN');
}

/** The unique indexes are the judge of two who come at once. */
export async function refuseTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'employee_work_email') throw new AppError('AUTH_EMAIL_ALREADY_EXISTS');
    if (code === '23505' && constraint === 'employee_number') throw new AppError('EMPLOYEE_NUMBER_TAKEN');
    if (code === '23505' && constraint === 'employee_pkey')
      throw invalid([{ path: 'employee_id', message: 'This id is taken' }]);
    throw error;
  }
}

type Given<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> } & {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
};
/** Without the fields that are undefined. */
const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

const differing = (before: EmployeeRow, data: EmployeeData): (keyof EmployeeData)[] =>
  (Object.keys(data) as (keyof EmployeeData)[]).filter((key) => !isDeepStrictEqual(before[key], data[key]));

/** What a line of its own tells, or nobody but the person does. */
const TOLD_APART: ReadonlySet<string> = new Set([
  'work_email',
  'employee_account_status',
  'status_type',
  'auto_status',
]);
