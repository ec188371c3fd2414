// `npm run keys` beside a real server with its embedded database, and without one.
// @module-tag long

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as second from '#contract/auth/second-factor.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { takeBackup } from '#tools/backup/take.ts';
import { asServer } from '#tools/lib/as-server.ts';
import { whileKeysChange, whileKeysStay } from '#tools/lib/keys-lock.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, PASSWORD, registerCompany } from '../kit/factory.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { verdict } from './auth.fixture.ts';
import { keysIn, runKeys } from './keys.fixture.ts';
import { challenged, codeOf } from './second-factor.fixture.ts';

const base = mkdtempSync(join(tmpdir(), 'limelight-keys-'));
const dataDir = join(base, 'data');
const keyFile = join(dataDir, 'keys', 'second-factor');
let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ dataDir });
});
afterAll(async () => {
  await server?.stop();
  rmSync(base, { recursive: true, force: true });
});

const keys = (...words: string[]) => runKeys({ DATA_DIR: dataDir }, ...words);
const at = () => ({ url: server.url, dataDir });
const inDatabase = <T>({ company_id }: TestClient, work: (tx: Tx) => Promise<T>): Promise<T> =>
  asServer({ databaseUrl: undefined, dataDir }, (db) => db.company(company_id, work));
/** Said of what no key opens. */
const left = () => server.output().match(/\{.*none of the keys opens.*\}/g) ?? [];

test('keys are changed beside a running server, which has them once it was started anew', async () => {
  const { owner, email } = await registerCompany(at());
  const { secret } = await owner.call(second.beginTotp, { password: PASSWORD });
  await owner.call(second.confirmTotp, { code: codeOf(secret) });
  const pat = await addPerson(at(), owner);
  await pat.call(second.beginTotp, { password: PASSWORD });
  const foreign = randomBytes(48);
  await inDatabase(owner, async (tx) => {
    await tx.query('UPDATE second_factor SET last_step = 0 WHERE company_id = $1', [tx.company_id]);
    const values = [tx.company_id, pat.employee_id, foreign];
    await tx.query('UPDATE second_factor SET secret = $3 WHERE company_id = $1 AND employee_id = $2', values);
  });

  expect(await keys('rotate', 'second-factor')).toMatchObject({ code: 0 });
  const { 'second-factor': both = [], ...others } = keysIn(dataDir);
  expect(both).toHaveLength(2);
  for (const [purpose, of] of Object.entries(others)) expect(of, purpose).toHaveLength(1);
  expect([keyFile, join(dataDir, 'keys')].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
  const early = await keys('retire');
  expect(early).toMatchObject({ code: 1, said: expect.stringContaining('Start it anew first') });

  await server.stop();
  const without = await keys('retire');
  expect(without).toMatchObject({ code: 1, said: expect.stringContaining('second_factor: 1 row\n') });
  expect(without.said).toContain('npm start');
  expect(keysIn(dataDir)['second-factor']).toEqual(both);

  server = await startServerProcess({ dataDir });
  await expect.poll(left).toHaveLength(1);
  expect(JSON.parse(left()[0] ?? '')).toMatchObject({ level: 'warn', rows: 1 });
  const retired = await keys('retire');
  expect(retired, retired.said).toMatchObject({ code: 0 });
  expect(keysIn(dataDir)['second-factor']).toEqual(both.slice(0, 1));
  const find = 'SELECT secret FROM second_factor WHERE company_id = $1 AND employee_id = $2';
  const values = [pat.company_id, pat.employee_id];
  expect(await inDatabase(pat, (tx) => tx.query(find, values))).toEqual([{ secret: foreign }]);

  await server.stop();
  server = await startServerProcess({ dataDir });
  const { client, challenge_id } = await challenged(server.url, email);
  expect(verdict(await client.raw(second.answerSecondFactor, { challenge_id, code: codeOf(secret) }))).toBe('200');
});

const inUse = (what: RegExp) => ({
  code: 1,
  said: expect.stringMatching(new RegExp(`^${what.source}.* Nothing was changed\\.`)),
});

test('keys are changed by one at a time, each new one stays, and who was killed keeps nobody from it', async () => {
  const before = keysIn(dataDir);
  const all = await Promise.all([1, 2, 3, 4].map(() => keys('rotate', 'finch')));
  const done = all.filter(({ code }) => code === 0);
  for (const one of all) if (one.code !== 0) expect(one).toEqual(inUse(/The keys are just being changed/));
  expect(done.length).toBeGreaterThan(0);
  const after = keysIn(dataDir);
  expect(after['finch']?.slice(done.length)).toEqual(before['finch']);

  await whileKeysChange({ dataDir }, Error, async () => {
    for (const verb of ['rotate', 'retire'])
      expect(await keys(verb), verb).toEqual(inUse(/The keys are just being changed by another npm run keys/));
    expect((await keys()).code).toBe(0);
    const backup = whileKeysStay({ dataDir }, Error, async () => undefined, 50);
    await expect(backup).rejects.toThrow('The keys are just being changed');
  });
  expect(keysIn(dataDir)).toEqual(after);

  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  for (const mark of ['.keys.lock', '.backup.0123456789abcdef.lock']) writeFileSync(join(dataDir, mark), `${dead}\n`);
  expect(await keys('rotate', 'finch')).toMatchObject({ code: 0 });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('no key is changed while a backup is taken, and a backup waits until one is changed', async () => {
  const before = keysIn(dataDir);
  await whileKeysStay({ dataDir }, Error, async () => {
    for (const verb of ['rotate', 'retire'])
      expect(await keys(verb), verb).toEqual(inUse(/A backup is just being taken/));
    // Backups do not mind each other.
    await whileKeysStay({ dataDir }, Error, async () => undefined);
  });
  expect(keysIn(dataDir)).toEqual(before);
  const order: string[] = [];
  let backup: Promise<void> | undefined;
  await whileKeysChange({ dataDir }, Error, async () => {
    backup = takeBackup(readConfig({ DATA_DIR: dataDir }), join(base, 'backups')).then(() => void order.push('backup'));
    await sleep(1_500);
    order.push('keys');
  });
  await backup;
  expect(order).toEqual(['keys', 'backup']);
  const [name = ''] = readdirSync(join(base, 'backups'));
  const taken = readdirSync(join(base, 'backups', name), { recursive: true }).map(String);
  expect(taken.filter((path) => path.includes('.lock'))).toEqual([]);
});

test('no server starts on a file that is not all keys, and none is changed', async () => {
  await server.stop();
  const before = keysIn(dataDir);
  const bad = `${before['second-factor']?.[0]}\nhalf a key`;
  writeFileSync(keyFile, bad);
  const message = `Line 2 of ${keyFile} is not a key. Put the file of a backup there.`;
  await expect(startServerProcess({ dataDir })).rejects.toThrow(new RegExp(`printed:[^]*\n${message}\n$`));
  for (const words of [[], ['rotate'], ['retire']]) expect(await keys(...words)).toEqual({ code: 1, said: message });
  expect(keysIn(dataDir)).toEqual({ ...before, 'second-factor': bad.split('\n') });
});

test('where nothing is, nothing is made; what it does not know it does not do', async () => {
  const nowhere = join(base, 'nowhere');
  const elsewhere = (...words: string[]) => runKeys({ DATA_DIR: nowhere }, ...words);
  expect((await elsewhere()).said).toMatch(/sso +none yet/);
  expect(await elsewhere('rotate')).toMatchObject({ code: 1, said: expect.stringContaining('There is no key in') });
  expect(await elsewhere('retire')).toMatchObject({ code: 0, said: expect.stringContaining('nothing to take away') });
  expect(existsSync(join(nowhere, 'keys'))).toBe(false);
  for (const words of [['turn'], ['rotate', 'finch', 'fnch'], ['retire', 'all']])
    expect(await keys(...words)).toMatchObject({ code: 1, said: expect.stringMatching(/^npm run keys /) });
});
