// The mark of a data folder into which a backup is being restored: until it goes nothing starts there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.ts';

/** Lies in the data folder. */
export const UNFINISHED = 'RESTORE-UNFINISHED';

/** Throws ConfigError if a restore into the folder was begun and did not end. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED)))
    throw new ConfigError(
      `A backup was being restored into ${dataDir}, and that did not end. Restore it again into an empty folder.`,
    );
}
