// One Limelight server per data folder: a lock file with the owner's process id. A lock whose owner is gone is taken over.
// The cluster itself has PostgreSQL's own interlock (postmaster.pid); this one is about the Node process. Tools that must not meet take
// such a file, too.
import { closeSync, linkSync, openSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from '../errors.ts';
import { isRunning, startOf } from '../postmaster/processes.ts';

/** Gives the folder back. Safe to call twice. */
export type Release = () => void;

type Owner = { pid: number; started: string };

/** Who holds it; undefined if nobody does, or nobody who still runs. */
export function holderOf(file: string): number | undefined {
  const held = read(file);
  return held && lives(held.owner) ? held.owner.pid : undefined;
}

/** A server that was just told to stop, or was killed with its parent, needs a moment before its lock is free. */
const PATIENCE_MS = 2_000;
/** Breaking a lock takes microseconds; a guard older than this was left behind by a crash in between. */
const GUARD_MAX_AGE_MS = 5_000;

function read(file: string): { text: string; owner: Owner } | null {
  try {
    const text = readFileSync(file, 'utf8');
    const [pid = '', started = ''] = text.split('\n');
    return { text, owner: { pid: Number(pid), started } };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** An id may have been given to another process since: the start time tells. */
function lives({ pid, started }: Owner): boolean {
  return isRunning(pid) && (started === '' || startOf(pid) === started);
}

/** Makes the file with its content in one step (link fails if it exists), so that no one ever reads a half-written lock. */
function create(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${process.pid}\n${startOf(process.pid)}\n`);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Removes a dead owner's lock. The guard keeps two starters from removing each other's fresh lock. */
function breakStale(file: string, seen: string): void {
  const guard = `${file}.break`;
  try {
    closeSync(openSync(guard, 'wx'));
  } catch {
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > GUARD_MAX_AGE_MS) unlinkSync(guard);
    return;
  }
  try {
    if (read(file)?.text === seen) unlinkSync(file);
  } finally {
    unlinkSync(guard);
  }
}

/**
 * Takes the data folder for this process, or throws EmbeddedDatabaseError with the other server's process id.
 * Waits up to two seconds for an owner that is on its way out.
 */
export const takeFolderLock = (dataDir: string, patienceMs = PATIENCE_MS): Promise<Release> =>
  takeLock(
    path.join(dataDir, 'limelight.lock'),
    patienceMs,
    (pid) =>
      new EmbeddedDatabaseError(
        `Limelight is already running on ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
      ),
  );

/** Takes the file for this process. Throws what `refuse` says of the process that holds it for longer than `patienceMs`. */
export async function takeLock(file: string, patienceMs: number, refuse: (pid: number) => Error): Promise<Release> {
  const deadline = Date.now() + patienceMs;
  while (!create(file)) {
    const held = read(file);
    if (held && !lives(held.owner)) {
      breakStale(file, held.text);
    } else if (held && (held.owner.pid === process.pid || Date.now() > deadline)) {
      throw refuse(held.owner.pid);
    }
    await sleep(20);
  }
  const mine = read(file)?.text;
  return () => {
    if (mine !== undefined && read(file)?.text === mine) unlinkSync(file);
  };
}
