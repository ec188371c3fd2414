// Setting a second factor up on the way in, where the company demands one of whoever has none: the password was right, and until a code
// of the app has come there is no session.
import type { beginAtDoor, confirmAtDoor } from '#contract/auth/demand.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { challenged, passChallenge } from './challenge.ts';
import { killChallenges, lockChallenge } from './challenge-repo.ts';
import { newRecoveryCodes, takeCode } from './check.ts';
import { forgetBegun, hasFactor, holdFactors, lockTotp } from './factor-repo.ts';
import { pendingSecret } from './setup.ts';
import { tellOwner } from './tell.ts';

export async function beginAtTheDoor(
  deps: Deps,
  call: OpenCall,
  { challenge_id }: ParsedOf<typeof beginAtDoor>,
): Promise<ResponseOf<typeof beginAtDoor>> {
  const { company_id, employee_id, hash } = await challenged(deps, call, challenge_id);
  return deps.context.db.company(company_id, async (tx) => {
    await holdFactors(tx, employee_id);
    const held = await lockChallenge(tx, hash);
    const row = await lockTotp(tx, employee_id, held?.setup_id ?? null);
    // Set up meanwhile, elsewhere: then signing in asks for it.
    if (!held?.setup_id || (await hasFactor(tx, employee_id))) throw new AppError('AUTH_OTP_EXPIRED');
    return pendingSecret(tx, deps, employee_id, row, held.setup_id);
  });
}

export async function confirmAtTheDoor(
  deps: Deps,
  call: OpenCall,
  { challenge_id, code }: ParsedOf<typeof confirmAtDoor>,
): Promise<ResponseOf<typeof confirmAtDoor>> {
  let recovery_codes: string[] = [];
  const session = await passChallenge(deps, call, challenge_id, async ({ tx, employee_id, held }) => {
    const row = await lockTotp(tx, employee_id, held.setup_id);
    if (!held.setup_id || !row?.pending || (await hasFactor(tx, employee_id))) throw new AppError('AUTH_OTP_EXPIRED');
    if ((await takeCode(tx, deps, employee_id, row, code, null)) !== 'right') return false;
    recovery_codes = await newRecoveryCodes(tx, employee_id);
    await killChallenges(tx, employee_id);
    await forgetBegun(tx, employee_id);
    await audit(tx, tx.company_id, employee_id, 'auth.second_factor_on', { kind: 'totp' });
    await tellOwner(tx, deps, employee_id, 'on');
    return true;
  });
  return { session, recovery_codes };
}
