// A company's provider of single sign-on on this machine: a real one (oidc-provider), with a page on which one says who one is.

import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts';

/** What the provider says of somebody; `sub` is the name on the page. */
export interface Account {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly given_name?: string;
  readonly family_name?: string;
}

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** Replaces who has the same `sub`. */
  know(account: Account): void;
}

/** What reaches this machine, and nothing else. `nameServers`: for TXT records. */
export const outboundHere = (nameServers: readonly string[] = []): Outbound =>
  createOutbound({
    resolve: async () => [],
    isOpen: (address) => address.startsWith('127.'),
    unencrypted: true,
    nameServers,
  });

const client_id = 'limelight';
const client_secret = 'a secret between the two of us';

/** `app`: the origin that people come from and go back to. `host`: an address of this machine. */
export async function openProvider(app: string, host = '127.0.0.1'): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, host, done));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, Account>();
  const provider = providerOf(issuer, app, accounts);
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const asks = request.url?.startsWith('/interaction/');
    const done = asks ? interact(provider, accounts, request, response) : answer(request, response);
    done.catch(() => response.destroy());
  });
  return {
    issuer,
    client_id,
    client_secret,
    know: (account) => void accounts.set(account.sub, account),
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function providerOf(issuer: string, app: string, accounts: ReadonlyMap<string, Account>): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id,
        client_secret,
        redirect_uris: [`${app}/api/auth/login/sso/callback`],
        post_logout_redirect_uris: [`${app}/`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'first', alg: 'RS256' } as never] },
    cookies: { keys: ['of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: {
      devInteractions: { enabled: false },
      // Its own page would ask the network for letters.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = page(
            'Sign out here, too?',
            `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
          );
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...accounts.get(sub), sub }) as never }),
    // Nobody is asked whether the company may know who they are.
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({ clientId: client_id, ...(accountId && { accountId }) });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

async function interact(
  provider: Provider,
  accounts: ReadonlyMap<string, Account>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chosen = new URL(request.url ?? '', 'http://here').searchParams.get('as');
  if (chosen !== null) {
    const login = { accountId: chosen };
    return provider.interactionFinished(request, response, { login });
  }
  const links = [...accounts.keys()].map((sub) => `<li><a href="?as=${encodeURIComponent(sub)}">${sub}</a></li>`);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page('Who are you?', `<ul>${links.join('')}</ul>`));
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1>${body}`;
