// The mail that lets somebody set a first password. How links are made and checked is auth's.
import type { Employee } from '#contract/people.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { invite, loadCompany } from '../../auth/service.ts';
import type { PeopleDeps } from '../deps.ts';
import { mayBecome } from '../policy.ts';
import { presentEmployee } from '../present.ts';
import { lockEmployee } from '../repo.ts';
import { setAccountStatus } from './accounts.ts';

/** Links of earlier invitations stop working. */
export async function sendInvitation(
  tx: Tx,
  { employee_id, first_name, work_email_id: email }: Employee,
  deps: PeopleDeps,
): Promise<void> {
  const { company_name } = await loadCompany(tx);
  await invite(tx, deps.mailer, { employee_id, email, first_name, company_name, public_url: deps.publicUrl });
}

/** INVALID_REQUEST unless the account is INVITED; TOO_MANY_REQUESTS after five in an hour. */
export async function inviteAgain(tx: Tx, actor: Actor, employee_id: string, deps: PeopleDeps): Promise<null> {
  const row = await lockEmployee(tx, employee_id);
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  if (row.employee_account_status !== 'INVITED')
    throw invalid([{ path: 'employee_id', message: `The account is ${row.employee_account_status}` }]);
  await deps.countInvitation(`${actor.company_id}/${employee_id}`);
  await audit(tx, actor.company_id, actor.employee_id, 'people.invited', { employee_id });
  await sendInvitation(tx, presentEmployee(row), deps);
  return null;
}

/** Nobody accepts for somebody else: who never has is invited once more, with another mail. The same refusals as of the two. */
export async function switchOn(
  tx: Tx,
  actor: Actor,
  employee_id: string,
  deps: PeopleDeps,
): Promise<'ACTIVE' | 'INVITED'> {
  const row = await lockEmployee(tx, employee_id);
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  const status = mayBecome(row.employee_account_status, 'ACTIVE', row.activated_at !== null) ? 'ACTIVE' : 'INVITED';
  await setAccountStatus(tx, actor, { employee_id, status }, deps);
  if (status === 'INVITED') await inviteAgain(tx, actor, employee_id, deps);
  return status;
}
