// People as the company's identity provider makes and changes them: by the same rules as somebody who manages people does it by hand.
import { v7 as uuid } from 'uuid';
import type { Actor } from '../../../../platform/actor.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { comesBySso } from '../../../auth/service.ts';
import { settingsOf } from '../../../company/service.ts';
import { departmentNamed } from '../../departments/departments.ts';
import type { PeopleDeps } from '../../deps.ts';
import { emailKey } from '../../finding/fold.ts';
import { lockEmployee } from '../../repo.ts';
import { lockRoster } from '../../roles/role-repo.ts';
import { setAccountStatus } from '../accounts.ts';
import { attempt } from '../bulk.ts';
import { createEmployee, editEmployee } from '../employees.ts';
import { sendInvitation } from '../invitations.ts';
import { removeEmployee } from '../leaving/leaving.ts';
import { findProvisioned, type ProvisionedRow, putProvisioned } from './people-repo.ts';

/** Left out stays as it is. */
interface PersonWish {
  readonly work_email?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly position_title?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly manager_id?: string | null | undefined;
  /** By name; made if there is none. */
  readonly department?: string | null | undefined;
  readonly external_id?: string | null | undefined;
  readonly employee_number?: string | undefined;
  readonly active?: boolean | undefined;
}

export interface NewPerson extends PersonWish {
  readonly work_email: string;
  readonly first_name: string;
  readonly last_name: string;
}

const isActiveAccount = ({ employee_account_status: status }: ProvisionedRow): boolean =>
  status === 'ACTIVE' || status === 'INVITED';

/** EMPLOYEE_NOT_FOUND if deleted, or of another company. */
export async function loadProvisioned(tx: Tx, employee_id: string): Promise<ProvisionedRow> {
  const [row] = await findProvisioned(tx, [employee_id]);
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  return row;
}

/** INVITED, with the mail that says so unless they come in by company sign-on. AUTH_EMAIL_ALREADY_EXISTS, EXTERNAL_ID_TAKEN. */
export async function createPerson(tx: Tx, actor: Actor, wish: NewPerson, deps: PeopleDeps): Promise<ProvisionedRow> {
  await lockRoster(tx);
  const { work_email, first_name, last_name, position_title, phone_number, manager_id } = wish;
  const { time_zone } = await settingsOf(tx);
  const department_id = wish.department ? await departmentNamed(tx, actor, wish.department) : undefined;
  const fields = { first_name, last_name, work_email_id: work_email, position_title, phone_number, department_id };
  const given = { ...fields, ...(manager_id && { manager_id }) };
  const employee = await createEmployee(tx, actor, uuid(), given, { time_zone });
  const { employee_id } = employee;
  await putOwn(tx, employee_id, { external_id: wish.external_id ?? null, employee_number: wish.employee_number ?? '' });
  await audit(tx, actor.company_id, actor.employee_id, 'people.provisioned', { employee_id });
  if (wish.active === false) await setAccountStatus(tx, actor, { employee_id, status: 'INACTIVE' }, deps);
  else if (!(await comesBySso(tx, work_email))) await sendInvitation(tx, employee, deps);
  return loadProvisioned(tx, employee_id);
}

/** Nothing is written or told if nothing differs. LAST_OWNER, NO_PERMISSION (the address of somebody who may do more). */
export async function changePerson(
  tx: Tx,
  actor: Actor,
  employee_id: string,
  wish: PersonWish,
  deps: PeopleDeps,
): Promise<ProvisionedRow> {
  await lockRoster(tx);
  // Before anything is told, as by everybody who changes a person.
  await lockEmployee(tx, employee_id);
  const before = await loadProvisioned(tx, employee_id);
  const { first_name, last_name, position_title, phone_number, manager_id } = wish;
  const fields = { first_name, last_name, position_title, phone_number, manager_id };
  const department_id = await departmentOf(tx, actor, before, wish.department);
  // How the address is written is no other address.
  const other = wish.work_email !== undefined && emailKey(wish.work_email) !== emailKey(before.work_email);
  const work_email_id = other ? wish.work_email : undefined;
  await editEmployee(tx, actor, { employee_id, ...fields, department_id, work_email_id }, deps);
  const external_id = wish.external_id === undefined ? before.external_id : wish.external_id;
  const employee_number = wish.employee_number ?? before.employee_number;
  if (external_id !== before.external_id || employee_number !== before.employee_number)
    await putOwn(tx, employee_id, { external_id, employee_number });
  if (wish.active !== undefined && wish.active !== isActiveAccount(before)) {
    const back = before.activated_at ? 'ACTIVE' : 'INVITED';
    await setAccountStatus(tx, actor, { employee_id, status: wish.active ? back : 'INACTIVE' }, deps);
  }
  return loadProvisioned(tx, employee_id);
}

/**
 * They leave, and can come back for thirty days. Who has something that somebody else must take over, or may do more than manage
 * people, is switched off instead: that is for a person to decide. LAST_OWNER.
 */
export async function removePerson(tx: Tx, actor: Actor, employee_id: string, deps: PeopleDeps): Promise<void> {
  await lockRoster(tx);
  const refused = await attempt(tx, () => removeEmployee(tx, actor, { employee_id }, deps));
  if (refused === 'HAND_OVER_REQUIRED' || refused === 'NO_PERMISSION')
    await setAccountStatus(tx, actor, { employee_id, status: 'INACTIVE' }, deps);
  else if (refused) throw new AppError(refused);
}

/** Undefined where it stays. */
async function departmentOf(
  tx: Tx,
  actor: Actor,
  before: ProvisionedRow,
  name: string | null | undefined,
): Promise<string | null | undefined> {
  if (name === undefined || name === before.department) return undefined;
  return name === null ? null : departmentNamed(tx, actor, name);
}

async function putOwn(tx: Tx, employee_id: string, own: Parameters<typeof putProvisioned>[2]): Promise<void> {
  try {
    await putProvisioned(tx, employee_id, own);
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'provisioned_person_external') throw new AppError('EXTERNAL_ID_TAKEN');
    throw error;
  }
}
