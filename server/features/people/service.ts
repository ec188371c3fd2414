// What other features ask of people: signing in, permissions, and whether somebody is there. No rule of editing in here.

import { rolesChanged } from '#contract/people/events.ts';
import { type Employee, selfChanged } from '#contract/people.ts';
import { isTimeZone } from '#contract/time-zone.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit, emitEach } from '../../platform/events/emit.ts';
import { AppError, invalid } from '../../platform/http/errors.ts';
import { settingsOf } from '../company/service.ts';
import { findLeaverFaces, hasLeft } from './accounts/leaving/leaver-repo.ts';
import { announce } from './announce.ts';
import { emailKey } from './finding/fold.ts';
import { unseen } from './policy.ts';
import { presentEmployee } from './present.ts';
import {
  type AccountStatus,
  type EmployeeData,
  type EmployeeRow,
  findByEmailKey,
  findEmployees,
  findFaces,
  holdEmployees,
  insertEmployee,
  lockEmployee,
  type StatusType,
  updateEmployee,
} from './repo.ts';
import { insertBuiltIn, listHolders, loadBuiltIn, rolesOf, setRoles } from './roles/role-repo.ts';
import { builtInRoles, standing } from './roles/roles.ts';

export { erasedAmong } from './accounts/leaving/leaver-repo.ts';
export { checkMayEnd } from './accounts/may-end.ts';
export type { GroupWish, LeaveOut, MemberStep, NewPerson, PersonWish } from './accounts/provisioning/wishes.ts';
export { searchPeople } from './finding/searching.ts';
export type { AccountStatus, StatusType } from './repo.ts';

/** Everything that somebody new has until it is filled in. */
export const blank: Omit<EmployeeData, 'first_name' | 'last_name' | 'work_email'> = {
  position_title: '',
  employee_number: null,
  employee_account_status: 'INVITED',
  status_type: 'Automatic',
  auto_status: 'Appear Offline',
  profile_url: null,
  phone_number: '',
  location: '',
  time_zone: 'UTC',
  pronouns: '',
  skills: [],
  birth_date: null,
  joining_date: null,
  manager_id: null,
  department_id: null,
  working_hours: null,
  hidden_fields: [],
};

export interface NewOwner {
  readonly company_id: string;
  readonly employee_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly work_email_id: string;
  readonly time_zone?: string | undefined;
}

/** Makes the built-in roles of a fresh company and its first person: an Owner, INVITED until `activate`. INVALID_REQUEST for an unknown time zone. */
export async function createOwner(tx: Tx, owner: NewOwner): Promise<void> {
  if (owner.company_id !== tx.company_id) throw new TypeError('The transaction belongs to another company');
  const { employee_id, first_name, last_name, work_email_id: work_email, time_zone = 'UTC' } = owner;
  checkTimeZone(time_zone);
  for (const [key, { name }] of Object.entries(builtInRoles)) await insertBuiltIn(tx, name, key);
  const row = await insertEmployee(tx, employee_id, { ...blank, first_name, last_name, work_email, time_zone });
  await setRoles(tx, employee_id, [(await loadBuiltIn(tx, 'owner')).role_id]);
  await announce(tx, null, row);
}

/** Somebody new whose address is proven already: ACTIVE, with the role that everybody has. AUTH_EMAIL_ALREADY_EXISTS. */
export async function admit(tx: Tx, person: Omit<NewOwner, 'company_id'>): Promise<void> {
  if (await hasLeft(tx, person.work_email_id)) throw new AppError('ACCOUNT_INACTIVE');
  const { employee_id, first_name, last_name, work_email_id: work_email, time_zone = 'UTC' } = person;
  const data = { ...blank, first_name, last_name, work_email, time_zone, employee_account_status: 'INVITED' } as const;
  try {
    await insertEmployee(tx, employee_id, data);
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'employee_work_email') throw new AppError('AUTH_EMAIL_ALREADY_EXISTS');
    throw error;
  }
  // As everybody else comes in, so that it is written down when.
  const row = await updateEmployee(tx, employee_id, { ...data, employee_account_status: 'ACTIVE' });
  await setRoles(tx, employee_id, [(await loadBuiltIn(tx, 'employee')).role_id]);
  await announce(tx, null, row);
  await emit(tx, rolesChanged, 'company', {});
}

/** The address is proven: INVITED becomes ACTIVE. Any other account stays as it is. EMPLOYEE_NOT_FOUND. */
export async function activate(tx: Tx, employee_id: string): Promise<void> {
  const before = await lockEmployee(tx, employee_id);
  if (!before) throw new AppError('EMPLOYEE_NOT_FOUND');
  if (before.employee_account_status !== 'INVITED') return;
  await announce(tx, before, await updateEmployee(tx, employee_id, { ...before, employee_account_status: 'ACTIVE' }));
}

/** In a system transaction: everybody with this address, one at most a company, whatever the account's state. Nobody deleted. */
export const findByEmail = (
  tx: Tx,
  email: string,
): Promise<{ company_id: string; employee_id: string; employee_account_status: AccountStatus }[]> =>
  findByEmailKey(tx, emailKey(email));

/** The employee of S3. EMPLOYEE_NOT_FOUND if deleted, or of another company. */
export async function profile(tx: Tx, employee_id: string): Promise<Employee> {
  return presentEmployee(await loadRow(tx, employee_id));
}

/** What the person may do, by the roles held now. Empty for somebody unknown. The account's state is not looked at. */
export async function permissionsOf(tx: Tx, employee_id: string): Promise<string[]> {
  const [roles, { space_creation }] = await Promise.all([rolesOf(tx, employee_id), settingsOf(tx)]);
  return [...standing(roles, space_creation).permissions];
}

/** What being an employee allows is another thing than it was: everybody's sessions and the list of roles are read anew. */
export async function tellEmployeesAllowed(tx: Tx, bus: Bus): Promise<void> {
  const { role_id } = await loadBuiltIn(tx, 'employee');
  await emit(tx, rolesChanged, 'company', {});
  const holders = await listHolders(tx, role_id);
  const told = holders.map(({ employee_id, status_type }) => ({
    topic: `employee:${employee_id}` as const,
    payload: { status_type, rights_changed: true },
  }));
  if (told.length) await emitEach(tx, selfChanged, told);
  tx.afterCommit(() => bus.signal({ type: 'actors_changed', company_id: tx.company_id }));
}

/** Each employee once, in the order asked. EMPLOYEE_NOT_FOUND if one is missing, deleted, or of another company. */
export const loadActive = async (tx: Tx, employee_ids: readonly string[]): Promise<Employee[]> =>
  inOrder(employee_ids, await findEmployees(tx, employee_ids));

/** The same, and none of them is removed until the commit: for who is about to point at them. Not in a snapshot. */
export const holdActive = async (tx: Tx, employee_ids: readonly string[]): Promise<Employee[]> =>
  inOrder(employee_ids, await holdEmployees(tx, employee_ids));

/** Nothing begins to point at the employee before the commit: no conversation with them, no membership. Not in a snapshot. */
export const holdAlone = async (tx: Tx, employee_id: string): Promise<void> => {
  await lockEmployee(tx, employee_id, true);
};

function inOrder(employee_ids: readonly string[], rows: readonly EmployeeRow[]): Employee[] {
  const found = new Map(rows.map((row) => [row.employee_id, row]));
  return [...new Set(employee_ids)].map((id) => {
    const row = found.get(id);
    if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
    return presentEmployee(row);
  });
}

/** True for who owns the company. */
export const isOwner = async (tx: Tx, employee_id: string): Promise<boolean> =>
  (await rolesOf(tx, employee_id)).some(({ built_in }) => built_in === 'owner');

/** Who owns the company and can sign in. */
export async function activeOwners(tx: Tx): Promise<Employee[]> {
  const holders = await listHolders(tx, (await loadBuiltIn(tx, 'owner')).role_id);
  const rows = await findEmployees(
    tx,
    holders.map(({ employee_id }) => employee_id),
  );
  return rows.filter(({ employee_account_status }) => employee_account_status === 'ACTIVE').map(presentEmployee);
}

/** True if there is such a person in the company, and not deleted. */
export const isEmployee = async (tx: Tx, employee_id: string): Promise<boolean> =>
  (await findEmployees(tx, [employee_id])).length === 1;

/** True if there is such a person, and the account is active. */
export async function isActive(tx: Tx, employee_id: string): Promise<boolean> {
  const [row] = await findEmployees(tx, [employee_id]);
  return row?.employee_account_status === 'ACTIVE';
}

/** Which of these addresses are somebody's picture, also of who has left and may come back. */
export async function facesAmong(tx: Tx, files: readonly { url: string }[]): Promise<string[]> {
  const urls = files.map(({ url }) => url);
  return [...(await findFaces(tx, urls)), ...(await findLeaverFaces(tx, urls))];
}

/** What the person chose to be seen as; `Automatic` for somebody unknown. */
export async function statusOf(tx: Tx, employee_id: string): Promise<StatusType> {
  const [row] = await findEmployees(tx, [employee_id]);
  return row?.status_type ?? 'Automatic';
}

/** The same of many, in one statement. */
export async function statusesOf(tx: Tx, employee_ids: readonly string[]): Promise<Map<string, StatusType>> {
  const rows = await findEmployees(tx, employee_ids);
  const found = new Map(rows.map((row) => [row.employee_id, row.status_type]));
  return new Map(employee_ids.map((employee_id) => [employee_id, found.get(employee_id) ?? 'Automatic']));
}

/** False if the person keeps their time zone from the one who asks, and so whatever would tell it. */
export async function showsTimeZone(tx: Tx, actor: Actor, employee_id: string): Promise<boolean> {
  const [row] = await findEmployees(tx, [employee_id]);
  return !row || !unseen(actor.permissions, actor.employee_id === employee_id, row.hidden_fields).has('time_zone');
}

/** Throws EMPLOYEE_NOT_FOUND. */
export async function loadRow(tx: Tx, employee_id: string): Promise<EmployeeRow> {
  const [row] = await findEmployees(tx, [employee_id]);
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  return row;
}

/** INVALID_REQUEST for a time zone that is none. */
export function checkTimeZone(name: string | undefined): void {
  if (name !== undefined && !isTimeZone(name)) throw invalid([{ path: 'time_zone', message: 'Not a time zone' }]);
}
