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
import { loadCompany } from '../service.ts';
import { killChallenges } from './challenge-repo.ts';
import { mayAdd, newRecoveryCodes, takeAnswer, takeCode } from './check.ts';
import {
  beginSecret,
  countWrong,
  deleteSecondFactor,
  deleteTotp,
  factorsOf,
  forgetBegun,
  hasFactor,
  holdFactors,
  lockTotp,
  ownerOf,
  recoveryLeft,
  type TotpRow,
  totpSince,
} from './factor-repo.ts';
import { guarded } from './guarded.ts';
import { listPasskeys } from './passkeys/passkey-repo.ts';
import { placeOf } from './passkeys/place.ts';
import { forSession, inSession, takePasskey } from './passkeys/use.ts';
import { isDemanded } from './policy-repo.ts';
import { mustLive, whatIsAsked } from './prove-again.ts';
import { tellOwner } from './tell.ts';
import { base32, newTotpSecret, totpUri } from './totp.ts';

type Codes = ResponseOf<typeof confirmTotp>;

/** Wrong codes, then what was begun is dead, whatever the limiter says. */
const MAX_TRIES = 5;
const isDead = ({ tries }: TotpRow): boolean => tries >= MAX_TRIES;

export async function getState(
  { publicUrl }: Deps,
  { tx, actor }: SessionCall,
): Promise<ResponseOf<typeof getSecondFactor>> {
  const { employee_id } = actor;
  const place = placeOf(publicUrl);
  const [since, passkeys, recovery_left, demanded, asks] = await Promise.all([
    totpSince(tx, employee_id),
    listPasskeys(tx, employee_id),
    recoveryLeft(tx, employee_id),
    isDemanded(tx),
    whatIsAsked(tx, employee_id),
  ]);
  return {
    totp_since: since ?? null,
    passkeys,
    passkey_origin: 'origin' in place ? place.origin : null,
    no_passkeys: 'hindrance' in place ? place.hindrance : null,
    recovery_left,
    demanded,
    asks,
  };
}

export function begin(
  deps: Deps,
  { actor }: SessionCall,
  { password, ...answer }: ParsedOf<typeof beginTotp>,
): Afterwards<ResponseOf<typeof beginTotp>> {
  const { employee_id, session_id } = actor;
  return () =>
    guarded(deps, actor, password, async (tx) => {
      await holdFactors(tx, employee_id);
      const row = await lockTotp(tx, employee_id, session_id);
      await mustLive(tx, actor);
      if (row?.confirmed) throw new AppError('SECOND_FACTOR_EXISTS');
      // Sent again: its answer is used up.
      const may =
        (row?.just_begun && !isDead(row)) || (await mayAdd(tx, deps, employee_id, answer, inSession(session_id)));
      return may ? pendingSecret(tx, deps, employee_id, row, session_id) : undefined;
    });
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
  const begun = row?.pending && !isDead(row) ? deps.sealer.open(row.secret, owner) : undefined;
  const secret = begun ?? newTotpSecret();
  if (!begun) await beginSecret(tx, employee_id, deps.sealer.seal(secret, owner), begun_in);
  const [{ company_name }, person] = await Promise.all([loadCompany(tx), findProfile(tx, deps.people, employee_id)]);
  return { secret: base32(secret), uri: totpUri(secret, `Limelight ${company_name}`, person?.work_email_id ?? '') };
}

export function confirm(deps: Deps, { actor }: SessionCall, { code }: ParsedOf<typeof confirmTotp>): Afterwards<Codes> {
  return async () => {
    const outcome = await deps.context.db.company(actor.company_id, (tx) => tryToConfirm(tx, deps, actor, code));
    // Thrown after the commit: a wrong try would take its own count back.
    if ('refused' in outcome) throw new AppError(outcome.refused);
    return outcome;
  };
}

async function tryToConfirm(tx: Tx, deps: Deps, actor: Actor, code: string): Promise<Codes | { refused: string }> {
  const { employee_id, session_id } = actor;
  await holdFactors(tx, employee_id);
  const row = await lockTotp(tx, employee_id, session_id);
  await mustLive(tx, actor);
  const { passkeys } = await factorsOf(tx, employee_id);
  const kept = passkeys > 0;
  if (!row || (!row.pending && !(row.confirmed && row.just_used))) return { refused: 'AUTH_OTP_EXPIRED' };
  if (!row.confirmed && isDead(row)) return { refused: 'AUTH_OTP_TOO_MANY_ATTEMPTS' };
  const verdict = await takeCode(tx, deps, employee_id, row, code, session_id);
  if (row.confirmed && verdict === 'again') return { recovery_codes: null, kept };
  // A code that is right, but confirms nothing, is not used up.
  if (row.confirmed) throw new AppError('AUTH_OTP_INVALID');
  if (verdict !== 'right') {
    await countWrong(tx, employee_id);
    return { refused: 'AUTH_OTP_INVALID' };
  }
  const recovery_codes = kept ? null : await newRecoveryCodes(tx, employee_id);
  if (!kept) await forgetBegun(tx, employee_id);
  // Who has given the password before it was on has to begin anew, with both.
  await killChallenges(tx, employee_id);
  await audit(tx, tx.company_id, employee_id, 'auth.second_factor_on', { kind: 'totp' });
  await tellOwner(tx, deps, employee_id, 'on');
  return { recovery_codes, kept };
}

export function renew(
  deps: Deps,
  { actor }: SessionCall,
  { password, code, passkey }: ParsedOf<typeof renewRecovery>,
): Afterwards<Codes> {
  return () =>
    guarded(deps, actor, password, async (tx) => {
      const { employee_id, session_id } = actor;
      await holdFactors(tx, employee_id);
      await mustLive(tx, actor);
      if (!(await hasFactor(tx, employee_id))) throw new AppError('SECOND_FACTOR_NOT_FOUND');
      const row = await lockTotp(tx, employee_id, session_id);
      if (code !== undefined) {
        const verdict = row?.confirmed ? await takeCode(tx, deps, employee_id, row, code, session_id) : 'wrong';
        if (verdict === 'again') return { recovery_codes: null, kept: false };
        if (verdict === 'wrong') return undefined;
      } else if (!passkey || !(await takePasskey(tx, deps, employee_id, passkey, forSession(session_id))))
        return undefined;
      const recovery_codes = await newRecoveryCodes(tx, employee_id);
      await audit(tx, tx.company_id, employee_id, 'auth.recovery_codes_made');
      await tellOwner(tx, deps, employee_id, 'codes');
      return { recovery_codes, kept: false };
    });
}

export function turnOff(
  deps: Deps,
  { actor }: SessionCall,
  { password, only, ...answer }: ParsedOf<typeof turnOffSecondFactor>,
): Afterwards<null> {
  return () =>
    guarded(deps, actor, password, async (tx) => {
      const { employee_id, session_id } = actor;
      await holdFactors(tx, employee_id);
      await killChallenges(tx, employee_id);
      await mustLive(tx, actor);
      const { totp, passkeys } = await factorsOf(tx, employee_id);
      if (!totp && (only || !passkeys)) return null;
      const some = only !== undefined && passkeys > 0;
      if (!some && (await isDemanded(tx))) throw new AppError('SECOND_FACTOR_REQUIRED');
      if (!(await takeAnswer(tx, deps, employee_id, answer, inSession(session_id)))) return undefined;
      await (some ? deleteTotp : deleteSecondFactor)(tx, employee_id);
      await audit(tx, tx.company_id, employee_id, 'auth.second_factor_off', {
        employee_id,
        by: 'self',
        ...(some && { kind: 'totp' }),
      });
      await tellOwner(tx, deps, employee_id, some ? 'app_removed' : 'off');
      return null;
    });
}
