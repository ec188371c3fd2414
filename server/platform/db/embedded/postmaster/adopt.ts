// A postmaster that still runs although the Node process that started it was killed: taken over if it is this cluster's and
// has today's settings, otherwise ended in order. Waiting for one that is just starting or stopping belongs here too.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, DATABASE_USER } from '../cluster/cluster.ts';
import { clusterName } from '../settings.ts';
import { gone, isPostmasterOf, type PidFile, readPidFile, stopPostmaster } from './postmaster.ts';

/** A server that answered. */
export type Adopted = { pid: number; socketDir: string; port: number };

/** What became of a server that was found: `none` = there was none, `ended` = it had to be stopped or was stopping. */
export type Finding = Adopted | 'none' | 'ended';

const START_PATIENCE_MS = 60_000;

/** Asks the server behind the socket who it is; null if nobody answers. */
async function ask(found: PidFile): Promise<{ folder: string; name: string } | null> {
  const client = new pg.Client({
    host: found.socketDir,
    port: found.port,
    user: DATABASE_USER,
    database: 'postgres',
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ folder: string; name: string }>(
      `select current_setting('data_directory') as folder, current_setting('cluster_name') as name`,
    );
    return answer.rows[0] ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Looks for a running postmaster of the cluster and adopts it if it may be; otherwise none runs when this returns. */
export async function adoptRunning(cluster: Cluster): Promise<Finding> {
  const deadline = Date.now() + START_PATIENCE_MS;
  let found = readPidFile(cluster.folder);
  if (found === null || !isPostmasterOf(found.pid, cluster.folder)) return 'none';
  const { pid } = found;
  while (found?.pid === pid && isPostmasterOf(pid, cluster.folder) && Date.now() < deadline) {
    if (found.status === 'stopping') {
      await gone(pid, cluster.folder);
      return 'ended';
    }
    if (found.status === 'ready') {
      const is = await ask(found);
      if (is?.folder === cluster.folder && is.name === clusterName(cluster.binaries.version)) {
        return { pid, socketDir: found.socketDir, port: found.port };
      }
      break;
    }
    await sleep(20);
    found = readPidFile(cluster.folder);
  }
  await stopPostmaster(pid, cluster.folder);
  return 'ended';
}
