// How operators come to be: the first by the link that the server prints as long as there is none, others by the link of one.
import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { setUp } from '#contract/operator.ts';
import { NO_COMPANY } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { addressKey, checkPassword, type Hasher, hashOf, newSecret } from '../../auth/service.ts';
import { record } from './acts-repo.ts';
import * as links from './link-repo.ts';
import { insertOperator, isAnyThere, takeTurn } from './operator-repo.ts';
import { giveCookie, openSession, present } from './sessions.ts';

/** Operators see all companies: they are asked for more than most of those ask. */
const PASSWORD_MINIMUM = 12;

/** AUTH_PASSWORD_SHORT or AUTH_PASSWORD_WEAK. */
export const checkOperatorPassword = (password: string, { name, email }: { name: string; email: string }): void =>
  checkPassword(password, { minimum: PASSWORD_MINIMUM, words: [name, email.slice(0, email.lastIndexOf('@'))] });

/** A new token for the first operator; undefined once there is one. Those of earlier starts stay good. */
export const firstToken = (db: Database): Promise<string | undefined> =>
  db.system(async (tx) => {
    await takeTurn(tx);
    if (await isAnyThere(tx)) return undefined;
    const token = newSecret();
    await links.insertFirst(tx, hashOf(token));
    return token;
  });

export async function becomeOperator(hasher: Hasher, call: OpenCall, input: ParsedOf<typeof setUp>) {
  const { name, email_id, password } = input;
  const hash = hashOf(input.token);
  // Nobody has a password hashed, which takes a while, without a link.
  const link = await call.db.system((tx) => links.findGood(tx, hash));
  if (!link || link.operator_id) throw new AppError('OPERATOR_LINK_INVALID');
  checkOperatorPassword(password, { name, email: email_id });
  const password_hash = await hasher.hash(password);
  const row = { operator_id: uuid(), name, email: email_id, password_hash };
  const secret = await call.db.company(NO_COMPANY, async (tx) => {
    // Of many at once one gets the link; the others wait here and find it used.
    await takeTurn(tx);
    if (!(await links.consume(tx, hash))) throw new AppError('OPERATOR_LINK_INVALID');
    if (!(await insertOperator(tx, row, addressKey(email_id)))) throw new AppError('OPERATOR_EXISTS');
    await links.forgetFirst(tx);
    await record(tx, row.operator_id, 'operator.account_made');
    return openSession(tx, row.operator_id);
  });
  giveCookie(call, secret);
  return present(row);
}
