// A backup is taken in the middle of writing, and restored on an empty folder: what was acknowledged before its moment is there
// once, with its files. What is damaged, not empty or half restored is refused.
// @module-tag long
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import * as chat from '#contract/chat.ts';
import * as fileContract from '#contract/files.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, registerCompany, signIn } from '../kit/factory.ts';
import { upload } from '../kit/files.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { newSpace, paragraph } from '../matrix/world.ts';
import { type Kept, otherKinds, writeOthers } from './backup.fixture.ts';

const WRITERS = 4;
const base = mkdtempSync(join(tmpdir(), 'limelight-backup-'));
const dataDir = join(base, 'data');
const backups = join(base, 'backups');
const text = 'A file that is read before and after.';

interface Acknowledged {
  readonly message: chat.Message;
  /** When the answer was here. */
  readonly at: number;
}
const history: Acknowledged[] = [];
/** All that is no message. */
const others: Kept[] = [];
let server: ServerProcess;
let owner: TestClient;
let email: string;
let people: TestClient[];
let space_id: string;
let file_id: string;
let backup: string;
/** Shortly before the backup was asked for. */
let asked: number;
/** How many were acknowledged when it was there. */
let afterwards: number;

interface Ran {
  readonly code: number | null;
  readonly said: string;
}
/** A tool as npm runs it, but for the installing. */
function run(
  name: 'take' | 'restore',
  argument: string | readonly string[],
  environment: Record<string, string>,
): Promise<Ran> {
  const program = fileURLToPath(new URL(`../../tools/backup/${name}-main.ts`, import.meta.url));
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--no-warnings', program, ...[argument].flat()], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', fail);
    child.once('close', (code) => done({ code, said: said.trim() }));
  });
}
const restore = (from: string, to: string) => run('restore', from, { DATA_DIR: to });
const listOf = (folder: string) => readdirSync(folder).sort();

async function write(client: TestClient, stopped: () => boolean): Promise<void> {
  for (let n = 0; !stopped(); n++) {
    const input = { entity_type: 'space' as const, entity_id: space_id, message_id: uuid() };
    const { message } = await client.call(chat.send, { ...input, body: paragraph(`${client.employee_id} ${n}`) });
    history.push({ message, at: Date.now() });
  }
}

async function readAll(client: TestClient): Promise<chat.Message[]> {
  const all: chat.Message[] = [];
  for (;;) {
    const after_seq = String(all.at(-1)?.seq ?? 0);
    const page = await client.call(chat.listMessages, {
      entity_type: 'space',
      entity_id: space_id,
      after_seq,
      limit: '100',
    });
    all.push(...page.items);
    if (!page.has_after) return all;
  }
}

beforeAll(async () => {
  server = await startServerProcess({ dataDir });
  ({ owner, email } = await registerCompany({ url: server.url, dataDir }));
  people = await Promise.all(Array.from({ length: WRITERS - 1 }, () => addPerson({ url: server.url, dataDir }, owner)));
  const ids = people.map((person) => person.employee_id);
  space_id = await newSpace({ owner, word: 'Backup' }, 'private', ids);
  ({ file_id } = await upload(owner, Buffer.from(text), { name: 'kept.txt' }));

  let stopped = false;
  const writers = Promise.all([
    writeOthers(owner, others, () => stopped),
    ...[owner, ...people].map((client) => write(client, () => stopped)),
  ]);
  writers.catch(() => {});
  const each = () => otherKinds.every((kind) => others.filter((one) => one.kind === kind).length > 5);
  await vi.waitUntil(() => history.length > 100 && each(), { timeout: 30_000 });
  asked = Date.now();
  const ran = await run('take', backups, { DATA_DIR: dataDir });
  afterwards = history.length;
  const before = others.length;
  const later = () => new Set(others.slice(before + otherKinds.length).map(({ kind }) => kind));
  await vi.waitUntil(() => history.length > afterwards + 20 && later().size === otherKinds.length, { timeout: 30_000 });
  stopped = true;
  await writers;
  expect(ran.code, ran.said).toBe(0);
  backup = ran.said.split('\n').at(-1) as string;
});
afterAll(async () => {
  await server?.stop();
  for (const name of existsSync(base) ? readdirSync(base) : [])
    if (existsSync(join(base, name, 'db', 'PG_VERSION')))
      await (await startEmbedded({ dataDir: join(base, name) })).stop();
  rmSync(base, { recursive: true, force: true });
});

test('it is one folder with its name, closed to others, and nothing half stands beside it', () => {
  expect(listOf(backups)).toEqual([backup.slice(backups.length + 1)]);
  expect(backup).toMatch(/limelight-\d{8}T\d{6}Z$/);
  expect(statSync(backup).mode & 0o777).toBe(0o700);
  expect(statSync(join(backup, 'manifest.json')).mode & 0o777).toBe(0o600);
  expect(statSync(join(backup, 'database', 'message.copy.gz')).mode & 0o777).toBe(0o600);
});

test('all that was acknowledged before its moment is there, once; the files are, and one can sign in', async () => {
  const to = join(base, 'restored');
  const ran = await restore(backup, to);
  expect(ran.code, ran.said).toBe(0);
  expect(listOf(to)).not.toContain('RESTORE-UNFINISHED');
  const again = await startServerProcess({ dataDir: to });
  try {
    const client = await signIn(again.url, email);
    const found = await readAll(client);
    expect(found.map((message) => message.seq)).toEqual(found.map((_, index) => index + 1));
    const there = new Map(found.map((message) => [message.message_id, message]));
    expect(there.size).toBe(found.length);
    const before = history.filter(({ at }) => at < asked);
    expect(before.length).toBeGreaterThan(100);
    for (const { message } of before) expect(there.get(message.message_id)).toEqual(message);
    // It was taken while people wrote, and holds nothing of what they wrote afterwards.
    expect(found.length).toBeLessThanOrEqual(afterwards + WRITERS);
    expect(history.length).toBeGreaterThan(found.length);
    const kept = others.filter(({ at }) => at < asked);
    expect(new Set(kept.map(({ kind }) => kind))).toEqual(new Set(otherKinds));
    for (const { kind, check } of kept)
      await check(client).catch((error: unknown) => expect.fail(`${kind} is gone: ${String(error)}`));
    // The last of each came when the backup was there: that it is not in it shows that these checks see something.
    for (const kind of otherKinds)
      await expect(others.findLast((one) => one.kind === kind)?.check(client), kind).rejects.toThrow(/\S/);
    const { download_url } = await client.call(fileContract.metadata, { file_id });
    expect(await (await fetch(new URL(download_url, again.url))).text()).toBe(text);
    expect(listOf(join(to, 'mail')).length).toBeGreaterThan(0);
    // It goes on: the next message has the next number, and company walls stand.
    const next = { entity_type: 'space' as const, entity_id: space_id, message_id: uuid(), body: paragraph('next') };
    expect((await client.call(chat.send, next)).message.seq).toBe(found.length + 1);
  } finally {
    await again.stop();
  }
  expect(await wallsOf(to)).toEqual(await wallsOf(dataDir));
});

/** What keeps the rows right, as the database has it. */
async function wallsOf(folder: string): Promise<object[]> {
  const running = folder === dataDir;
  if (running) await server.stop();
  const { host, port, user, database, stop } = await startEmbedded({ dataDir: folder });
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity,
        (SELECT array_agg(k.conname::text || ' ' || k.convalidated::text || ' ' || pg_get_constraintdef(k.oid) ORDER BY k.conname) FROM pg_constraint k WHERE k.conrelid = c.oid) AS constraints,
        (SELECT array_agg(t.tgname::text || t.tgenabled::text ORDER BY t.tgname) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal) AS triggers
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`);
    expect(rows.length).toBeGreaterThan(30);
    return rows;
  } finally {
    await client.end();
    await stop();
    if (running) server = await startServerProcess({ dataDir });
  }
}

describe('backups that are too old', () => {
  const DAY_MS = 86_400_000;
  const into = join(base, 'kept');
  const nameAt = (days: number) =>
    `limelight-${new Date(Date.now() - days * DAY_MS)
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(/[-:]/g, '')}`;
  const put = (name: string) => {
    cpSync(backup, join(into, name), { recursive: true });
    return name;
  };
  const take = async (...options: string[]) => {
    const ran = await run('take', [...options, into], { DATA_DIR: dataDir });
    return {
      ...ran,
      name:
        ran.said
          .split('\n')
          .at(-1)
          ?.slice(into.length + 1) ?? '',
    };
  };

  test('go once a new one is whole, and nothing else does', async () => {
    const old = put(nameAt(36));
    const looksAlike = nameAt(60);
    const others = [
      put(nameAt(34)),
      // Somebody's own name for one that they want to keep, and what only looks like one.
      put('before-the-move'),
      put(`${nameAt(50)}-mine`),
      looksAlike,
    ];
    mkdirSync(join(into, looksAlike));
    writeFileSync(join(into, looksAlike, 'notes.txt'), 'mine');
    // The last removal was broken off.
    mkdirSync(join(into, `.${nameAt(90)}.7.removing`));
    const { code, said, name } = await take();
    expect(code, said).toBe(0);
    expect(said).toContain(`Removed because they were too old: ${old}.`);
    expect(listOf(into)).toEqual([...others, name].sort());
    expect(listOf(join(into, looksAlike))).toEqual(['notes.txt']);
  });

  test('stay as long as is said, or for ever, and where no new one comes of it', async () => {
    const all = listOf(into);
    const old = [put(nameAt(80)), put(nameAt(100))];
    const refused = [['--keep', '0'], ['--keep', 'long'], ['--keep'], ['--forget', '3']];
    for (const options of refused) expect(await take(...options)).toMatchObject({ code: 1 });
    // As npm says it that has kept the option for itself.
    const swallowed = await run('take', [into], { DATA_DIR: dataDir, npm_config_keep: '90' });
    expect(swallowed).toMatchObject({ code: 1, said: expect.stringContaining('npm run backup -- --keep') });
    const broken = await run('take', ['--keep', '1', into], {
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
    });
    expect(broken.code).toBe(1);
    const { code, said, name: first } = await take('--keep', 'all');
    expect(code, said).toBe(0);
    expect(listOf(into)).toEqual([...all, ...old, first].sort());
    // One of the same second would be refused.
    await vi.waitUntil(() => nameAt(0) !== first);
    const { name: second } = await take('--keep=90');
    expect(listOf(into)).toEqual([...all, old[0] as string, first, second].sort());
  });
});

describe('is refused, and changes nothing', () => {
  const damaged = (what: string, harm: (folder: string) => void) => {
    const folder = join(base, `damaged ${what}`);
    cpSync(backup, folder, { recursive: true });
    harm(folder);
    return folder;
  };
  const flip = (file: string) => {
    const bytes = readFileSync(file);
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(file, bytes);
  };
  test.each<[string, (folder: string) => void, RegExp]>([
    ['a bit of the messages', (f) => flip(join(f, 'database', 'message.copy.gz')), /message\.copy\.gz was changed/],
    ['a missing part', (f) => rmSync(join(f, 'database', 'employee.copy.gz')), /employee\.copy\.gz cannot be read/],
    ['a part cut short', (f) => writeFileSync(join(f, 'data', 'files', 'secret'), 'short'), /has 5 bytes instead of/],
    [
      'a part too many',
      (f) => copyFileSync(join(f, 'manifest.json'), join(f, 'data', 'more')),
      /does not belong to it/,
    ],
    [
      'a changed manifest',
      (f) =>
        writeFileSync(
          join(f, 'manifest.json'),
          readFileSync(join(f, 'manifest.json'), 'utf8').replace('"disk"', '"elsewhere"'),
        ),
      /manifest\.json was changed/,
    ],
    ['no manifest', (f) => rmSync(join(f, 'manifest.json')), /is no backup/],
  ])('%s', async (what, harm, says) => {
    const to = join(base, `for ${what}`);
    const ran = await restore(damaged(what, harm), to);
    expect(ran).toMatchObject({ code: 1, said: expect.stringMatching(says) });
    expect(listOf(to)).toEqual([]);
  });

  test('a folder that is not empty', async () => {
    const to = join(base, 'used');
    mkdirSync(to);
    writeFileSync(join(to, 'mine.txt'), 'mine');
    const ran = await restore(backup, to);
    expect(ran).toMatchObject({ code: 1, said: expect.stringContaining('is not empty (there is mine.txt)') });
    expect(listOf(to)).toEqual(['mine.txt']);
  });

  test('a place for backups inside of the data folder', async () => {
    const ran = await run('take', join(dataDir, 'copies'), { DATA_DIR: dataDir });
    expect(ran).toMatchObject({ code: 1, said: expect.stringContaining('Keep backups outside') });
    expect(listOf(dataDir)).not.toContain('copies');
  });

  test('a start on a folder whose restore did not end', async () => {
    const to = join(base, 'half');
    mkdirSync(to);
    writeFileSync(join(to, 'RESTORE-UNFINISHED'), '');
    await expect(startServerProcess({ dataDir: to })).rejects.toThrow('that did not end');
    expect(listOf(to)).toEqual(['RESTORE-UNFINISHED']);
  });
});

describe('a database of one’s own', () => {
  const made: string[] = [];
  const admin = async (sql: string) => {
    const { host, port, user } = inject('database');
    const client = new pg.Client({ host, port, user, database: 'postgres' });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const newDatabase = async (name: string, by: string) => {
    const { host, port } = inject('database');
    await admin(`CREATE DATABASE ${name} OWNER ${by}`);
    made.push(name);
    return `postgres://${by}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  };
  afterAll(async () => {
    for (const name of made) await admin(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin('DROP ROLE IF EXISTS backup_plain');
  });

  test('takes what an embedded one gave, by an owner who stands behind the walls, and gives it again while none runs', async () => {
    await admin(
      'CREATE ROLE backup_plain LOGIN NOSUPERUSER NOBYPASSRLS CREATEROLE; GRANT limelight_app TO backup_plain WITH ADMIN OPTION',
    );
    const url = await newDatabase('backup_target', 'backup_plain');
    const to = join(base, 'own');
    const ran = await run('restore', backup, { DATA_DIR: to, DATABASE_URL: url });
    expect(ran.code, ran.said).toBe(0);

    const again = await run('restore', backup, { DATA_DIR: join(base, 'own-again'), DATABASE_URL: url });
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty') });
    expect(listOf(join(base, 'own-again'))).toEqual([]);

    // Its owner would see no row of it: that is said, and no backup without rows comes of it.
    const blind = await run('take', join(base, 'blind'), { DATA_DIR: to, DATABASE_URL: url });
    expect(blind).toMatchObject({ code: 1, said: expect.stringContaining('BYPASSRLS') });
    expect(listOf(join(base, 'blind'))).toEqual([]);

    const seeing = url.replace('backup_plain', inject('database').user);
    const taken = await run('take', join(base, 'second'), { DATA_DIR: to, DATABASE_URL: seeing });
    expect(taken.code, taken.said).toBe(0);
    const second = taken.said.split('\n').at(-1) as string;
    const rowsOf = (folder: string) => {
      const { manifest } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
      const tables = (manifest as { tables: { name: string; rows: number }[] }).tables;
      return Object.fromEntries(tables.map((table) => [table.name, table.rows]));
    };
    expect(rowsOf(second)).toEqual(rowsOf(backup));
  });
});
