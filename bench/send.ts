// How many messages a second are taken in, acknowledged after a durable commit and heard by the other side, beside a bare
// script that writes the same rows (programs/send.floor.ts). Server and floor take turns, so that both have the same machine.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Session } from '#contract/auth.ts';
import { postmasterPid, type ServerProcess, startServerProcess } from '#tests/kit/server-process.ts';
import { startChild } from './lib/child.ts';
import { cpuOf } from './lib/cpu.ts';
import { type Office, openOffice, openRoom, type Room, sessionOf } from './lib/office.ts';
import { type Report, runAlone, setting } from './lib/report.ts';
import { median, type Times } from './lib/stats.ts';

/** Conversations, each with one who writes and one who hears. */
const ROOMS = 16;
/** Requests under way at once. */
const LINES = 32;
/** Until everything is counted: connections of PostgreSQL tell what they wrote after ten idle seconds, and the server writes after five who was there today. */
const COUNTED_MS = 11_000;
/** Connections of the server's pool (server/platform/db/database.ts), and of the floor's. */
const CONNECTIONS = 20;

export type LoadQuestion =
  | { kind: 'open'; url: string; senders: { session: Session; space_id: string }[]; listeners: Session[] }
  | { kind: 'run'; url: string; lines: number; seconds: number; pause?: number };
export interface FloorQuestion {
  readonly connection: { host: string; port: number; user: string; database: string };
  readonly company_id: string;
  readonly senders: { sender_id: string; conversation_id: string }[];
  readonly connections: number;
  readonly lines: number;
  readonly seconds: number;
}
export interface LoadAnswer {
  readonly perSecond: number;
  readonly count: number;
  readonly heard: number;
  readonly ack: Times;
  readonly visible: Times;
}

/** Where the embedded database of a data folder listens. */
function connectionOf(dataDir: string): FloorQuestion['connection'] {
  const lines = readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n');
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'limelight', database: 'limelight' };
}

/** What one message writes, counted in rows or in what they count. Tables that only the server touched would stand here, too. */
const COUNTS: Readonly<Record<string, string>> = {
  message: 'SELECT count(*) AS n FROM message',
  event: 'SELECT count(*) AS n FROM event',
  conversation: 'SELECT sum(last_seq) AS n FROM conversation',
  conversation_member: 'SELECT sum(read_seq) AS n FROM conversation_member',
  topic: 'SELECT sum(revision) AS n FROM topic',
  // Gone again as soon as the server has looked whom to tell.
  notification_job: "SELECT n_tup_ins AS n FROM pg_stat_user_tables WHERE relname = 'notification_job'",
};

/** Runs a round and says how much it wrote a message, by table. */
async function writtenPerMessage(
  connection: FloorQuestion['connection'],
  round: () => Promise<LoadAnswer>,
): Promise<Record<string, number>> {
  const client = new pg.Client(connection);
  await client.connect();
  const ask = async (sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n ?? 0);
  const counted = async () => {
    const counts: Record<string, number> = {};
    await new Promise((done) => setTimeout(done, COUNTED_MS));
    for (const [table, sql] of Object.entries(COUNTS)) counts[table] = await ask(sql);
    return counts;
  };
  const before = await counted();
  const from = await ask('SELECT pg_current_xact_id()::text AS n');
  const { count } = await round();
  const written = await counted();
  for (const table of Object.keys(written)) written[table] = ((written[table] ?? 0) - (before[table] ?? 0)) / count;
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  for (const { name } of tables)
    if (!COUNTS[name] && (await ask(`SELECT count(*) AS n FROM ONLY ${name} WHERE xmin::text::bigint > ${from}`)))
      written[name] = Number.NaN;
  await client.end();
  return written;
}

function assertSame(server: Record<string, number>, floor: Record<string, number>): void {
  for (const [who, written] of Object.entries({ server, floor }))
    for (const [table, times] of Object.entries(written))
      if (times !== 1)
        throw new Error(
          `The ${who} writes ${table} ${times} times a message: bring bench/programs/send.floor.ts up to date.`,
        );
}

export async function send(): Promise<Report> {
  const seconds = setting('BENCH_SECONDS', 6);
  const rounds = setting('BENCH_ROUNDS', 3);
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const server = await startServerProcess({ dataDir });
  const [load, floor] = [startChild('send.load.ts'), startChild('send.floor.ts')];
  try {
    const office = await openOffice(server, ROOMS * 2);
    const question = await furnish(server, office);
    await load.ask({ kind: 'open', url: server.url, ...question.load } satisfies LoadQuestion);
    const ask = (s: number): Promise<LoadAnswer> =>
      load.ask({ kind: 'run', url: server.url, lines: LINES, seconds: s } satisfies LoadQuestion);
    const bare = (s: number): Promise<LoadAnswer> =>
      floor.ask({ ...question.floor, seconds: s } satisfies FloorQuestion);

    const connection = question.floor.connection;
    // Sessions are marked as used once, and people as there on this day: not by every message.
    await ask(1);
    assertSame(await writtenPerMessage(connection, () => ask(2)), await writtenPerMessage(connection, () => bare(2)));
    const database = postmasterPid(dataDir);
    const costs = (program: number | undefined) => () => ({
      program: cpuOf(program ?? 0),
      database: cpuOf(database, true),
      clients: cpuOf(load.process.pid ?? 0),
    });
    const measured: Round[] = [];
    for (let n = 0; n < rounds; n++)
      measured.push({
        server: await costing(() => ask(seconds), costs(server.pid)),
        floor: await costing(() => bare(seconds), costs(floor.process.pid)),
      });
    return report(measured, seconds);
  } finally {
    await Promise.all([load.end(), floor.end()]);
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Cost {
  readonly program: number;
  readonly database: number;
  readonly clients: number;
}
type Costed = LoadAnswer & { readonly cost: Cost };
interface Round {
  readonly server: Costed;
  readonly floor: Costed;
}

/** The round with the microseconds of CPU that each message took in each program. */
async function costing(round: () => Promise<LoadAnswer>, used: () => Cost): Promise<Costed> {
  const before = used();
  const result = await round();
  const after = used();
  const each = (name: keyof Cost) => ((after[name] - before[name]) * 1e6) / result.count;
  return { ...result, cost: { program: each('program'), database: each('database'), clients: each('clients') } };
}

async function furnish({ url: _, dataDir }: ServerProcess, { owner, people, company_id }: Office) {
  const rooms: Room[] = [];
  for (let n = 0; n < ROOMS; n++) rooms.push(await openRoom(owner, people.slice(n * 2, n * 2 + 2)));
  const writer = (n: number) => sessionOf(people[n * 2] as never);
  const listeners = rooms.map((_room, n) => sessionOf(people[n * 2 + 1] as never));
  return {
    load: { senders: rooms.map(({ space_id }, n) => ({ session: writer(n), space_id })), listeners },
    floor: {
      connection: connectionOf(dataDir),
      company_id,
      senders: rooms.map(({ conversation_id }, n) => ({ sender_id: writer(n).employee_id, conversation_id })),
      connections: CONNECTIONS,
      lines: LINES,
    },
  };
}

function report(measured: readonly Round[], seconds: number): Report {
  const of = (pick: (round: (typeof measured)[number]) => number) => median(measured.map(pick));
  const lost = measured.reduce((sum, { server }) => sum + server.count - server.heard, 0);
  const figures = [
    { what: 'messages acknowledged', value: of((r) => r.server.perSecond), unit: '/s' },
    { what: 'the same rows by a bare script', value: of((r) => r.floor.perSecond), unit: '/s' },
    { what: 'ratio', value: of((r) => r.server.perSecond / r.floor.perSecond), unit: '', least: 0.5 },
    { what: 'acknowledged p50', value: of((r) => r.server.ack.p50), unit: 'ms' },
    { what: 'acknowledged p99', value: of((r) => r.server.ack.p99), unit: 'ms', most: 300 },
    { what: 'visible to the other p50', value: of((r) => r.server.visible.p50), unit: 'ms' },
    { what: 'visible to the other p99', value: of((r) => r.server.visible.p99), unit: 'ms', most: 500 },
    { what: 'bare script p50', value: of((r) => r.floor.ack.p50), unit: 'ms' },
    { what: 'CPU a message: server', value: of((r) => r.server.cost.program), unit: 'µs' },
    { what: 'CPU a message: its database', value: of((r) => r.server.cost.database), unit: 'µs' },
    { what: 'CPU a message: clients', value: of((r) => r.server.cost.clients), unit: 'µs' },
    { what: 'CPU a message: bare script', value: of((r) => r.floor.cost.program), unit: 'µs' },
    { what: 'CPU a message: its database', value: of((r) => r.floor.cost.database), unit: 'µs' },
    { what: 'sent and not heard', value: lost, unit: 'messages', most: 0 },
  ];
  const notes = [
    `median of ${measured.length} rounds of ${seconds} s each, server and bare script taking turns; ${LINES} requests at once into ${ROOMS} conversations`,
    'server, database and clients share the machine; the bare script has no clients to feed, and waits for the database only twice a message',
  ];
  return { bench: 'send', figures, notes };
}

if (import.meta.main) await runAlone(send);
