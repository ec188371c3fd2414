// The way to the company's provider: a login that waits, for ten minutes, for this browser to come back.
import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { beginSso } from '#contract/auth/sso.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { findBySecret } from '../repo/session-repo.ts';
import { hashOf, isSecret, newSecret } from '../secrets.ts';
import { stow } from '../session/companies/stow.ts';
import { readCookie } from '../session/cookie.ts';
import { findConfig, findOwner, listDomains, type SsoConfig } from './config-repo.ts';
import { insertLogin, type PendingLogin } from './login-repo.ts';
import { addressOf, connect } from './provider.ts';

const LOGIN_SECONDS = 600;
export const CALLBACK_PATH = `${API_BASE}/auth/login/sso/callback`;

/** Of an address, as domains are kept. */
export const domainOf = (email: string): string => domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

// No sibling of ours on the same domain can put one there, where the browser knows that name's meaning.
const cookieName = ({ secure }: OpenCall): string => (secure ? '__Host-limelight_sso' : 'limelight_sso');

/** What this browser was given when it went; '' if it was not. */
export const browserOf = (call: OpenCall): string => call.cookies[cookieName(call)] ?? '';

type Input = ParsedOf<typeof beginSso>;

export async function begin(deps: Deps, call: OpenCall, input: Input): Promise<ResponseOf<typeof beginSso>> {
  const { context } = deps;
  const origin = ownOrigin(deps, call, input.origin);
  const { company_id, config } = await wanted(deps, input);
  const cookie = readCookie(call);
  const before = cookie && (await context.db.system((tx) => findBySecret(tx, cookie.session_id, cookie.secret_hash)));
  const why = { email: input.email_id, replaces: before?.session_id ?? null, proves: null, back: '' };
  const leave = await sendThere(deps, call, { company_id, config, origin }, why);
  // Coming back is a visit from another site, on which no strict cookie comes along: what was left is put away now.
  await stow(deps, call);
  return leave();
}

interface Why extends Pick<PendingLogin, 'replaces' | 'proves' | 'back'> {
  readonly email?: string | undefined;
}

/** From then on the login waits; what is returned gives this browser its cookie. AUTH_SSO_FAILED. */
export async function sendThere(
  { context }: Deps,
  call: OpenCall,
  { company_id, config, origin }: { company_id: string; config: SsoConfig; origin: string },
  { email, ...why }: Why,
): Promise<() => { redirect_url: string }> {
  const connected = await connect(context.outbound, config).catch((error: unknown) => {
    context.log.info({ err: error }, 'a provider of single sign-on');
    throw new AppError('AUTH_SSO_FAILED');
  });
  const [state, nonce, verifier] = [newSecret(), newSecret(), randomBytes(48).toString('base64url')];
  const asked = { redirect_uri: origin + CALLBACK_PATH, state, nonce, verifier, email, anew: why.proves !== null };
  const redirect_url = await addressOf(connected, asked);
  // Another tab of this browser may be on its way, too.
  const held = browserOf(call);
  const browser = isSecret(held) ? held : newSecret();
  const { issuer, client_id } = config;
  const login = { nonce, verifier, origin, issuer, client_id, ...why };
  const hashes = { state_hash: hashOf(state), browser_hash: hashOf(browser) };
  await context.db.company(company_id, (tx) => insertLogin(tx, hashes, login, LOGIN_SECONDS));
  return () => {
    call.setCookie(cookieName(call), browser, LOGIN_SECONDS, 'lax');
    return { redirect_url };
  };
}

/** Where people come back to is ours alone: PUBLIC_URL, or without it the address that was asked. */
export function ownOrigin({ context: { config } }: Deps, { headers }: OpenCall, origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const own = config.publicUrl ? url?.origin === config.publicUrl : url?.host === headers.host;
  if (!url || !own || !/^https?:$/.test(url.protocol) || origin !== url.origin)
    throw invalid([{ path: 'origin', message: 'Not the origin of this app' }]);
  return url.origin;
}

/** Nothing in here depends on whether the address is known. That a company is suspended is told on coming back, to its own people. */
async function wanted(deps: Deps, input: Input): Promise<{ company_id: string; config: SsoConfig }> {
  const { db } = deps.context;
  const domain = input.email_id && domainOf(input.email_id);
  if (!domain && !input.company_id) throw invalid([{ path: 'email_id', message: 'This or company_id is needed' }]);
  const company_id = input.company_id ?? (domain && (await db.system((tx) => findOwner(tx, domain))));
  if (!company_id) throw new AppError('AUTH_SSO_NOT_CONFIGURED');
  return db.company(
    company_id,
    async (tx) => {
      const [config, domains] = await Promise.all([findConfig(tx), listDomains(tx)]);
      if (!config?.enabled) throw new AppError('AUTH_SSO_NOT_CONFIGURED');
      if (domain && !domains.some((one) => one.verified && one.domain === domain))
        throw new AppError('AUTH_SSO_OUTSIDE_DOMAIN');
      return { company_id, config };
    },
    'snapshot',
  );
}
