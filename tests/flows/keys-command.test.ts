// `npm run keys` beside a real server with its embedded database, and without one.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as second from '#contract/auth/second-factor.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { asServer } from '#tools/lib/as-server.ts';
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
