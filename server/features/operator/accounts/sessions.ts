// The session of an operator: a secret in a cookie that only /api/backadmin receives. Twelve hours, and it is over.

import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { signIn } from '#contract/operator.ts';
import { NO_COMPANY, type Operator } from '../../../platform/actor.ts';
import { auditAcross } from '../../../platform/audit/audit.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Context, OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { AuthenticateOperator } from '../../../platform/http/routes.ts';
import { addressKey, type Hasher, hashOf, isSecret, newSecret } from '../../auth/service.ts';
import { record } from './acts-repo.ts';
import { endSession, findByEmail, findBySession, holdPassword, insertSession } from './operator-repo.ts';

const COOKIE = 'limelight_operator';
const SESSION_SECONDS = 12 * 3600;

/** What is kept of the secret that a browser has. */
export const hashIn = (cookies: OpenCall['cookies']): Buffer | undefined => {
  const secret = cookies[COOKIE] ?? '';
  return isSecret(secret) ? hashOf(secret) : undefined;
};

export const createOperatorGuard =
  (db: Database): AuthenticateOperator =>
  async (cookies) => {
    const hash = hashIn(cookies);
    const operator = hash && (await db.system((tx) => findBySession(tx, hash)));
    if (!operator) throw new AppError('OPERATOR_SESSION_OVER');
    return operator;
  };

/** In the transaction that lets the operator in; the cookie is for after it. */
export async function openSession(tx: Tx, operator_id: string): Promise<string> {
  const secret = newSecret();
  await insertSession(tx, hashOf(secret), operator_id, SESSION_SECONDS);
  return secret;
}

export const giveCookie = (call: OpenCall, secret: string): void =>
  call.setCookie(COOKIE, secret, SESSION_SECONDS, 'operator');

export const present = ({ operator_id, name, email }: Operator) => ({ operator_id, name, email_id: email });

interface Needs {
  readonly context: Pick<Context, 'db' | 'log'>;
  readonly hasher: Hasher;
  /** Of a place in the network, and of an account: counted before the check, given back (-1) when right. */
  readonly countPlace: (ip: string, points?: number) => Promise<void>;
  readonly countAccount: (address: string, points?: number) => Promise<void>;
}

/** Takes as long for an address that nobody has. */
export async function letIn(needs: Needs, call: OpenCall, input: ParsedOf<typeof signIn>) {
  const { context, hasher, countPlace, countAccount } = needs;
  const address = addressKey(input.email_id);
  await countPlace(call.ip);
  await countAccount(address);
  const row = await context.db.system((tx) => findByEmail(tx, address));
  const [fits = false] = await hasher.fits(input.password, row ? [row.password_hash] : []);
  if (!row || !fits) {
    context.log.warn({ operator_id: row?.operator_id ?? null }, 'an operator’s sign-in failed');
    // Not waited for: of an address that nobody has there is no line.
    if (row) noteFailure(context, row.operator_id);
    throw new AppError('AUTH_INVALID_CREDENTIALS');
  }
  await Promise.all([countPlace(call.ip, -1), countAccount(address, -1)]);
  const before = hashIn(call.cookies);
  const secret = await context.db.system(async (tx) => {
    // Checking it took a while: whoever has another password by now, or is removed, does not come in with this one.
    if (!(await holdPassword(tx, row))) throw new AppError('AUTH_INVALID_CREDENTIALS');
    // This browser's session is replaced, not left behind without anybody to end it.
    if (before) await endSession(tx, before);
    await auditAcross(tx, NO_COMPANY, row.operator_id, 'operator.signed_in', {});
    return openSession(tx, row.operator_id);
  });
  giveCookie(call, secret);
  return present(row);
}

function noteFailure({ db, log }: Needs['context'], operator_id: string): void {
  db.company(NO_COMPANY, (tx) => record(tx, operator_id, 'operator.sign_in_failed')).catch((error: unknown) => {
    log.warn({ err: error }, 'recording a failed sign-in');
  });
}

export async function letGo(call: OpenCall): Promise<null> {
  const hash = hashIn(call.cookies);
  if (hash) await call.db.system((tx) => endSession(tx, hash));
  call.setCookie(COOKIE, '', 0, 'operator');
  return null;
}
