// `npm run operator`: a way in for whoever is at the machine, beside a running server and without one, with either database.
// @module-tag long
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as operators from '#contract/operator/operators.ts';
import * as passwords from '#contract/operator/passwords.ts';
import * as accounts from '#contract/operator.ts';
import { startTestApp } from '../kit/app.ts';
import { TestClient } from '../kit/client.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { anotherOperator, newOperator, OPERATOR } from './operator.fixture.ts';

const base = mkdtempSync(join(tmpdir(), 'limelight-operator-'));
const dataDir = join(base, 'data');
let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ dataDir });
});
afterAll(async () => {
  await server?.stop();
  rmSync(base, { recursive: true, force: true });
});

const PROGRAM = fileURLToPath(new URL('../../tools/operator/main.ts', import.meta.url));
/** As npm runs it, but for the installing. */
function run(environment: Record<string, string>, ...words: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--no-warnings', PROGRAM, ...words], {
      env: { ...process.env, DATABASE_URL: '', PUBLIC_URL: '', PORT: '4000', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', fail);
    child.once('close', (code) => done({ code, said: said.trim() }));
  });
}
const tokenIn = (said: string, kind: 'setup' | 'reset') =>
  new RegExp(`http://localhost:4000/backadmin/${kind}#([\\w-]{43})`).exec(said)?.[1] ?? '';
const DATA = { DATA_DIR: dataDir };

test('beside a running server, then without one, the embedded database gives a way in', async () => {
  const none = await run(DATA);
  expect(none.said).toContain('There is no operator yet.');
  const first = await run(DATA, 'reset');
  expect(first.code, first.said).toBe(0);
  const client = new TestClient(server.url);
  await client.call(accounts.setUp, {
    token: tokenIn(first.said, 'setup'),
    name: 'Olu\u001B[2J Operator',
    ...OPERATOR,
  });

  // The only one need not be named.
  const one = await run(DATA, 'reset');
  expect(one.code, one.said).toBe(0);
  expect(one.said).toContain(OPERATOR.email_id);
  expect(one.said, 'what a person wrote cannot steer the terminal').not.toContain('\u001B');
  expect(one.said).not.toContain('not running');
  const password = 'eighteen green kettles';
  await client.call(passwords.resetPassword, { token: tokenIn(one.said, 'reset'), password });
  await new TestClient(server.url).call(accounts.signIn, { ...OPERATOR, password });

  const otto = await anotherOperator(client, 'Otto Anker');
  const which = await run(DATA, 'reset');
  expect(which.code).toBe(1);
  expect(which.said).toContain('Say which operator');
  for (const told of [which, await run(DATA)])
    for (const email of [OPERATOR.email_id, otto.email_id]) expect(told.said).toContain(email);
  expect(await run(DATA, 'reset', 'nobody@operator.example')).toMatchObject({
    code: 1,
    said: expect.stringContaining('No operator has the address nobody@operator.example'),
  });

  await server.stop();
  const still = await run(DATA, 'reset', otto.email_id.toUpperCase());
  expect(still.code, still.said).toBe(0);
  expect(still.said).toContain('Limelight is not running on this folder');
  server = await startServerProcess({ dataDir });
  expect(server.output(), 'who is there is not set up again').not.toContain('/backadmin/setup#');
  const back = new TestClient(server.url);
  await back.call(passwords.resetPassword, { token: tokenIn(still.said, 'reset'), password: `${password} more` });
  expect((await back.call(operators.listActs, {})).items.slice(0, 2)).toMatchObject([
    { action: 'operator.password_reset', by: 'Otto Anker' },
    { action: 'operator.reset_link_made', by: null, about: 'Otto Anker' },
  ]);
});

test('a database of its own gives one, too, and says so when its schema is an older one', async () => {
  await using app = await startTestApp();
  await newOperator(app);
  const { host, port, user, database } = app.connection;
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
  const own = { DATABASE_URL: url, DATA_DIR: join(base, 'own') };
  const { code, said } = await run({ ...own, PUBLIC_URL: 'https://limelight.example.com' }, 'reset');
  expect(code, said).toBe(0);
  const token = /https:\/\/limelight\.example\.com\/backadmin\/reset#([\w-]{43})/.exec(said)?.[1] ?? '';
  const client = new TestClient(app.url);
  await client.call(passwords.resetPassword, { token, password: 'eighteen green kettles' });
  expect((await client.call(accounts.me, {})).email_id).toBe(OPERATOR.email_id);
  await app.sql('ALTER TABLE operator DROP COLUMN signed_in_at');
  expect(await run(own, 'reset')).toEqual({
    code: 1,
    said: 'The database is of an older version. Start Limelight (npm start), and try again.',
  });
});

test('where nothing is, nothing is made', async () => {
  const nowhere = join(base, 'nowhere');
  const { code, said } = await run({ DATA_DIR: nowhere }, 'reset');
  expect(code).toBe(1);
  expect(said).toContain(`There is no database in ${nowhere}`);
  expect(existsSync(join(nowhere, 'db'))).toBe(false);
  expect(await run(DATA, 'rest')).toMatchObject({ code: 1, said: expect.stringMatching(/^npm run operator /) });
});
