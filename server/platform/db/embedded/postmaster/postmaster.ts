// One run of the PostgreSQL server ("postmaster") on a cluster: start it apart from this process, see when it is ready,
// stop it in order, and read what postmaster.pid says of one that runs already. Whether to adopt that one: adopt.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from '../cluster/binaries.ts';
import { type Cluster, plainEnvironment } from '../cluster/cluster.ts';
import { socketFile } from '../cluster/socket-folder.ts';
import { EmbeddedDatabaseError } from '../errors.ts';
import { type Place, serverArguments } from '../settings.ts';
import { logSince, logSize, openLog } from './log-file.ts';
import { commandOf, isRunning } from './processes.ts';

/** What a running postmaster writes into its pid file. `status` is one of starting, ready, standby, stopping. */
export type PidFile = { pid: number; socketDir: string; port: number; status: string };

/** A postmaster that is ready. `child` is there only if this process started it. */
export type Running = { pid: number; child: ChildProcess | null };

const STOP_PATIENCE_MS = 60_000;
/** Orphaned backends of a killed postmaster hold its shared memory until they notice, within a moment. */
const ORPHAN_PATIENCE_MS = 10_000;

export const pidFileOf = (folder: string): string => path.join(folder, 'postmaster.pid');

/** Reads postmaster.pid; null if there is none or it is empty (a crash of the machine can leave it so). */
export function readPidFile(folder: string): PidFile | null {
  try {
    const lines = readFileSync(pidFileOf(folder), 'utf8').split('\n');
    const at = (index: number) => lines[index]?.trim() ?? '';
    const pid = Number(at(0));
    return pid > 0 ? { pid, port: Number(at(3)), socketDir: at(4), status: at(7) } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Does this process id belong to a postmaster on this cluster? False for one that was given to another program since. */
export function isPostmasterOf(pid: number, folder: string): boolean {
  if (!isRunning(pid)) return false;
  const command = commandOf(pid);
  // Without /proc (macOS) the id is all there is; the socket is asked next.
  if (command === null) return true;
  return path.basename(command[0] ?? '').startsWith('postgres') && command.includes(folder);
}

/** Ends a postmaster in order ("fast": running transactions are rolled back, all is flushed). Never kills it hard. */
export async function stopPostmaster(pid: number, folder: string): Promise<void> {
  if (isPostmasterOf(pid, folder)) process.kill(pid, 'SIGINT');
  await gone(pid, folder);
}

/** Waits until the postmaster has left; throws EmbeddedDatabaseError after a minute. */
export async function gone(pid: number, folder: string): Promise<void> {
  const deadline = Date.now() + STOP_PATIENCE_MS;
  while (isPostmasterOf(pid, folder)) {
    if (Date.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `The database (process ${pid}) is still stopping after a minute; it was left alone.`,
      );
    }
    await sleep(5);
  }
}

/**
 * Removes the lock files of a postmaster that is surely not running on this cluster any more. PostgreSQL does so by itself
 * when the id in them is free; it does not dare when the id is a zombie's (a PID 1 that does not reap) or was given to
 * another program since. Its second interlock, the shared memory of the cluster, still holds.
 */
function removeStaleLocks(folder: string, { socketDir, port }: Place): void {
  const found = readPidFile(folder);
  if (found !== null && isPostmasterOf(found.pid, folder)) return;
  rmSync(pidFileOf(folder), { force: true });
  if (socketDir === null) return;
  // The folder is closed and this cluster's only.
  rmSync(socketFile(socketDir, port), { force: true });
  rmSync(`${socketFile(socketDir, port)}.lock`, { force: true });
}

/** Starts the program apart from us (own session): Ctrl-C and a kill of this process do not reach the database. */
function launch({ folder, account, binaries }: Cluster, place: Place, logFile: string): ChildProcess {
  const log = openLog(logFile);
  try {
    const child = spawn(program(binaries, 'postgres'), ['-D', folder, ...serverArguments(place, binaries.version)], {
      ...account,
      cwd: '/',
      env: plainEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** True when ready, false when the process ended before. Recovery after a crash may take its time. */
async function becomesReady(child: ChildProcess, folder: string, log: (line: string) => void): Promise<boolean> {
  const ended = new Promise<'ended'>((resolve) => {
    child.once('error', () => resolve('ended'));
    child.once('exit', () => resolve('ended'));
  });
  const began = Date.now();
  for (let told = 0; ; ) {
    const state = readPidFile(folder);
    if (state?.pid === child.pid && state?.status === 'ready') return true;
    if ((await Promise.race([ended, sleep(5)])) === 'ended') return false;
    const seconds = Math.floor((Date.now() - began) / 10_000) * 10;
    if (seconds > told) {
      told = seconds;
      log(`The database is still starting after ${seconds} s (it checks what a crash left behind).`);
    }
  }
}

/** Starts a postmaster and waits until it is ready. Throws EmbeddedDatabaseError with the end of its log. */
export async function startPostmaster(
  cluster: Cluster,
  place: Place,
  logFile: string,
  log: (line: string) => void,
): Promise<Running> {
  const deadline = Date.now() + ORPHAN_PATIENCE_MS;
  for (;;) {
    removeStaleLocks(cluster.folder, place);
    const from = logSize(logFile);
    const child = launch(cluster, place, logFile);
    if (await becomesReady(child, cluster.folder, log)) return { pid: child.pid ?? 0, child };
    const said = logSince(logFile, from);
    if (!said.includes('shared memory block') || Date.now() > deadline) {
      throw new EmbeddedDatabaseError(`The database did not start. The end of ${logFile}:\n${said}`);
    }
    await sleep(200);
  }
}
