// What operators do about each other: seeing who there is, adding one by a link, taking that back, and removing one.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { listOperators, mailResetLink, removeOperator, withdrawLink } from '#contract/operator/operators.ts';
import type { invite } from '#contract/operator.ts';
import { NO_COMPANY } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Context, OperatorCall } from '../../../platform/feature.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { addressKey, appUrl, hashOf } from '../../auth/service.ts';
import { record } from './acts-repo.ts';
import * as links from './link-repo.ts';
import { linkMail, resetMail } from './mails.ts';
import { deleteOperator, findByEmail, findById, hold, listAll, takeTurn } from './operator-repo.ts';
import { present } from './sessions.ts';
import { makeReset, RESET_SECONDS } from './way-in.ts';

const LINK_SECONDS = 86_400;
/** Whoever asks again so soon has pressed twice, or had no answer. */
const AGAIN_SECONDS = 120;

/** Whoever was removed a moment ago, in the middle of a call, does nothing more. */
async function holdCaller(tx: Tx, { operator }: OperatorCall): Promise<string> {
  if (!(await hold(tx, operator.operator_id))) throw new AppError('OPERATOR_SESSION_OVER');
  return operator.operator_id;
}

export const allOperators = ({ db }: OperatorCall): Promise<ResponseOf<typeof listOperators>> =>
  db.system(async (tx) => {
    const [operators, open] = await Promise.all([listAll(tx), links.listOpen(tx)]);
    return {
      items: operators.map(({ created_at, signed_in_at, ...one }) => ({ ...present(one), created_at, signed_in_at })),
      links: open.map(({ email, ...link }) => ({ ...link, email_id: email })),
    };
  });

/** Made again it stays as it is, and is not mailed again. */
export const inviteOperator = (
  { mailer, config }: Context,
  call: OperatorCall,
  { token, email_id }: ParsedOf<typeof invite>,
): Promise<ResponseOf<typeof invite>> =>
  call.db.company(NO_COMPANY, async (tx) => {
    const made_by = await holdCaller(tx, call);
    const hash = hashOf(token);
    const before = await links.endOf(tx, hash, made_by);
    if (before) return { expires_at: before };
    if (email_id && (await findByEmail(tx, addressKey(email_id)))) throw new AppError('OPERATOR_EXISTS');
    const email = email_id ?? null;
    const link_id = await links.insertLink(tx, { hash, made_by, seconds: LINK_SECONDS, email });
    // Undefined for one of somebody else, too.
    const expires_at = await links.endOf(tx, hash, made_by);
    if (!expires_at) throw invalid([{ path: 'token', message: 'Make another one' }]);
    // The same call at the same time made it.
    if (!link_id) return { expires_at };
    await record(tx, made_by, 'operator.link_made', { link_id });
    // Behind the #, where neither servers nor proxies write it down.
    const link = `${appUrl(config)}/backadmin/setup#${token}`;
    if (email) await mailer.enqueue(tx, { to: email, ...linkMail({ by: call.operator.name, link }) });
    return { expires_at };
  });

export const withdraw = (call: OperatorCall, { link_id }: ParsedOf<typeof withdrawLink>): Promise<null> =>
  call.db.company(NO_COMPANY, async (tx) => {
    const by = await holdCaller(tx, call);
    if (await links.deleteLink(tx, link_id)) await record(tx, by, 'operator.link_withdrawn', { link_id });
    return null;
  });

export const remove = (call: OperatorCall, { operator_id }: ParsedOf<typeof removeOperator>): Promise<null> =>
  call.db.company(NO_COMPANY, async (tx) => {
    if (operator_id === call.operator.operator_id) throw new AppError('OPERATOR_SELF');
    // Of two who remove each other one is faster, and the other is not there any more.
    await takeTurn(tx);
    const by = await holdCaller(tx, call);
    // Their sessions go with them.
    if (!(await deleteOperator(tx, operator_id))) return null;
    await links.forgetOf(tx, operator_id);
    await record(tx, by, 'operator.account_removed', { operator_id });
    return null;
  });

export const mailReset = (
  { mailer, config }: Context,
  call: OperatorCall,
  { operator_id }: ParsedOf<typeof mailResetLink>,
): Promise<null> =>
  call.db.company(NO_COMPANY, async (tx) => {
    if (operator_id === call.operator.operator_id) throw new AppError('OPERATOR_SELF');
    await takeTurn(tx);
    const by = await holdCaller(tx, call);
    const other = await findById(tx, operator_id);
    if (!other || (await links.hasReset(tx, operator_id, RESET_SECONDS - AGAIN_SECONDS))) return null;
    const token = await makeReset(tx, by, operator_id);
    const link = `${appUrl(config)}/backadmin/reset#${token}`;
    await mailer.enqueue(tx, { to: other.email, ...resetMail({ name: other.name, by: call.operator.name, link }) });
    return null;
  });
