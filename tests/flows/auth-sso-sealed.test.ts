// What company sign-on keeps lies sealed in the database, with a real provider.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { type IdentityProvider, openProvider, outboundHere } from '#tests/kit/outside/identity-provider.ts';
import { prove, setUp, Visitor } from './sso.fixture.ts';

let app: TestApp;
let provider: IdentityProvider;
beforeAll(async () => {
  app = await startTestApp({}, { outbound: outboundHere() });
  provider = await openProvider(app.url);
});
afterAll(async () => {
  await provider?.[Symbol.asyncDispose]();
  await app?.close();
});

test('what the provider gave us to keep lies sealed, also what a server of the version before has kept', async () => {
  const domain = `${randomBytes(4).toString('hex')}.example`;
  const { owner, company_id } = await registerCompany(app, { email_id: `olive@${domain}` });
  await prove(app, owner, domain);
  await setUp(owner, provider);
  const sub = 'sub-of-nia';
  provider.know({ sub, email: `nia@${domain}`, email_verified: true, given_name: 'Nia', family_name: 'Newell' });
  const enter = async () => {
    const signed = await new Visitor(app).signIn(`nia@${domain}`, sub);
    if (typeof signed === 'string') throw new Error(`Refused: ${signed}`);
    return signed;
  };
  const of = [company_id];
  const kept = async () => {
    const [config] = await app.sql<{ secret: string }>(
      'SELECT client_secret AS secret FROM sso_config WHERE company_id = $1',
      of,
    );
    const tokens = await app.sql<{ id_token: string }>('SELECT id_token FROM sso_session WHERE company_id = $1', of);
    return { secret: config?.secret ?? '', tokens: tokens.map(({ id_token }) => id_token) };
  };
  expect((await kept()).secret).toMatch(/^sealed:/);
  expect((await kept()).secret).not.toContain(provider.client_secret);
  // The same secret again is no change.
  const before = await kept();
  await setUp(owner, provider);
  expect(await kept()).toEqual(before);
  await app.sql('UPDATE sso_config SET client_secret = $2 WHERE company_id = $1', [company_id, provider.client_secret]);
  await setUp(owner, provider);
  const nia = await enter();
  const { secret, tokens } = await kept();
  expect(secret).toMatch(/^sealed:/);
  expect(tokens).toEqual([expect.stringMatching(/^sealed:/)]);
  await enter();

  // One that a server has kept in clear until now signs out there, too.
  await app.sql("UPDATE sso_session SET id_token = 'ey.in.clear' WHERE session_id = $1", [nia.session?.session_id]);
  const { session_id = '' } = nia.session ?? {};
  const { body } = await nia.raw(auth.logout, { session_id });
  expect(JSON.stringify(body)).toContain('id_token_hint=ey.in.clear');
});
