// The supervisor of the embedded PostgreSQL: makes, starts or adopts it, starts it again if it dies, stops it in order.
// The pool, transactions and migrations are the neighbours' (server/platform/db).
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Cluster, DATABASE_USER, ensureCluster } from './cluster/cluster.ts';
import { takeFolderLock } from './cluster/folder-lock.ts';
import { removeSocketFolder, SOCKET_PORT, socketFolderFor } from './cluster/socket-folder.ts';
import { ensureDatabase } from './ensure-database.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { adoptRunning } from './postmaster/adopt.ts';
import { keepBounded } from './postmaster/log-file.ts';
import { startPostmaster } from './postmaster/postmaster.ts';
import { type Watch, watchOver } from './postmaster/watch.ts';
import type { EmbeddedDatabase, How } from './types.ts';
import { startOnWindows } from './windows.ts';

/** `dataDir` is made if missing. `log` gets single lines for people. */
export type EmbeddedOptions = { dataDir: string; log?: (line: string) => void };

const DATABASE = 'limelight';

function prepareFolder(dataDir: string): string {
  try {
    // Folders above it stay open, or root's database user could not pass; the data folder itself is closed to others.
    mkdirSync(path.dirname(dataDir), { recursive: true });
    if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 });
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedDatabaseError(`The data folder ${dataDir} cannot be used: ${(error as Error).message}`);
  }
}

type Started = { socketDir: string; port: number; how: How; watch: Watch };

async function bringUp(cluster: Cluster, logFile: string, log: (line: string) => void): Promise<Started> {
  const found = cluster.made ? 'none' : await adoptRunning(cluster);
  const adopted = typeof found === 'object' ? found : null;
  const place = adopted ?? { socketDir: socketFolderFor(cluster.folder, cluster.account), port: SOCKET_PORT };
  const start = () => startPostmaster(cluster, place, logFile, log);
  const running = adopted ? { pid: adopted.pid, child: null } : await start();
  const how = cluster.made ? 'made' : adopted ? 'adopted' : found === 'ended' ? 'restarted' : 'started';
  return { ...place, how, watch: watchOver(running, cluster.folder, start, log) };
}

/**
 * Starts the embedded database of a data folder, or adopts it if it still runs, and makes the database `limelight`.
 * Throws EmbeddedDatabaseError (a message for people) if another Limelight runs on the folder or a person has to decide.
 */
export async function startEmbedded({ dataDir, log = () => undefined }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = prepareFolder(path.resolve(dataDir));
  const release = await takeFolderLock(folder);
  const logFile = path.join(folder, 'db.log');
  const unbound = keepBounded(logFile);
  const giveBack = () => {
    unbound();
    release();
  };
  try {
    if (process.platform === 'win32') return await startOnWindows(folder, DATABASE, log, giveBack);
    const { how, socketDir, port, watch } = await bringUp(ensureCluster(folder, ['-A', 'trust'], log), logFile, log);
    const server = { host: socketDir, port, user: DATABASE_USER };
    await ensureDatabase(server, DATABASE);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= watch
        .stop()
        .then(() => removeSocketFolder(socketDir))
        .finally(giveBack);
      return stopped;
    };
    return { ...server, socketDir, database: DATABASE, how, stop };
  } catch (error) {
    giveBack();
    throw error;
  }
}
