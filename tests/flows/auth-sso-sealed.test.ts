// What company sign-on keeps lies sealed in the database, with a real provider.
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import type { TestApp } from '#tests/kit/app.ts';
import { type IdentityProvider, openProvider } from '#tests/kit/outside/identity-provider.ts';
import { companyBeside, known, setUp, signedIn, startBeside, Visitor } from './sso.fixture.ts';

let app: TestApp;
let provider: IdentityProvider;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, provider, close } = await startBeside(openProvider));
});
afterAll(() => close?.());

test('what the provider gave us to keep lies sealed, also what a server of the version before has kept', async () => {
  const { owner, company_id, domain } = await companyBeside(app, provider);
  const email = `nia@${domain}`;
  const sub = known(provider, email);
  const enter = async () => signedIn(await new Visitor(app).signIn(email, sub));
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
