// Saying once more who one is at the company's provider, for a session that is open already: it lets nobody in. See session/fresh-proof.ts.
import { type goProve, UNPROVEN } from '#contract/auth/proof.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { findCompany } from '../repo/company-repo.ts';
import { findOwner, holdSession, markProven } from '../repo/session-repo.ts';
import { isReached } from './admit.ts';
import { ownOrigin, sendThere } from './begin.ts';
import { findConfig, type SsoConfig } from './config-repo.ts';
import { findIdentity, hasIdentity, type PendingLogin, type TakenLogin } from './login-repo.ts';
import type { Answered } from './provider.ts';

/** The company's provider, if it knows the person and may open their account; undefined if they never came in by it. */
export async function providerOf(tx: Tx, deps: Deps, employee_id: string): Promise<SsoConfig | undefined> {
  const config = await findConfig(tx);
  if (!config?.enabled || !(await hasIdentity(tx, config.issuer, employee_id))) return undefined;
  return isReached(config, employee_id) ? config : undefined;
}

/** Still on, and with whom it was begun. */
export const isSame = (config: SsoConfig | undefined, { issuer, client_id }: PendingLogin): config is SsoConfig =>
  config?.enabled === true && config.issuer === issuer && config.client_id === client_id;

export async function goAndProve(
  deps: Deps,
  call: OpenCall,
  { origin: given, back }: ParsedOf<typeof goProve>,
): Promise<ResponseOf<typeof goProve>> {
  const { actor, fresh } = await deps.authenticate(call.headers);
  if (fresh?.access_token) call.setHeader(sessionHeaders.access_token, fresh.access_token);
  const origin = ownOrigin(deps, call, given);
  const { company_id, employee_id, session_id } = actor;
  const config = await deps.context.db.company(company_id, (tx) => providerOf(tx, deps, employee_id), 'snapshot');
  if (!config) throw new AppError('AUTH_SSO_NOT_CONFIGURED');
  const why = { replaces: null, proves: session_id, back };
  return (await sendThere(deps, call, { company_id, config, origin }, why))();
}

/**
 * Back from there, to the page that they came from, which is told if nothing came of it: `ask` has the provider say who it was, and that it asked them
 * since this was begun.
 */
export async function proveThere(
  deps: Deps,
  login: TakenLogin,
  session_id: string,
  ask: (within: number) => Promise<{ answered: Answered }>,
): Promise<string> {
  const { company_id, back } = login;
  const { db, log } = deps.context;
  try {
    const { answered } = await ask(Math.ceil(login.seconds));
    await db.company(company_id, (tx) => accept(tx, deps, login, session_id, answered));
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error }, 'coming back from proving who one is');
    await db.company(company_id, async (tx) => {
      const employee_id = (await findOwner(tx, session_id)) ?? null;
      await audit(tx, company_id, employee_id, 'auth.proof_refused', { by: 'sso' });
    });
    return back.replace(/#.*/, '') + UNPROVEN;
  }
  return back;
}

/** AUTH_SSO_FAILED for somebody else than whose session it is. AUTH_SSO_UNCONFIRMED. */
async function accept(tx: Tx, deps: Deps, login: TakenLogin, session_id: string, { subject }: Answered): Promise<void> {
  // Asking took a while.
  const [now, company] = await Promise.all([findConfig(tx), findCompany(tx)]);
  if (!isSame(now, login)) throw new AppError('AUTH_SSO_NOT_CONFIGURED');
  if (company?.status !== 'ACTIVE') throw new AppError('COMPANY_SUSPENDED');
  const person = await findIdentity(tx, { issuer: now.issuer, subject });
  if (!person || person !== (await findOwner(tx, session_id))) throw new AppError('AUTH_SSO_FAILED');
  if (!isReached(now, person)) throw new AppError('AUTH_SSO_UNCONFIRMED');
  if (!(await holdSession(tx, session_id))) throw new AppError('AUTH_INVALID_TOKEN');
  const { first } = await markProven(tx, session_id);
  if (first) await audit(tx, tx.company_id, person, 'auth.proof_given', { by: 'sso' });
}
