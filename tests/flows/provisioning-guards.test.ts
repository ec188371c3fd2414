// Each address of the standard × each way to call it wrongly: no token, a wrong one, one of another company, a revoked one, a paused
// company, ids of another company, what is no JSON, what is too large. And the tokens themselves.
// @module-tag long
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken, getProvisioning, revokeToken, SCIM_BASE } from '#contract/provisioning.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { setRowSecurity } from '../matrix/database.ts';
import { newRole } from '../matrix/world.ts';
import { ask, ERROR, equal, newProvider, newUser, type Provider, patch } from './provisioning.fixture.ts';

interface Side {
  readonly owner: TestClient;
  readonly provider: Provider;
  readonly user_id: string;
  readonly group_id: string;
}

let app: TestApp;
let a: Side;
let b: Side;
beforeAll(async () => {
  app = await startTestApp();
  [a, b] = [await newSide(), await newSide()];
});
afterAll(() => app?.close());

async function newSide(): Promise<Side> {
  const { owner } = await registerCompany(app);
  const provider = await newProvider(owner);
  const user = await provider.call('POST', '/Users', newUser());
  const group = await provider.call('POST', '/Groups', { displayName: 'Bakers', members: [{ value: user.body.id }] });
  return { owner, provider, user_id: user.body.id, group_id: group.body.id };
}

const USERS = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, '/Users/:id'] as const);
const GROUPS = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, '/Groups/:id'] as const);
const all = [
  ['GET', '/ServiceProviderConfig'],
  ['GET', '/ResourceTypes'],
  ['GET', '/ResourceTypes/User'],
  ['GET', '/Schemas'],
  ['GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User'],
  ['GET', '/Users'],
  ['POST', '/Users'],
  ...USERS,
  ['GET', '/Groups'],
  ['POST', '/Groups'],
  ...GROUPS,
] as const;
const addressed = (path: string, { user_id, group_id }: Side): string =>
  path.replace(':id', path.startsWith('/Users') ? user_id : group_id);
/** What would be carried out if the call got through. */
const bodyOf = (method: string, path: string): unknown => {
  if (method === 'PATCH')
    return patch({ op: 'replace', path: path.startsWith('/Users') ? 'title' : 'displayName', value: `Evil ${uuid()}` });
  if (method === 'POST' && path === '/Users') return newUser();
  if (method === 'POST' || method === 'PUT')
    return path.startsWith('/Users') ? newUser() : { displayName: `Evil ${uuid()}`, members: [] };
  return undefined;
};

/** All that provisioning changes, of both companies. */
const everything = () =>
  app.sql(
    `SELECT to_jsonb(e) AS row FROM employee e UNION ALL SELECT to_jsonb(g) FROM people_group g
     UNION ALL SELECT to_jsonb(m) FROM people_group_member m UNION ALL SELECT to_jsonb(p) FROM provisioned_person p ORDER BY 1`,
  );

async function expectRefusal(
  status: number,
  method: string,
  path: string,
  given: Partial<Parameters<typeof ask>[3]> = {},
): Promise<void> {
  const before = await everything();
  const answer = await ask(app.url, method, path, { body: bodyOf(method, path), ...given });
  expect(answer.body, `${method} ${path}`).toMatchObject({ schemas: [ERROR], status: String(status) });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
  expect(await everything()).toEqual(before);
}

describe.each(all)('%s %s', (method, path) => {
  test('answers who has the token', async () => {
    const side = await newSide();
    const { status } = await side.provider.call(method, addressed(path, side), bodyOf(method, path));
    expect(status).toBe(method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200);
  });
  test('refuses who has none, a wrong one, one that looks like one, or a session', async () => {
    const at = addressed(path, a);
    const forged = `llscim_${a.owner.company_id.replaceAll('-', '')}_${randomBytes(32).toString('base64url')}`;
    const elsewhere = a.provider.token.replace(
      /llscim_[0-9a-f]{32}/,
      `llscim_${b.owner.company_id.replaceAll('-', '')}`,
    );
    const tokens = [undefined, 'x', '', forged, elsewhere, a.owner.session?.access_token];
    for (const token of tokens) await expectRefusal(401, method, at, { token });
    await expectRefusal(401, method, at, { headers: { authorization: `Basic ${a.provider.token}` } });
  });
  test('refuses a token that was revoked', async () => {
    const { token, token_id } = await newProvider(b.owner);
    await b.owner.call(revokeToken, { token_id });
    await expectRefusal(401, method, addressed(path, b), { token });
  });
  test('knows nothing of another company', async () => {
    if (path.includes(':id')) await expectRefusal(404, method, addressed(path, b), { token: a.provider.token });
    const { body } = await a.provider.call('GET', path.startsWith('/Groups') ? '/Groups' : '/Users');
    expect(JSON.stringify(body)).not.toContain(path.startsWith('/Groups') ? b.group_id : b.user_id);
  });
});

const writing = all.filter(([method]) => ['POST', 'PUT', 'PATCH'].includes(method));
describe.each(writing)('%s %s', (method, path) => {
  test('refuses what is no JSON, no object, poisoned, of another type, or too large', async () => {
    const { token } = a.provider;
    const at = addressed(path, a);
    for (const body of ['{', '', '[]', '"x"', 'null', '{"__proto__":{"active":true}}'])
      await expectRefusal(400, method, at, { token, body });
    await expectRefusal(415, method, at, { token, body: '<user/>', headers: { 'content-type': 'application/xml' } });
    await expectRefusal(413, method, at, { token, body: `{"title":"${'x'.repeat(4_200_000)}"}` });
  });
});

test('what is nowhere is said in the words of the standard', async () => {
  await expectRefusal(404, 'GET', '/Bulk', { token: a.provider.token });
  await expectRefusal(404, 'GET', '/Users/nobody', { token: a.provider.token });
  await expectRefusal(404, 'GET', `/Groups/${uuid()}`, { token: a.provider.token });
  await expectRefusal(401, 'GET', '/Bulk');
  const config = await a.provider.call('GET', '/ServiceProviderConfig');
  expect(config.body).toMatchObject({
    bulk: { supported: false },
    patch: { supported: true },
    etag: { supported: true },
  });
});

test('a member of another company cannot be put into a group, nor be anybody’s manager', async () => {
  const member = { op: 'add', path: 'members', value: [{ value: b.user_id }] };
  const answer = await a.provider.call('PATCH', `/Groups/${a.group_id}`, patch(member));
  expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue']);
});

test('without row-level security the code keeps companies apart by itself', async () => {
  await setRowSecurity(app, false);
  try {
    const { token } = a.provider;
    for (const [method, path] of [...USERS, ...GROUPS]) await expectRefusal(404, method, addressed(path, b), { token });
    const member = { op: 'add', path: 'members', value: [{ value: b.user_id }] };
    expect((await a.provider.call('PATCH', `/Groups/${a.group_id}`, patch(member))).status).toBe(400);
    const lists = await Promise.all(
      [
        '/Users',
        '/Groups',
        `/Users?filter=${equal('id', b.user_id)}`,
        `/Groups?filter=${equal('members', b.user_id)}`,
      ].map((path) => a.provider.call('GET', path)),
    );
    for (const { status, body } of lists) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(b.user_id);
      expect(JSON.stringify(body)).not.toContain(b.group_id);
    }
    const elsewhere = token.replace(/llscim_[0-9a-f]{32}/, `llscim_${b.owner.company_id.replaceAll('-', '')}`);
    await expectRefusal(401, 'GET', '/Users', { token: elsewhere });
  } finally {
    await setRowSecurity(app, true);
  }
});

test('a paused company is served later', async () => {
  const { owner, provider } = await newSide();
  await app.sql("UPDATE company SET status = 'SUSPENDED' WHERE company_id = $1", [owner.company_id]);
  expect((await provider.call('GET', '/Users')).status).toBe(503);
});

test('tokens: said once, two at most, revoked, and nowhere in the database', async () => {
  const { owner } = await registerCompany(app);
  const make = (token_id: string) => owner.call(createToken, { token_id, token_name: 'Okta' });
  const [one, two] = [uuid(), uuid()];
  const { secret, provisioning } = await make(one);
  expect(secret).toMatch(/^llscim_[0-9a-f]{32}_[\w-]{43}$/);
  expect(provisioning.tokens).toMatchObject([
    { token_id: one, token_name: 'Okta', created_by: owner.employee_id, last_used_at: null },
  ]);
  expect((await make(one)).secret).toBeNull();
  await make(two);
  await expect(make(uuid())).rejects.toMatchObject({ code: 'TOO_MANY_TOKENS' });
  await ask(app.url, 'GET', '/Users', { token: secret ?? '' });
  await ask(app.url, 'GET', `/Users/${uuid()}`, { token: secret ?? '' });
  const setup = await owner.call(getProvisioning, {});
  expect(setup.tokens.map(({ last_used_at }) => last_used_at === null)).toEqual([false, true]);
  expect(setup.failures).toMatchObject([{ method: 'GET', resource: 'Users', status: 404 }]);
  await owner.call(revokeToken, { token_id: one });
  await expect(owner.call(revokeToken, { token_id: one })).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' });
  expect((await ask(app.url, 'GET', '/Users', { token: secret ?? '' })).status).toBe(401);
  const tables = await app.sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  for (const { name } of tables) {
    const rows = await app.sql(`SELECT 1 FROM ${name} t WHERE t::text LIKE $1`, [`%${secret?.slice(-43)}%`]);
    expect(rows, name).toEqual([]);
  }
});

test('three at once are two', async () => {
  const { owner } = await registerCompany(app);
  const made = await Promise.allSettled(
    [1, 2, 3].map(() => owner.call(createToken, { token_id: uuid(), token_name: 'x' })),
  );
  // Of two that take the same place one is told to try again.
  expect(made.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
  expect((await owner.call(getProvisioning, {})).tokens.length).toBeLessThanOrEqual(2);
});

test('who configures the company but does not manage people hands on no token', async () => {
  const { owner, company_id } = await registerCompany(app);
  const role_id = await newRole(app, company_id, 'Configurer', ['company.configure']);
  const by = await addPerson(app, owner, { role_ids: [role_id] });
  expect((await by.call(getProvisioning, {})).tokens).toEqual([]);
  await expect(by.call(createToken, { token_id: uuid(), token_name: 'x' })).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
});

test('too many calls are told to wait', async () => {
  await using busy = await startTestApp({ rateFactor: 1 });
  const { owner } = await registerCompany(busy);
  const provider = await newProvider(owner);
  let last = 200;
  for (let round = 0; round < 20 && last === 200; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(busy.url, 'GET', '/Schemas', { token: 'wrong' })),
    );
    last = answers.some(({ status, headers }) => status === 429 && headers.has('retry-after')) ? 429 : 200;
  }
  expect(last).toBe(429);
  expect((await provider.call('GET', '/Schemas')).status).toBe(200);
  expect(SCIM_BASE).toBe('/api/scim/v2');
});
