// An operator's password: changed by who knows it, or set anew by a link that a command on the machine has printed.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { changePassword, getLink, resetPassword } from '#contract/operator/passwords.ts';
import { NO_COMPANY } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Context, OpenCall, OperatorCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { appUrl, type Hasher, hashOf } from '../../auth/service.ts';
import { record } from './acts-repo.ts';
import { consume, findGood, forgetResets } from './link-repo.ts';
import { changedMail } from './mails.ts';
import { endSessions, findById, type OperatorRow, setPassword, takeTurn } from './operator-repo.ts';
import { giveCookie, hashIn, openSession, present } from './sessions.ts';
import { checkOperatorPassword } from './setup.ts';

interface Needs {
  readonly context: Pick<Context, 'mailer' | 'config'>;
  readonly hasher: Hasher;
  /** Wrong ones of an operator who is signed in: counted before the check, given back (-1) when right. */
  readonly countGuess: (operator_id: string, points?: number) => Promise<void>;
}

const tell = (tx: Tx, { mailer, config }: Needs['context'], { name, email }: OperatorRow, how: 'change' | 'reset') =>
  mailer.enqueue(tx, { to: email, ...changedMail({ name, link: `${appUrl(config)}/backadmin/companies`, how }) });

export async function linkOf(
  { db }: OpenCall,
  { token }: ParsedOf<typeof getLink>,
): Promise<ResponseOf<typeof getLink>> {
  const link = await db.system((tx) => findGood(tx, hashOf(token)));
  if (!link) throw new AppError('OPERATOR_LINK_INVALID');
  return { purpose: link.operator_id ? 'password' : 'account', email_id: link.email };
}

export async function resetByLink(
  { context, hasher }: Needs,
  call: OpenCall,
  { token, password }: ParsedOf<typeof resetPassword>,
): Promise<ResponseOf<typeof resetPassword>> {
  const hash = hashOf(token);
  const row = await call.db.system(async (tx) => {
    const id = (await findGood(tx, hash))?.operator_id;
    return id ? findById(tx, id) : undefined;
  });
  if (!row) throw new AppError('OPERATOR_LINK_INVALID');
  checkOperatorPassword(password, row);
  const password_hash = await hasher.hash(password);
  const { operator_id } = row;
  const secret = await call.db.company(NO_COMPANY, async (tx) => {
    // Of many at once one gets the link; the others wait here and find it used.
    await takeTurn(tx);
    if (!(await consume(tx, hash))) throw new AppError('OPERATOR_LINK_INVALID');
    // Before the sessions are ended: a sign-in with the old password, under way at this moment, is then either among them or refused.
    await setPassword(tx, operator_id, password_hash, null);
    await endSessions(tx, operator_id, null);
    await forgetResets(tx, operator_id);
    await record(tx, operator_id, 'operator.password_reset');
    await tell(tx, context, row, 'reset');
    return openSession(tx, operator_id);
  });
  giveCookie(call, secret);
  return present(row);
}

/** Hashing takes a while: no transaction is held meanwhile. */
export async function changeOwn(
  needs: Needs,
  call: OperatorCall,
  { old_password, password }: ParsedOf<typeof changePassword>,
): Promise<null> {
  const { context, hasher, countGuess } = needs;
  const { operator_id } = call.operator;
  const find = () => call.db.system((tx) => findById(tx, operator_id));
  const row = await find();
  if (!row) throw new AppError('OPERATOR_SESSION_OVER');
  checkOperatorPassword(password, row);
  const isPresent = async (one: string, known = row) => (await hasher.fits(one, [known.password_hash]))[0] === true;
  // Whoever has found an open screen has no more guesses than whoever stands outside.
  await countGuess(operator_id);
  if (!(await isPresent(old_password))) {
    // Sent again because the answer was lost.
    if (!(await isPresent(password))) return refuse(call);
    await countGuess(operator_id, -1);
    return null;
  }
  await countGuess(operator_id, -1);
  const password_hash = await hasher.hash(password);
  const isDone = await call.db.company(NO_COMPANY, async (tx) => {
    if (!(await setPassword(tx, operator_id, password_hash, row.password_hash))) return false;
    await endSessions(tx, operator_id, hashIn(call.cookies) ?? null);
    await forgetResets(tx, operator_id);
    await record(tx, operator_id, 'operator.password_changed');
    await tell(tx, context, row, 'change');
    return true;
  });
  if (isDone) return null;
  // Of two at once the second finds another password than it has asked for: perhaps the very one that it wants.
  const now = await find();
  if (!now || !(await isPresent(password, now))) throw new AppError('AUTH_PASSWORD_INVALID');
  return null;
}

async function refuse({ db, operator }: OperatorCall): Promise<never> {
  await db.company(NO_COMPANY, (tx) => record(tx, operator.operator_id, 'operator.password_refused'));
  throw new AppError('AUTH_PASSWORD_INVALID');
}
