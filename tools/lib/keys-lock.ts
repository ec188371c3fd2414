// Keys are changed by one at a time, and not while a backup is taken: two that change them at once would lose one of two new keys, or take
// away the one that the database needs; a backup of before would get keys that do not open what is in it. Backups do not mind each other.
// Each puts down its own mark before it looks for another's, so that of two who begin at once one sees the other. Marks are files of the
// data folder that no backup takes (hidden), and end with the process that made them.
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/platform/config/config.ts';
import { holderOf, takeLock } from '#server/platform/db/embedded/cluster/folder-lock.ts';

type Folder = Pick<Config, 'dataDir'>;
/** Makes what is thrown of what goes on. */
type Refuse = (what: string) => Error;

/** Changing keys takes moments, but for counting what an old one has sealed: a backup that nobody watches waits for that. */
const PATIENCE_MS = 30_000;
const BACKUP = /^\.backup\.[\da-f]+\.lock$/;

const changing = ({ dataDir }: Folder): string => join(dataDir, '.keys.lock');
const byKeys = (pid: number): string => `The keys are just being changed by another npm run keys (process ${pid}).`;

/** Throws what `refuse` makes while keys are changed, or a backup is taken. */
export async function whileKeysChange<T>(config: Folder, refuse: Refuse, work: () => Promise<T>): Promise<T> {
  const release = await takeLock(changing(config), 0, (pid) => refuse(byKeys(pid)));
  try {
    for (const name of readdirSync(config.dataDir).filter((one) => BACKUP.test(one))) {
      const mark = join(config.dataDir, name);
      const pid = holderOf(mark);
      if (pid !== undefined) throw refuse(`A backup is just being taken (process ${pid}).`);
      // Of one that was killed.
      rmSync(mark, { force: true });
    }
    return await work();
  } finally {
    release();
  }
}

/** Waits for who changes keys; throws what `refuse` makes if that goes on. */
export async function whileKeysStay<T>(
  config: Folder,
  refuse: Refuse,
  work: () => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const mark = join(config.dataDir, `.backup.${randomBytes(8).toString('hex')}.lock`);
  const release = await takeLock(mark, 0, () => new Error('A mark of this very backup is there'));
  try {
    const deadline = Date.now() + patienceMs;
    for (let pid = holderOf(changing(config)); pid !== undefined; pid = holderOf(changing(config))) {
      if (Date.now() > deadline) throw refuse(byKeys(pid));
      await sleep(50);
    }
    return await work();
  } finally {
    release();
  }
}
