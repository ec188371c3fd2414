// A space of 5,000 members of whom 1,000 are connected, and in which 50 messages a second are written: whether everybody gets
// all of it, how long a message takes from being sent to being seen, and what that costs the server in memory.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Session } from '#contract/auth.ts';
import { type ServerProcess, startServerProcess } from '#tests/kit/server-process.ts';
import { startChild } from './lib/child.ts';
import { cpuOf, sharedMachine } from './lib/cpu.ts';
import { openOffice, openRoom, sessionOf } from './lib/office.ts';
import { type Figure, type Report, runAlone, setting } from './lib/report.ts';

const MEMBERS = 5_000;
const SOCKETS = 1_000;
/** They write, and have the sockets. */
const PEOPLE = 50;
const PER_SECOND = 50;
const MIB = 1024 * 1024;
const FULL_SECONDS = 600;

export type CrowdQuestion =
  | { kind: 'open'; url: string; sessions: Session[]; sockets: number }
  | { kind: 'run'; space_id: string; perSecond: number; seconds: number };
export interface CrowdAnswer {
  readonly sent: number;
  readonly refused: number;
  /** Deliveries, over all sockets. */
  readonly arrived: number;
  readonly expected: number;
  /** Sockets that the server closed. */
  readonly lost: number;
  /** From when a message was due to when a socket had it. Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const COLLEAGUES = `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key,
    employee_account_status, sort_name, search_text)
  SELECT $1::uuid, gen_random_uuid(), 'Some', 'Body ' || g, key, key, 'ACTIVE', 'some body ' || g, 'some body ' || key
  FROM (SELECT g, 'p' || g || '@' || $1::uuid || '.example' AS key FROM generate_series(1, $2::integer) AS g) AS people`;
const MEMBERSHIPS = `INSERT INTO space_member (company_id, space_id, employee_id, role)
  SELECT company_id, $2::uuid, employee_id, 'member' FROM employee WHERE company_id = $1 ON CONFLICT DO NOTHING`;
const READERS = `INSERT INTO conversation_member (company_id, conversation_id, employee_id)
  SELECT company_id, $2::uuid, employee_id FROM employee WHERE company_id = $1 ON CONFLICT DO NOTHING`;
const COUNTED = `UPDATE space SET total_members = (SELECT count(*) FROM space_member m WHERE m.company_id = $1 AND m.space_id = $2)
  WHERE company_id = $1 AND space_id = $2 RETURNING total_members`;

/** The others: they are in the space, and not here. Answers how many are in it then. */
async function fill(dataDir: string, company_id: string, space_id: string, conversation_id: string): Promise<number> {
  const lines = readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n');
  const database = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'limelight',
    database: 'limelight',
  });
  await database.connect();
  try {
    await database.query(COLLEAGUES, [company_id, MEMBERS - PEOPLE - 1]);
    await database.query(MEMBERSHIPS, [company_id, space_id]);
    await database.query(READERS, [company_id, conversation_id]);
    const { rows } = await database.query<{ total_members: number }>(COUNTED, [company_id, space_id]);
    await database.query('VACUUM ANALYZE');
    return rows[0]?.total_members ?? 0;
  } finally {
    await database.end();
  }
}

/** After a garbage collection, so that it is what is really held. */
async function memoryOf({ child }: ServerProcess): Promise<{ rss: number; heapUsed: number }> {
  const said = once(child, 'message');
  child.send('memory');
  return (await said)[0] as { rss: number; heapUsed: number };
}

export async function crowd(): Promise<Report> {
  const seconds = setting('BENCH_CROWD_SECONDS', 20);
  const shared = sharedMachine();
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const program = fileURLToPath(new URL('./programs/memory.server.ts', import.meta.url));
  const server = await startServerProcess({ dataDir, program, flags: ['--expose-gc'] });
  const load = startChild('crowd.load.ts');
  try {
    const { owner, people, company_id } = await openOffice(server, PEOPLE);
    const { space_id, conversation_id } = await openRoom(owner, people);
    const members = await fill(dataDir, company_id, space_id, conversation_id);
    const sessions = people.map(sessionOf);
    const sockets = await load.ask<number>({
      kind: 'open',
      url: server.url,
      sessions,
      sockets: SOCKETS,
    } satisfies CrowdQuestion);
    const run = (time: number) =>
      load.ask<CrowdAnswer>({ kind: 'run', space_id, perSecond: PER_SECOND, seconds: time } satisfies CrowdQuestion);
    // Unmeasured: the server does all of it for the first time.
    await run(Math.min(5, seconds));
    await sleep(500);
    const before = await memoryOf(server);
    const pids = [server.pid, load.process.pid ?? 0];
    const used = pids.map((pid) => cpuOf(pid));
    const result = await run(seconds);
    const [serving = Number.NaN, hearing = Number.NaN] = pids.map(
      (pid, at) => (cpuOf(pid) - (used[at] ?? 0)) / seconds,
    );
    await sleep(500);
    const after = await memoryOf(server);
    const figures: Figure[] = [
      { what: 'messages sent', value: result.sent, unit: '' },
      { what: 'refused', value: result.refused, unit: '', most: 0 },
      { what: 'sockets that were closed', value: result.lost, unit: '', most: 0 },
      {
        what: 'of all that was to arrive, arrived',
        value: (100 * result.arrived) / result.expected,
        unit: '%',
        least: 100,
        most: 100,
      },
      { what: 'sent to seen p50', value: result.p50, unit: 'ms' },
      { what: 'sent to seen p99', value: result.p99, unit: 'ms', ...(shared.length ? {} : { most: 500 }) },
      { what: 'of one core, the server', value: 100 * serving, unit: '%' },
      { what: 'of one core, those who write and hear', value: 100 * hearing, unit: '%' },
      { what: 'heap before', value: before.heapUsed / MIB, unit: 'MiB' },
      { what: 'heap gained', value: (after.heapUsed - before.heapUsed) / MIB, unit: 'MiB', most: 32 },
      { what: 'resident gained', value: (after.rss - before.rss) / MIB, unit: 'MiB' },
    ];
    const notes = [
      `a space of ${members.toLocaleString('en')} members, ${sockets.toLocaleString('en')} sockets of ${PEOPLE} of them, ${PER_SECOND} messages a second for ${seconds} s; memory after a garbage collection`,
      ...(seconds < FULL_SECONDS ? [`a short run: a full one is ${FULL_SECONDS} s (BENCH_CROWD_SECONDS)`] : []),
      ...shared,
    ];
    return { bench: 'crowd', figures, notes };
  } finally {
    await load.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(crowd);
