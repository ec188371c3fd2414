// Passkeys on the way in: asking for one after the right password, and making the first where the company demands a second factor.
import type { addPasskeyAtDoor, askAtDoor, beginPasskeyAtDoor } from '#contract/auth/passkeys.ts';
import type { AssertionRequest, Creation } from '#contract/auth/webauthn.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { OpenCall } from '../../../../platform/feature.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Deps } from '../../deps.ts';
import { challenged, passChallenge } from '../challenge.ts';
import { lockChallenge } from '../challenge-repo.ts';
import { hasFactor, holdFactors } from '../factor-repo.ts';
import { askToMake, keep } from './adding.ts';
import { takeCeremony } from './ceremony-repo.ts';
import { askFor } from './use.ts';

export async function askOnTheWay(
  deps: Deps,
  call: OpenCall,
  { challenge_id }: ParsedOf<typeof askAtDoor>,
): Promise<AssertionRequest> {
  const { company_id, employee_id, hash } = await challenged(deps, call, challenge_id);
  return deps.context.db.company(company_id, async (tx) => {
    if (!(await lockChallenge(tx, hash))) throw new AppError('AUTH_OTP_EXPIRED');
    return askFor(tx, deps, employee_id, hash);
  });
}

export async function beginOnTheWay(
  deps: Deps,
  call: OpenCall,
  { challenge_id }: ParsedOf<typeof beginPasskeyAtDoor>,
): Promise<Creation> {
  const { company_id, employee_id, hash } = await challenged(deps, call, challenge_id);
  return deps.context.db.company(company_id, async (tx) => {
    await holdFactors(tx, employee_id);
    const held = await lockChallenge(tx, hash);
    // Set up meanwhile, elsewhere: then signing in asks for it.
    if (!held?.setup_id || (await hasFactor(tx, employee_id))) throw new AppError('AUTH_OTP_EXPIRED');
    return askToMake(tx, deps, employee_id, hash);
  });
}

export async function addOnTheWay(
  deps: Deps,
  call: OpenCall,
  { challenge_id, ...given }: ParsedOf<typeof addPasskeyAtDoor>,
): Promise<ResponseOf<typeof addPasskeyAtDoor>> {
  let recovery_codes: string[] = [];
  const session = await passChallenge(deps, call, challenge_id, async ({ tx, employee_id, held, hash }) => {
    if (!held.setup_id || (await hasFactor(tx, employee_id))) throw new AppError('AUTH_OTP_EXPIRED');
    const begun = await takeCeremony(tx, hash, 'make', employee_id);
    const made = begun && (await keep(tx, deps, employee_id, { ...given, made_for: hash }, begun));
    if (!made || 'refused' in made) return false;
    recovery_codes = made.recovery_codes ?? [];
    return true;
  });
  return { session, recovery_codes };
}
