// People as the company's identity provider makes and changes them: by the same rules as somebody who manages people does it by hand.
import { v7 as uuid } from 'uuid';
import type { Actor } from '../../../../platform/actor.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { comesBySso, isInvited } from '../../../auth/service.ts';
import { settingsOf } from '../../../company/service.ts';
import { departmentsAt } from '../../departments/departments.ts';
import type { PeopleDeps } from '../../deps.ts';
import { emailKey, fold } from '../../finding/fold.ts';
import { presentEmployee } from '../../present.ts';
import { confirmStatus, findEmployees, isAbove, lockEmployee } from '../../repo.ts';
import { lockRoster } from '../../roles/role-repo.ts';
import { setAccountStatus } from '../accounts.ts';
import { attempt } from '../bulk.ts';
import { cleanNumber } from '../employee-number.ts';
import { createEmployee, editEmployee } from '../employees.ts';
import { sendInvitation } from '../invitations.ts';
import { numbersOfLeavers } from '../leaving/leaver-repo.ts';
import { removeEmployee } from '../leaving/leaving.ts';
import { findProvisioned, idsByNumber, type ProvisionedRow, putProvisioned } from './people-repo.ts';
import type { LeaveOut, NewPerson, PersonWish } from './wishes.ts';

const isActiveAccount = ({ employee_account_status: status }: ProvisionedRow): boolean =>
  status === 'ACTIVE' || status === 'INVITED';

/** EMPLOYEE_NOT_FOUND if deleted, or of another company. */
export async function loadProvisioned(tx: Tx, employee_id: string): Promise<ProvisionedRow> {
  const [row] = await findProvisioned(tx, [employee_id]);
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  return row;
}

/** INVITED, with the mail that says so unless they come in by company sign-on. AUTH_EMAIL_ALREADY_EXISTS, EXTERNAL_ID_TAKEN. */
export async function createPerson(
  tx: Tx,
  actor: Actor,
  given: NewPerson,
  leaveOut: LeaveOut,
  deps: PeopleDeps,
): Promise<ProvisionedRow> {
  await lockRoster(tx);
  const employee_id = uuid();
  const wish = { ...given, manager_id: await managerFor(tx, employee_id, given.manager_id, leaveOut) };
  const { work_email, first_name, last_name, position_title, phone_number, manager_id } = wish;
  const employee_number = await numberFor(tx, employee_id, wish.employee_number, leaveOut);
  const { time_zone } = await settingsOf(tx);
  const department_id = wish.department ? await departmentFor(tx, actor, wish.department, leaveOut) : undefined;
  const fields = { first_name, last_name, work_email_id: work_email, position_title, phone_number, department_id };
  const named = { ...fields, employee_number };
  const input = { ...named, ...(manager_id && { manager_id }) };
  await createEmployee(tx, actor, employee_id, input, { time_zone }, deps);
  await putOwn(tx, employee_id, wish.external_id ?? null);
  await audit(tx, actor.company_id, actor.employee_id, 'people.provisioned', { employee_id });
  if (wish.active === false) await setAccountStatus(tx, actor, { employee_id, status: 'INACTIVE' }, deps);
  return inviteOnce(tx, await loadProvisioned(tx, employee_id), deps);
}

/**
 * Nothing is written or told if nothing differs. LAST_OWNER, NO_PERMISSION (the address of somebody who may do more); of who is
 * switched off nothing else is refused.
 */
export async function changePerson(
  tx: Tx,
  actor: Actor,
  employee_id: string,
  wish: PersonWish,
  leaveOut: LeaveOut,
  deps: PeopleDeps,
): Promise<ProvisionedRow> {
  await lockRoster(tx);
  // Before anything is told, as by everybody who changes a person.
  await lockEmployee(tx, employee_id);
  const before = await loadProvisioned(tx, employee_id);
  const edit = () => editPerson(tx, actor, before, wish, leaveOut, deps);
  if (wish.active !== false) await edit();
  else if (await attempt(tx, edit)) leaveOut('all but active');
  const { active } = wish;
  if (active === false && isActiveAccount(before))
    await setAccountStatus(tx, actor, { employee_id, status: 'INACTIVE' }, deps);
  // What is the same is no wish: who is off and stays off by the provider is not switched on by undoing an import.
  else if (!active && !isActiveAccount(before)) await confirmStatus(tx, employee_id);
  if (active && !isActiveAccount(before) && !(await switchOn(tx, actor, before, deps))) leaveOut('active');
  const after = await loadProvisioned(tx, employee_id);
  const moved = emailKey(after.work_email) !== emailKey(before.work_email);
  return moved || !isActiveAccount(before) ? inviteOnce(tx, after, deps) : after;
}

async function editPerson(
  tx: Tx,
  actor: Actor,
  before: ProvisionedRow,
  wish: PersonWish,
  leaveOut: LeaveOut,
  deps: PeopleDeps,
): Promise<void> {
  const { employee_id } = before;
  const { first_name, last_name, position_title, phone_number } = wish;
  const stays = wish.manager_id === before.manager_id;
  const manager_id = stays ? undefined : await managerFor(tx, employee_id, wish.manager_id, leaveOut);
  const employee_number = await numberFor(tx, employee_id, wish.employee_number, leaveOut);
  const fields = { first_name, last_name, position_title, phone_number, manager_id, employee_number };
  const department_id = await departmentOf(tx, actor, before, wish.department, leaveOut);
  // How the address is written is no other address.
  const other = wish.work_email !== undefined && emailKey(wish.work_email) !== emailKey(before.work_email);
  const work_email_id = other ? wish.work_email : undefined;
  await editEmployee(tx, actor, { employee_id, ...fields, department_id, work_email_id }, deps);
  const external_id = wish.external_id === undefined ? before.external_id : wish.external_id;
  // Also where nothing of it is new: whom the provider keeps, no import deactivates for being left out of a file.
  await putOwn(tx, employee_id, external_id);
}

/** False where it stays off: somebody here has switched it off or suspended it, or it may do more than provisioning. */
async function switchOn(tx: Tx, actor: Actor, before: ProvisionedRow, deps: PeopleDeps): Promise<boolean> {
  const { employee_id, employee_account_status, switched_off, activated_at } = before;
  if (employee_account_status !== 'INACTIVE' || !switched_off) return false;
  const status = activated_at ? 'ACTIVE' : 'INVITED';
  const refused = await attempt(tx, () => setAccountStatus(tx, actor, { employee_id, status }, deps));
  if (refused && refused !== 'NO_PERMISSION') throw new AppError(refused);
  return !refused;
}

/** Who is expected has one mail with a link that works, unless they come in by company sign-on. */
async function inviteOnce(tx: Tx, row: ProvisionedRow, deps: PeopleDeps): Promise<ProvisionedRow> {
  const { employee_id, work_email, employee_account_status: status } = row;
  if (status !== 'INVITED' || (await comesBySso(tx, work_email))) return row;
  if (!(await isInvited(tx, employee_id, work_email))) await sendInvitation(tx, presentEmployee(row), deps);
  return row;
}

/**
 * They leave, and can come back for thirty days. Who has something that somebody else must take over, or may do more than manage
 * people, is switched off instead, and who is suspended stays that: this is for a person to decide. LAST_OWNER.
 */
export async function removePerson(tx: Tx, actor: Actor, employee_id: string, deps: PeopleDeps): Promise<void> {
  await lockRoster(tx);
  const before = await loadProvisioned(tx, employee_id);
  if (before.employee_account_status === 'SUSPENDED') return;
  const refused = await attempt(tx, () => removeEmployee(tx, actor, { employee_id }, deps));
  if (refused === 'HAND_OVER_REQUIRED' || refused === 'NO_PERMISSION') {
    if (isActiveAccount(before)) await setAccountStatus(tx, actor, { employee_id, status: 'INACTIVE' }, deps);
  } else if (refused) throw new AppError(refused);
}

/** Undefined for one who is not here, or would report to themselves: it stays. */
async function managerFor(
  tx: Tx,
  employee_id: string,
  manager_id: string | null | undefined,
  leaveOut: LeaveOut,
): Promise<string | null | undefined> {
  if (!manager_id) return manager_id;
  const here = (await findEmployees(tx, [manager_id])).length > 0;
  if (here && !(await isAbove(tx, employee_id, manager_id))) return manager_id;
  leaveOut('manager_id');
  return undefined;
}

/** As in a file: it is made, at the top, where no other is meant. Undefined where there are as many as there can be. */
async function departmentFor(tx: Tx, actor: Actor, name: string, leaveOut: LeaveOut): Promise<string | undefined> {
  let found: string | undefined;
  const refused = await attempt(tx, async () => {
    const [there] = await departmentsAt(tx, actor, [[name]]);
    found = there?.department_id;
  });
  if (refused) leaveOut('department');
  return found;
}

/** Undefined where it stays: who is in one of several of that name is meant to be there. */
async function departmentOf(
  tx: Tx,
  actor: Actor,
  before: ProvisionedRow,
  name: string | null | undefined,
  leaveOut: LeaveOut,
): Promise<string | null | undefined> {
  if (name === undefined || fold(name ?? '') === fold(before.department ?? '')) return undefined;
  return name === null ? null : departmentFor(tx, actor, name, leaveOut);
}

/** Undefined for one that is somebody else's: it stays. */
async function numberFor(
  tx: Tx,
  employee_id: string,
  said: string | undefined,
  leaveOut: LeaveOut,
): Promise<string | null | undefined> {
  const number = said && cleanNumber(said);
  if (!number) return number === undefined ? undefined : null;
  const isFree = (await idsByNumber(tx, number)).every((id) => id === employee_id);
  if (isFree && !(await numbersOfLeavers(tx, [number])).length) return number;
  leaveOut('employee_number');
  return undefined;
}

async function putOwn(tx: Tx, employee_id: string, external_id: string | null): Promise<void> {
  try {
    await putProvisioned(tx, employee_id, external_id);
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'provisioned_person_external') throw new AppError('EXTERNAL_ID_TAKEN');
    throw error;
  }
}
