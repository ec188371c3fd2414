// Saying once more who one is, in an open session: by the password or a passkey. What asks for it is written in the contract (`proof`),
// and asked in one place, platform/http/routes.ts.
import type { giveProof, proofWays } from '#contract/auth/proof.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Afterwards, SessionCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { countInside } from '../flows/guess.ts';
import { findCredentials, holdCredential } from '../repo/credential-repo.ts';
import { markProven, noteAdministering, standingOf } from '../repo/session-repo.ts';
import { holdFactors } from '../second-factor/factor-repo.ts';
import { knownPasskeys } from '../second-factor/passkeys/passkey-repo.ts';
import { passkeysAt } from '../second-factor/passkeys/place.ts';
import { forSession, takePasskey } from '../second-factor/passkeys/use.ts';
import { mustLive } from '../second-factor/prove-again.ts';
import { providerOf } from '../sso/proving.ts';

type Input = ParsedOf<typeof giveProof>;
type Given = ResponseOf<typeof giveProof>;

/** For the router: in this very session. What is asked of an administrator is kept in mind, for an hour without it ends that right. */
export async function hasProven(
  db: Database,
  { company_id, session_id }: Actor,
  asked: 'fresh' | 'lately',
): Promise<boolean> {
  const { proven, noted } = await db.company(company_id, (tx) => standingOf(tx, session_id, asked), 'snapshot');
  if (proven && !noted) await db.company(company_id, (tx) => noteAdministering(tx, session_id));
  return proven;
}

export async function waysOf(deps: Deps, { tx, actor }: SessionCall): Promise<ResponseOf<typeof proofWays>> {
  const { company_id, employee_id } = actor;
  const [credentials, known, provider] = await Promise.all([
    findCredentials(tx, [{ company_id, employee_id }]),
    knownPasskeys(tx, employee_id),
    providerOf(tx, deps, employee_id),
  ]);
  return {
    password: credentials.length > 0,
    passkey: known.length > 0 && passkeysAt(deps.publicUrl) !== undefined,
    sso: provider !== undefined,
  };
}

/** Hashing takes a while and may have to queue: no transaction is held meanwhile. */
export const prove =
  (deps: Deps, { actor }: SessionCall, input: Input): Afterwards<Given> =>
  () =>
    'password' in input ? byPassword(deps, actor, input.password) : byPasskey(deps, actor, input.passkey);

async function byPassword(deps: Deps, actor: Actor, password: string): Promise<Given> {
  const { context, hasher } = deps;
  const { company_id, employee_id } = actor;
  const find = (tx: Tx) => findCredentials(tx, [{ company_id, employee_id }]);
  const [credential] = await context.db.company(company_id, find, 'snapshot');
  const hash = credential?.password_hash;
  // An open screen gives few guesses.
  return countInside(deps, employee_id, async () => {
    const right = hash !== undefined && (await hasher.fits(password, [hash]))[0] === true;
    const given = await context.db.company(company_id, async (tx) => {
      // Hashing took a while: it may be another one by now.
      if (right && (await holdCredential(tx, employee_id, hash))) return accept(tx, actor, 'password');
      return refuse(tx, actor, 'password');
    });
    if (!given) throw new AppError('AUTH_PASSWORD_INVALID');
    return given;
  });
}

async function byPasskey(
  deps: Deps,
  actor: Actor,
  passkey: Extract<Input, { passkey: unknown }>['passkey'],
): Promise<Given> {
  const { context, countProof } = deps;
  const { company_id, employee_id, session_id } = actor;
  await countProof(employee_id);
  const given = await context.db
    .company(company_id, async (tx) => {
      await holdFactors(tx, employee_id);
      const right = await takePasskey(tx, deps, employee_id, passkey, forSession(session_id));
      return right ? accept(tx, actor, 'passkey') : refuse(tx, actor, 'passkey');
    })
    // What came too late, or fails for another reason, was no guess.
    .catch(async (error: unknown) => {
      await countProof(employee_id, -1);
      throw error;
    });
  if (!given) throw new AppError('AUTH_OTP_INVALID');
  await countProof(employee_id, -1);
  return given;
}

async function accept(tx: Tx, actor: Actor, by: 'password' | 'passkey'): Promise<Given> {
  await mustLive(tx, actor);
  const { first, until } = await markProven(tx, actor.session_id);
  if (first) await audit(tx, tx.company_id, actor.employee_id, 'auth.proof_given', { by });
  return { until };
}

async function refuse(tx: Tx, { employee_id }: Actor, by: 'password' | 'passkey'): Promise<undefined> {
  await audit(tx, tx.company_id, employee_id, 'auth.proof_refused', { by });
}
