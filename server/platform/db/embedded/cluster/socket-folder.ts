// The folder of the database's Unix socket. It lies in the system's temporary folder, because a socket's path may have
// 107 bytes at most (103 on macOS) and a data folder's path has any length. That folder is everybody's, so ours is checked.
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors.ts';
import { type Account, canEnter } from './account.ts';

/** Only a name on a socket of its own: PostgreSQL calls the file `.s.PGSQL.PORT`. */
export const SOCKET_PORT = 5432;

const MAX_BYTES = process.platform === 'darwin' ? 103 : 107;

/** The socket file inside a folder. */
export const socketFile = (folder: string, port: number): string => path.join(folder, `.s.PGSQL.${port}`);

/** Makes the folder, or accepts one that only `owner` can have made: a real folder of theirs that is closed to others. */
function claim(folder: string, account: Account): boolean {
  const self = process.getuid?.() ?? 0;
  const owner = account?.uid ?? self;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  // lstat: a link that someone laid here beforehand must not lead us anywhere.
  const found = lstatSync(folder);
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== self)) return false;
  if (account && found.uid !== owner) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  return true;
}

/**
 * The socket folder of a cluster: always the same for the same cluster and account, mode 0700, owned by the account.
 * Throws EmbeddedDatabaseError if the name is taken by someone else.
 */
export function socketFolderFor(cluster: string, account: Account): string {
  const owner = account?.uid ?? process.getuid?.() ?? 0;
  const hash = createHash('sha256').update(`${cluster}\0${owner}`).digest('hex').slice(0, 16);
  const tried: string[] = [];
  for (const base of new Set([tmpdir(), '/tmp'])) {
    const folder = path.join(base, `limelight-${hash}`);
    if (Buffer.byteLength(socketFile(folder, SOCKET_PORT)) > MAX_BYTES || !canEnter(account, base)) continue;
    if (claim(folder, account)) return folder;
    tried.push(folder);
  }
  throw new EmbeddedDatabaseError(
    `No folder for the database's socket: ${tried.join(' and ') || tmpdir()} cannot be used by it. ` +
      'Remove what is there, or set TMPDIR to a short path that all users can reach.',
  );
}

/** Removes the folder after the server has left; it stays if something else is in it. */
export function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Litter of a few bytes, which the next start uses again.
  }
}
