// Coming back from the company's provider: an address that the browser is sent to, so it answers with another one. Nothing that was
// sent is believed before the provider has confirmed it to us.
import type { FastifyInstance } from 'fastify';
import { audit } from '../../../platform/audit/audit.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { openCall } from '../../../platform/http/routes.ts';
import type { Deps } from '../deps.ts';
import { findCompany } from '../repo/company-repo.ts';
import { findOwner, IDLE_SECONDS, markAsked } from '../repo/session-repo.ts';
import { hashOf, isSecret } from '../secrets.ts';
import { type Begun, beginSession } from '../session/begin.ts';
import { giveCookie } from '../session/cookie.ts';
import { admit } from './admit.ts';
import { browserOf, CALLBACK_PATH } from './begin.ts';
import { findConfig, replaceSecret } from './config-repo.ts';
import { insertSsoSession, type TakenLogin, takeLogin } from './login-repo.ts';
import { type Answered, connect, redeem } from './provider.ts';
import { isSame, proveThere } from './proving.ts';
import { isSealed, opened, sealed } from './sealed.ts';

export function mountCallback(http: FastifyInstance, deps: Deps): void {
  const { context } = deps;
  http.get(CALLBACK_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    try {
      const call = openCall(request, reply, context);
      await context.limits.take('sign_in', call.ip);
      return reply.redirect(await comeBack(deps, call, request.url), 303);
    } catch (error) {
      if (!(error instanceof AppError)) request.log.error({ err: error }, 'coming back from single sign-on');
      const code = error instanceof AppError ? error.code : 'INTERNAL_SERVER_ERROR';
      return reply.redirect(`/sign-in?${new URLSearchParams({ error: code }).toString()}`, 303);
    }
  });
}

/** Where the browser goes on. */
async function comeBack(deps: Deps, call: OpenCall, address: string): Promise<string> {
  const query = new URL(address, 'http://here').searchParams;
  const state = query.get('state') ?? '';
  if (!query.get('code') && !query.has('error')) throw new AppError('CODE_MISSING_IN_REQUEST');
  if (!state) throw new AppError('STATE_MISSING_IN_REQUEST');
  const login = await takePending(deps, call, state);
  if (login.proves) return proveThere(deps, login, login.proves, (within) => askProvider(deps, login, query, within));
  try {
    const { opened, session } = await proceed(deps, call, login, query);
    giveCookie(call, opened, IDLE_SECONDS);
    const { session_id, company_id, employee_id } = session;
    // Ids, and no secrets: the page asks with the cookie. Behind the #, so that no log has them.
    return `/sign-in/sso#${new URLSearchParams({ session_id, company_id, employee_id }).toString()}`;
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'INTERNAL_SERVER_ERROR';
    const { company_id } = login;
    await deps.context.db.company(company_id, (tx) => audit(tx, company_id, null, 'auth.sso_refused', { code }));
    throw error;
  }
}

/** Used up, whatever comes of it. AUTH_SSO_EXPIRED if it is none of this browser's. */
async function takePending({ context }: Deps, call: OpenCall, state: string): Promise<TakenLogin> {
  const browser = browserOf(call);
  const known = isSecret(state) && isSecret(browser);
  const login = known && (await context.db.system((tx) => takeLogin(tx, hashOf(state), hashOf(browser))));
  if (!login) throw new AppError('AUTH_SSO_EXPIRED');
  return login;
}

interface Said {
  readonly answered: Answered;
  readonly end_session_endpoint: string | undefined;
}

/** `within`: only if the provider has asked the person within so many seconds. AUTH_SSO_FAILED, AUTH_SSO_NOT_CONFIGURED. */
async function askProvider(
  { context: { db, outbound, log }, ssoSealer }: Deps,
  login: TakenLogin,
  query: URLSearchParams,
  within?: number,
): Promise<Said> {
  const config = await db.company(login.company_id, findConfig, 'snapshot');
  if (!isSame(config, login)) throw new AppError('AUTH_SSO_NOT_CONFIGURED');
  const redirect_uri = login.origin + CALLBACK_PATH;
  const said = { redirect_uri, state: query.get('state') ?? '', email: undefined };
  const asked = { ...login, ...said, ...(within !== undefined && { within }) };
  try {
    const client_secret = opened(ssoSealer, login.company_id, config.client_secret);
    if (config.client_secret && !client_secret)
      log.error(
        { company_id: login.company_id },
        'the secret of company sign-on was sealed with another key: see keys/sso',
      );
    const connected = await connect(outbound, { ...config, client_secret });
    const answered = await redeem(connected, new URL(`${redirect_uri}?${query.toString()}`), asked);
    return { answered, end_session_endpoint: connected.serverMetadata().end_session_endpoint };
  } catch (error) {
    log.info({ err: error }, 'single sign-on was refused');
    throw new AppError('AUTH_SSO_FAILED');
  }
}

async function proceed(deps: Deps, call: OpenCall, login: TakenLogin, query: URLSearchParams): Promise<Begun> {
  const { db, outbound } = deps.context;
  const { answered, end_session_endpoint } = await askProvider(deps, login, query);
  const there = end_session_endpoint && outbound.accepts(end_session_endpoint) ? end_session_endpoint : undefined;
  return db.company(login.company_id, async (tx) => {
    // Asking took a while.
    const [now, company] = await Promise.all([findConfig(tx), findCompany(tx)]);
    if (!isSame(now, login)) throw new AppError('AUTH_SSO_NOT_CONFIGURED');
    const employee_id = await admit(tx, deps, now, answered);
    const { company_id, client_id, origin, replaces } = login;
    const own = replaces && (await findOwner(tx, replaces)) === employee_id;
    const before = own ? { company_id, employee_id, session_id: replaces } : undefined;
    const begun = await beginSession(tx, deps, employee_id, call, before);
    // Only who would have come in may know; what letting them in has changed is taken back.
    if (company?.status !== 'ACTIVE') throw new AppError('COMPANY_SUSPENDED');
    const { id_token, asked_at } = answered;
    // The provider may have known the browser, and led it straight back: then nobody has said who they are.
    if (asked_at !== undefined) await markAsked(tx, begun.opened.session_id, asked_at);
    const from = { end_session_endpoint: there ?? '', client_id, id_token, origin };
    const { session_id } = begun.opened;
    const { ssoSealer } = deps;
    await insertSsoSession(tx, session_id, { ...from, id_token: sealed(ssoSealer, session_id, id_token) });
    const secret = now.client_secret;
    if (secret && !isSealed(secret)) await replaceSecret(tx, secret, sealed(ssoSealer, company_id, secret));
    return begun;
  });
}
