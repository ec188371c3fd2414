// The authorisation matrix: every endpoint of the contract × every way to call it wrongly, over the real server. Generated:
// a new endpoint is covered by its entry in matrix/cases.ts, and fails without one. Also what the database guards itself.
// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { endpoints, eventTypes, features } from '#contract/registry.ts';
import { type App, buildApp } from '#server/app.ts';
import { APP_ROLE } from '#server/platform/db/migrate.ts';
import { cases } from './matrix/cases.ts';
import { foreignIds, hiddenIds } from './matrix/columns/foreign.ts';
import { permissionColumns } from './matrix/columns/permission.ts';
import { staleProof } from './matrix/columns/proof.ts';
import { executingColumns, repeatColumns, tooOften } from './matrix/columns/repeat.ts';
import { sessionColumns } from './matrix/columns/session.ts';
import { shapeColumns, textColumn } from './matrix/columns/shape.ts';
import { standingColumns } from './matrix/columns/standing.ts';
import { stillValid, validCall } from './matrix/columns/valid.ts';
import { asApp, looseKeys, routesIn, setRowSecurity, tablesOf } from './matrix/database.ts';
import { type Column, type Row, rowOf } from './matrix/row.ts';
import { lintEndpoint } from './matrix/rules/lint.ts';
import { fieldsLeftOut, missingCase } from './matrix/rules/missing.ts';
import { buildWorld, tokenKeeper, type World } from './matrix/world.ts';

let world: World;
let crowded: App;
let crowdedUrl = '';

beforeAll(async () => {
  world = await buildWorld();
  // The same database behind a second server that has room for one call of each rate class.
  const { app, connection } = world.app;
  crowded = await buildApp({
    config: { ...app.context.config, rateFactor: 1e-6 },
    connection,
    logLevel: 'fatal',
  });
  crowdedUrl = await crowded.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await crowded?.close();
  await world?.app.close();
});
beforeEach(tokenKeeper(() => world));

const featureOf = (endpoint: Endpoint): string =>
  Object.entries(features).find(([, feature]) => Object.values(feature).some((one) => one === endpoint))?.[0] ?? '';

/** Addresses that speak no envelope, and what guards them instead of a session. */
const BYTES: Readonly<Record<string, string>> = {
  'GET /api/auth/login/sso/callback':
    'the state that the company’s provider sends back, and the cookie of the browser that began it',
  'GET /api/files/:company_id/:file_id/:name':
    'the signature in a private address; a public file is for who knows its id',
  'GET /metrics': 'METRICS_TOKEN, or being on this machine',
  ...Object.fromEntries(
    ['ResourceTypes', 'ResourceTypes/:id', 'Schemas', 'Schemas/:id', 'ServiceProviderConfig'].map((path) => [
      `GET /api/scim/v2/${path}`,
      'a token of the company’s identity provider (tests/flows/provisioning-guards.test.ts)',
    ]),
  ),
  ...Object.fromEntries(
    ['Users', 'Groups'].flatMap((path) =>
      [
        `GET ${path}`,
        `POST ${path}`,
        ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${path}/:id`),
      ].map((address) => [
        address.replace(' ', ' /api/scim/v2/'),
        'a token of the company’s identity provider (tests/flows/provisioning-guards.test.ts)',
      ]),
    ),
  ),
  'POST /api/files/upload': 'the signed policy of the form',
};

describe('the contract', () => {
  test.for(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is declared soundly',
    ([, endpoint]) => {
      expect(lintEndpoint(endpoint, featureOf(endpoint))).toEqual([]);
    },
  );
  test('names, addresses and events are unique', () => {
    const doubles = (list: readonly string[]) => list.filter((one, index) => list.indexOf(one) !== index);
    expect(doubles(endpoints.map((e) => e.name))).toEqual([]);
    expect(doubles(endpoints.map((e) => `${e.method} ${e.path}`))).toEqual([]);
    expect(doubles(eventTypes.map((e) => e.name))).toEqual([]);
  });
  test('the server answers what the contract says, and nothing else', () => {
    const registered = routesIn(world.app.app.http.printRoutes({ commonPrefix: false }));
    const declared = endpoints.map((e) => `${e.method} ${API_BASE}${e.path}`);
    expect(registered).toEqual([...declared, ...Object.keys(BYTES)].sort());
  });
  test('of each thing that can be changed it is said who sees it but may not', () => {
    const open = endpoints.filter(
      (e) => e.access === 'session' && e.idempotency !== 'none' && Object.keys(e.refs).length,
    );
    const unsaid = open.filter((e) => !cases.get(e.name)?.notBy && !cases.get(e.name)?.byAnybody);
    expect(
      unsaid.map((e) => e.name),
      'give notBy, or byAnybody with a reason, in matrix/cases.ts',
    ).toEqual([]);
  });
  test('no case is left of an endpoint that is gone', () => {
    expect([...cases.keys()].filter((name) => !endpoints.some((e) => e.name === name))).toEqual([]);
  });
});

/**
 * Tables that a transaction in system scope sees across companies, and why. Everything else is one company's at a time.
 */
const ACROSS: Readonly<Record<string, string>> = {
  access_token: 'a token says whose it is before the company is known; dead ones are swept away',
  audit_pending: 'what was recorded is chained for all',
  client_error: 'what breaks in browsers is for whoever runs the server, and no company',
  company: 'signing in by address or domain finds companies',
  company_config: 'the job that removes old messages looks who wants that',
  credential: 'signing in tries the password in all companies of the address',
  data_export: 'what is to be made, or is over, is looked for in all',
  device: 'the address of a device is taken from whoever had it',
  employee: 'signing in looks an address up',
  erased_person: 'whose name may still stand somewhere is looked for in all',
  event: 'old events are swept away',
  file: 'what nobody uploaded or uses is swept away',
  finch_connection: 'what was not fetched is shown to whoever runs the server',
  idempotency_key: 'old keys are swept away',
  insight_day: 'which company was not counted for a while is looked for in all',
  last_seen: 'sessions of all companies are swept away at once, and noted in it',
  leaver: 'whose time to come back is over is erased',
  link_page: 'what was found yesterday is swept away',
  mail: 'the queue is delivered for all',
  notification: 'old entries are swept away',
  notification_due: 'what is due is sent for all',
  notification_job: 'what has happened is told for all',
  notification_waiting: 'who waits is told for all',
  operator: 'operators are of no company',
  operator_link: 'operators are of no company',
  operator_session: 'operators are of no company',
  passkey_ceremony: 'dead ones are swept away',
  people_import: 'what is to go on is looked for in all',
  preview_job: 'links are looked at for all',
  push: 'what waits is sent for all',
  push_key: 'the server has one pair of keys, and no company',
  registration: 'no company is there yet',
  reset_link: 'a mailed link says whose it is',
  scheduled_message: 'what is due is sent for all',
  sign_in_challenge:
    'the second step of signing in says whose it is before the company is known; dead ones are swept away',
  sso_domain: 'who types an address is in no company yet',
  sso_login: 'what comes back from a provider says whose it is before the company is known; dead ones are swept away',
  scim_failure: 'old ones are swept away',
  session: 'the lasting cookie says whose it is; dead ones are swept away',
};

/** Nobody changes whose a line of these is, not even with the right company. */
const APPENDED: readonly string[] = ['audit_anchor', 'audit_event', 'audit_seal', 'erased_person'];

describe('the database', () => {
  test('isolates every table by row-level security, for its owner too', async () => {
    const tables = await tablesOf(world.app);
    expect(tables.length).toBeGreaterThan(10);
    expect(tables.filter((t) => !t.enabled || !t.forced).map((t) => t.name)).toEqual([]);
    expect(tables.filter((t) => t.primary_key[0] !== 'company_id').map((t) => t.name)).toEqual([]);
    expect(tables.filter((t) => t.across).map((t) => t.name)).toEqual(Object.keys(ACROSS).sort());
    expect(await looseKeys(world.app)).toEqual([]);
  });
  test('gives the app a role that cannot step around that', async () => {
    const [role] = await world.app.sql(
      'SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = $1',
      [APP_ROLE],
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    expect((await tablesOf(world.app)).filter((t) => t.owner === APP_ROLE)).toEqual([]);
    const attempts = [
      'SELECT * FROM migration',
      'UPDATE audit_event SET action = action',
      'DELETE FROM audit_event',
      'UPDATE audit_seal SET position = 0',
      'DELETE FROM audit_seal',
      'UPDATE audit_anchor SET position = 0',
      'DELETE FROM audit_anchor',
      'UPDATE erased_person SET employee_id = company_id',
      'DELETE FROM erased_person',
      'TRUNCATE event',
      'CREATE TABLE own (a int)',
      'ALTER TABLE event DISABLE ROW LEVEL SECURITY',
      'CREATE POLICY mine ON event USING (true)',
    ];
    for (const attempt of attempts)
      await expect(
        asApp(world.app, world.a.company_id, (query) => query(attempt)),
        attempt,
      ).rejects.toThrow(/permission denied|must be owner/);
  });
  test('shows nothing without a company', async () => {
    for (const { name } of await tablesOf(world.app))
      expect(await asApp(world.app, undefined, (query) => query(`SELECT 1 FROM ${name} LIMIT 1`)), name).toEqual([]);
  });
  test('shows one company to a query that asks for all, and lets it write no other', async () => {
    const { a, b, app } = world;
    let seen = 0;
    for (const { name } of await tablesOf(app)) {
      // ONLY: `message_found` shows rows of `message`, and those only to who searches (tests/flows/search.test.ts).
      const all = await app.sql<{ company_id: string }>(`SELECT company_id FROM ONLY ${name}`);
      const own = all.filter((row) => row.company_id === a.company_id).length;
      const visible = await asApp(app, a.company_id, (query) =>
        query<{ company_id: string }>(`SELECT company_id FROM ${name}`),
      );
      expect(
        visible.filter((row) => row.company_id !== a.company_id),
        name,
      ).toEqual([]);
      expect(visible.length, name).toBe(own);
      seen += all.filter((row) => row.company_id === b.company_id).length;
      if (own && !APPENDED.includes(name))
        await expect(
          asApp(app, a.company_id, (query) => query(`UPDATE ${name} SET company_id = $1`, [b.company_id])),
          name,
        ).rejects.toThrow(/row-level security/);
    }
    expect(seen, 'rows of company B that there are').toBeGreaterThan(50);
  });
});

const rows = new Map<string, Row>();
function rowFor(endpoint: Endpoint, set = rows): Row {
  const found = set.get(endpoint.name);
  if (found) return found;
  const given = cases.get(endpoint.name);
  if (!given) throw new Error(missingCase(endpoint));
  const row = rowOf(endpoint, given, world);
  set.set(endpoint.name, row);
  return row;
}

/** The control comes first, the carried-out calls after the refused ones, and the refused input itself last. */
const columns: readonly Column[] = [
  ...sessionColumns,
  ...standingColumns,
  ...permissionColumns,
  staleProof,
  foreignIds,
  hiddenIds,
  ...shapeColumns,
  ...repeatColumns,
  tooOften(() => crowdedUrl),
  ...executingColumns,
  textColumn,
  stillValid,
];

for (const endpoint of endpoints)
  describe(endpoint.name, () => {
    test(`${endpoint.name} × ${validCall.name}`, async () => {
      const row = rowFor(endpoint);
      expect(await fieldsLeftOut(endpoint, row.case, world.a), 'fields its case in matrix/cases.ts leaves out').toEqual(
        [],
      );
      await validCall.run(row);
    });
    const given = cases.get(endpoint.name);
    if (!given) return;
    for (const column of columns.filter((one) => one.applies({ endpoint, case: given })))
      test(`${endpoint.name} × ${column.name}`, async () => {
        const row = rowFor(endpoint);
        if (!row.works) throw new Error('The valid call fails, so no refusal would prove anything');
        await column.run(row);
      });
  });

// Each of the two guards of a company holds alone: above the database's own, here the code's, with the other taken away.
describe('with row-level security switched off', () => {
  beforeAll(async () => {
    await setRowSecurity(world.app, false);
    const [table] = await tablesOf(world.app);
    const shown = await asApp(world.app, undefined, (query) => query(`SELECT 1 FROM ${table?.name} LIMIT 1`));
    expect(shown.length, 'the guard is off').toBeGreaterThan(0);
  });
  afterAll(() => setRowSecurity(world.app, true));
  const again = new Map<string, Row>();
  for (const endpoint of endpoints) {
    const given = cases.get(endpoint.name);
    if (!given) continue;
    for (const column of [validCall, foreignIds])
      if (column.applies({ endpoint, case: given }))
        test(`${endpoint.name} × ${column.name}`, () => column.run(rowFor(endpoint, again)));
  }
});
