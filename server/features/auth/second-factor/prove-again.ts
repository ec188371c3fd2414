// Before something that whoever finds an open screen must not do: the password once more, or, of people who come in by company sign-on
// and have none, that they have said a moment ago who they are.
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { countInside } from '../flows/guess.ts';
import { findCredentials } from '../repo/credential-repo.ts';
import { holdSession, isProven } from '../repo/session-repo.ts';

/** Hashing took a while: the session may be over by now. */
export async function mustLive(tx: Tx, { session_id }: Actor): Promise<void> {
  if (!(await holdSession(tx, session_id))) throw new AppError('AUTH_INVALID_TOKEN');
}

/** What will be asked of the person. */
export async function whatIsAsked(tx: Tx, employee_id: string): Promise<'password' | 'recent_sign_in'> {
  const { company_id } = tx;
  return (await findCredentials(tx, [{ company_id, employee_id }])).length ? 'password' : 'recent_sign_in';
}

/** Outside of a transaction, for hashing takes a while. AUTH_PASSWORD_INVALID, AUTH_SIGN_IN_TOO_OLD, TOO_MANY_REQUESTS. */
export async function proveAgain(deps: Deps, actor: Actor, password: string | undefined): Promise<void> {
  const { context, hasher } = deps;
  const { company_id, employee_id, session_id } = actor;
  const { known, young } = await context.db.company(
    company_id,
    async (tx) => {
      const [[credential], isNew] = await Promise.all([
        findCredentials(tx, [{ company_id, employee_id }]),
        isProven(tx, session_id),
      ]);
      return { known: credential?.password_hash, young: isNew };
    },
    'snapshot',
  );
  if (known === undefined) {
    if (young) return;
    throw new AppError('AUTH_SIGN_IN_TOO_OLD');
  }
  // An open screen gives few guesses.
  await countInside(deps, employee_id, async () => {
    if (password !== undefined && (await hasher.fits(password, [known]))[0] === true) return;
    await context.db.company(company_id, (tx) => audit(tx, company_id, employee_id, 'auth.password_refused'));
    throw new AppError('AUTH_PASSWORD_INVALID');
  });
}
