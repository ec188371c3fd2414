// The company's provider, by OpenID Connect: what it says of itself, where to send people, and who it says that they are. Its address
// was written by somebody, so everything goes through platform/outbound.
import * as client from 'openid-client';
import type { SsoStep } from '#contract/auth/sso.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { SsoConfig } from './config-repo.ts';

type Outside = Pick<Outbound, 'exchange' | 'accepts'>;

/** No provider's document or answer is longer. */
const MOST = 262_144;
/** Signed with a key that the provider alone has: neither unsigned, nor with the secret that we know as well. */
const SIGNED = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/;
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

/** Seconds: a year, which is to say that the provider need not ask again. */
const ANY_AGE = '31536000';

/** What it says of itself did not do. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly step: SsoStep;
  constructor(step: SsoStep, message: string) {
    super(message);
    this.step = step;
  }
}

/** Reads and judges what the provider says of itself. Throws ProviderError, or what the outside threw. */
export async function discover(outbound: Outside, issuer: string): Promise<client.ServerMetadata> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await readJson(outbound, address).catch(() => undefined);
  if (!found) throw new ProviderError('discovery', 'No configuration is there');
  if (found.issuer !== issuer) throw new ProviderError('issuer', 'It calls itself otherwise');
  // Where people are sent, too: nothing that a browser would run.
  const open = (address: unknown) => typeof address === 'string' && outbound.accepts(address);
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = found;
  const needed = [authorization_endpoint, token_endpoint, jwks_uri];
  if (!needed.every(open) || (userinfo_endpoint !== undefined && !open(userinfo_endpoint)))
    throw new ProviderError('endpoints', 'An address is missing, or is none of the outside');
  return found as client.ServerMetadata;
}

/** At least one key that can be used to judge a signature. */
export async function checkKeys(outbound: Outside, { jwks_uri = '' }: client.ServerMetadata): Promise<void> {
  const found = await readJson(outbound, jwks_uri).catch(() => undefined);
  const keys = Array.isArray(found?.keys) ? (found.keys as { kty?: unknown }[]) : [];
  if (!keys.some(({ kty }) => kty === 'RSA' || kty === 'EC' || kty === 'OKP'))
    throw new ProviderError('keys', 'No public key');
}

/**
 * Whether it knows us by id and secret: asked to redeem a code that nobody gave, it refuses the code, or it refuses us. Some look at
 * the code first: then nothing is known, and nothing is said against us. `redirect_uri`: where people come back to.
 */
export async function checkClient(outbound: Outside, config: SsoConfig, redirect_uri: string): Promise<void> {
  const connected = await connect(outbound, config);
  const asked = { code: client.randomState(), redirect_uri, code_verifier: client.randomPKCECodeVerifier() };
  try {
    await client.genericGrantRequest(connected, 'authorization_code', asked);
  } catch (error) {
    const { status, error: code } = error as { status?: number; error?: string };
    const isAnswer = typeof status === 'number' && status < 500;
    if (!isAnswer || status === 401 || code === 'invalid_client' || code === 'unauthorized_client')
      throw new ProviderError('client', 'It does not know us by this id and secret');
  }
}

async function readJson(outbound: Outside, address: string): Promise<Record<string, unknown>> {
  const headers = { accept: 'application/json' };
  const { status, body } = await outbound.exchange(address, { method: 'GET', headers, most: MOST });
  const found: unknown = status === 200 ? JSON.parse(body.toString()) : undefined;
  if (typeof found !== 'object' || found === null) throw new Error('Not an object');
  return found as Record<string, unknown>;
}

/** Asked anew each time: what it says may have changed. */
export async function connect(outbound: Outside, config: SsoConfig): Promise<client.Configuration> {
  const metadata = await discover(outbound, config.issuer);
  const connected = new client.Configuration(metadata, config.client_id, undefined, authOf(config, metadata));
  connected[client.customFetch] = fetchBy(outbound);
  connected.timeout = 10;
  // The way here is the same as the way there: outbound refuses what is not encrypted.
  client.allowInsecureRequests(connected);
  // Or else nobody would look at the signature of what comes from the provider itself.
  client.enableNonRepudiationChecks(connected);
  return connected;
}

function authOf({ client_secret }: SsoConfig, metadata: client.ServerMetadata): client.ClientAuth {
  if (!client_secret) return client.None();
  const known = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return known.includes('client_secret_basic')
    ? client.ClientSecretBasic(client_secret)
    : client.ClientSecretPost(client_secret);
}

const fetchBy =
  (outbound: Outside): client.CustomFetch =>
  async (address, { method, headers, body }) => {
    // What we send are forms, or nothing.
    if (body != null && !(body instanceof URLSearchParams)) throw new TypeError('Not a form');
    const given = body ? Buffer.from(body.toString()) : undefined;
    const exchange = { method: method === 'POST' ? 'POST' : 'GET', headers, most: MOST } as const;
    const answer = await outbound.exchange(address, { ...exchange, ...(given && { body: given }) });
    const bytes = WITHOUT_BODY.has(answer.status) ? null : new Uint8Array(answer.body);
    return new Response(bytes, { status: answer.status, headers: { 'content-type': answer.type } });
  };

export interface Question {
  readonly redirect_uri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly email: string | undefined;
  /** The provider is to ask who it is even if it knows. */
  readonly anew?: boolean;
  /** The provider must have asked within so many seconds, and say so. */
  readonly within?: number;
}

/** Where to send the browser. */
export async function addressOf(connected: client.Configuration, asked: Question): Promise<string> {
  const { redirect_uri, state, nonce, verifier, email, anew } = asked;
  const code_challenge = await client.calculatePKCECodeChallenge(verifier);
  return client.buildAuthorizationUrl(connected, {
    redirect_uri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge,
    code_challenge_method: 'S256',
    ...(email && { login_hint: email }),
    // Whoever is asked for an age has to say how old it is.
    ...(anew ? { prompt: 'login', max_age: '0' } : { max_age: ANY_AGE }),
  }).href;
}

export interface Answered {
  readonly subject: string;
  /** Undefined if there is none, or if the provider does not vouch for it. */
  readonly email: string | undefined;
  readonly first_name: string;
  readonly last_name: string;
  readonly id_token: string;
  /** When it last asked the person, in seconds since 1970; undefined if it does not say. */
  readonly asked_at: number | undefined;
}

/** Redeems the code; throws if anything about it is not as it must be. `url`: the address that the browser came back to. */
export async function redeem(connected: client.Configuration, url: URL, asked: Question): Promise<Answered> {
  const tokens = await client.authorizationCodeGrant(connected, url, {
    expectedState: asked.state,
    expectedNonce: asked.nonce,
    pkceCodeVerifier: asked.verifier,
    idTokenExpected: true,
    ...(asked.within !== undefined && { maxAge: asked.within }),
  });
  const claims = tokens.claims();
  const { id_token = '' } = tokens;
  if (!claims || !SIGNED.test(algorithmOf(id_token))) throw new Error('Not signed as it must be');
  const asks = claims.email === undefined && connected.serverMetadata().userinfo_endpoint !== undefined;
  const said: Said = asks ? await client.fetchUserInfo(connected, tokens.access_token, claims.sub) : claims;
  const { email, email_verified, given_name, family_name, name } = said;
  return {
    subject: claims.sub,
    // Not "true", not 1: some providers let people write what they like in there.
    email: typeof email === 'string' && email_verified === true ? email : undefined,
    ...namesOf(given_name, family_name, name),
    id_token,
    asked_at: typeof claims.auth_time === 'number' ? claims.auth_time : undefined,
  };
}

type Said = Readonly<Record<string, unknown>>;

function algorithmOf(token: string): string {
  const head = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { alg?: unknown };
  return String(head.alg);
}

const LONGEST_NAME = 80;

function namesOf(given: unknown, family: unknown, whole: unknown): { first_name: string; last_name: string } {
  const text = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim().slice(0, LONGEST_NAME).trim() : '';
  const [first_name, last_name] = [text(given), text(family)];
  if (first_name && last_name) return { first_name, last_name };
  const [first = '', ...rest] = text(whole).split(/\s+/);
  return { first_name: first_name || first, last_name: last_name || rest.join(' ') };
}
