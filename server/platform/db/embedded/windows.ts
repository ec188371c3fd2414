// The embedded database on Windows. NOT TESTED: none of our machines runs Windows; kept apart so that it stays small.
// There: no Unix socket, so 127.0.0.1 with a password; signals do not exist, so pg_ctl starts and stops (it also sheds
// an administrator's rights, which PostgreSQL refuses).
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { program } from './cluster/binaries.ts';
import { type Cluster, DATABASE_USER, ensureCluster, plainEnvironment } from './cluster/cluster.ts';
import { ensureDatabase } from './ensure-database.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { readPidFile } from './postmaster/postmaster.ts';
import { serverArguments } from './settings.ts';
import type { EmbeddedDatabase } from './types.ts';

/** The password lies beside the cluster, in a file of the user's own data folder. */
function passwordFile(dataDir: string): string {
  const file = path.join(dataDir, 'db.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

function pgCtl({ folder, binaries }: Cluster, ...args: string[]): { ok: boolean; said: string } {
  const result = spawnSync(program(binaries, 'pg_ctl'), ['-D', folder, ...args], {
    env: plainEnvironment(),
    encoding: 'utf8',
    windowsHide: true,
  });
  return { ok: result.status === 0, said: result.error?.message ?? result.stderr };
}

/** startEmbedded for Windows; `giveBack` frees the data folder. */
export async function startOnWindows(
  dataDir: string,
  database: string,
  log: (line: string) => void,
  giveBack: () => void,
): Promise<EmbeddedDatabase> {
  const secret = passwordFile(dataDir);
  const cluster = ensureCluster(dataDir, ['-A', 'scram-sha-256', `--pwfile=${secret}`], log);
  const adopted = pgCtl(cluster, 'status').ok ? readPidFile(cluster.folder) : null;
  const port = adopted?.port ?? (await freePort());
  if (!adopted) {
    const options = serverArguments({ socketDir: null, port }, cluster.binaries.version)
      .map((word) => (word === '-c' ? word : `"${word}"`))
      .join(' ');
    const logFile = path.join(dataDir, 'db.log');
    const { ok, said } = pgCtl(cluster, 'start', '-w', '-t', '300', '-l', logFile, '-o', options);
    if (!ok) throw new EmbeddedDatabaseError(`The database did not start: ${said} See ${logFile}.`);
  }
  const password = readFileSync(secret, 'utf8').trim();
  const server = { host: '127.0.0.1', port, user: DATABASE_USER, password };
  await ensureDatabase(server, database);
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    const { ok, said } = pgCtl(cluster, 'stop', '-m', 'fast', '-w', '-t', '60');
    giveBack();
    if (!ok) throw new EmbeddedDatabaseError(`The database did not stop: ${said}`);
  };
  return {
    ...server,
    socketDir: server.host,
    database,
    how: cluster.made ? 'made' : adopted ? 'adopted' : 'started',
    stop,
  };
}
