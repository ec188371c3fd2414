// Which company this is: for who is signed in their own, for everybody else what its domain shows.
import type { Company, resolveCompany } from '#contract/auth.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { findProfile } from '../ports.ts';
import { findByDomain, findCompany } from '../repo/company-repo.ts';
import { addressKey } from '../secrets.ts';
import { recordMismatch } from '../session/authenticate.ts';
import { findConfig, findOwner } from '../sso/config-repo.ts';

type Input = ParsedOf<typeof resolveCompany>;
type Answer = ResponseOf<typeof resolveCompany>;

export async function findOwnCompany(deps: Deps, call: OpenCall, input: Input): Promise<Answer> {
  if (!call.headers[sessionHeaders.access_token]) return byDomain(deps, input);
  const { actor, fresh } = await deps.authenticate(call.headers);
  if (fresh?.access_token) call.setHeader(sessionHeaders.access_token, fresh.access_token);
  const { company_id = actor.company_id, employee_id = actor.employee_id, employee_email } = input;
  const answer = await deps.context.db.company(actor.company_id, async (tx) => {
    const email = employee_email && (await findProfile(tx, deps.people, actor.employee_id))?.work_email_id;
    const own = !employee_email || (email && addressKey(email) === addressKey(employee_email));
    if (own && company_id === actor.company_id && employee_id === actor.employee_id) return present(tx);
    await recordMismatch(tx, actor, { company_id, employee_id });
    return 'foreign';
  });
  if (answer === 'foreign') throw new AppError('AUTH_WRONG_COMPANY');
  if (!answer) throw new AppError('COMPANY_NOT_FOUND');
  return answer;
}

/** With whether single sign-on is on. */
async function present(tx: Tx): Promise<Company | undefined> {
  const [row, sso] = await Promise.all([findCompany(tx), findConfig(tx)]);
  return row && { ...row, sso_enabled: sso?.enabled === true };
}

/** Without a session nothing but a domain is looked up: an address or an id would tell who is where. */
async function byDomain({ context: { db } }: Deps, { domain = '' }: Input): Promise<Answer> {
  const key = domain.toLowerCase();
  const owner = await db.system((tx) => findOwner(tx, key));
  const proven = owner === undefined ? undefined : await db.company(owner, present, 'snapshot');
  // Where a suspended company has no other way in, its people would never come to where they are told.
  if (proven?.status === 'ACTIVE' || proven?.sso_enabled) return fields(proven);
  const row = domain && (await db.system((tx) => findByDomain(tx, key)));
  if (!row) throw new AppError('COMPANY_NOT_FOUND');
  return fields({ ...row, sso_enabled: false });
}

const fields = ({ company_name, company_logo, sso_enabled }: Company) => ({ company_name, company_logo, sso_enabled });
