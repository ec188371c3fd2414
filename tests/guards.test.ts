// Company B has the canary in every text of every table. Where the code forgets to say of which company, the database still shows
// nothing of it; and the matrix would notice: each guard is put to sleep in turn, endpoint by endpoint, and its column has to fail.
// @module-tag long
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, isWrite } from '#contract/kernel/endpoint.ts';
import { fileAnswer } from '#contract/kernel/file-answer.ts';
import { testPush } from '#contract/notifications/device.ts';
import { update } from '#contract/people.ts';
import { endpoints } from '#contract/registry.ts';
import { copyOf } from './flows/auth.fixture.ts';
import { subscribe } from './flows/push.fixture.ts';
import { Refused } from './kit/client.ts';
import { addPerson } from './kit/factory.ts';
import { mailsTo } from './kit/mails.ts';
import { type PushService, startPushService } from './kit/outside/push-service.ts';
import { openSocket, type TestSocket } from './kit/socket.ts';
import { cases } from './matrix/cases.ts';
import { foreignIds, hiddenIds } from './matrix/columns/foreign.ts';
import { permissionColumns } from './matrix/columns/permission.ts';
import { tooOften } from './matrix/columns/repeat.ts';
import { sameAnswer, validCall } from './matrix/columns/valid.ts';
import { setRowSecurity } from './matrix/database.ts';
import {
  declaredAs,
  type Sleeping,
  withoutCompanyFilter,
  withoutModules,
  withoutPlaces,
  withoutPlacesOrCompany,
  withoutProviderSecret,
  withoutSecondAsking,
  withoutSocketGuard,
} from './matrix/guards/asleep.ts';
import { EMPTY, liveAsB, plant, WITHOUT } from './matrix/guards/canaries.ts';
import { doors, gates, named } from './matrix/guards/doors.ts';
import { type CapturedLog, captureLog } from './matrix/guards/log.ts';
import { ownData } from './matrix/guards/own-data.ts';
import { onlyWithAKey, providerSeesNothing } from './matrix/guards/provider.ts';
import { leadsUp, nobodyRises } from './matrix/guards/roles.ts';
import { nobodyElseListens } from './matrix/guards/socket.ts';
import { blinded } from './matrix/guards/statements.ts';
import { among, BEFORE_PLACES, COUNTING, THIRD, WORDLESS } from './matrix/guards/unseen.ts';
import { callOf, send } from './matrix/http.ts';
import { CANARY, judge } from './matrix/judge.ts';
import { type Column, type Made, type Row, rowOf } from './matrix/row.ts';
import { isArchive, wordsIn } from './matrix/rules/words.ts';
import { buildWorld, type Side, tokenKeeper, type World, write } from './matrix/world.ts';

let world: World;
let blind: Sleeping;
/** To these whoever asks is in every place: of the company, or of all. */
let placeless: Sleeping;
let lawless: Sleeping;
let unasked: Sleeping;
let lenient: Sleeping;
let pushes: PushService;
/** Of company A, open all the time. */
let sockets: TestSocket[];
/** The same people at the server that does not say of which company; and people of B there. */
let blindSockets: { a: TestSocket[]; b: TestSocket[] };
let planting: Awaited<ReturnType<typeof plant>>;
let log: CapturedLog;

beforeAll(async () => {
  log = captureLog();
  [world, pushes] = await Promise.all([buildWorld({ logLevel: 'trace' }), startPushService()]);
  blind = await withoutCompanyFilter(world);
  const open = ({ owner, member, stranger }: Side, url: string) =>
    Promise.all([owner, member, stranger].map((one) => openSocket(copyOf(one, { url }))));
  sockets = await open(world.a, world.app.url);
  blindSockets = { a: await open(world.a, blind.url), b: await open(world.b, blind.url) };
  await liveAsB(world);
  await liveAsB(world, blind.url);
  planting = await plant(world);
  [placeless, lawless, unasked, lenient] = await Promise.all([
    withoutPlaces(world),
    withoutPlacesOrCompany(world),
    withoutSecondAsking(world),
    withoutModules(world),
  ]);
  // Some six hundred calls, one after the other.
}, 600_000);
afterAll(async () => {
  await Promise.all([blind, placeless, lawless, unasked, lenient].map((one) => one?.close()));
  for (const socket of [...(sockets ?? []), ...Object.values(blindSockets ?? {}).flat()]) socket.close();
  await world?.app.close();
  await pushes?.close();
  log?.stop();
});
beforeEach(tokenKeeper(() => world));

function rowFor(endpoint: Endpoint, url?: string): Row {
  const given = cases.get(endpoint.name);
  if (!given) throw new Error(`${endpoint.name} has no case`);
  return rowOf(endpoint, given, world, url);
}
const run = (column: Column, endpoint: Endpoint, url?: string): Promise<void> => column.run(rowFor(endpoint, url));
const applies = (column: Column, endpoint: Endpoint): boolean => {
  const given = cases.get(endpoint.name);
  return given !== undefined && column.applies({ endpoint, case: given });
};
/** `by`: words of the check that has to fail. That there is nothing to be checked is no proof. */
async function noticed(running: Promise<void>, by = ''): Promise<void> {
  const found = await running.then(
    () => undefined,
    (error: Error) => error,
  );
  if (found instanceof Refused) throw found;
  expect(found, 'nobody would notice that this guard is off').toBeInstanceOf(Error);
  expect(found?.message, 'the check that failed').toContain(by);
}
async function meanwhile(started: Promise<Sleeping>, work: (url: string) => Promise<void>): Promise<void> {
  const server = await started;
  try {
    await work(server.url);
  } finally {
    await server.close();
  }
}

const canariesHeard = ({ messages }: TestSocket) =>
  messages.filter((one) => JSON.stringify(one).toLowerCase().includes(CANARY));

/** It has not only heard nothing because it was closed. */
async function stillOpen({ messages, say }: TestSocket): Promise<void> {
  const answers = () => messages.filter(({ type }) => type === 'pong').length;
  const before = answers();
  say({ type: 'ping' });
  await expect.poll(answers, { timeout: 20_000 }).toBeGreaterThan(before);
}

/** Anybody may ask whether a company has a sign-on of its own, and here company B has one. */
const NO_SECRET = 'auth.sso.login';

describe('without the condition of the company in any statement, row-level security alone', () => {
  for (const endpoint of endpoints)
    for (const column of [validCall, foreignIds])
      if (applies(column, endpoint) && (column === validCall || endpoint.name !== NO_SECRET))
        test(`${endpoint.name} × ${column.name}`, () => run(column, endpoint, blind.url));
  test('such conditions were there', () => expect(blinded.filters).toBeGreaterThan(1000));
  test('to an identity provider', () => providerSeesNothing(world, blind.url));
  test('over sockets', async () => {
    await Promise.all(blindSockets.a.map(stillOpen));
    expect(blindSockets.b.flatMap(canariesHeard).length, 'by B itself').toBeGreaterThan(50);
    expect(blindSockets.a.flatMap(({ events }) => events).length).toBeGreaterThan(100);
    expect(blindSockets.a.flatMap(canariesHeard)).toEqual([]);
  });
  test('in the archive of one’s own data', async () => {
    const [own, others] = [await ownData(world.a, blind.url), await ownData(world.b, blind.url)];
    expect(own.words).toContain('plain said');
    expect(own.words).not.toContain(CANARY);
    expect(others.words, 'B’s own').toContain(`${CANARY} said`);
  });
});

// Last of what runs with all guards: everything above was said in the hearing of company A, too.
describe('what company A was told', () => {
  test('while every text of company B had the canary', () => {
    expect(planting.empty, 'nothing of B is there: leave a line (guards/lines.ts), or say why not').toEqual(
      Object.keys(EMPTY),
    );
    const without = Object.entries(WITHOUT).flatMap(([table, all]) => all.map((column) => `${table}.${column}`));
    expect(planting.without, 'texts of B without a canary').toEqual(without);
  });
  test('over its sockets', async () => {
    await Promise.all(sockets.map(stillOpen));
    expect(sockets.flatMap(({ events }) => events).length).toBeGreaterThan(200);
    expect(sockets.flatMap(canariesHeard)).toEqual([]);
  });
  test('by mail', async () => {
    const addresses = await world.app.sql<{ email: string }>(
      'SELECT work_email AS email FROM employee WHERE company_id = $1',
      [world.a.company_id],
    );
    const known = new Set(addresses.map(({ email }) => email.toLowerCase()));
    const all = await mailsTo(world.app.dataDir);
    const own = all.filter(({ to }) => known.has(to.toLowerCase()));
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((mail) => JSON.stringify(mail).toLowerCase().includes(CANARY))).toEqual([]);
    expect(all.filter((mail) => JSON.stringify(mail).toLowerCase().includes(CANARY)).length).toBeGreaterThan(5);
  });
  test('by pushes', async () => {
    const person = await addPerson(world.app, world.a.owner);
    await person.call(update, { employee_id: person.employee_id, time_zone: awakeZone() });
    const device = await subscribe(pushes, person);
    await person.call(testPush, { device_id: device.device_id });
    await write(world.a.owner, { entity_type: 'employee', entity_id: person.employee_id }, 'Plain words');
    await expect.poll(() => pushes.received.length).toBeGreaterThan(1);
    expect(pushes.received.filter((one) => JSON.stringify(one.payload).toLowerCase().includes(CANARY))).toEqual([]);
  });
  test('in its files', async () => {
    const folder = join(world.app.dataDir, 'files');
    const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name));
    const [ofA, ofB]: string[][] = [[], []];
    for (const path of paths) {
      const bytes = await readFile(path);
      const said =
        `${isArchive(bytes) ? 'archive' : 'file'} ${wordsIn(bytes).includes(CANARY) ? 'with canary' : ''}`.trim();
      if (path.includes(world.a.company_id)) ofA?.push(said);
      else if (path.includes(world.b.company_id)) ofB?.push(said);
    }
    expect(new Set(ofA)).toEqual(new Set(['archive', 'file']));
    expect(ofB, 'the same of company B').toEqual(expect.arrayContaining(['archive with canary', 'file with canary']));
  });
  test('in what it exports', async () => {
    const seen: string[] = [];
    const files = endpoints.filter((one) => one.output === fileAnswer);
    for (const endpoint of files)
      for (const [n, form] of (cases.get(endpoint.name)?.forms ?? []).entries()) {
        const { input, by = world.b.owner } = await form(world.b);
        const reply = await send(world.app.url, callOf(endpoint, by, input));
        expect(reply.status, `${endpoint.name}, by company B: ${reply.text}`).toBe(200);
        const judging = async () => judge(endpoint, reply);
        const error = await judging().then(
          () => undefined,
          (found: Error) => found.message,
        );
        if (error?.includes('a word of company B')) seen.push(`${endpoint.name} ${n}`);
      }
    // What A exports is judged in the columns. In B's own it is seen, packed or not; templates and counts have nobody's words.
    expect(seen).toEqual(SEEN_IN_EXPORTS);
  });
  test('in the log', () => {
    const lines = log.lines();
    expect(lines.length).toBeGreaterThan(1000);
    for (const { company_id } of [world.a, world.b])
      expect(lines.filter((line) => line.includes(company_id)).length).toBeGreaterThan(100);
    expect(lines.filter((line) => line.toLowerCase().includes(CANARY))).toEqual([]);
  });
});

/** Each with the number of its form. */
const SEEN_IN_EXPORTS = [
  'audit.log.export 0',
  'people.employee.export 0',
  'people.employee.export 1',
  'people.import.errors 0',
];

/** Where it is about noon: nobody is woken by night. */
const awakeZone = (): string => {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};

const ids = endpoints.filter((one) => one.access !== 'open');
/** What is left in A’s own list by now is chance; that the rule of whose it is sleeps is noticed in B’s, below. */
const READ = 'notifications.list.read';

describe('without the rules of who is in a place, and of whose something is', () => {
  for (const endpoint of ids.filter((one) => applies(hiddenIds, one) && one.name !== READ))
    test(`${endpoint.name} × ${hiddenIds.name}`, () => {
      const running = run(hiddenIds, endpoint, placeless.url);
      return among(BEFORE_PLACES, endpoint) ? running : noticed(running, 'what is there beside what is nowhere');
    });
  test('such rules were there', () => {
    expect(blinded.places).toBeGreaterThan(100);
    expect(blinded.owners).toBeGreaterThan(10);
  });
});

/** Who asks may not, whatever they ask for: one valid call is enough to show it. */
const calls = new Map<string, Promise<Made>>();
function refusedAt(url: string | undefined, endpoint: Endpoint, column: Column, anew?: true): Promise<void> {
  const row = rowFor(endpoint, url);
  const shared = calls.get(endpoint.name) ?? row.shared();
  calls.set(endpoint.name, shared);
  return column.run(anew ? row : { ...row, shared: () => shared });
}

for (const { guard, asleep, columns, by, notOpen, anew } of gates)
  describe(`without the guard of the ${guard}`, () => {
    let server: Sleeping | undefined;
    beforeAll(async () => {
      server = await asleep(world);
    });
    afterAll(() => server?.close());
    for (const endpoint of endpoints.filter(({ access }) => access !== 'open' || !notOpen))
      for (const column of columns.filter((one) => applies(one, endpoint)))
        test(`${endpoint.name} × ${column.name}`, () => noticed(refusedAt(server?.url, endpoint, column, anew), by));
  });

/** Asked for a second time under the roster's lock, by the service itself. */
const TWICE = ['people.role.new', 'people.role.update', 'people.role.delete'];

/** Whether the module is on, in the service: what is declared has no part in it. */
const asksItself = ({ name }: Endpoint): boolean => cases.get(name)?.asksModule !== undefined;

const declared = endpoints.map((endpoint) => ({ ...endpoint }));

for (const { guard, otherwise, columns } of doors)
  describe(`without the guard of the ${guard}`, () => {
    for (const endpoint of endpoints)
      for (const column of columns.filter(
        (one) =>
          applies(one, endpoint) &&
          !(guard === 'permission' && TWICE.includes(endpoint.name)) &&
          !(guard === 'module' && asksItself(endpoint)),
      ))
        test(`${endpoint.name} × ${column.name}`, () =>
          declaredAs(endpoint, otherwise, (asDeclared) => noticed(run(column, asDeclared))));
  });

describe('without what services ask for a second time', () => {
  const [column] = named(permissionColumns, 'permission missing') as [Column];
  for (const endpoint of endpoints.filter(({ name }) => TWICE.includes(name)))
    test(`${endpoint.name} × ${column.name}, neither at the door`, () =>
      declaredAs(endpoint, { access: 'session' }, (asDeclared) => noticed(run(column, asDeclared, unasked.url))));
  for (const endpoint of endpoints.filter(leadsUp)) {
    test(`${endpoint.name} leads nobody up while it is asked`, () => nobodyRises(world, world.app.url, endpoint));
    test(`${endpoint.name} × a way up`, () => noticed(nobodyRises(world, unasked.url, endpoint), 'a way up'));
  }
});

describe('without the guard of the module inside of services', () => {
  const [column] = named(permissionColumns, 'module switched off') as [Column];
  const asked = endpoints.filter(asksItself);
  test('there are such', () => expect(asked.map(({ name }) => name)).toHaveLength(4));
  for (const endpoint of asked)
    test(`${endpoint.name} × ${column.name}`, () => noticed(run(column, endpoint, lenient.url)));
});

describe('without a guard of the sockets', () => {
  test('nobody else listens while all are awake', () => nobodyElseListens(world, world.app.url));
  for (const [what, asleep] of Object.entries(withoutSocketGuard))
    test(what, () => meanwhile(asleep(world), (url) => noticed(nobodyElseListens(world, url), what)));
});

describe('without the guard of identity providers', () => {
  test('nobody else is one while it is awake', () => onlyWithAKey(world, world.app.url));
  test('the key', () =>
    meanwhile(withoutProviderSecret(world), (url) => noticed(onlyWithAKey(world, url), 'with a key that is none')));
});

describe('without the guard of the rate', () => {
  for (const endpoint of endpoints)
    test(endpoint.name, () =>
      noticed(
        run(
          tooOften(() => world.app.url),
          endpoint,
        ),
      ),
    );
});

describe('without both guards of the company', () => {
  beforeAll(async () => {
    await setRowSecurity(world.app, false);
    // What was read is not read once more: then nobody would see who has done it.
    await world.app.sql('UPDATE notification SET is_read = false');
  });
  afterAll(() => setRowSecurity(world.app, true));
  for (const endpoint of ids.filter((one) => applies(foreignIds, one)))
    test(`${endpoint.name} × ${foreignIds.name}`, () => {
      const running = run(foreignIds, endpoint, lawless.url);
      return among(THIRD, endpoint) ? running : noticed(running);
    });
  // With no id of another company to name, what it lists is all that could show.
  const listing = ids.filter((one) => !isWrite(one) && one.access !== 'operator' && !Object.keys(one.refs).length);
  for (const endpoint of listing.filter((one) => !among(WORDLESS, one)))
    if (COUNTING.includes(endpoint.name)) {
      test(`${endpoint.name} is the same from one server to the next`, () => run(sameAnswer, endpoint));
      test(`${endpoint.name} × ${sameAnswer.name}`, () =>
        noticed(run(sameAnswer, endpoint, lawless.url), 'with all guards'));
    } else test(`${endpoint.name} × ${validCall.name}`, () => noticed(run(validCall, endpoint, lawless.url)));
  test('an identity provider', () => noticed(providerSeesNothing(world, lawless.url)));
});

// The files that follow in this worker have the same declarations.
test('what slept is awake again', () => expect(endpoints.map((endpoint) => ({ ...endpoint }))).toStrictEqual(declared));
