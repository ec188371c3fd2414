// Making a passkey: what the authenticator is asked for, and keeping what it made. In the settings; on the way in: at-door.ts.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { addPasskey, beginPasskey } from '#contract/auth/passkeys.ts';
import type { Attestation, Creation } from '#contract/auth/webauthn.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { Afterwards, SessionCall } from '../../../../platform/feature.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Deps } from '../../deps.ts';
import { findProfile } from '../../ports.ts';
import { loadCompany } from '../../service.ts';
import { killChallenges } from '../challenge-repo.ts';
import { mayAdd, newRecoveryCodes } from '../check.ts';
import { factorsOf, forgetBegun, holdFactors } from '../factor-repo.ts';
import { guarded } from '../guarded.ts';
import { mustLive } from '../prove-again.ts';
import { tellOwner } from '../tell.ts';
import { beginCeremony, type Ceremony, findYoung, SECONDS_TO_ANSWER, takeCeremony } from './ceremony-repo.ts';
import { findMade, insertPasskey, knownPasskeys } from './passkey-repo.ts';
import { passkeysAt } from './place.ts';
import { forSession, inSession, sayKnown } from './use.ts';
import { ALGORITHMS, readAttestation, warmUp } from './verify.ts';

const MOST = 10;
const HANDLE_BYTES = 32;

export function beginOwn(
  deps: Deps,
  { actor }: SessionCall,
  { password, ...answer }: ParsedOf<typeof beginPasskey>,
): Afterwards<Creation> {
  const { employee_id, session_id } = actor;
  const here = inSession(session_id);
  return () =>
    guarded(deps, actor, password, async (tx) => {
      await holdFactors(tx, employee_id);
      await mustLive(tx, actor);
      // Sent again: its answer is used up.
      const again = await findYoung(tx, here.made_for, 'make', employee_id);
      if (!again && !(await mayAdd(tx, deps, employee_id, answer, here))) return undefined;
      return askToMake(tx, deps, employee_id, here.made_for);
    });
}

/** The same as long as what was begun `made_for` this was begun a moment ago. PASSKEYS_NOT_OFFERED, TOO_MANY_PASSKEYS. */
export async function askToMake(tx: Tx, deps: Deps, employee_id: string, made_for: Buffer): Promise<Creation> {
  const place = passkeysAt(deps.publicUrl);
  if (!place) throw new AppError('PASSKEYS_NOT_OFFERED');
  warmUp();
  const known = await knownPasskeys(tx, employee_id);
  if (known.length >= MOST) throw new AppError('TOO_MANY_PASSKEYS');
  const fresh = { challenge: randomBytes(32), user_handle: known[0]?.user_handle ?? randomBytes(HANDLE_BYTES) };
  const { challenge, user_handle } = await beginCeremony(tx, { made_for, kind: 'make', employee_id, ...fresh });
  const [{ company_name }, person] = await Promise.all([loadCompany(tx), findProfile(tx, deps.people, employee_id)]);
  return {
    challenge: challenge.toString('base64url'),
    rp_id: place.rp_id,
    rp_name: `Limelight ${company_name}`,
    user_handle: user_handle.toString('base64url'),
    user_name: person?.work_email_id ?? '',
    display_name: person ? `${person.first_name} ${person.last_name}` : '',
    algorithms: ALGORITHMS,
    exclude: known.map(sayKnown),
    timeout: SECONDS_TO_ANSWER * 1000,
  };
}

type Added = ResponseOf<typeof addPasskey>;

export function addOwn(
  deps: Deps,
  { actor }: SessionCall,
  { name, passkey }: ParsedOf<typeof addPasskey>,
): Afterwards<Added> {
  const { company_id, employee_id, session_id } = actor;
  const made_for = forSession(session_id);
  return async () => {
    const outcome = await deps.context.db.company(company_id, async (tx): Promise<Added | { refused: string }> => {
      await holdFactors(tx, employee_id);
      await mustLive(tx, actor);
      const again = await findMade(tx, employee_id, Buffer.from(passkey.credential, 'base64url'), made_for);
      if (again) return { passkey_id: again, recovery_codes: null, kept: false };
      const begun = await takeCeremony(tx, made_for, 'make', employee_id);
      if (!begun) return { refused: 'AUTH_OTP_EXPIRED' };
      return keep(tx, deps, employee_id, { made_for, name, passkey }, begun);
    });
    // Thrown after the commit: it was tried, and is used up.
    if ('refused' in outcome) throw new AppError(outcome.refused);
    return outcome;
  };
}

/** Under `holdFactors`, of what was begun and is used up. Who has given the password before it was on has to begin anew. */
export async function keep(
  tx: Tx,
  deps: Deps,
  employee_id: string,
  given: { made_for: Buffer; name: string; passkey: Attestation },
  { challenge, user_handle }: Ceremony,
): Promise<Added | { refused: string }> {
  const place = passkeysAt(deps.publicUrl);
  if (!place) return { refused: 'PASSKEYS_NOT_OFFERED' };
  const { totp, passkeys } = await factorsOf(tx, employee_id);
  if (passkeys >= MOST) return { refused: 'TOO_MANY_PASSKEYS' };
  const made = await readAttestation(place, given.passkey, challenge);
  if (!made) return { refused: 'PASSKEY_REFUSED' };
  const passkey_id = uuid();
  const { made_for, name } = given;
  const row = { ...made, passkey_id, employee_id, user_handle, name, made_for };
  if (!(await insertPasskey(tx, row))) return { refused: 'PASSKEY_EXISTS' };
  const kept = totp || passkeys > 0;
  const recovery_codes = kept ? null : await newRecoveryCodes(tx, employee_id);
  await killChallenges(tx, employee_id);
  await audit(tx, tx.company_id, employee_id, 'auth.passkey_added', { passkey_id });
  if (!kept) {
    await forgetBegun(tx, employee_id);
    await audit(tx, tx.company_id, employee_id, 'auth.second_factor_on', { kind: 'passkey' });
  }
  await tellOwner(tx, deps, employee_id, 'passkey_added');
  return { passkey_id, recovery_codes, kept };
}
