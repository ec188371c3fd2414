// Parked sessions that end: replaced, too many in one browser, shown by somebody who copied them.
import type { AuditAction } from '#contract/audit.ts';
import { auditAcross } from '../../../../platform/audit/audit.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { Deps } from '../../deps.ts';
import type { SessionRow } from '../../repo/session-repo.ts';
import { endCopied } from '../copied.ts';
import { endSession } from '../open.ts';
import { type Jar, type Kept, MAX_PARKED } from './jar.ts';
import { endNow } from './jar-repo.ts';

export interface Ending {
  readonly session: SessionRow;
  readonly why: AuditAction;
}

/** Each in its own company. */
export async function end({ context: { db, bus } }: Deps, ending: readonly Ending[]): Promise<void> {
  for (const { session, why } of ending)
    await db.company(session.company_id, (tx) => endSession(tx, bus, session.session_id, why));
}

/** In a system transaction, with what else changes in it: none of it can be left half done. */
export async function endWith(tx: Tx, bus: Bus, ending: readonly Ending[]): Promise<void> {
  for (const { session, why } of ending) {
    const { company_id, employee_id, session_id } = session;
    if (!(await endNow(tx, session))) continue;
    await auditAcross(tx, company_id, employee_id, why, { session_id });
    tx.afterCommit(() => bus.signal({ type: 'sessions_ended', company_id, employee_id, session_ids: [session_id] }));
  }
}

export async function endStolen(deps: Deps, { stolen }: Pick<Jar, 'stolen'>): Promise<void> {
  for (const { company_id, session_id } of stolen)
    await deps.context.db.company(company_id, (tx) => endCopied(tx, deps, session_id, 'auth.stale_cookie_shown'));
}

/**
 * Which may stay parked: those that were left last, one of each company (company sign-on leaves a second one, see stow.ts). What is only
 * just being left is the youngest.
 */
export function sift(parked: readonly Kept[]): { staying: readonly Kept[]; ending: readonly Ending[] } {
  const since = ({ parked_at }: Kept) => parked_at ?? '9999';
  const youngest = parked.toSorted((a, b) => since(b).localeCompare(since(a)));
  const isFirst = ({ company_id }: Kept, at: number) =>
    youngest.findIndex((one) => one.company_id === company_id) === at;
  const single = youngest.filter(isFirst);
  return {
    staying: single.slice(0, MAX_PARKED),
    ending: [
      ...endings(
        youngest.filter((one) => !single.includes(one)),
        'auth.session_replaced',
      ),
      ...endings(single.slice(MAX_PARKED), 'auth.parked_session_dropped'),
    ],
  };
}

export const endings = (sessions: readonly Kept[], why: AuditAction): Ending[] =>
  sessions.map((session) => ({ session, why }));
