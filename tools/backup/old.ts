// How long backups are kept: what people have had erased must not live on in old copies.
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BackupError, readManifest } from './manifest.ts';
import { flushFolder } from './parts.ts';

const KEPT_DAYS = 35;
const DAY_MS = 86_400_000;
const NAME = /^limelight-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const GOING = /^\.limelight-\d{8}T\d{6}Z\.\d+\.removing$/;

/** The arguments of `npm run backup`: days that backups are kept, `undefined` for ever, and the folder they are kept in. */
export function asked(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): { folder: string; keep: number | undefined } {
  // Without the dashes npm takes it for its own, and what was to be kept would go.
  if (env['npm_config_keep'] !== undefined)
    throw new BackupError(
      'Put two dashes before it, so that npm passes it on: npm run backup -- --keep 90 /mnt/backups',
    );
  const at = given.findIndex((one) => one === '--keep' || one.startsWith('--keep='));
  const inline = given[at]?.startsWith('--keep=');
  const value = inline ? given[at]?.slice('--keep='.length) : given[at + 1];
  const rest = at < 0 ? given : given.toSpliced(at, inline ? 1 : 2);
  const [folder = './backups', ...more] = rest;
  if (more.length || folder.startsWith('-'))
    throw new BackupError('Say the folder alone, or with --keep and a number of days: --keep 90 /mnt/backups');
  if (at < 0) return { folder, keep: KEPT_DAYS };
  if (value === 'all') return { folder, keep: undefined };
  if (!/^[1-9]\d{0,4}$/.test(value ?? '')) throw new BackupError('--keep wants a number of days, from 1, or “all”.');
  return { folder, keep: Number(value) };
}

/**
 * Removes those beside this one, and by their own words, that were taken more than so many days before it; but for the youngest of
 * them, if there is no other: a clock that is wrong for once must not leave a single backup. What has another name, is no backup or
 * cannot be read stays. Returns the names of those that are gone, and of those that could not be removed.
 */
export async function removeOld(newest: string, days: number): Promise<{ removed: string[]; stubborn: string[] }> {
  const folder = dirname(newest);
  const all = (await readdir(folder)).sort();
  const others = all.filter((name) => name !== basename(newest) && takenAt(name) && isBackup(join(folder, name)));
  const before = takenAt(basename(newest)) - days * DAY_MS;
  const removed: string[] = [];
  const stubborn: string[] = [];
  // Those that were broken off the last time.
  for (const name of all.filter((one) => GOING.test(one)))
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  for (const name of others.slice(0, -1).filter((one) => takenAt(one) < before)) {
    // First its name goes: what is left of it, should this be broken off, is no backup that somebody would try to restore.
    const going = join(folder, `.${name}.${process.pid}.removing`);
    try {
      await rename(join(folder, name), going);
      await rm(going, { recursive: true, force: true });
      removed.push(name);
    } catch (error) {
      // Another backup that ends at this moment has taken it.
      if ((error as { code?: string }).code !== 'ENOENT') stubborn.push(name);
    }
  }
  if (removed.length) await flushFolder(folder);
  return { removed, stubborn };
}

/** Milliseconds since 1970; NaN for what no backup is called. */
function takenAt(name: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function isBackup(folder: string): boolean {
  try {
    readManifest(folder);
    return true;
  } catch {
    return false;
  }
}
