// The specification's `version` store: which app version this device last ran, for which one its notice was dismissed
// (section 4), and when the notice is due. Showing it is the shell's business.
import { appDatabase } from './databases.ts';

/** The notice of a version comes within this time, at random: otherwise everybody would sign in in the same minute. */
const SPREAD_MS = 30 * 60_000;

/** When the notice of a version is due, in milliseconds since 1970. */
interface Due {
  readonly version: string;
  readonly at: number;
}

/**
 * When to offer the forced logout to who runs `version` here, in milliseconds since 1970; undefined: not at all. Drawn once, so
 * that reloading does not draw again. Without a database nobody knows what ran here: never.
 */
export async function noticeDue(version: string): Promise<number | undefined> {
  const drawn: Due = { version, at: Date.now() + Math.random() * SPREAD_MS };
  try {
    return await appDatabase().run(async (db) => {
      const tx = db.transaction('version', 'readwrite');
      const [ran, dismissed, due] = await Promise.all(
        ['app_version', 'dismissed', 'due'].map((mark) => tx.store.get(mark)),
      );
      if (ran === undefined) await tx.store.put(version, 'app_version');
      const isNews = ran !== undefined && ran !== version && dismissed !== version;
      const known = (due as Due | undefined)?.version === version ? (due as Due) : drawn;
      if (isNews && known === drawn) await tx.store.put(drawn, 'due');
      await tx.done;
      return isNews ? known.at : undefined;
    });
  } catch {
    return undefined;
  }
}

/** Never rejects: an unwritten mark shows the notice once more. */
export async function markVersion(mark: 'app_version' | 'dismissed', version: string): Promise<void> {
  await appDatabase()
    .run((db) => db.put('version', version, mark))
    .catch(() => undefined);
}
