// What began to arrive and has not ended for an hour is what a crash left behind: it is swept from its folder.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LEFT_BEHIND_MS = 3_600_000;

/** Makes the folder, and sweeps it from now on each hour. `wholly`: now whatever is in it. */
export function sweepLeftBehind(folder: string, wholly = false): void {
  mkdirSync(folder, { recursive: true });
  sweep(folder, wholly ? Number.POSITIVE_INFINITY : Date.now() - LEFT_BEHIND_MS);
  setInterval(() => sweep(folder, Date.now() - LEFT_BEHIND_MS), LEFT_BEHIND_MS).unref();
}

function sweep(folder: string, before: number): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      // It may have gone to its place meanwhile.
      const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (at !== undefined && at < before) rmSync(path, { force: true });
    }
  } catch (error) {
    // With the folder gone there is nothing to sweep; what cannot be removed now is tried in an hour.
    if (!['ENOENT', 'EPERM', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
