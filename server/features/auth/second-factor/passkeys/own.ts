// What people do with the passkeys that they have: another name, proving that they have one, taking one away.
import type { removePasskey, renamePasskey } from '#contract/auth/passkeys.ts';
import type { AssertionRequest } from '#contract/auth/webauthn.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../../platform/actor.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { Afterwards, SessionCall } from '../../../../platform/feature.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Deps } from '../../deps.ts';
import { killChallenges } from '../challenge-repo.ts';
import { takeAnswer } from '../check.ts';
import { deleteSecondFactor, factorsOf, holdFactors } from '../factor-repo.ts';
import { guarded } from '../guarded.ts';
import { isDemanded } from '../policy-repo.ts';
import { mustLive } from '../prove-again.ts';
import { tellOwner } from '../tell.ts';
import { beginCeremony, findCeremony } from './ceremony-repo.ts';
import { deletePasskey, listPasskeys, renamePasskey as rename } from './passkey-repo.ts';
import { askFor, forSession, inSession } from './use.ts';

export async function renameOwn(
  { tx, actor }: SessionCall,
  { passkey_id, name }: ParsedOf<typeof renamePasskey>,
): Promise<null> {
  const { employee_id } = actor;
  const changed = await rename(tx, employee_id, passkey_id, name);
  if (changed === undefined) throw new AppError('PASSKEY_NOT_FOUND');
  if (changed) await audit(tx, tx.company_id, employee_id, 'auth.passkey_renamed', { passkey_id });
  return null;
}

export async function askOwn(deps: Deps, { tx, actor }: SessionCall): Promise<AssertionRequest> {
  await holdFactors(tx, actor.employee_id);
  return askFor(tx, deps, actor.employee_id, forSession(actor.session_id));
}

/** That it is done: for the same call, sent again because its answer was lost. */
const traceOf = ({ session_id }: Actor, passkey_id: string): Buffer => Buffer.from(`${session_id}/${passkey_id}`);

export function removeOwn(
  deps: Deps,
  { actor }: SessionCall,
  { passkey_id, password, ...answer }: ParsedOf<typeof removePasskey>,
): Afterwards<null> {
  const { employee_id, session_id } = actor;
  return () =>
    guarded(deps, actor, password, async (tx) => {
      await holdFactors(tx, employee_id);
      await mustLive(tx, actor);
      const trace = { made_for: traceOf(actor, passkey_id), kind: 'removed', employee_id } as const;
      const own = await listPasskeys(tx, employee_id);
      if (!own.some((one) => one.passkey_id === passkey_id)) {
        if (await findCeremony(tx, trace.made_for, trace.kind, employee_id)) return null;
        throw new AppError('PASSKEY_NOT_FOUND');
      }
      const isLast = own.length === 1 && !(await factorsOf(tx, employee_id)).totp;
      if (isLast && (await isDemanded(tx))) throw new AppError('SECOND_FACTOR_REQUIRED');
      if (!(await takeAnswer(tx, deps, employee_id, answer, inSession(session_id)))) return undefined;
      await take(tx, deps, employee_id, passkey_id, isLast);
      await beginCeremony(tx, { ...trace, challenge: Buffer.alloc(0), user_handle: Buffer.alloc(0) });
      return null;
    });
}

async function take(tx: Tx, deps: Deps, employee_id: string, passkey_id: string, isLast: boolean): Promise<void> {
  await killChallenges(tx, employee_id);
  await deletePasskey(tx, employee_id, passkey_id);
  await audit(tx, tx.company_id, employee_id, 'auth.passkey_removed', { passkey_id });
  if (isLast) {
    await deleteSecondFactor(tx, employee_id);
    await audit(tx, tx.company_id, employee_id, 'auth.second_factor_off', { employee_id, by: 'self' });
  }
  await tellOwner(tx, deps, employee_id, isLast ? 'off' : 'passkey_removed');
}
