// New keys for what lies sealed in the database, while the old ones still open: everything goes on working, before it is sealed anew, after,
// and once the old keys are gone.
// @module-tag long
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as second from '#contract/auth/second-factor.ts';
import * as auth from '#contract/auth.ts';
import { addKey, PURPOSES } from '#server/platform/db/keys/key-file.ts';
import { countOld, reseal } from '#server/platform/db/keys/resealing.ts';
import { createSealers, type Sealers } from '#server/platform/db/sealer.ts';
import { sealedColumns } from '#server/registry.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { type FinchServer, openFinch, worker } from '#tests/kit/outside/finch-server.ts';
import { type IdentityProvider, openProvider, outboundHere } from '#tests/kit/outside/identity-provider.ts';
import { verdict } from './auth.fixture.ts';
import { keysIn, newestAlone, runKeys } from './keys.fixture.ts';
import { at, employedAt, fetched } from './people-finch.fixture.ts';
import { rowsOf } from './people-import.fixture.ts';
import { challenged, codeOf, forgetSteps, setUpTotp } from './second-factor.fixture.ts';
import { prove, setUp, Visitor } from './sso.fixture.ts';

let app: TestApp;
let finch: FinchServer;
let provider: IdentityProvider;
beforeAll(async () => {
  finch = await openFinch();
  app = await startTestApp({}, { outbound: finch.outbound(outboundHere()) });
  provider = await openProvider(app.url);
});
afterAll(async () => {
  await app?.close();
  await provider?.[Symbol.asyncDispose]();
  await finch?.[Symbol.asyncDispose]();
});

const keys = (...words: string[]) => {
  const { host, port, user, database } = app.connection;
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
  return runKeys({ DATABASE_URL, DATA_DIR: app.dataDir }, ...words);
};

/** Everything that lies sealed, by the tables' own words. */
const SEALED = `SELECT 'second-factor' AS purpose, secret AS sealed, company_id || '/' || employee_id AS owner FROM second_factor
  UNION ALL SELECT 'finch', sealed_key, company_id::text FROM finch_connection
  UNION ALL SELECT 'sso', decode(translate(rpad(t, (length(t) + 3) / 4 * 4, '='), '-_', '+/'), 'base64'), owner FROM (
    SELECT substr(client_secret, 8) AS t, company_id::text AS owner FROM sso_config
    UNION ALL SELECT substr(id_token, 8), session_id::text FROM sso_session) s`;

/** Purposes of what does not open. */
async function shut(sealers: Sealers): Promise<string[]> {
  const rows = await app.sql<{ purpose: keyof Sealers; sealed: Buffer; owner: string }>(SEALED);
  return rows.filter((row) => !sealers[row.purpose].open(row.sealed, row.owner)).map(({ purpose }) => purpose);
}

/** A company with company sign-on, one whose people Finch reads, and somebody with an authenticator app: whether it all works. */
async function everything(): Promise<() => Promise<void>> {
  const domain = at();
  const { owner } = await registerCompany(app, { email_id: `olive@${domain}` });
  await prove(app, owner, domain);
  await setUp(owner, provider);
  provider.know({ sub: 'nia', email: `nia@${domain}`, email_verified: true, given_name: 'Nia', family_name: 'Newell' });
  const enter = async () => {
    const entered = await new Visitor(app).signIn(`nia@${domain}`, 'nia');
    if (typeof entered === 'string') throw new Error(`Refused: ${entered}`);
    return entered;
  };
  const employed = await employedAt(app, finch, [worker({ email: `rosa@${at()}` })]);
  const { secret } = await setUpTotp(app, employed.owner);
  let inside = await enter();
  return async () => {
    const asked = finch.asked.length;
    const { import_id } = await fetched(employed.owner);
    expect(await rowsOf(employed.owner, import_id)).toHaveLength(1);
    expect(finch.asked.slice(asked).map(({ key }) => key)).toContain(employed.key);
    await forgetSteps(app, employed.owner.employee_id);
    const { client, challenge_id } = await challenged(app.url, employed.email);
    expect(verdict(await client.raw(second.answerSecondFactor, { challenge_id, code: codeOf(secret) }))).toBe('200');
    const { body } = await inside.raw(auth.logout, { session_id: inside.session?.session_id ?? '' });
    expect(JSON.stringify(body)).toContain('id_token_hint=ey');
    inside = await enter();
  };
}

test('what lies sealed for each purpose is named, but for the cookies', () => {
  const named = new Set<string>(sealedColumns.map(({ purpose }) => purpose));
  expect(PURPOSES.filter((purpose) => !named.has(purpose))).toEqual(['device']);
});

test('a new key comes, the old one goes, and all that was sealed works throughout', async () => {
  const works = await everything();
  await works();
  const before = keysIn(app.dataDir);
  const secrets = () => Object.values(keysIn(app.dataDir)).flat();
  expect(await keys('retire')).toMatchObject({ code: 0, said: expect.stringContaining('nothing to take away') });

  const rotated = await keys('rotate');
  expect(rotated, rotated.said).toMatchObject({ code: 0, said: expect.stringContaining('Start all servers') });
  const after = keysIn(app.dataDir);
  for (const purpose of PURPOSES) expect(after[purpose], purpose).toEqual([expect.any(String), before[purpose]?.[0]]);
  const listed = await keys();
  for (const purpose of PURPOSES) expect(listed.said).toMatch(new RegExp(`${purpose} +2 keys, changed last at 20`));
  for (const secret of secrets()) expect(rotated.said + listed.said).not.toContain(secret);

  expect(await shut(newestAlone(app.dataDir))).toHaveLength(4);
  const refused = await keys('retire');
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('Still sealed with an older key');
  for (const table of ['second_factor', 'finch_connection', 'sso_config', 'sso_session'])
    expect(refused.said).toContain(`${table}: 1 row`);
  expect(keysIn(app.dataDir)).toEqual(after);

  await app.restart();
  await works();
  await expect.poll(() => shut(newestAlone(app.dataDir))).toEqual([]);
  await works();
  const [device] = after['device'] ?? [];
  const retired = await keys('retire', 'sso', 'finch', 'second-factor');
  expect(retired, retired.said).toMatchObject({ code: 0, said: expect.not.stringContaining('Cookies') });
  expect(keysIn(app.dataDir)['device']).toHaveLength(2);
  expect((await keys('retire')).said).toContain('Cookies lie in browsers');
  expect(secrets()).toEqual(Object.values(after).map(([newest]) => newest));
  expect(keysIn(app.dataDir)['device']).toEqual([device]);

  await app.restart();
  await works();
});

test('what is changed at the same moment keeps the newer value, and is sealed anew later', async () => {
  const { owner, company_id } = await registerCompany(app);
  await setUpTotp(app, owner);
  const { employee_id } = owner;
  const whose = `${company_id}/${employee_id}`;
  const kept = async () =>
    (await app.sql<{ secret: Buffer }>('SELECT secret FROM second_factor WHERE employee_id = $1', [employee_id]))[0]
      ?.secret ?? Buffer.alloc(0);
  const old = createSealers(app.dataDir);
  addKey(app.dataDir, 'second-factor');
  const { db, log } = app.app.context;
  const needs = { db, log, sealers: createSealers(app.dataDir) };
  const newer = old['second-factor'].seal(Buffer.from('newer'), whose);

  const somebody = new pg.Client(app.connection);
  await somebody.connect();
  await somebody.query('BEGIN');
  await somebody.query('SELECT FROM second_factor WHERE employee_id = $1 FOR UPDATE', [employee_id]);
  const sealing = reseal(needs, sealedColumns);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE 'UPDATE second_factor SET secret%'`;
  await expect.poll(() => app.sql(waiting)).toHaveLength(1);
  await somebody.query('UPDATE second_factor SET secret = $2 WHERE employee_id = $1', [employee_id, newer]);
  await somebody.query('COMMIT');
  await somebody.end();
  await sealing;
  expect(await kept()).toEqual(newer);
  expect(await countOld(needs, sealedColumns)).toEqual(new Map([['second_factor', 1]]));
  await reseal(needs, sealedColumns);
  const newest = newestAlone(app.dataDir)['second-factor'];
  expect(newest.open(await kept(), whose)?.toString()).toBe('newer');
  expect(await countOld(needs, sealedColumns)).toEqual(new Map());
});

test('more rows than are read at once, by two servers at once; what no key opens, and what is in clear, stays', async () => {
  const { owner, company_id } = await registerCompany(app);
  const { session_id } = owner.session ?? {};
  const sessions = await app.sql<{ session_id: string }>(
    `INSERT INTO session SELECT (jsonb_populate_record(s, jsonb_build_object('session_id', gen_random_uuid()))).*
       FROM session s, generate_series(1, 450) WHERE session_id = $1 RETURNING session_id`,
    [session_id],
  );
  const of = sessions.map((row) => row.session_id);
  const old = createSealers(app.dataDir);
  const foreign = `sealed:${randomBytes(60).toString('base64url')}`;
  const tokens = of.map((id, n) => {
    if (n < 2) return n ? foreign : 'ey.in.clear';
    return `sealed:${old.sso.seal(Buffer.from(`token ${id}`), id).toString('base64url')}`;
  });
  await app.sql(
    `INSERT INTO sso_session (company_id, session_id, end_session_endpoint, client_id, id_token, origin)
     SELECT $1, t.id, '', '', t.token, '' FROM unnest($2::uuid[], $3::text[]) AS t (id, token)`,
    [company_id, of, tokens],
  );
  addKey(app.dataDir, 'sso');
  const { db, log } = app.app.context;
  const needs = { db, log, sealers: createSealers(app.dataDir) };
  await Promise.all([reseal(needs, sealedColumns), reseal(needs, sealedColumns)]);
  const rows = await app.sql<{ session_id: string; id_token: string }>(
    'SELECT session_id, id_token FROM sso_session WHERE company_id = $1',
    [company_id],
  );
  const { sso } = newestAlone(app.dataDir);
  const now = new Map(rows.map((row) => [row.session_id, row.id_token]));
  expect([now.get(of[0] ?? ''), now.get(of[1] ?? '')]).toEqual(['ey.in.clear', foreign]);
  const wrong = of.slice(2).filter((id) => {
    const token = now.get(id) ?? '';
    return sso.open(Buffer.from(token.slice('sealed:'.length), 'base64url'), id)?.toString() !== `token ${id}`;
  });
  expect(wrong).toEqual([]);
});

test('what fails in one company keeps the others from nothing', async () => {
  const people = [];
  for (let n = 0; n < 3; n++) {
    const { owner } = await registerCompany(app);
    await setUpTotp(app, owner);
    people.push(owner);
  }
  const [, held] = people.sort((a, b) => (a.company_id < b.company_id ? -1 : 1));
  addKey(app.dataDir, 'second-factor');
  const { db, log } = app.app.context;
  const needs = { db, log, sealers: createSealers(app.dataDir) };
  const somebody = new pg.Client(app.connection);
  await somebody.connect();
  await somebody.query('BEGIN');
  await somebody.query('SELECT FROM second_factor WHERE employee_id = $1 FOR UPDATE', [held?.employee_id]);
  // Waits for as long as a statement may.
  await reseal(needs, sealedColumns);
  await somebody.query('COMMIT');
  await somebody.end();
  expect(await countOld(needs, sealedColumns)).toEqual(new Map([['second_factor', 1]]));
  await reseal(needs, sealedColumns);
  expect(await countOld(needs, sealedColumns)).toEqual(new Map());
});
