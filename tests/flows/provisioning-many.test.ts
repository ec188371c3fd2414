// Ten thousand people: gone through page by page, put into one group and taken out again. And twenty who come at once.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { newProvider, newUser, type Provider, patch } from './provisioning.fixture.ts';

const MANY = 9_999;

let app: TestApp;
let owner: TestClient;
let provider: Provider;
beforeAll(async () => {
  app = await startTestApp();
  owner = (await registerCompany(app)).owner;
  provider = await newProvider(owner);
  await app.sql(
    `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key, employee_account_status,
       sort_name, search_text, activated_at)
     SELECT $1, gen_random_uuid(), 'Person', n::text, 'p' || n || '@many.example', 'p' || n || '@many.example', 'ACTIVE',
       'person ' || n, 'person ' || n, now() FROM generate_series(1, $2::integer) AS n`,
    [owner.company_id, MANY],
  );
  await app.sql('ANALYZE employee');
});
afterAll(() => app?.close());

test('pages come to everybody once, and each in time', async () => {
  const seen = new Set<string>();
  const took: number[] = [];
  for (let startIndex = 1; seen.size < MANY + 1; startIndex += 200) {
    const began = performance.now();
    const { body } = await provider.call('GET', `/Users?startIndex=${startIndex}&count=200`);
    took.push(performance.now() - began);
    expect(body).toMatchObject({ totalResults: MANY + 1, startIndex });
    if (!body.itemsPerPage) break;
    for (const { id } of body.Resources) seen.add(id);
  }
  expect(seen.size).toBe(MANY + 1);
  const p99 = took.toSorted((x, y) => x - y)[Math.ceil(took.length * 0.99) - 1];
  console.info(`pages of 200 of ${MANY + 1}: p99 ${p99?.toFixed(0)} ms`);
  expect((await provider.call('GET', `/Users?startIndex=${MANY + 2}`)).body).toMatchObject({
    itemsPerPage: 0,
    Resources: [],
  });
  expect((await provider.call('GET', '/Users?count=0')).body).toMatchObject({ totalResults: MANY + 1, Resources: [] });
  expect((await provider.call('GET', '/Users?count=100000')).body.itemsPerPage).toBe(200);
  expect((await provider.call('GET', '/Users?startIndex=-5&count=-5')).body).toMatchObject({
    startIndex: 1,
    itemsPerPage: 0,
  });
  expect((await provider.call('GET', '/Users?count=many')).status).toBe(400);
  const brief = await provider.call('GET', '/Users?count=1&attributes=userName');
  expect(Object.keys(brief.body.Resources[0]).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName']);
});

test('ten thousand are put into a group, replaced, and taken out, in one call each', async () => {
  const rows = await app.sql<{ value: string }>('SELECT employee_id AS value FROM employee WHERE company_id = $1', [
    owner.company_id,
  ]);
  expect(rows).toHaveLength(MANY + 1);
  const made = await provider.call('POST', '/Groups', { displayName: 'Everybody', members: rows });
  expect(made.status).toBe(201);
  expect(made.body.members).toHaveLength(MANY + 1);
  const { id } = made.body;
  const half = rows.slice(0, 5_000);
  const replaced = await provider.call(
    'PATCH',
    `/Groups/${id}?excludedAttributes=members`,
    patch({ op: 'replace', path: 'members', value: half }),
  );
  expect([replaced.status, 'members' in replaced.body]).toEqual([200, false]);
  expect((await provider.call('GET', `/Groups/${id}`)).body.members).toHaveLength(5_000);
  await provider.call('PATCH', `/Groups/${id}`, patch({ op: 'remove', path: 'members', value: half }));
  expect((await provider.call('GET', `/Groups/${id}`)).body.members).toEqual([]);
  const more = [...rows, { value: uuid() }];
  const refused = await provider.call('PUT', `/Groups/${id}`, { displayName: 'Everybody', members: more });
  expect([refused.status, refused.body.scimType]).toEqual([400, 'tooMany']);
});

test('of twenty who make the same person at once one does', async () => {
  const user = newUser();
  const answers = await Promise.all(Array.from({ length: 20 }, () => provider.call('POST', '/Users', user)));
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
    201,
    ...Array.from({ length: 19 }, () => 409),
  ]);
  expect(answers.filter(({ status }) => status === 409).every(({ body }) => body.scimType === 'uniqueness')).toBe(true);
  const group = { displayName: 'At once', externalId: 'g' };
  const groups = await Promise.all(Array.from({ length: 10 }, () => provider.call('POST', '/Groups', group)));
  expect(groups.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('of two who change the same version at once one does', async () => {
  const { body } = await provider.call('POST', '/Users', newUser());
  const change = (value: string) =>
    provider.call('PATCH', `/Users/${body.id}`, patch({ op: 'replace', path: 'title', value }), {
      'if-match': body.meta.version,
    });
  const answers = await Promise.all(['Baker', 'Cook', 'Driver'].map(change));
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 412, 412]);
});
