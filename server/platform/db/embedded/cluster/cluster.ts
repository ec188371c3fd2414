// The cluster's folder: DATA_DIR/db, made by initdb under another name and put in place in one step, so that a half-made
// cluster is never seen. Starting a server on it is postmaster.ts.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors.ts';
import { type Account, accountFor, canEnter } from './account.ts';
import { type Binaries, binariesFor, program, SHARED_HOME } from './binaries.ts';

/** Name of the cluster's first user (a superuser, only reachable through the socket). */
export const DATABASE_USER = 'limelight';

/** `folder` is the real path; `made` is true if it was made just now. */
export type Cluster = { folder: string; account: Account; binaries: Binaries; made: boolean };

/** What PostgreSQL's programs get to see of the environment: no secrets of ours, no locale or PG* variables of others. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  const kept = { PATH, SystemRoot, TEMP, TMP };
  return { ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value)), TZ: 'UTC', LC_ALL: 'C' };
}

function existing(place: string): string | null {
  const entry = lstatSync(place, { throwIfNoEntry: false });
  if (!entry) return null;
  if (!existsSync(place)) {
    throw new EmbeddedDatabaseError(
      `The database folder ${place} is a link to a folder that is gone. Bring that folder back, or remove the link to begin with an empty database.`,
    );
  }
  return existsSync(path.join(place, 'PG_VERSION')) ? realpathSync(place) : null;
}

function checkVersion(folder: string, binaries: Binaries): void {
  const made = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  const ours = binaries.version.split('.')[0];
  if (made === ours) return;
  throw new EmbeddedDatabaseError(
    `The database in ${folder} was made by PostgreSQL ${made}, and this Limelight brings PostgreSQL ${ours}. ` +
      'Dump it with the old version and restore it with the new one.',
  );
}

function initdb(folder: string, account: Account, binaries: Binaries, extra: readonly string[]): void {
  const args = ['-D', folder, '-U', DATABASE_USER, '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const result = spawnSync(program(binaries, 'initdb'), [...args, '--no-instructions', ...extra], {
    ...account,
    cwd: path.parse(folder).root,
    env: plainEnvironment(),
    encoding: 'utf8',
    windowsHide: true,
  });
  if (result.status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  const why = result.error?.message ?? result.stderr.trim();
  throw new EmbeddedDatabaseError(`The database could not be made in ${folder}: ${why}`);
}

function emptyFolder(folder: string, account: Account): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}

/** Lets the database's user pass through the data folder itself, which is root's and closed. Nothing else is opened. */
function openDataDir(dataDir: string, account: NonNullable<Account>): void {
  const { uid, mode } = statSync(dataDir);
  if (uid !== 0 || (mode & 0o070) !== 0) return;
  chownSync(dataDir, 0, account.gid);
  chmodSync(dataDir, (mode & 0o7777) | 0o010);
}

/**
 * Makes a cluster. Usually in DATA_DIR; when the folders above DATA_DIR are closed to the database's user (DATA_DIR below
 * /root), in a folder of its own under /var/lib/limelight, and DATA_DIR/db becomes a link to it.
 */
function make(dataDir: string, place: string, extra: readonly string[], log: (line: string) => void): Cluster {
  const account = accountFor(null);
  if (account && !canEnter(account, dataDir)) openDataDir(dataDir, account);
  const binaries = binariesFor(account);
  if (canEnter(account, dataDir)) {
    const draft = `${place}.new`;
    emptyFolder(draft, account);
    initdb(draft, account, binaries, extra);
    renameSync(draft, place);
    return { folder: realpathSync(place), account, binaries, made: true };
  }
  mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(path.join(SHARED_HOME, 'db-'));
  if (account) chownSync(folder, account.uid, account.gid);
  initdb(folder, account, binaries, extra);
  symlinkSync(folder, place);
  log(`The database's files are in ${folder}, because the folders above ${dataDir} are closed to its user.`);
  return { folder, account, binaries, made: true };
}

/**
 * Finds the cluster of a data folder (which must exist) or makes one. `extra` goes to initdb (how clients sign in).
 * Throws EmbeddedDatabaseError where a person has to decide: other owner, other version, lost link, foreign files.
 */
export function ensureCluster(dataDir: string, extra: readonly string[], log: (line: string) => void): Cluster {
  const place = path.join(dataDir, 'db');
  const folder = existing(place);
  if (folder === null) {
    try {
      return make(dataDir, place, extra, log);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EBUSY' && code !== 'ENOTDIR') throw error;
      throw new EmbeddedDatabaseError(`${place} is not a database. Move it away, or set DATA_DIR to another folder.`);
    }
  }
  const account = accountFor(folder);
  const binaries = binariesFor(account);
  checkVersion(folder, binaries);
  if (!canEnter(account, folder)) {
    throw new EmbeddedDatabaseError(
      `The database's user (id ${account?.uid}) cannot reach ${folder}, because a folder above it is closed. ` +
        'Open the folders above it (chmod o+x), or set DATA_DIR to another folder.',
    );
  }
  return { folder, account, binaries, made: false };
}
