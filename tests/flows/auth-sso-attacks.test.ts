// Single sign-on attacked: states and codes that are replayed or another browser's, tokens that are forged, addresses that lead
// elsewhere. None of it opens a session.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as sso from '#contract/auth/sso.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { type Forgery, type HostileProvider, openHostileProvider } from '#tests/kit/outside/hostile-provider.ts';
import { outboundHere } from '#tests/kit/outside/identity-provider.ts';
import { companyBeside, prove, setUp, startBeside, Visitor } from './sso.fixture.ts';

let app: TestApp;
let provider: HostileProvider;
let owner: TestClient;
let email: string;
let before: object[];
let close: () => Promise<void>;
const sessions = () => app.sql('SELECT count(*) AS n FROM session');

beforeAll(async () => {
  ({ app, provider, close } = await startBeside(openHostileProvider));
  ({ owner, email } = await companyBeside(app, provider));
});
afterAll(() => close?.());
beforeEach(async () => {
  provider.metadata = {};
  before = await sessions();
});

const honest = () => ({ email, email_verified: true });
const callback = (query: Record<string, string>) =>
  `${app.url}/api/auth/login/sso/callback?${new URLSearchParams(query)}`;

/** Begins, and has the provider forge what it answers. */
async function start(visitor: Visitor, forgery: Forgery = { claims: honest() }) {
  const asked = new URL(await visitor.begin(email)).searchParams;
  provider.forge(asked.get('nonce') ?? '', forgery);
  return { asked, back: callback({ code: 'c', state: asked.get('state') ?? '' }) };
}

async function attack(forgery: Forgery): Promise<TestClient | string> {
  const visitor = new Visitor(app);
  return visitor.comeBack((await start(visitor, forgery)).back);
}

test('an honest answer of this provider opens a session, so that what is refused below is refused for its reason', async () => {
  expect(await attack({ claims: honest() })).toBeInstanceOf(TestClient);
  expect(await attack({ info: { sub: 'nia', ...honest() } })).toBeInstanceOf(TestClient);
  const redeemed = provider.redeemed.at(-1);
  expect(redeemed?.get('code_verifier')?.length).toBeGreaterThanOrEqual(43);
  expect(redeemed?.get('redirect_uri')).toBe(`${app.url}/api/auth/login/sso/callback`);
});

test.for<[string, Forgery]>([
  ['unsigned', { signing: 'none' }],
  ['signed with another key', { signing: 'other key' }],
  ['signed with the client’s secret', { signing: 'our secret' }],
  ['with a signature that is cut off', { signing: 'cut off' }],
  ['of another issuer', { claims: { iss: 'http://127.0.0.1:1' } }],
  ['for another client', { claims: { aud: 'another' } }],
  ['for several clients, asked for by another', { claims: { aud: ['limelight', 'another'], azp: 'another' } }],
  ['that has run out', { claims: { exp: 1_700_000_000, iat: 1_699_999_000 } }],
  ['with another nonce', { claims: { nonce: 'another' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['of nobody', { claims: { sub: undefined } }],
])('a token %s', async ([, forgery]) => {
  expect(await attack({ ...forgery, claims: { ...honest(), ...forgery.claims } })).toBe('AUTH_SSO_FAILED');
  expect(await sessions()).toEqual(before);
});

test('a token signed with the client’s secret is refused also where the provider says that it signs so', async () => {
  provider.metadata = { id_token_signing_alg_values_supported: ['HS256', 'none', 'RS256'] };
  expect(await attack({ signing: 'our secret', claims: honest() })).toBe('AUTH_SSO_FAILED');
  expect(await attack({ signing: 'none', claims: honest() })).toBe('AUTH_SSO_FAILED');
  expect(await sessions()).toEqual(before);
});

test('what the user info says of somebody else counts for nothing', async () => {
  expect(await attack({ info: { sub: 'another', ...honest() } })).toBe('AUTH_SSO_FAILED');
  // An address in the token that it does not vouch for is not made good by the user info.
  const claims = { email, email_verified: 'true' };
  expect(await attack({ claims, info: { sub: 'nia', ...honest() } })).toBe('AUTH_SSO_OUTSIDE_DOMAIN');
  expect(await sessions()).toEqual(before);
});

test('without a code, without a state, with one that nobody has begun, and what the provider refuses', async () => {
  const visitor = new Visitor(app);
  const { asked } = await start(visitor);
  const state = asked.get('state') ?? '';
  expect(await visitor.comeBack(callback({ state }))).toBe('CODE_MISSING_IN_REQUEST');
  expect(await visitor.comeBack(callback({ code: '', state }))).toBe('CODE_MISSING_IN_REQUEST');
  expect(await visitor.comeBack(callback({ code: 'c' }))).toBe('STATE_MISSING_IN_REQUEST');
  for (const other of ['x', 'A'.repeat(43), `${state}x`, "' OR 1=1 --", '\0'])
    expect(await visitor.comeBack(callback({ code: 'c', state: other })), other).toBe('AUTH_SSO_EXPIRED');
  expect(await visitor.comeBack(callback({ error: 'access_denied', state }))).toBe('AUTH_SSO_FAILED');
  expect(await sessions()).toEqual(before);
});

test('a state is good once, in the browser that began it, for ten minutes', async () => {
  const [visitor, thief] = [new Visitor(app), new Visitor(app)];
  const { back } = await start(visitor);
  // Nobody's browser, and one that has begun a login of its own.
  expect(await thief.comeBack(back)).toBe('AUTH_SSO_EXPIRED');
  await thief.begin(email);
  expect(await thief.comeBack(back)).toBe('AUTH_SSO_EXPIRED');
  expect(await sessions()).toEqual(before);
  const codes = provider.redeemed.length;
  const at_once = await Promise.all(Array.from({ length: 50 }, () => visitor.comeBack(back)));
  expect(at_once.filter((one) => one instanceof TestClient)).toHaveLength(1);
  expect(at_once.filter((one) => one === 'AUTH_SSO_EXPIRED')).toHaveLength(49);
  expect(await visitor.comeBack(back)).toBe('AUTH_SSO_EXPIRED');
  expect(provider.redeemed).toHaveLength(codes + 1);

  const { back: late } = await start(visitor);
  await app.sql("UPDATE sso_login SET expires_at = now() - interval '1 second'");
  expect(await visitor.comeBack(late)).toBe('AUTH_SSO_EXPIRED');
});

test('two tabs of one browser may both be on their way', async () => {
  const visitor = new Visitor(app);
  const { back: first } = await start(visitor);
  const { back: second, asked } = await start(visitor);
  expect(await visitor.comeBack(second)).toBeInstanceOf(TestClient);
  provider.forge(asked.get('nonce') ?? '', { claims: honest() });
  // The other tab's nonce was another.
  expect(await visitor.comeBack(first)).toBe('AUTH_SSO_FAILED');
});

test('the cookie that binds the browser is no script’s and goes with no other site’s calls; over https no sibling can set it', async () => {
  const query = new URLSearchParams({ email_id: email, origin: app.url });
  const cookieOf = async (url: string, headers = {}) => {
    const answer = await fetch(`${url}/api${sso.beginSso.path}?${query}`, { headers });
    return answer.headers.getSetCookie().join();
  };
  const plain = await cookieOf(app.url);
  expect(plain).toMatch(/^limelight_sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  await using proxied = await startTestApp(
    { publicUrl: 'https://limelight.example', trustedProxies: 1 },
    { outbound: outboundHere() },
  );
  const { owner: hers } = await registerCompany(proxied, { email_id: `o@${email.split('@')[1]}` });
  await prove(proxied, hers, email.split('@')[1] ?? '');
  await setUp(hers, provider);
  query.set('origin', 'https://limelight.example');
  const secure = await cookieOf(proxied.url, { 'x-forwarded-proto': 'https' });
  expect(secure).toMatch(/^__Host-limelight_sso=[\w-]{43}; .*Secure; SameSite=Lax$/);
  query.set('origin', proxied.url);
  expect(await cookieOf(proxied.url)).toBe('');
});

test('nobody is sent anywhere but to the app itself', async () => {
  const nobody = new TestClient(app.url);
  const { host, port } = new URL(app.url);
  const foreign = [
    'https://evil.example',
    `http://${host}.evil.example`,
    `http://evil.example/${host}`,
    `http://${host}@evil.example`,
    `http://evil.example#${host}`,
    `//${host}`,
    `${app.url}/`,
    `${app.url}/elsewhere`,
    `http://127.0.0.1:${Number(port) + 1}`,
    `javascript://${host}/%0aalert(1)`,
    `ftp://${host}`,
    'null',
    'x',
  ];
  for (const origin of foreign)
    await expect(nobody.call(sso.beginSso, { email_id: email, origin }), origin).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  // Coming back leads nowhere else either.
  const visitor = new Visitor(app);
  const { back } = await start(visitor);
  const answer = await visitor.get(`${back}&origin=https://evil.example&redirect_uri=https://evil.example`);
  expect(answer.headers.get('location')).toMatch(/^\/sign-in/);
});

test.for<[string, Record<string, unknown>]>([
  ['would be run', { authorization_endpoint: 'javascript:alert(1)' }],
  ['is of the machine’s own network', { token_endpoint: 'http://10.0.0.1/token' }],
  ['is that of what runs the machine', { jwks_uri: 'http://169.254.169.254/latest' }],
  ['is missing', { jwks_uri: undefined }],
  ['is another’s', { issuer: 'https://accounts.example' }],
])('a provider of which an address %s is not gone to', async ([, metadata]) => {
  provider.metadata = metadata;
  await expect(new Visitor(app).begin(email)).rejects.toMatchObject({ code: 'AUTH_SSO_FAILED' });
});

test('what is changed while somebody is at the provider counts when they come back', async () => {
  const visitor = new Visitor(app);
  const { back } = await start(visitor);
  await setUp(owner, provider, { enabled: false });
  expect(await visitor.comeBack(back)).toBe('AUTH_SSO_NOT_CONFIGURED');
  await setUp(owner, provider);
  const { back: second } = await start(visitor);
  await using other = await openHostileProvider();
  await setUp(owner, other);
  expect(await visitor.comeBack(second)).toBe('AUTH_SSO_NOT_CONFIGURED');
  await setUp(owner, provider);
  expect(await sessions()).toEqual(before);
});
