// The session again, with a fresh token: what a client asks when it starts, and when its token no longer works.
import type { resolveSession, Session } from '#contract/auth.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { findCompany } from '../repo/company-repo.ts';
import { findBySecret, IDLE_SECONDS, renew, type SessionRow } from '../repo/session-repo.ts';
import { recordMismatch } from '../session/authenticate.ts';
import { giveCookie, type HeldCookie, readCookie } from '../session/cookie.ts';
import { issueToken, presentSession, whereaboutsOf } from '../session/open.ts';

type Input = ParsedOf<typeof resolveSession>;

/**
 * By the cookie if it is this session's, else by a token that is still good. Five tabs at once all get one that works. The
 * header with the session's id must be there: no foreign page can send it without asking first.
 */
export async function resolve(deps: Deps, call: OpenCall, input: Input): Promise<Session> {
  if (call.headers[sessionHeaders.session_id]?.toLowerCase() !== input.session_id)
    throw new AppError('AUTH_INVALID_TOKEN');
  const { db } = deps.context;
  const cookie = readCookie(call);
  const held = cookie && (await db.system((tx) => findBySecret(tx, cookie.session_id, cookie.secret_hash)));
  if (cookie && held?.session_id === input.session_id) {
    await mustBeOf(deps, held, input);
    return byCookie(deps, call, held, cookie);
  }
  try {
    return await byToken(deps, call, input);
  } catch (error) {
    // Another company's session has this browser by now: that is said, and recorded there.
    if (held && error instanceof AppError && error.code === 'AUTH_INVALID_TOKEN') await mustBeOf(deps, held, input);
    throw error;
  }
}

async function mustBeOf(deps: Deps, session: SessionRow, claimed: Input): Promise<void> {
  if (session.company_id === claimed.company_id && session.employee_id === claimed.employee_id) return;
  await deps.context.db.company(session.company_id, (tx) => recordMismatch(tx, session, claimed));
  throw new AppError('AUTH_WRONG_COMPANY');
}

async function byCookie(deps: Deps, call: OpenCall, held: SessionRow, cookie: HeldCookie): Promise<Session> {
  const { session_id, employee_id } = held;
  const renewed = await deps.context.db.company(held.company_id, async (tx) => {
    const state = await renew(tx, session_id, whereaboutsOf(call), true);
    if (!state) return undefined;
    // The session lives on, and so does what waits on the device: it is not told that it is over.
    if ((await findCompany(tx))?.status !== 'ACTIVE') throw new AppError('COMPANY_SUSPENDED');
    const access_token = await issueToken(tx, session_id, state.generation);
    const session = await presentSession(tx, deps.people, employee_id, { session_id, access_token });
    return session && { session, seconds: Math.min(IDLE_SECONDS, state.seconds_left) };
  });
  if (!renewed) throw new AppError('AUTH_INVALID_TOKEN');
  giveCookie(call, cookie, renewed.seconds);
  return renewed.session;
}

/** Without the cookie the token is not made to live longer than any call would: it comes back, or its successor does. */
async function byToken(deps: Deps, call: OpenCall, input: Input): Promise<Session> {
  const { actor, fresh } = await deps.authenticate(call.headers);
  await mustBeOf(deps, actor, input);
  const access_token = fresh?.access_token ?? call.headers[sessionHeaders.access_token] ?? '';
  const { session_id, employee_id } = actor;
  const session = await deps.context.db.company(
    actor.company_id,
    (tx) => presentSession(tx, deps.people, employee_id, { session_id, access_token }),
    'snapshot',
  );
  if (!session) throw new AppError('AUTH_INVALID_TOKEN');
  return session;
}
