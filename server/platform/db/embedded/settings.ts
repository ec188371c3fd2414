// The server settings of the embedded database. They are given on the command line, which beats every file in the cluster,
// so nobody can turn durability off by editing one.
import { createHash } from 'node:crypto';

const SETTINGS: Readonly<Record<string, string>> = {
  // Acknowledged means committed and flushed.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  // Each server has a pool of twenty; several may be on it for a while, and whoever looks after it.
  max_connections: '200',
  // On the default of 4 the planner sometimes avoids the index of "latest 50": 120 ms instead of 4 (measured).
  random_page_cost: '1.1',
  // Our queries are short; compiling them costs more than it gives.
  jit: 'off',
  // How large things are is known soon after they grow: a plan made for nearly empty tables is the slowest there is.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // To standard error, which is DATA_DIR/db.log. No statements and no details: they hold what people wrote.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** Where the server listens: a Unix socket (POSIX) or 127.0.0.1 (Windows). */
export type Place = { socketDir: string; port: number } | { socketDir: null; port: number };

/** A short name of settings and version. A running server with another one is restarted instead of adopted. */
export function clusterName(version: string): string {
  const text = JSON.stringify([version, SETTINGS]);
  return `limelight-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

/** The command line of `postgres` after `-D folder`. */
export function serverArguments(place: Place, version: string): string[] {
  const all = {
    ...SETTINGS,
    cluster_name: clusterName(version),
    port: String(place.port),
    listen_addresses: place.socketDir === null ? '127.0.0.1' : '',
    unix_socket_directories: place.socketDir ?? '',
    unix_socket_permissions: '0700',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
