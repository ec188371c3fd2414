// The identity provider of company A, which speaks the standard's own words beside the contract, and looks for what is company B's.
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { getProvisioning, revokeToken } from '#contract/provisioning.ts';
import { ask, equal, newProvider, newUser, type Provider, patch } from '../../flows/provisioning.fixture.ts';
import { CANARY } from '../judge.ts';
import { type Side, some, type World } from '../world.ts';

const everythingOfB = ({ app, b }: World): Promise<object[]> =>
  app.sql(
    `SELECT to_jsonb(e) AS row FROM employee e WHERE company_id = $1
     UNION ALL SELECT to_jsonb(g) FROM people_group g WHERE company_id = $1
     UNION ALL SELECT to_jsonb(m) FROM people_group_member m WHERE company_id = $1
     UNION ALL SELECT to_jsonb(p) FROM provisioned_person p WHERE company_id = $1 ORDER BY 1`,
    [b.company_id],
  );

/** A company has two keys at most: all go but the one that it has all the time. */
async function onlyNewProvider({ owner, word, scim_token_id }: Side): Promise<Provider> {
  for (const { token_id } of (await owner.call(getProvisioning, {})).tokens)
    if (token_id !== scim_token_id) await owner.call(revokeToken, { token_id });
  return newProvider(owner, `${word} ${some()}`);
}

/** Fails if this server shows A's provider anything of B, or lets it change anything there. */
export async function providerSeesNothing(world: World, url: string): Promise<void> {
  const { token } = await onlyNewProvider(world.a);
  const before = await everythingOfB(world);
  const call = async (method: string, path: string, body?: unknown) => {
    const said = await ask(url, method, path, { token, body });
    expect(JSON.stringify(said.body ?? '').toLowerCase(), `${method} ${path}`).not.toContain(CANARY);
    return said;
  };
  const [provided] = await world.app.sql<{ employee_id: string }>(
    'SELECT employee_id FROM provisioned_person WHERE company_id = $1 LIMIT 1',
    [world.b.company_id],
  );
  const user_id = provided?.employee_id ?? '';
  const group_id = world.b.people_group_id;
  for (const [path, put, change] of [
    [`/Users/${user_id}`, newUser(), patch({ op: 'replace', path: 'title', value: 'Evil' })],
    [
      `/Groups/${group_id}`,
      { displayName: 'Evil', members: [] },
      patch({ op: 'replace', path: 'displayName', value: 'Evil' }),
    ],
  ] as const)
    for (const [method, body] of [['GET'], ['PUT', put], ['PATCH', change], ['DELETE']] as const)
      expect((await call(method, path, body)).status, `${method} ${path}`).toBe(404);

  const own = await call('POST', '/Groups', { displayName: `Plain ${some()}`, members: [] });
  expect(own.status).toBe(201);
  const member = patch({ op: 'add', path: 'members', value: [{ value: user_id }] });
  expect((await call('PATCH', `/Groups/${own.body.id}`, member)).status, 'a member of B').toBe(400);
  for (const path of ['/Users', '/Groups']) expect((await call('GET', path)).body.totalResults).toBeGreaterThan(0);
  for (const path of [`/Users?filter=${equal('id', user_id)}`, `/Groups?filter=${equal('members', user_id)}`])
    expect(await call('GET', path)).toMatchObject({ status: 200, body: { totalResults: 0 } });
  expect(await everythingOfB(world)).toEqual(before);
}

/** Fails if this server does for anybody what it does for who has a key of company A. */
export async function onlyWithAKey({ a, b }: World, url: string): Promise<void> {
  const status = async (token: string | undefined) => (await ask(url, 'GET', '/Users', { token })).status;
  const { token: gone } = await onlyNewProvider(a);
  expect(await status(gone), 'with a key').toBe(200);
  const [{ token: named }, { token: other }] = [await onlyNewProvider(a), await onlyNewProvider(b)];
  const [beginning] = /^llscim_[0-9a-f]{32}_/.exec(named) ?? [''];
  const secret = other.slice(beginning.length);
  const forged = randomBytes(32).toString('base64url');
  for (const token of [undefined, '', 'x', gone, beginning + secret, beginning + forged, a.owner.session?.access_token])
    expect(await status(token), 'with a key that is none').toBe(401);
}
