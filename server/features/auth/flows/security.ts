// What people do for the safety of their own account: see and end their sessions, change their password.
import type { changePassword, listSessions, revokeOthers, revokeSession } from '#contract/auth/security.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Afterwards, SessionCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { changedMail } from '../mails.ts';
import { checkPassword } from '../passwords/strength.ts';
import { findProfile } from '../ports.ts';
import { changedWithin, findCredentials, holdCredential, killLinks, putCredential } from '../repo/credential-repo.ts';
import { findOwn, findOwner, holdSession } from '../repo/session-repo.ts';
import { killChallenges } from '../second-factor/challenge-repo.ts';
import { endSessions, loadCompany } from '../service.ts';
import { endSession } from '../session/open.ts';
import { accountsOf, sharedSalt } from './accounts.ts';
import { countInside } from './guess.ts';
import { passwordRule } from './reset.ts';

/** For so long the same change, sent again because its answer was lost, is told to be done. */
const AGAIN_SECONDS = 5 * 60;

export async function ownSessions(
  { notifications }: Deps,
  { tx, actor }: SessionCall,
): Promise<ResponseOf<typeof listSessions>> {
  const sessions = await findOwn(tx, actor.employee_id, actor.session_id);
  const ids = sessions.map(({ session_id }) => session_id);
  const apps = new Map((await notifications.appsOf(tx, ids)).map(({ session_id, ...app }) => [session_id, app]));
  return { items: sessions.map((session) => ({ ...session, app: apps.get(session.session_id) ?? null })) };
}

export async function endOwn(
  { context }: Deps,
  { tx, actor }: SessionCall,
  { session_id }: ParsedOf<typeof revokeSession>,
): Promise<null> {
  // A colleague's is as unknown as one that there is not.
  if ((await findOwner(tx, session_id)) !== actor.employee_id) throw new AppError('SESSION_NOT_FOUND');
  await endSession(tx, context.bus, session_id, 'auth.session_revoked');
  return null;
}

export async function endOthers(
  { context }: Deps,
  { tx, actor }: SessionCall,
): Promise<ResponseOf<typeof revokeOthers>> {
  const ended = await endSessions(tx, context.bus, actor.employee_id, actor.session_id);
  if (ended) await audit(tx, tx.company_id, actor.employee_id, 'auth.sessions_revoked', { ended });
  return { ended };
}

/** Hashing takes a while and may have to queue: no transaction is held meanwhile. */
export function newPassword(
  deps: Deps,
  { actor }: SessionCall,
  input: ParsedOf<typeof changePassword>,
): Afterwards<null> {
  return async () => {
    if (input.password !== input.confirm_password) throw new AppError('AUTH_PASSWORD_MISMATCH');
    const { context, hasher, people } = deps;
    const { company_id } = actor;
    const { rule, email } = await context.db.company(
      company_id,
      async (tx) => passwordRule(tx, deps, await people.profile(tx, actor.employee_id)),
      'snapshot',
    );
    checkPassword(input.password, rule);
    const old = await checkOld(deps, actor, input);
    if (old === undefined) return null;
    const accounts = await context.db.system((tx) => accountsOf(tx, people, email));
    const password_hash = await hasher.hash(input.password, sharedSalt(hasher, accounts));
    await context.db.company(company_id, (tx) => replace(tx, deps, actor, { old, password_hash }));
    return null;
  };
}

/** The hash of the present password, if the old one is that; undefined if this very change has been made a moment ago. */
const checkOld = (
  deps: Deps,
  { company_id, employee_id, session_id }: Actor,
  { old_password, password }: ParsedOf<typeof changePassword>,
): Promise<string | undefined> =>
  // Whoever has found an open screen has few guesses.
  countInside(deps, employee_id, async () => {
    const { context, hasher } = deps;
    const { db } = context;
    const [known] = await db.system((tx) => findCredentials(tx, [{ company_id, employee_id }]));
    const isPresent = async (one: string) => known && (await hasher.fits(one, [known.password_hash]))[0] === true;
    if (await isPresent(old_password)) return known?.password_hash;
    const again = await db.company(company_id, (tx) => changedWithin(tx, employee_id, session_id, AGAIN_SECONDS));
    if (again && (await isPresent(password))) return undefined;
    await db.company(company_id, (tx) => audit(tx, company_id, employee_id, 'auth.password_refused'));
    throw new AppError('AUTH_PASSWORD_INVALID');
  });

async function replace(
  tx: Tx,
  { context, people, publicUrl }: Deps,
  { employee_id, session_id }: Actor,
  { old, password_hash }: { old: string; password_hash: string },
): Promise<void> {
  // Of two changes at once the second finds another password than it has asked for.
  if (!(await holdCredential(tx, employee_id, old))) throw new AppError('AUTH_PASSWORD_INVALID');
  // Who has given the old one and owes the second factor still.
  await killChallenges(tx, employee_id);
  // Hashing took a while: the session may be over by now, and company or account closed.
  const [isAlive, company, person] = await Promise.all([
    holdSession(tx, session_id),
    loadCompany(tx),
    findProfile(tx, people, employee_id),
  ]);
  if (!isAlive || company.status !== 'ACTIVE' || person?.employee_account_status !== 'ACTIVE')
    throw new AppError('AUTH_INVALID_TOKEN');
  await killLinks(tx, employee_id);
  await putCredential(tx, employee_id, password_hash, session_id);
  await endSessions(tx, context.bus, employee_id, session_id);
  await audit(tx, tx.company_id, employee_id, 'auth.password_set', { by: 'change' });
  const { first_name, work_email_id } = person;
  const { company_name } = company;
  const mail = changedMail({ first_name, company_name, sign_in: `${publicUrl}/`, signed_out: 'elsewhere' });
  await context.mailer.enqueue(tx, { to: work_email_id, ...mail });
}
