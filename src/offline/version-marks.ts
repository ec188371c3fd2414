// The specification's `version` store: which app version this device last ran, and for which one its notice was dismissed
// (section 4). When the notice is shown is the shell's business.
import { appDatabase } from './databases.ts';

export interface VersionMarks {
  readonly app_version: string | undefined;
  readonly dismissed: string | undefined;
}

/** Empty if there are none, or if the database cannot be read. */
export async function readVersionMarks(): Promise<VersionMarks> {
  try {
    const [app_version, dismissed] = await appDatabase().run((db) =>
      Promise.all([db.get('version', 'app_version'), db.get('version', 'dismissed')]),
    );
    return { app_version: app_version as string | undefined, dismissed: dismissed as string | undefined };
  } catch {
    return { app_version: undefined, dismissed: undefined };
  }
}

/** Never rejects: an unwritten mark shows the notice once more. */
export async function markVersion(mark: keyof VersionMarks, version: string): Promise<void> {
  await appDatabase()
    .run((db) => db.put('version', version, mark))
    .catch(() => undefined);
}

/** Optional at logout (section 4). */
export async function clearVersionMarks(): Promise<void> {
  await appDatabase()
    .run((db) => db.clear('version'))
    .catch(() => undefined);
}
