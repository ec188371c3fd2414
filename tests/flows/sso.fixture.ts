// Single sign-on in tests: an app beside a provider, companies that come in by it, whom it knows; and a browser without a window, which
// keeps cookies by host and goes where it is sent, as far as it is told.
import { randomBytes } from 'node:crypto';
import * as sso from '#contract/auth/sso.ts';
import { resolveSession, type Session } from '#contract/auth.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { waitForMail } from '#tests/kit/mails.ts';
import { type IdentityProvider, outboundHere } from '#tests/kit/outside/identity-provider.ts';

export const some = (): string => randomBytes(4).toString('hex');
export const newDomain = (): string => `${some()}.example`;

/** An app and a provider that it reaches, both of which `close` ends. */
export async function startBeside<P extends AsyncDisposable>(
  open: (app_url: string) => Promise<P>,
): Promise<{ app: TestApp; provider: P; close: () => Promise<void> }> {
  const app = await startTestApp({}, { outbound: outboundHere() });
  const provider = await open(app.url).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const close = async () => {
    await provider[Symbol.asyncDispose]();
    await app.close();
  };
  return { app, provider, close };
}

export class Visitor {
  readonly app: Pick<TestApp, 'url'>;
  private readonly jars = new Map<string, Map<string, string>>();
  constructor(app: Pick<TestApp, 'url'>) {
    this.app = app;
  }

  /** One request; redirects are not followed. */
  async get(address: string, headers: Record<string, string> = {}): Promise<Response> {
    const { host } = new URL(address);
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { ...headers, ...(cookie && { cookie }) } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value && !/expires=Thu, 01 Jan 1970/i.test(line)) jar.set(name, value);
      else jar.delete(name);
    }
    return response;
  }

  /** The name and the attributes of the cookies of this host. */
  cookies(address: string): ReadonlyMap<string, string> {
    return this.jars.get(new URL(address).host) ?? new Map<string, string>();
  }

  /** Where the app sends the browser for this address. */
  async begin(email_id: string): Promise<string> {
    const query = new URLSearchParams({ email_id, origin: this.app.url });
    const response = await this.get(`${this.app.url}/api${sso.beginSso.path}?${query}`);
    const body = (await response.json()) as { data?: { redirect_url: string }; error_code?: string };
    if (!body.data) throw Object.assign(new Error(body.error_code), { code: body.error_code });
    return body.data.redirect_url;
  }

  /** At the provider: says who one is, and stops at the address that leads back to the app. */
  async signInThere(redirect_url: string, sub: string): Promise<string> {
    let address = redirect_url;
    for (let steps = 0; steps < 10; steps++) {
      const response = await this.get(address);
      const location = response.headers.get('location');
      if (location) address = new URL(location, address).href;
      else if (address.includes('/interaction/')) address = `${address}?as=${encodeURIComponent(sub)}`;
      else throw new Error(`Stuck at ${address}: ${response.status} ${await response.text()}`);
      if (address.startsWith(this.app.url)) return address;
    }
    throw new Error('Too many redirects');
  }

  /** Opens the address that leads back; signed in, or the code that the screen shows. */
  async comeBack(address: string): Promise<TestClient | string> {
    const response = await this.get(address);
    const to = new URL(response.headers.get('location') ?? '', this.app.url);
    const error = to.searchParams.get('error');
    if (error) return error;
    if (to.pathname !== '/sign-in/sso') throw new Error(`Sent to ${to.href}`);
    const ids = Object.fromEntries(new URLSearchParams(to.hash.slice(1)));
    const query = new URLSearchParams(ids);
    const headers = { [sessionHeaders.session_id]: ids['session_id'] ?? '' };
    const answer = await this.get(`${this.app.url}/api${resolveSession.path}?${query}`, headers);
    const { data } = (await answer.json()) as { data: Session };
    return new TestClient(this.app.url, data);
  }

  /** All of it. */
  async signIn(email_id: string, sub: string): Promise<TestClient | string> {
    return this.comeBack(await this.signInThere(await this.begin(email_id), sub));
  }
}

interface Given {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** Sets the company's sign-on up; whoever the provider knows comes in, unless it is said otherwise. */
export const setUp = (
  by: TestClient,
  { issuer, client_id, client_secret }: Given,
  given: { create_accounts?: boolean; enabled?: boolean } = {},
): Promise<sso.SsoSetup> =>
  by.call(sso.updateSso, { issuer, client_id, client_secret, create_accounts: true, enabled: true, ...given });

/** Claims the domain and proves it by the code that is mailed there. */
export async function prove(app: Pick<TestApp, 'dataDir'>, by: TestClient, domain: string): Promise<sso.SsoSetup> {
  await by.call(sso.claimDomain, { domain });
  return by.call(sso.verifyDomain, { domain, code: await domainCode(app, by, domain) });
}

/** The code of the newest mail; `n`: which mail that is. */
export async function domainCode(
  app: Pick<TestApp, 'dataDir'>,
  by: TestClient,
  domain: string,
  n = 1,
): Promise<string> {
  await by.call(sso.mailDomainCode, { domain, mailbox: 'postmaster' });
  const { text } = await waitForMail(app.dataDir, `postmaster@${domain}`, n);
  return /^[A-Z2-9]{8}$/m.exec(text)?.[0] ?? '';
}

/** A company with a domain of its own and the provider; its owner's address is in the domain. */
export async function companyBeside(app: TestApp, provider: Given, given: Parameters<typeof setUp>[2] = {}) {
  const domain = newDomain();
  const { owner, company_id, email } = await registerCompany(app, { email_id: `olive@${domain}` });
  await prove(app, owner, domain);
  await setUp(owner, provider, given);
  return { owner, company_id, email, domain };
}

/** Somebody the provider knows: their subject there. */
export function known(provider: IdentityProvider, email: string, more: object = {}): string {
  const sub = `sub-${some()}`;
  provider.know({ sub, email, email_verified: true, given_name: 'Nia', family_name: 'Newell', ...more });
  return sub;
}

/** Of somebody who is expected to come in. */
export function signedIn(signed: TestClient | string): TestClient {
  if (typeof signed === 'string') throw new Error(`Refused: ${signed}`);
  return signed;
}
