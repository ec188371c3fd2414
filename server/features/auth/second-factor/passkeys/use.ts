// Asking for a passkey, and taking the answer: once, for the session or the sign-in that it was asked for.
import { randomBytes } from 'node:crypto';
import type { Assertion, AssertionRequest } from '#contract/auth/webauthn.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Deps } from '../../deps.ts';
import { beginCeremony, SECONDS_TO_ANSWER, takeCeremony } from './ceremony-repo.ts';
import { type Known, knownPasskeys, lockPasskey, markUsed } from './passkey-repo.ts';
import { passkeysAt } from './place.ts';
import { readAssertion, warmUp } from './verify.ts';

/** What is asked in a session is answered there. */
export const forSession = (session_id: string): Buffer => Buffer.from(session_id);

/** Where an answer is given: the session, if there is one, and what a passkey was asked for. */
export interface Where {
  readonly session_id: string | null;
  readonly made_for: Buffer;
}

export const inSession = (session_id: string): Where => ({ session_id, made_for: forSession(session_id) });

export const sayKnown = ({ credential_id, transports }: Known) => ({
  credential: credential_id.toString('base64url'),
  transports,
});

/** `made_for`: the session, or the hash of the challenge, which is held. PASSKEY_NOT_FOUND if the person has none that works here. */
export async function askFor(
  tx: Tx,
  { publicUrl }: Deps,
  employee_id: string,
  made_for: Buffer,
): Promise<AssertionRequest> {
  const place = passkeysAt(publicUrl);
  const known = await knownPasskeys(tx, employee_id);
  const [first] = known;
  if (!place || !first) throw new AppError('PASSKEY_NOT_FOUND');
  warmUp();
  const { user_handle } = first;
  const asked = { made_for, kind: 'prove', employee_id, challenge: randomBytes(32), user_handle } as const;
  const { challenge } = await beginCeremony(tx, asked);
  return {
    challenge: challenge.toString('base64url'),
    rp_id: place.rp_id,
    allow: known.map(sayKnown),
    timeout: SECONDS_TO_ANSWER * 1000,
  };
}

/** Uses up what was asked, right or wrong. True if the person has answered with a passkey of theirs. */
export async function takePasskey(
  tx: Tx,
  { publicUrl }: Deps,
  employee_id: string,
  given: Assertion,
  made_for: Buffer,
): Promise<boolean> {
  const place = passkeysAt(publicUrl);
  const asked = await takeCeremony(tx, made_for, 'prove', employee_id);
  const row = await lockPasskey(tx, employee_id, Buffer.from(given.credential, 'base64url'));
  if (!place || !asked || !row) return false;
  const { user_handle } = given;
  if (user_handle !== null && user_handle !== row.user_handle.toString('base64url')) return false;
  const read = await readAssertion(place, given, row, asked.challenge);
  if (!read) return false;
  const { passkey_id } = row;
  // Authenticators that do not count say 0 for ever.
  if ((read.counter > 0 || row.counter > 0) && read.counter <= row.counter) {
    await audit(tx, tx.company_id, employee_id, 'auth.passkey_copied', { passkey_id });
    return false;
  }
  await markUsed(tx, passkey_id, read.counter, read.backed_up);
  return true;
}
