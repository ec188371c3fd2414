// Going from one company to another in the same browser, without a password: what it is signed in to, leaving, coming back, going.
//
// Which session is in use, what its cookie's secret is, and which are over for that changes for all of them in one transaction, across
// companies, with what is recorded of it. Tokens are the company's own, in the next one: should the server die in between, the browser
// is one secret behind, and asks again.
import type { leaveCompanies, listCompanies, switchCompany } from '#contract/auth/companies.ts';
import type { Session } from '#contract/auth.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import { audit, auditAcross } from '../../../../platform/audit/audit.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { OpenCall, SessionCall } from '../../../../platform/feature.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Deps } from '../../deps.ts';
import { findCompany } from '../../repo/company-repo.ts';
import { IDLE_SECONDS, renew } from '../../repo/session-repo.ts';
import { signOutAddress } from '../../sso/sign-out.ts';
import { clearCookie, giveCookie } from '../cookie.ts';
import { issueToken, presentSession, whereaboutsOf } from '../open.ts';
import { end, endings, endStolen, endWith, sift } from './ending.ts';
import { giveParked, holdsAny, isInUse, isOffered, type Jar, type Kept, openJar, turn } from './jar.ts';
import { park } from './jar-repo.ts';

export async function companiesHere(deps: Deps, call: OpenCall): Promise<ResponseOf<typeof listCompanies>> {
  const named = call.headers[sessionHeaders.session_id]?.toLowerCase();
  const { kept } = await look(deps, call);
  const present = kept.find((one) => isInUse(one) && one.session_id === named);
  const others = kept.filter((one) => isOffered(one) && one.company_id !== present?.company_id);
  const items = [...(present ? [present] : []), ...others].map((one) => ({
    company_id: one.company_id,
    company_name: one.company_name,
    company_logo: one.company_logo,
    present: one === present,
  }));
  return { items: items.toSorted((a, b) => a.company_name.localeCompare(b.company_name)) };
}

async function look(deps: Deps, call: OpenCall): Promise<Jar> {
  if (!holdsAny(call)) return { kept: [], stale: false, stolen: [] };
  return deps.context.db.system((tx) => openJar(tx, call));
}

export async function parkPresent({ tx, actor }: SessionCall): Promise<null> {
  const { session_id, employee_id } = actor;
  if (await park(tx, session_id)) await audit(tx, tx.company_id, employee_id, 'auth.session_parked', { session_id });
  return null;
}

interface Moved {
  readonly target: Kept;
  readonly parked: readonly Kept[];
}

export async function goTo(
  deps: Deps,
  call: OpenCall,
  { company_id }: ParsedOf<typeof switchCompany>,
): Promise<Session> {
  const { db, bus } = deps.context;
  const moved = await db.system(async (tx): Promise<Moved | Jar> => {
    const jar = await openJar(tx, call);
    const target = jar.kept.find((one) => one.company_id === company_id && isOffered(one));
    return target ? move(tx, bus, jar, target) : jar;
  });
  if (!('target' in moved)) {
    await endStolen(deps, moved);
    throw new AppError('SESSION_NOT_FOUND');
  }
  const { target, parked } = moved;
  for (const one of parked) {
    const { employee_id, session_id } = one;
    bus.signal({ type: 'sessions_ended', company_id: one.company_id, employee_id, session_ids: [session_id] });
  }
  const entered = await db.company(company_id, (tx) => enter(tx, deps, call, target));
  if (!entered) throw new AppError('SESSION_NOT_FOUND');
  giveCookie(call, target, Math.min(IDLE_SECONDS, entered.seconds));
  giveParked(call, parked);
  return entered.session;
}

async function move(tx: Tx, bus: Bus, { kept }: Jar, target: Kept): Promise<Moved> {
  const others = kept.filter((one) => one !== target);
  // Asked again, or many times at once: it has happened, and the answer is the same.
  if (target.parked_at === null && target.behind)
    return { target, parked: sift(others.filter(({ parked_at }) => parked_at !== null)).staying };
  const left = others.filter((one) => one.company_id !== target.company_id && !isInUse(one));
  const gone = others.filter((one) => !left.includes(one));
  const { staying, ending } = sift(left);
  const parked: Kept[] = [];
  for (const one of staying) parked.push(await turn(tx, one, true));
  const { company_id, employee_id, session_id } = target;
  const entered = await turn(tx, target, false);
  await endWith(tx, bus, [...endings(gone, 'auth.session_replaced'), ...ending]);
  if (target.parked_at !== null) await auditAcross(tx, company_id, employee_id, 'auth.company_entered', { session_id });
  return { target: entered, parked };
}

async function enter(
  tx: Tx,
  deps: Deps,
  call: OpenCall,
  { session_id, employee_id }: Kept,
): Promise<{ session: Session; seconds: number } | undefined> {
  const state = await renew(tx, session_id, whereaboutsOf(call), false);
  if (!state || (await findCompany(tx))?.status !== 'ACTIVE') return undefined;
  const access_token = await issueToken(tx, session_id, state.generation);
  const session = await presentSession(tx, deps.people, employee_id, { session_id, access_token });
  return session && { session, seconds: state.seconds_left };
}

/** Where the browser is to sign out as well, of the first that wants it. SESSION_NOT_FOUND where nothing could be ended. */
export async function signOutOf(
  deps: Deps,
  call: OpenCall,
  { company_id }: ParsedOf<typeof leaveCompanies>,
): Promise<string | null> {
  const jar = await look(deps, call);
  const { kept } = jar;
  await endStolen(deps, jar);
  if (jar.stolen.length) giveParked(call, []);
  if (jar.stale) throw new AppError('SESSION_NOT_FOUND');
  const parked = kept.filter((one) => !isInUse(one));
  const chosen = parked.filter((one) => company_id === undefined || one.company_id === company_id);
  if (!chosen.length && company_id !== undefined) throw new AppError('SESSION_NOT_FOUND');
  if (!chosen.length) return null;
  let there: string | null = null;
  for (const session of chosen) {
    await end(deps, [{ session, why: 'auth.signed_out' }]);
    there ??= await deps.context.db.company(session.company_id, (tx) => signOutAddress(tx, deps, session.session_id));
  }
  const isOver = (one: Kept) => chosen.includes(one);
  if (chosen.some(({ in_use }) => in_use)) clearCookie(call);
  giveParked(
    call,
    kept.filter((one) => !one.in_use && !isOver(one)),
  );
  return there;
}
