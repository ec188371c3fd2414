// What operators do to companies: each in the company's own transaction, and in its log, with which of them it was.
import { v7 as uuid } from 'uuid';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { createCompany, OperatedCompany, setModules } from '#contract/operator/companies.ts';
import type { Operator } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Context, OperatorCall } from '../../../platform/feature.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { appUrl, foundCompany, invite, setCompanyStatus } from '../../auth/service.ts';
import { changeModules, createDefaults } from '../../company/service.ts';
import { createOwner } from '../../people/service.ts';
import { mustFind, presentCompany } from './companies.ts';
import { findOne } from './figures-repo.ts';

type Given = ParsedOf<typeof createCompany>;
type By = Pick<OperatorCall, 'operator'>;

/** Of many at once with one id the first makes it, and the others answer with it. */
export const openCompany = (context: Context, { operator }: By, given: Given): Promise<{ company: OperatedCompany }> =>
  context.db.company(given.company_id, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [given.company_id]);
    const there = await findOne(tx);
    if (there && there.company_name !== given.company_name)
      throw invalid([{ path: 'company_id', message: 'This id is taken' }]);
    if (!there) await found(tx, context, operator, given);
    return { company: await presentCompany(tx, await mustFind(tx)) };
  });

async function found(tx: Tx, { config, mailer }: Context, { operator_id }: Operator, given: Given): Promise<void> {
  const { company_id, company_name, first_name, last_name, email_id: email, time_zone = 'UTC' } = given;
  const owner = { company_id, employee_id: uuid(), first_name, last_name, work_email_id: email, time_zone };
  await foundCompany(tx, company_name);
  await createDefaults(tx, { time_zone });
  await createOwner(tx, owner);
  await audit(tx, company_id, null, 'operator.company_created', { employee_id: owner.employee_id, operator_id });
  await invite(tx, mailer, { ...owner, email, company_name, public_url: appUrl(config) });
}

export const setStanding = (
  { db, bus }: Context,
  { operator: { operator_id } }: By,
  company_id: string,
  status: OperatedCompany['status'],
): Promise<{ company: OperatedCompany }> =>
  db.company(company_id, async (tx) => {
    const row = await mustFind(tx);
    const action = status === 'SUSPENDED' ? 'operator.company_suspended' : 'operator.company_resumed';
    if (await setCompanyStatus(tx, bus, status)) await audit(tx, company_id, null, action, { operator_id });
    return { company: await presentCompany(tx, { ...row, status }) };
  });

export const switchModules = (
  { db, bus }: Context,
  { operator }: By,
  { company_id, modules }: ParsedOf<typeof setModules>,
): Promise<ResponseOf<typeof setModules>> =>
  db.company(company_id, async (tx) => {
    await mustFind(tx);
    return { modules: await changeModules(tx, operator, modules, bus) };
  });
