// Taking the second factor away from somebody who has lost it. What it is, and how it is asked for, is auth's.
import * as contract from '#contract/people/second-factor.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { implement, type Route } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { loadCompany, takeSecondFactor } from '../../auth/service.ts';
import type { PeopleDeps } from '../deps.ts';
import { covers } from '../policy.ts';
import { presentEmployee } from '../present.ts';
import { lockEmployee } from '../repo.ts';
import { standingOf } from '../roles/grants.ts';
import { lockRoster } from '../roles/role-repo.ts';

export const secondFactorRoutes = (deps: PeopleDeps): Route[] =>
  implement(contract, {
    resetSecondFactor: async ({ tx, actor }, { employee_id }) => ({ reset: await reset(tx, actor, employee_id, deps) }),
  });

async function reset(tx: Tx, actor: Actor, employee_id: string, deps: PeopleDeps): Promise<boolean> {
  // Who may do what stays as it is until the commit.
  await lockRoster(tx);
  const row = await lockEmployee(tx, employee_id);
  if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
  const [here, there] = [await standingOf(tx, actor.employee_id), await standingOf(tx, employee_id)];
  if (employee_id === actor.employee_id || !covers(here, there)) throw new AppError('NO_PERMISSION');
  const { first_name, work_email_id: email } = presentEmployee(row);
  const { company_name } = await loadCompany(tx);
  const given = { employee_id, email, first_name, company_name, public_url: deps.publicUrl };
  if (!(await takeSecondFactor(tx, deps.mailer, given))) return false;
  await audit(tx, actor.company_id, actor.employee_id, 'people.second_factor_reset', { employee_id });
  return true;
}
