// How a colleague comes in: a second factor that is lost, a password that is forgotten, and all devices that they are signed in on.
// What these are is auth's.
import * as contract from '#contract/people/access.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { implement, type Route } from '../../../platform/feature.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import {
  countSessions,
  endSessions,
  type Invitation,
  loadCompany,
  mailPasswordLink,
  takeSecondFactor,
} from '../../auth/service.ts';
import type { PeopleDeps } from '../deps.ts';
import { covers, mayEnd } from '../policy.ts';
import { presentEmployee } from '../present.ts';
import { type EmployeeRow, lockEmployee } from '../repo.ts';
import { standingOf } from '../roles/grants.ts';
import { lockRoster } from '../roles/role-repo.ts';
import { checkMayEnd } from './may-end.ts';

export const accessRoutes = (deps: PeopleDeps): Route[] =>
  implement(contract, {
    resetSecondFactor: async ({ tx, actor }, { employee_id }) => ({ reset: await reset(tx, actor, employee_id, deps) }),
    sendPasswordLink: ({ tx, actor }, { employee_id }) => sendLink(tx, actor, employee_id, deps),
    countSessions: async ({ tx, actor }, { employee_id }) => {
      if (employee_id === actor.employee_id) throw new AppError('NO_PERMISSION');
      await checkMayEnd(tx, actor, employee_id);
      return { living: await countSessions(tx, employee_id) };
    },
    endSessions: async ({ tx, actor }, { employee_id }) => ({ ended: await signOut(tx, actor, employee_id, deps) }),
  });

/** Somebody else, over whom the caller's standing `reaches`. Who may do what stays as it is until the commit. */
async function lockOther(tx: Tx, actor: Actor, employee_id: string, reaches: typeof covers): Promise<EmployeeRow> {
  await lockRoster(tx);
  const row = await lockEmployee(tx, employee_id);
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  const [here, there] = [await standingOf(tx, actor.employee_id), await standingOf(tx, employee_id)];
  if (employee_id === actor.employee_id || !reaches(here, there)) throw new AppError('NO_PERMISSION');
  return row;
}

async function addressed(tx: Tx, row: EmployeeRow, { publicUrl }: PeopleDeps): Promise<Invitation> {
  const { employee_id, first_name, work_email_id: email } = presentEmployee(row);
  const { company_name } = await loadCompany(tx);
  return { employee_id, email, first_name, company_name, public_url: publicUrl };
}

async function reset(tx: Tx, actor: Actor, employee_id: string, deps: PeopleDeps): Promise<boolean> {
  const row = await lockOther(tx, actor, employee_id, covers);
  if (!(await takeSecondFactor(tx, deps.mailer, await addressed(tx, row, deps)))) return false;
  await audit(tx, actor.company_id, actor.employee_id, 'people.second_factor_reset', { employee_id });
  return true;
}

async function sendLink(tx: Tx, actor: Actor, employee_id: string, deps: PeopleDeps): Promise<null> {
  const row = await lockOther(tx, actor, employee_id, mayEnd);
  const status = row.employee_account_status;
  if (status !== 'ACTIVE') throw invalid([{ path: 'employee_id', message: `The account is ${status}` }]);
  await deps.countPasswordLink(`${actor.company_id}/${employee_id}`);
  await mailPasswordLink(tx, deps.mailer, await addressed(tx, row, deps), 'administrator');
  await audit(tx, actor.company_id, actor.employee_id, 'people.password_link_sent', { employee_id });
  return null;
}

async function signOut(tx: Tx, actor: Actor, employee_id: string, deps: PeopleDeps): Promise<number> {
  await lockOther(tx, actor, employee_id, mayEnd);
  const ended = await endSessions(tx, deps.bus, employee_id);
  if (ended) await audit(tx, actor.company_id, actor.employee_id, 'people.sessions_ended', { employee_id, ended });
  return ended;
}
