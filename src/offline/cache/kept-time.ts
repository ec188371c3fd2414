// When the cached data was last known to be current, through restarts: for "saved copy from 10:42".
import type { CacheSchema } from '../databases.ts';
import type { Database } from '../open.ts';

const KEY = 'lastSyncedAt';
const EVERY_MS = 60_000;

export interface KeptTime {
  /** Milliseconds since 1970; undefined if unknown. */
  read(): Promise<number | undefined>;
  /** At most once a minute, unless `now`. */
  write(at: number | null, now?: boolean): void;
}

export function createKeptTime(db: Database<CacheSchema>): KeptTime {
  let written = 0;
  return {
    read: async () => {
      const at = await db.run((d) => d.get('meta', KEY)).catch(() => undefined);
      return typeof at === 'number' ? at : undefined;
    },
    write: (at, now = false) => {
      if (at === null || (!now && at - written < EVERY_MS)) return;
      written = at;
      void db.put('meta', at, KEY).catch(() => undefined);
    },
  };
}
