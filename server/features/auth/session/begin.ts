// The last step of every way of signing in, once it is proven who it is: one session, of this browser.
import type { Session } from '#contract/auth.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { endSession, type Opened, openSession, presentSession } from './open.ts';

export interface Begun {
  readonly opened: Opened;
  readonly session: Session;
}

/**
 * `before`: the session that this browser has had. If it is the same person's it is replaced, not left behind without anybody to
 * end it. ACCOUNT_INACTIVE. The caller has looked whether the company is open.
 */
export async function beginSession(
  tx: Tx,
  { people, context }: Deps,
  employee_id: string,
  call: Pick<OpenCall, 'headers' | 'ip'>,
  before?: { readonly company_id: string; readonly employee_id: string; readonly session_id: string },
): Promise<Begun> {
  if (before?.company_id === tx.company_id && before.employee_id === employee_id)
    await endSession(tx, context.bus, before.session_id, 'auth.session_replaced');
  const opened = await openSession(tx, employee_id, call);
  const session = await presentSession(tx, people, employee_id, opened);
  if (!session) throw new AppError('ACCOUNT_INACTIVE');
  return { opened, session };
}
