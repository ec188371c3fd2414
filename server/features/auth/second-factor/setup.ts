// Setting the second factor up, looking at it, new recovery codes, and turning it off: in the settings, behind the password.
import type {
  beginTotp,
  confirmTotp,
  getSecondFactor,
  renewRecovery,
  turnOffSecondFactor,
} from '#contract/auth/second-factor.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Afterwards, SessionCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { findProfile } from '../ports.ts';
import { holdSession } from '../repo/session-repo.ts';
import { loadCompany } from '../service.ts';
import { killChallenges } from './challenge-repo.ts';
import { newRecoveryCodes, ownerOf, takeAnswer, takeCode } from './check.ts';
import {
  beginSecret,
  deleteSecondFactor,
  lockTotp,
  recoveryLeft,
  secondFactorSince,
  type TotpRow,
} from './factor-repo.ts';
import { isDemanded } from './policy-repo.ts';
import { proveAgain, whatIsAsked } from './prove-again.ts';
import { tellOwner } from './tell.ts';
import { base32, newTotpSecret, totpUri } from './totp.ts';

type Codes = ResponseOf<typeof confirmTotp>;

export async function getState({ tx, actor }: SessionCall): Promise<ResponseOf<typeof getSecondFactor>> {
  const { employee_id } = actor;
  const [since, recovery_left, demanded, asks] = await Promise.all([
    secondFactorSince(tx, employee_id),
    recoveryLeft(tx, employee_id),
    isDemanded(tx),
    whatIsAsked(tx, employee_id),
  ]);
  return { totp_since: since ?? null, recovery_left, demanded, asks };
}

export function begin(
  deps: Deps,
  { actor }: SessionCall,
  { password }: ParsedOf<typeof beginTotp>,
): Afterwards<ResponseOf<typeof beginTotp>> {
  return async () => {
    await proveAgain(deps, actor, password);
    return deps.context.db.company(actor.company_id, (tx) => giveSecret(tx, deps, actor));
  };
}

async function giveSecret(tx: Tx, deps: Deps, actor: Actor): Promise<ResponseOf<typeof beginTotp>> {
  const { employee_id, session_id } = actor;
  const row = await lockTotp(tx, employee_id, session_id);
  await mustLive(tx, actor);
  if (row?.confirmed) throw new AppError('SECOND_FACTOR_EXISTS');
  return pendingSecret(tx, deps, employee_id, row, session_id);
}

/** The one that was begun in `begun_in`, or a new one, for the app. Under the lock of `lockTotp`, which has answered `row`. */
export async function pendingSecret(
  tx: Tx,
  deps: Deps,
  employee_id: string,
  row: TotpRow | undefined,
  begun_in: string,
): Promise<ResponseOf<typeof beginTotp>> {
  const owner = ownerOf(tx, employee_id);
  const begun = row?.pending ? deps.sealer.open(row.secret, owner) : undefined;
  const secret = begun ?? newTotpSecret();
  if (!begun) await beginSecret(tx, employee_id, deps.sealer.seal(secret, owner), begun_in);
  const [{ company_name }, person] = await Promise.all([loadCompany(tx), findProfile(tx, deps.people, employee_id)]);
  return { secret: base32(secret), uri: totpUri(secret, `Limelight ${company_name}`, person?.work_email_id ?? '') };
}

/** Hashing took a while: the session may be over by now. */
async function mustLive(tx: Tx, { session_id }: Actor): Promise<void> {
  if (!(await holdSession(tx, session_id))) throw new AppError('AUTH_INVALID_TOKEN');
}

export async function confirm(
  deps: Deps,
  { tx, actor }: SessionCall,
  { code }: ParsedOf<typeof confirmTotp>,
): Promise<Codes> {
  const { employee_id, session_id } = actor;
  const row = await lockTotp(tx, employee_id, session_id);
  if (!row || (!row.pending && !(row.confirmed && row.just_used))) throw new AppError('AUTH_OTP_EXPIRED');
  const verdict = await takeCode(tx, deps, employee_id, row, code, session_id);
  if (row.confirmed && verdict === 'again') return { recovery_codes: null };
  if (row.confirmed || verdict !== 'right') throw new AppError('AUTH_OTP_INVALID');
  const recovery_codes = await newRecoveryCodes(tx, employee_id);
  // Who has given the password before it was on has to begin anew, with both.
  await killChallenges(tx, employee_id);
  await audit(tx, tx.company_id, employee_id, 'auth.second_factor_on', { kind: 'totp' });
  await tellOwner(tx, deps, employee_id, 'on');
  return { recovery_codes };
}

export function renew(
  deps: Deps,
  { actor }: SessionCall,
  { password, code }: ParsedOf<typeof renewRecovery>,
): Afterwards<Codes> {
  return () =>
    guarded(deps, actor, password, async (tx) => {
      const { employee_id, session_id } = actor;
      const row = await lockTotp(tx, employee_id, session_id);
      await mustLive(tx, actor);
      if (!row?.confirmed) throw new AppError('SECOND_FACTOR_NOT_FOUND');
      const verdict = await takeCode(tx, deps, employee_id, row, code, session_id);
      if (verdict === 'wrong') return undefined;
      if (verdict === 'again') return { recovery_codes: null };
      const recovery_codes = await newRecoveryCodes(tx, employee_id);
      await audit(tx, tx.company_id, employee_id, 'auth.recovery_codes_made');
      await tellOwner(tx, deps, employee_id, 'codes');
      return { recovery_codes };
    });
}

export function turnOff(
  deps: Deps,
  { actor }: SessionCall,
  { password, ...answer }: ParsedOf<typeof turnOffSecondFactor>,
): Afterwards<null> {
  return () =>
    guarded(deps, actor, password, async (tx) => {
      const { employee_id, session_id } = actor;
      await killChallenges(tx, employee_id);
      const row = await lockTotp(tx, employee_id, session_id);
      await mustLive(tx, actor);
      if (!row?.confirmed) return null;
      if (await isDemanded(tx)) throw new AppError('SECOND_FACTOR_REQUIRED');
      if (!(await takeAnswer(tx, deps, employee_id, answer, session_id))) return undefined;
      await deleteSecondFactor(tx, employee_id);
      await audit(tx, tx.company_id, employee_id, 'auth.second_factor_off', { employee_id, by: 'self' });
      await tellOwner(tx, deps, employee_id, 'off');
      return null;
    });
}

/** The password first, then `work`, where undefined stands for a wrong code: counted, recorded, AUTH_OTP_INVALID. */
async function guarded<T>(
  deps: Deps,
  actor: Actor,
  password: string | undefined,
  work: (tx: Tx) => Promise<T | undefined>,
): Promise<T> {
  const { company_id, employee_id } = actor;
  await proveAgain(deps, actor, password);
  await deps.countSecond(employee_id);
  const done = await deps.context.db.company(company_id, async (tx) => {
    const result = await work(tx);
    if (result === undefined) await audit(tx, company_id, employee_id, 'auth.second_factor_refused');
    return result;
  });
  if (done === undefined) throw new AppError('AUTH_OTP_INVALID');
  await deps.countSecond(employee_id, -1);
  return done;
}
