// Whether somebody has the second factor: a code of their app, each of which is good once, a passkey, or a recovery code.
import { randomInt } from 'node:crypto';
import type { Assertion } from '#contract/auth/webauthn.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../deps.ts';
import { hashOf } from '../secrets.ts';
import {
  hasFactor,
  lockTotp,
  markStep,
  ownerOf,
  recoveryLeft,
  replaceCodes,
  spendCode,
  type TotpRow,
} from './factor-repo.ts';
import { takePasskey, type Where } from './passkeys/use.ts';
import { tellOwner } from './tell.ts';
import { stepOf } from './totp.ts';

const RECOVERY_CODES = 10;
/** Copied by hand without being misread; 79 bits, so that the hash of one gives nothing away. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** What people answer with; the first of these if they gave several. */
export interface Answer {
  readonly code?: string | undefined;
  readonly passkey?: Assertion | undefined;
  readonly recovery_code?: string | undefined;
}

/** Whether the person may have one more: who has none may, and who answers with one of theirs. Under `holdFactors`. */
export const mayAdd = async (tx: Tx, deps: Deps, employee_id: string, answer: Answer, where: Where): Promise<boolean> =>
  !(await hasFactor(tx, employee_id)) || takeAnswer(tx, deps, employee_id, answer, where);

/** Uses the answer up. False if it is wrong, or was used before. Under `holdFactors`. */
export async function takeAnswer(
  tx: Tx,
  deps: Deps,
  employee_id: string,
  { code, passkey, recovery_code }: Answer,
  { session_id, made_for }: Where,
): Promise<boolean> {
  if (code !== undefined) {
    const row = await lockTotp(tx, employee_id, session_id);
    return row?.confirmed === true && (await takeCode(tx, deps, employee_id, row, code, session_id)) === 'right';
  }
  if (passkey) return takePasskey(tx, deps, employee_id, passkey, made_for);
  if (
    recovery_code === undefined ||
    !(await spendCode(tx, employee_id, hashOfRecovery(tx, employee_id, recovery_code)))
  )
    return false;
  const left = await recoveryLeft(tx, employee_id);
  await audit(tx, tx.company_id, employee_id, 'auth.recovery_code_used', { left });
  await tellOwner(tx, deps, employee_id, 'recovered', left);
  return true;
}

/** `again`: it is the one that this session has used a moment ago. */
export async function takeCode(
  tx: Tx,
  { sealer, context }: Deps,
  employee_id: string,
  row: TotpRow,
  code: string,
  session_id: string | null,
): Promise<'right' | 'again' | 'wrong'> {
  const secret = sealer.open(row.secret, ownerOf(tx, employee_id));
  if (!secret) {
    context.log.error({ employee_id }, 'the secret of an authenticator app was sealed with another key: DATA_DIR/keys');
    return 'wrong';
  }
  const step = stepOf(secret, code, row.now);
  if (step === undefined) return 'wrong';
  if (step <= row.last_step) return step === row.last_step && row.just_used ? 'again' : 'wrong';
  await markStep(tx, employee_id, step, session_id);
  return 'right';
}

/** Ten, in place of those that there were. Only their hashes are kept. */
export async function newRecoveryCodes(tx: Tx, employee_id: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await replaceCodes(
    tx,
    employee_id,
    codes.map((code) => hashOfRecovery(tx, employee_id, code)),
  );
  return codes;
}

const newCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  );

const hashOfRecovery = (tx: Tx, employee_id: string, code: string): Buffer =>
  hashOf(`${ownerOf(tx, employee_id)}:${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);
