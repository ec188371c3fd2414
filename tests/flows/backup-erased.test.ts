// Who was erased after a backup was taken is not back when it is restored: the first start erases them again, before it is ready.
// @module-tag long
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { eraseLeaver } from '#contract/people/leaving.ts';
import * as people from '#contract/people.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { newSpace } from '../matrix/world.ts';
import { say, to } from './talk.ts';

const base = mkdtempSync(join(tmpdir(), 'limelight-erased-'));
afterAll(async () => {
  for (const name of existsSync(base) ? readdirSync(base) : [])
    if (existsSync(join(base, name, 'db', 'PG_VERSION')))
      await (await startEmbedded({ dataDir: join(base, name) })).stop();
  rmSync(base, { recursive: true, force: true });
});

/** A tool as npm runs it, but for the installing. Answers the last line that it said. */
function run(name: 'take' | 'restore', dataDir: string, ...given: string[]): Promise<string> {
  const program = fileURLToPath(new URL(`../../tools/backup/${name}-main.ts`, import.meta.url));
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--no-warnings', program, ...given], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', fail);
    child.once('close', (code) => (code === 0 ? done(said.trim().split('\n').at(-1) ?? '') : fail(new Error(said))));
  });
}

/** What the database of a folder, that no server runs on, has of these people. */
async function within(dataDir: string, ids: readonly string[]) {
  const { host, port, user, database, stop } = await startEmbedded({ dataDir });
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  try {
    const names = await client.query<{ first_name: string }>(
      'SELECT first_name FROM employee WHERE employee_id = ANY ($1) ORDER BY first_name',
      [ids],
    );
    const erased = await client.query('SELECT 1 FROM erased_person WHERE employee_id = ANY ($1)', [ids]);
    const leavers = await client.query('SELECT 1 FROM leaver WHERE employee_id = ANY ($1)', [ids]);
    const kept = await client.query("SELECT 1 FROM message WHERE text = 'Words that stay'");
    return {
      names: names.rows.map(({ first_name }) => first_name),
      erased: erased.rows.length,
      leavers: leavers.rows.length,
      kept: kept.rows.length,
    };
  } finally {
    await client.end();
    await stop();
  }
}

test('who is erased after a backup is erased again when it is restored', async () => {
  const dataDir = join(base, 'data');
  const server = await startServerProcess({ dataDir });
  const at = { url: server.url, dataDir };
  const { owner, company_id } = await registerCompany(at);
  // One who had left when it was taken, and one who was here, with a space that needs somebody else then.
  const gone = await addPerson(at, owner, { first_name: 'Canaryleft' });
  const here = await addPerson(at, owner, { first_name: 'Canaryhere' });
  const stays = await addPerson(at, owner, { first_name: 'Stays' });
  await newSpace({ owner: here, word: 'Theirs' }, 'private', [stays.employee_id]);
  await say(here, to(stays), 'Words that stay');
  await owner.call(people.remove, { employee_id: gone.employee_id });
  const backup = await run('take', dataDir, join(base, 'backups'));
  await owner.call(people.remove, { employee_id: here.employee_id, hand_over_to: owner.employee_id });
  for (const { employee_id } of [gone, here]) await owner.call(eraseLeaver, { employee_id });
  const list = join(dataDir, 'erased.txt');
  const listed = readFileSync(list, 'utf8');
  for (const { employee_id } of [gone, here]) expect(listed).toContain(`${company_id} ${employee_id}\n`);
  expect(listed).not.toMatch(/canary/i);
  await server.stop();
  const ids = [gone.employee_id, here.employee_id];

  // Without the list they are back: that is what is to be prevented.
  const without = join(base, 'without');
  await run('restore', without, backup);
  expect(await within(without, ids)).toMatchObject({ names: ['Canaryhere', 'Former'], erased: 0, leavers: 1, kept: 1 });
  await expect(run('restore', join(base, 'no-list'), backup, join(base, uuid()))).rejects.toThrow(/no list/);
  const other = join(base, 'other.txt');
  writeFileSync(other, 'Not a list\n');
  await expect(run('restore', join(base, 'no-line'), backup, other)).rejects.toThrow(/is no list of erased people/);

  const restored = join(base, 'restored');
  await run('restore', restored, backup, list);
  const again = await startServerProcess({ dataDir: restored });
  // Killed in the moment in which it says that it is ready.
  await again.kill();
  expect(await within(restored, ids)).toEqual({ names: ['Former', 'Former'], erased: 2, leavers: 0, kept: 1 });
  // And a backup of it has the list with it.
  expect(readFileSync(join(restored, 'erased.txt'), 'utf8')).toContain(here.employee_id);
});
