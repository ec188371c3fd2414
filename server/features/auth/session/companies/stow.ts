// Before and after another sign-in in the same browser: the session that was left for it is put beside the others.
import type { OpenCall } from '../../../../platform/feature.ts';
import type { Deps } from '../../deps.ts';
import { clearCookie } from '../cookie.ts';
import { endings, endStolen, endWith, sift } from './ending.ts';
import { giveParked, holdsAny, isInUse, type Kept, openJar, turn } from './jar.ts';

/**
 * Only what was parked is put away: the cookie of somebody who logged out without a connection is not taken for theirs who comes next.
 * `into`: the company that was signed in to, whose new session takes the place of a parked one. Without it the browser is only about
 * to go where our cookies do not come along (single sign-on).
 */
export async function stow(deps: Deps, call: OpenCall, into?: string): Promise<void> {
  if (!holdsAny(call)) return;
  const { db, bus } = deps.context;
  const outcome = await db.system(async (tx) => {
    const jar = await openJar(tx, call);
    const all = jar.kept.filter((one) => !isInUse(one));
    const gone = all.filter(({ company_id }) => company_id === into);
    const { staying, ending } = sift(all.filter((one) => !gone.includes(one)));
    const moved = all.find(({ in_use }) => in_use);
    if (!moved && !gone.length && !ending.length) return { ...jar, moved, parked: undefined };
    const parked: Kept[] = [];
    for (const one of staying) parked.push(await turn(tx, one, true));
    await endWith(tx, bus, [...endings(gone, 'auth.session_replaced'), ...ending]);
    return { ...jar, moved, parked };
  });
  await endStolen(deps, outcome);
  const { moved, parked } = outcome;
  if (!parked) return;
  if (moved) {
    const { company_id, employee_id, session_id } = moved;
    bus.signal({ type: 'sessions_ended', company_id, employee_id, session_ids: [session_id] });
  }
  giveParked(call, parked);
  if (moved && into === undefined) clearCookie(call);
}
