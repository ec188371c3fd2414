// Under which system user the database runs. PostgreSQL refuses to run as root, so root hands it to an unprivileged user;
// an ordinary user runs it as oneself. What that user may reach is asked here too, by really trying it as that user.
import { spawnSync } from 'node:child_process';
import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors.ts';

/** The user to switch to; null = run as ourselves (not root, or a system without users to switch to). */
export type Account = { uid: number; gid: number } | null;

/** In this order; the first is made when neither is there. */
const NAMES = ['limelight', 'postgres'] as const;

function idOf(flag: '-u' | '-g', name: string): number | null {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout.trim()) : null;
}

function find(name: string): Account {
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid && gid !== null ? { uid, gid } : null;
}

function createUser(name: string): Account {
  // The first is Debian's, Red Hat's, SUSE's; the second BusyBox's.
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  const made = find(name);
  if (made) return made;
  spawnSync('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name]);
  return find(name);
}

function givenTo(account: NonNullable<Account>, folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, entry), account.uid, account.gid);
  }
  lchownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
}

function forRoot(): NonNullable<Account> {
  const account = NAMES.map(find).find((found) => found !== null) ?? createUser(NAMES[0]);
  if (account) return account;
  throw new EmbeddedDatabaseError(
    'PostgreSQL does not run as root, and no user could be made for it. Add a system user named "limelight", ' +
      'start Limelight as an ordinary user, or name a PostgreSQL server in DATABASE_URL.',
  );
}

/**
 * The account for a cluster that exists (`cluster`) or for a new one (null). An existing one keeps its owner; one that
 * belongs to root (a backup copied back by root) is given to the database's user.
 */
export function accountFor(cluster: string | null): Account {
  const self = process.getuid?.();
  if (self === undefined) return null;
  const owner = cluster === null ? null : statSync(cluster);
  if (self !== 0) {
    if (owner === null || owner.uid === self) return null;
    throw new EmbeddedDatabaseError(
      `The database in ${cluster} belongs to another user (id ${owner.uid}). Start Limelight as that user or as root, ` +
        'or set DATA_DIR to another folder.',
    );
  }
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = forRoot();
  if (cluster !== null) givenTo(account, cluster);
  return account;
}

/** Runs a test of the shell as the account: true if it succeeds. Modes alone would miss access lists and mounts. */
function tryAs(account: Account, script: string, target: string): boolean {
  if (account === null) return true;
  return spawnSync('/bin/sh', ['-c', script, 'sh', target], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Can the account reach the folder, through every folder above it? */
export const canEnter = (account: Account, folder: string): boolean => tryAs(account, 'cd "$1"', folder);

/** Can the account run the program? */
export const canRun = (account: Account, program: string): boolean => tryAs(account, 'test -x "$1"', program);
