// The database of the data folder, whether or not a server runs on it, or the one of DATABASE_URL.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import { refuseUnfinishedRestore } from '#server/platform/config/unfinished-restore.ts';
import { DATABASE_USER } from '#server/platform/db/embedded/cluster/cluster.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { EmbeddedDatabaseError } from '#server/platform/db/embedded/errors.ts';
import { readPidFile } from '#server/platform/db/embedded/postmaster/postmaster.ts';
import { isRunning } from '#server/platform/db/embedded/postmaster/processes.ts';

export interface Opened {
  readonly connection: pg.ClientConfig;
  /** A server of ours is running on it at this moment; unknown (undefined) for an outside database. */
  readonly inUse: boolean | undefined;
  /** Stops what was started here, and nothing else. */
  close(): Promise<void>;
}

/** Throws EmbeddedDatabaseError with what a person can do about it. */
export async function openDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Opened> {
  refuseUnfinishedRestore(dataDir);
  if (databaseUrl)
    return { connection: { connectionString: databaseUrl }, inUse: undefined, close: async () => undefined };
  // Asked first: who starts another one on a folder in use is kept waiting and then refused.
  const running = await findRunning(dataDir);
  if (running) return { connection: running, inUse: true, close: async () => undefined };
  const { host, port, user, database, password, stop } = await startEmbedded({ dataDir });
  return { connection: { host, port, user, database, ...(password && { password }) }, inUse: false, close: stop };
}

/** How to reach the server's own database, if a server runs on the folder. */
async function findRunning(dataDir: string): Promise<pg.ClientConfig | undefined> {
  const lock = join(dataDir, 'limelight.lock');
  // A lock whose owner is gone was left behind by a crash: starting takes it over, and the database with it.
  if (!existsSync(lock) || !isRunning(Number.parseInt(readFileSync(lock, 'utf8'), 10))) return undefined;
  const found = readPidFile(join(dataDir, 'db'));
  if (found?.status !== 'ready')
    throw new EmbeddedDatabaseError(`Limelight is just starting or stopping on ${dataDir}. Try again in a moment.`);
  const secret = join(dataDir, 'db.password');
  const password = existsSync(secret) ? { password: readFileSync(secret, 'utf8').trim() } : {};
  const { socketDir, port } = found;
  const connection = { host: socketDir || '127.0.0.1', port, user: DATABASE_USER, database: 'limelight', ...password };
  await tryOut(connection, dataDir);
  return connection;
}

async function tryOut(connection: pg.ClientConfig, dataDir: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `Limelight is running on ${dataDir}, but its database cannot be reached (${(error as Error).message}). Run this as the same user, or stop Limelight first.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
