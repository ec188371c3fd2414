// 5,000 people who log in at the same moment from one address, as after a new version that logs everybody out: whether all of them get in,
// whether whoever is sent away is told when to come back, and what the others feel of it who go on working meanwhile.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Session } from '#contract/auth.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { startChild } from './lib/child.ts';
import { sharedMachine } from './lib/cpu.ts';
import { openOffice, openRoom, sessionOf } from './lib/office.ts';
import { type Report, runAlone, setting } from './lib/report.ts';
import { timesOf } from './lib/stats.ts';

const PEOPLE = 5_000;
/** They are signed in, and read and write. */
const OTHERS = 8;
/** Calls of each of them, below what anybody may make. */
const PER_SECOND = 10;
const ROUND_S = 2;
const QUIET_ROUNDS = 5;

export interface StormQuestion {
  readonly url: string;
  readonly emails: readonly string[];
  readonly password: string;
}
export interface StormAnswer {
  readonly signedIn: number;
  /** Sent away with a time to come back, at first; and without one, ever. */
  readonly sentAway: number;
  readonly withoutTime: number;
  /** Answered otherwise, or not at all. */
  readonly failed: number;
  readonly calls: number;
  readonly seconds: number;
}
export type OthersQuestion =
  | { kind: 'open'; url: string; sessions: Session[]; space_id: string }
  | { kind: 'run'; perSecond: number; seconds: number };
export interface OthersAnswer {
  /** From when each was due to its answer. Milliseconds. */
  readonly took: number[];
  readonly refused: number;
}

// All of them have the owner's password.
const COLLEAGUES = `WITH made AS (
    INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key, employee_account_status,
      sort_name, search_text)
    SELECT $1::uuid, gen_random_uuid(), 'Some', 'Body ' || g, key, key, 'ACTIVE', 'some body ' || g, 'some body ' || key
    FROM (SELECT g, 'storm' || g || '@' || $1::uuid || '.example' AS key FROM generate_series(1, $2::integer) AS g) AS people
    RETURNING employee_id, work_email)
  , known AS (
    INSERT INTO credential (company_id, employee_id, password_hash)
    SELECT $1::uuid, made.employee_id, c.password_hash FROM made, credential c WHERE c.company_id = $1 AND c.employee_id = $3::uuid
    RETURNING employee_id)
  SELECT work_email FROM made JOIN known USING (employee_id)`;

async function addAccounts(dataDir: string, company_id: string, owner_id: string, count: number): Promise<string[]> {
  const lines = readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n');
  const at = { host: lines[4] ?? '', port: Number(lines[3]), user: 'limelight', database: 'limelight' };
  const database = new pg.Client(at);
  await database.connect();
  try {
    const { rows } = await database.query<{ work_email: string }>(COLLEAGUES, [company_id, count, owner_id]);
    await database.query('VACUUM ANALYZE');
    return rows.map(({ work_email }) => work_email);
  } finally {
    await database.end();
  }
}

export async function storm(): Promise<Report> {
  const count = setting('BENCH_STORM_PEOPLE', PEOPLE);
  const shared = sharedMachine();
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  // The limits are those of a real server, and all come from one address.
  const server = await startServerProcess({ dataDir, env: { LIMELIGHT_RATE_FACTOR: '1' } });
  const [crowd, others] = [startChild('storm.load.ts'), startChild('storm.others.ts')];
  try {
    const { owner, people, company_id } = await openOffice(server, OTHERS);
    const { space_id } = await openRoom(owner, people);
    const emails = await addAccounts(dataDir, company_id, owner.employee_id, count);
    const sessions = people.map(sessionOf);
    await others.ask({ kind: 'open', url: server.url, sessions, space_id } satisfies OthersQuestion);
    const work = async (going: () => boolean): Promise<OthersAnswer> => {
      const all = { took: [] as number[], refused: 0 };
      while (going()) {
        const round = { kind: 'run', perSecond: PER_SECOND, seconds: ROUND_S } satisfies OthersQuestion;
        const { took, refused } = await others.ask<OthersAnswer>(round);
        all.took.push(...took);
        all.refused += refused;
      }
      return all;
    };
    let rounds = 0;
    const quiet = await work(() => rounds++ < QUIET_ROUNDS);
    let over = false;
    const coming = crowd
      .ask<StormAnswer>({ url: server.url, emails, password: PASSWORD } satisfies StormQuestion)
      .finally(() => (over = true));
    const [busy, came] = await Promise.all([work(() => !over), coming]);
    return reportOf(came, timesOf(quiet.took), timesOf(busy.took), quiet.refused + busy.refused, count, shared);
  } finally {
    await Promise.all([crowd.end(), others.end()]);
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function reportOf(
  came: StormAnswer,
  quiet: ReturnType<typeof timesOf>,
  busy: ReturnType<typeof timesOf>,
  refused: number,
  count: number,
  shared: readonly string[],
): Report {
  const judged = shared.length === 0;
  return {
    bench: 'storm',
    figures: [
      { what: 'got in', value: came.signedIn, unit: '', least: count, most: count },
      { what: 'sent away at first, with a time to come back', value: came.sentAway, unit: '' },
      { what: 'sent away without one', value: came.withoutTime, unit: '', most: 0 },
      { what: 'answered otherwise or not at all', value: came.failed, unit: '', most: 0 },
      { what: 'calls for each who got in', value: came.calls / Math.max(1, came.signedIn), unit: '' },
      { what: 'until the last was in', value: came.seconds, unit: 's' },
      { what: 'calls of others p99, before', value: quiet.p99, unit: 'ms' },
      { what: 'calls of others p50, meanwhile', value: busy.p50, unit: 'ms' },
      { what: 'calls of others p99, meanwhile', value: busy.p99, unit: 'ms', ...(judged ? { most: 1_000 } : {}) },
      { what: 'calls of others refused', value: refused, unit: '', most: 0 },
    ],
    notes: [
      `${count.toLocaleString('en')} people from one address, who come back when they are told to; ${OTHERS} others read and write ${PER_SECOND} times a second each`,
      ...shared,
    ],
  };
}

if (import.meta.main) await runAlone(storm);
