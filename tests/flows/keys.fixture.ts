// `npm run keys` as npm runs it, but for the installing; and what opens with the newest key of a data folder alone.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSealers, type Sealers } from '#server/platform/db/sealer.ts';

const PROGRAM = fileURLToPath(new URL('../../tools/operator/keys-main.ts', import.meta.url));

export function runKeys(
  environment: Record<string, string>,
  ...words: string[]
): Promise<{ code: number | null; said: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--no-warnings', PROGRAM, ...words], {
      env: { ...process.env, DATABASE_URL: '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', fail);
    child.once('close', (code) => done({ code, said: said.trim() }));
  });
}

/** Purpose → the keys as they stand in its file. */
export const keysIn = (dataDir: string): Record<string, string[]> =>
  Object.fromEntries(
    readdirSync(join(dataDir, 'keys')).map((name) => [
      name,
      readFileSync(join(dataDir, 'keys', name), 'utf8').split('\n'),
    ]),
  );

/** As if nothing but the newest keys were there. */
export function newestAlone(dataDir: string): Sealers {
  const folder = mkdtempSync(join(tmpdir(), 'limelight-newest-'));
  mkdirSync(join(folder, 'keys'));
  for (const [name, [newest = '']] of Object.entries(keysIn(dataDir)))
    writeFileSync(join(folder, 'keys', name), newest);
  const sealers = createSealers(folder);
  rmSync(folder, { recursive: true });
  return sealers;
}
