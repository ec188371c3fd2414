// How operators come to be: the first by the link that the server prints as long as there is none, others by the link of one.
import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { invite, setUp } from '#contract/operator.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { OpenCall, OperatorCall } from '../../../platform/feature.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { addressKey, checkPassword, type Hasher, hashOf, newSecret } from '../../auth/service.ts';
import * as repo from './operator-repo.ts';
import { giveCookie, openSession, present } from './sessions.ts';

/** Operators see all companies: they are asked for more than most of those ask. */
const PASSWORD_MINIMUM = 12;
const LINK_SECONDS = 7 * 86_400;

/** A new token for the first operator; undefined once there is one. Those of earlier starts stay good. */
export const firstToken = (db: Database): Promise<string | undefined> =>
  db.system(async (tx) => {
    await repo.takeTurn(tx);
    if (await repo.isAnyThere(tx)) return undefined;
    const token = newSecret();
    await repo.insertFirstLink(tx, hashOf(token));
    return token;
  });

export async function becomeOperator(hasher: Hasher, call: OpenCall, input: ParsedOf<typeof setUp>) {
  const { name, email_id, password } = input;
  const hash = hashOf(input.token);
  // Nobody has a password hashed, which takes a while, without a link.
  if (!(await call.db.system((tx) => repo.isGoodLink(tx, hash)))) throw new AppError('OPERATOR_LINK_INVALID');
  const words = [name, email_id.slice(0, email_id.lastIndexOf('@'))];
  checkPassword(password, { minimum: PASSWORD_MINIMUM, words });
  const password_hash = await hasher.hash(password);
  const row = { operator_id: uuid(), name, email: email_id, password_hash };
  const secret = await call.db.system(async (tx) => {
    // Of many at once one gets the link; the others wait here and find it used.
    await repo.takeTurn(tx);
    if (!(await repo.consumeLink(tx, hash))) throw new AppError('OPERATOR_LINK_INVALID');
    if (!(await repo.insertOperator(tx, row, addressKey(email_id)))) throw new AppError('OPERATOR_EXISTS');
    await repo.forgetFirstLinks(tx);
    return openSession(tx, row.operator_id);
  });
  giveCookie(call, secret);
  return present(row);
}

export async function inviteOperator({ db, operator }: OperatorCall, { token }: ParsedOf<typeof invite>) {
  const expires_at = await db.system((tx) => repo.putLink(tx, hashOf(token), operator.operator_id, LINK_SECONDS));
  if (!expires_at) throw invalid([{ path: 'token', message: 'Make another one' }]);
  return { expires_at };
}
