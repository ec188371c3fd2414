// The supervisor with the real PostgreSQL, each starter a real process: under every way to end it, the next start works and
// what was committed is there. Run by root, all of it is done twice: as root and as an ordinary user.
// @module-tag long
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { socketFolderFor } from './cluster/socket-folder.ts';
import { ensureDatabase } from './ensure-database.ts';
import { boundLog } from './postmaster/log-file.ts';
import { isPostmasterOf, readPidFile } from './postmaster/postmaster.ts';
import { isRunning } from './postmaster/processes.ts';

type Account = { uid: number; gid: number } | null;
type Answer = { how: string; host: string; port: number; user: string; database: string; refused?: string };
type Starter = { child: ChildProcess; answer: Answer; said: string[] };

const asRoot = process.getuid?.() === 0;
const accounts: { who: string; account: Account }[] = asRoot
  ? [
      { who: 'root', account: null },
      { who: 'an ordinary user', account: { uid: 65534, gid: 65534 } },
    ]
  : [{ who: 'an ordinary user', account: null }];

const fixture = path.join(import.meta.dirname, 'starter.fixture.ts');
const base = mkdtempSync(path.join(tmpdir(), 'll-embedded-'));
const children = new Set<ChildProcess>();

async function start(dataDir: string, account: Account, environment: NodeJS.ProcessEnv = {}): Promise<Starter> {
  const child = spawn(process.execPath, ['--no-warnings', fixture, dataDir], {
    ...account,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  children.add(child);
  const said: string[] = [];
  if (child.stderr) createInterface(child.stderr).on('line', (line) => said.push(line));
  const answer = await new Promise<Answer>((resolve, reject) => {
    if (child.stdout) createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line)));
    child.once('close', (code) => reject(new Error(`the starter ended with ${code}: ${said.join('\n')}`)));
  });
  return { child, answer, said };
}

async function end({ child }: Pick<Starter, 'child'>, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const left = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await left;
  }
  children.delete(child);
}

async function query<Row extends pg.QueryResultRow>({ answer }: Starter, sql: string): Promise<Row[]> {
  const { host, port, user, database } = answer;
  const client = new pg.Client({ host, port, user, database });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('did not happen within 60 s');
    await sleep(20);
  }
}

/** The pid in postmaster.pid, which is there as long as the server runs. */
const postmasterOf = (dataDir: string): number => readPidFile(path.join(dataDir, 'db'))?.pid ?? 0;

const marks = async (starter: Starter) =>
  (await query<{ n: number }>(starter, 'select n from mark order by n')).map(({ n }) => n);
const mark = (starter: Starter, n: number) => query(starter, `insert into mark values (${n})`);

afterAll(async () => {
  for (const child of children) await end({ child }, 'SIGTERM');
  rmSync(base, { recursive: true, force: true });
});

// Concurrent: most of the time is waiting for processes, and each test has a folder of its own.
describe.concurrent.each(accounts)('as $who', ({ who, account }) => {
  const home = path.join(base, who.replaceAll(' ', '-'));
  const template = path.join(home, 'template');
  let count = 0;

  /** A data folder with a stopped cluster that holds one mark: a copy, because initdb takes its time. */
  const prepared = () => {
    count += 1;
    const dataDir = path.join(home, `data-${count}`);
    execFileSync('cp', ['-a', template, dataDir]);
    return dataDir;
  };
  const starter = (dataDir: string, environment?: NodeJS.ProcessEnv) => start(dataDir, account, environment);

  beforeAll(async () => {
    chmodSync(base, 0o755);
    mkdirSync(home);
    if (account) chownSync(home, account.uid, account.gid);
    const first = await starter(template);
    if (first.answer.how !== 'made') throw new Error(`not made but ${first.answer.how}`);
    await query(first, 'create table mark (n int)');
    await mark(first, 1);
    await end(first, 'SIGTERM');
  });

  it('starts again on what is there, durable and closed to others', async () => {
    const dataDir = prepared();
    const again = await starter(dataDir);
    expect(again.answer).toMatchObject({ how: 'started', database: 'limelight' });
    expect(await marks(again)).toEqual([1]);
    const rows = await query<{ setting: string }>(
      again,
      `select current_setting(name) as setting from unnest(string_to_array(
        'fsync full_page_writes synchronous_commit listen_addresses server_encoding TimeZone', ' ')) with ordinality as t(name, i)
      order by i`,
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', '', 'UTF8', 'UTC']);
    const owner = statSync(path.join(dataDir, 'db')).uid;
    expect(owner).not.toBe(0);
    for (const folder of [again.answer.host, path.join(dataDir, 'db')]) {
      expect(statSync(folder)).toMatchObject({ uid: owner });
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
    const pid = postmasterOf(dataDir);
    await end(again, 'SIGTERM');
    expect([isRunning(pid), existsSync(again.answer.host), existsSync(path.join(dataDir, 'limelight.lock'))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('adopts the server after kill -9 of the starter', async () => {
    const dataDir = prepared();
    const killed = await starter(dataDir);
    await mark(killed, 2);
    const pid = postmasterOf(dataDir);
    await end(killed, 'SIGKILL');
    // Another TMPDIR: the socket is where the running server says, not where a new one would have it.
    const next = await starter(dataDir, { TMPDIR: '/var/tmp' });
    expect(next.answer).toMatchObject({ how: 'adopted', host: killed.answer.host });
    expect(postmasterOf(dataDir)).toBe(pid);
    expect(await marks(next)).toEqual([1, 2]);
    await end(next, 'SIGTERM');
    expect(isRunning(pid)).toBe(false);
  });

  it.each(['its own', 'an adopted'])('brings back %s server that was killed with -9', async (whose) => {
    const dataDir = prepared();
    let supervisor = await starter(dataDir);
    if (whose === 'an adopted') {
      await end(supervisor, 'SIGKILL');
      supervisor = await starter(dataDir);
    }
    await mark(supervisor, 2);
    const pid = postmasterOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await eventually(() =>
      marks(supervisor).then(
        (found) => found.join() === '1,2' && postmasterOf(dataDir) !== pid,
        () => false,
      ),
    );
    await end(supervisor, 'SIGTERM');
  });

  it('recovers after kill -9 of starter and server', async () => {
    const dataDir = prepared();
    const killed = await starter(dataDir);
    await mark(killed, 2);
    const pid = postmasterOf(dataDir);
    await end(killed, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    const next = await starter(dataDir);
    expect(next.answer).toMatchObject({ how: 'started' });
    expect(await marks(next)).toEqual([1, 2]);
    await end(next, 'SIGTERM');
  });

  it('starts over a pid file whose id another program has now', async () => {
    const dataDir = prepared();
    const pidFile = path.join(dataDir, 'db', 'postmaster.pid');
    const folder = path.join(dataDir, 'db');
    writeFileSync(pidFile, `${process.pid}\n${folder}\n1700000000\n5432\n/tmp/nowhere\n\n  1 2\nready   \n`);
    const next = await starter(dataDir);
    expect(next.answer.how).toBe('started');
    await end(next, 'SIGTERM');
  });

  it('takes over the lock of a dead Limelight, and refuses a second one', async () => {
    const dataDir = prepared();
    await end(await starter(dataDir), 'SIGKILL');
    const both = await Promise.all([starter(dataDir), starter(dataDir)]);
    const winner = both.find(({ answer }) => answer.how === 'adopted');
    const loser = both.find(({ answer }) => answer.refused);
    expect(loser?.answer.refused).toBe(
      `Limelight is already running on ${dataDir} (process ${winner?.child.pid}). Stop it first, or set DATA_DIR to another folder.`,
    );
    for (const one of both) await end(one, 'SIGTERM');
  });

  it('does not use a link that someone laid where the socket folder belongs', async () => {
    const dataDir = prepared();
    const temporary = mkdtempSync(path.join(base, 'tmp-'));
    chmodSync(temporary, 0o1777);
    const folder = path.join(dataDir, 'db');
    const { uid, gid } = statSync(folder);
    const socketName = () => path.basename(socketFolderFor(folder, asRoot ? { uid, gid } : null));
    const elsewhere = path.join(temporary, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, path.join(temporary, socketName()));
    const next = await starter(dataDir, { TMPDIR: temporary });
    expect(path.dirname(next.answer.host)).toBe('/tmp');
    expect(statSync(elsewhere).mode & 0o777).not.toBe(0o700);
    await end(next, 'SIGTERM');
  });

  it('says what is wrong with a folder that is not its own', async () => {
    const dataDir = prepared();
    writeFileSync(path.join(dataDir, 'db', 'PG_VERSION'), '12\n');
    expect((await starter(dataDir)).answer.refused).toContain('was made by PostgreSQL 12');
    rmSync(path.join(dataDir, 'db', 'PG_VERSION'));
    expect((await starter(dataDir)).answer.refused).toContain('is not a database');
  });

  it('makes a database once', async () => {
    const running = await starter(prepared());
    const { host, port, user } = running.answer;
    const made = await Promise.all([1, 2, 3].map(() => ensureDatabase({ host, port, user }, 'other')));
    expect(made.filter(Boolean)).toHaveLength(1);
    await expect(ensureDatabase({ host, port, user }, 'x"; drop')).rejects.toThrow(TypeError);
    await end(running, 'SIGTERM');
  });
});

describe.runIf(asRoot)('as root, in a folder that is closed to the database', () => {
  it('keeps the files where the database can reach them, and links there', async () => {
    const closed = mkdtempSync(path.join(base, 'closed-'));
    const dataDir = path.join(closed, 'data');
    const running = await start(dataDir, null);
    const folder = readlinkSync(path.join(dataDir, 'db'));
    try {
      expect(running.answer.how).toBe('made');
      expect(running.said.join()).toContain(folder);
      expect(statSync(closed).mode & 0o777).toBe(0o700);
      await end(running, 'SIGTERM');
      const again = await start(dataDir, null);
      expect(again.answer.how).toBe('started');
      await end(again, 'SIGTERM');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the parts', () => {
  it('does not take this process for a postmaster', () => {
    expect(isPostmasterOf(process.pid, base)).toBe(false);
  });

  it('keeps the log within its bound', () => {
    const file = path.join(base, 'bound.log');
    writeFileSync(file, 'x'.repeat(100));
    boundLog(file, 100);
    expect(statSync(file).size).toBe(100);
    boundLog(file, 99);
    expect([statSync(file).size, readFileSync(`${file}.1`, 'utf8').length]).toEqual([0, 100]);
  });
});
