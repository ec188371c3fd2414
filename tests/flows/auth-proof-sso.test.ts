// Saying once more who one is at the company's provider, with a real one, and with one that lies.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { goProve, PROOF_MINUTES, proofWays, UNPROVEN } from '#contract/auth/proof.ts';
import { createRole, listRoles, updateRoleMembers } from '#contract/people/roles.ts';
import type { TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { openHostileProvider } from '#tests/kit/outside/hostile-provider.ts';
import { type IdentityProvider, openProvider } from '#tests/kit/outside/identity-provider.ts';
import { headersOf } from '../matrix/http.ts';
import { companyBeside, known, setUp, signedIn, some, startBeside, Visitor } from './sso.fixture.ts';

let app: TestApp;
let provider: IdentityProvider;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, provider, close } = await startBeside(openProvider));
});
afterAll(() => close?.());

const ASKED = { code: 'AUTH_PROOF_REQUIRED', status: 403 };
const BACK = '/admin/roles?show=all';
const make = (by: TestClient) => by.call(createRole, { role_id: uuid(), role_name: `Role ${some()}`, permissions: [] });
const growStale = ({ session }: TestClient) =>
  app.sql('UPDATE session SET proved_at = now() - make_interval(mins => $2) WHERE session_id = $1', [
    session?.session_id,
    PROOF_MINUTES,
  ]);
const sessions = async () => (await app.sql('SELECT FROM session')).length;
const recorded = async (by: TestClient, of: TestClient): Promise<unknown[]> =>
  (await by.call(listAudit, { filters: { employee_id: of.employee_id } })).items
    .filter(({ action }) => action.startsWith('auth.proof_'))
    .map(({ action, detail }) => ({ action, ...detail }));

/** Two people who come in by the provider, the first of whom may manage roles. */
async function company() {
  const { owner, domain } = await companyBeside(app, provider);
  const come = async (name: string) => {
    const email = `${name}@${domain}`;
    const sub = known(provider, email, { given_name: name });
    const visitor = new Visitor(app);
    return { client: signedIn(await visitor.signIn(email, sub)), visitor, sub, email };
  };
  const [nia, bo] = [await come('nia'), await come('bo')];
  const admin = (await owner.call(listRoles, {})).items.find(({ built_in }) => built_in === 'admin');
  await owner.call(updateRoleMembers, { role_id: admin?.role_id ?? '', add: [nia.client.employee_id] });
  return { owner, nia, bo };
}

/** Where the app sends somebody who is signed in. */
async function go(visitor: Visitor, client: TestClient, back = BACK): Promise<URL> {
  const query = new URLSearchParams({ origin: app.url, back });
  const answer = await visitor.get(
    `${app.url}/api${goProve.path}?${query}`,
    headersOf(client) as Record<string, string>,
  );
  const body = (await answer.json()) as { data?: { redirect_url: string }; error_code?: string };
  if (!answer.ok || !body.data) throw Object.assign(new Error(body.error_code), { code: body.error_code });
  return new URL(body.data.redirect_url);
}
const landing = async (visitor: Visitor, address: string) => (await visitor.get(address)).headers.get('location');

test('the provider asks anew whom it knows already; then this session is proven, and it is the same session', async () => {
  const { owner, nia } = await company();
  const { client, visitor, sub } = nia;
  expect(await client.call(proofWays, {})).toEqual({ password: false, passkey: false, sso: true });
  expect(await owner.call(proofWays, {})).toEqual({ password: true, passkey: false, sso: false });
  await make(client);
  await growStale(client);
  await expect(make(client)).rejects.toMatchObject(ASKED);
  const before = await sessions();
  const there = await go(visitor, client);
  expect(there.searchParams.get('prompt')).toBe('login');
  expect(there.searchParams.get('max_age')).toBe('0');
  // Without its question the provider would lead straight back: `signInThere` answers it.
  const back = await visitor.signInThere(there.href, sub);
  expect(await landing(visitor, back)).toBe(BACK);
  await make(client);
  expect(await sessions()).toBe(before);
  expect(await recorded(owner, client)).toEqual([{ action: 'auth.proof_given', by: 'sso' }]);
  await growStale(client);
  expect(await landing(visitor, back), 'once').toBe('/sign-in?error=AUTH_SSO_EXPIRED');
  await expect(make(client)).rejects.toMatchObject(ASKED);
});

test('somebody else there, another browser, and a session that ended prove nothing', async () => {
  const { owner, nia, bo } = await company();
  const { client, visitor, sub } = nia;
  await growStale(client);
  const before = await sessions();
  // Nobody is signed in at the provider there.
  const stranger = new Visitor(app);
  const asBo = await stranger.signInThere((await go(stranger, client)).href, bo.sub);
  expect(await landing(stranger, asBo)).toBe(BACK + UNPROVEN);
  await expect(make(client)).rejects.toMatchObject(ASKED);
  expect(await recorded(owner, client)).toEqual([{ action: 'auth.proof_refused', by: 'sso' }]);

  const carried = await visitor.signInThere((await go(visitor, client)).href, sub);
  expect(await landing(new Visitor(app), carried)).toBe('/sign-in?error=AUTH_SSO_EXPIRED');
  await expect(make(client)).rejects.toMatchObject(ASKED);

  const late = await visitor.signInThere((await go(visitor, client)).href, sub);
  await app.sql('UPDATE session SET ended_at = now() WHERE session_id = $1', [client.session?.session_id]);
  expect(await landing(visitor, late)).toBe(BACK + UNPROVEN);
  expect(await sessions()).toBe(before);
  const [row] = await app.sql<{ stale: boolean }>(
    "SELECT proved_at < now() - interval '9 minutes' AS stale FROM session WHERE session_id = $1",
    [client.session?.session_id],
  );
  expect(row?.stale).toBe(true);
});

test('a provider that does not say when it asked, or asked before, proves nothing', async () => {
  await using liar = await openHostileProvider();
  const { nia } = await company();
  const { client, visitor } = nia;
  await app.sql('UPDATE sso_config SET issuer = $2, client_id = $3, client_secret = $4 WHERE company_id = $1', [
    client.company_id,
    liar.issuer,
    liar.client_id,
    liar.client_secret,
  ]);
  await app.sql('UPDATE sso_identity SET issuer = $2, subject = $3 WHERE employee_id = $1', [
    client.employee_id,
    liar.issuer,
    'nia',
  ]);
  await growStale(client);
  const now = Math.floor(Date.now() / 1000);
  const email = `nia@${some()}.example`;
  const tries: [Record<string, unknown>, boolean][] = [
    [{}, false],
    [{ auth_time: now - 120 }, false],
    [{ auth_time: now - 120, iat: now - 120 }, false],
    [{ auth_time: now, sub: 'bo' }, false],
    [{ auth_time: now + 1 }, true],
  ];
  for (const [claims, good] of tries) {
    const there = await go(visitor, client);
    liar.forge(there.searchParams.get('nonce') ?? '', { claims: { email, ...claims } });
    const query = new URLSearchParams({ code: 'any', state: there.searchParams.get('state') ?? '' });
    const lands = await landing(visitor, `${app.url}/api/auth/login/sso/callback?${query}`);
    expect(lands).toBe(good ? BACK : BACK + UNPROVEN);
    if (good) await make(client);
    else await expect(make(client), JSON.stringify(claims)).rejects.toMatchObject(ASKED);
  }
});

test('signing in is a proof as old as the provider says that it asked; one that never says it is believed', async () => {
  await using liar = await openHostileProvider();
  const { nia, owner } = await company();
  const { visitor, email } = nia;
  await setUp(owner, liar);
  const now = Math.floor(Date.now() / 1000);
  const tries: [Record<string, unknown>, boolean][] = [
    [{ auth_time: now - 3600 }, false],
    [{ auth_time: 0 }, false],
    [{ auth_time: now + 3600 }, true],
    [{}, true],
  ];
  for (const [claims, good] of tries) {
    const there = new URL(await visitor.begin(email));
    expect(there.searchParams.get('prompt')).toBeNull();
    expect(Number(there.searchParams.get('max_age'))).toBeGreaterThan(30 * 86_400);
    liar.forge(there.searchParams.get('nonce') ?? '', {
      claims: { sub: 'nia', email, email_verified: true, ...claims },
    });
    const query = new URLSearchParams({ code: 'any', state: there.searchParams.get('state') ?? '' });
    const client = signedIn(await visitor.comeBack(`${app.url}/api/auth/login/sso/callback?${query}`));
    if (good) await make(client);
    else await expect(make(client), JSON.stringify(claims)).rejects.toMatchObject(ASKED);
  }
});

test('people come back to a page of the app, and to no other', async () => {
  const { nia, owner } = await company();
  for (const back of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a\r\nset-cookie: a=b', 'admin'])
    await expect(go(nia.visitor, nia.client, back), back).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(go(nia.visitor, owner)).rejects.toMatchObject({ code: 'AUTH_SSO_NOT_CONFIGURED' });
  await expect(go(nia.visitor, new TestClient(app.url))).rejects.toMatchObject({ code: 'AUTH_INVALID_TOKEN' });
});
