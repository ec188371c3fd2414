// Queries that follow topics, on disk: one record each, written a moment after they change, read back all at once at start.
// Which queries those are and what their data means is told by realtime/live-cache.ts.
import type { IDBPTransaction } from 'idb';
import type { CacheSchema, KeptQuery } from './databases.ts';
import { type Database, isFull } from './open.ts';
import { storageWorks, warnAbout } from './warnings.ts';

/** To be raised when the shape of any cached data changes: older records are then dropped, and read anew. */
export const CACHE_SHAPE = 1;

/** The first change is written at once, those that follow it within this time together. Milliseconds. */
const WRITE_MS = 250;

export interface LiveStore {
  /** Everything there is, latest change first. Empty if the disk refuses. */
  readAll(): Promise<{ id: string; kept: KeptQuery }[]>;
  /** Soon. `make` is called when it is written, so that a burst of changes is one write; undefined: nothing to write any more. */
  put(id: string, make: () => Keep | undefined): void;
  remove(ids: readonly string[]): void;
  /** Everything put so far is on disk, or the disk refuses. */
  flush(): Promise<void>;
  /** The page ends with this task: everything is handed to the browser at once, without looking at what is there. */
  leave(): void;
  stop(): void;
}

/** A record to be: with the revisions that its data is at. */
export type Keep = Omit<KeptQuery, 'shape'> & { readonly revisions: ReadonlyMap<string, number> };

export function createLiveStore(db: Database<CacheSchema>): LiveStore {
  const dirty = new Map<string, () => Keep | undefined>();
  /** Handed to the disk, not confirmed yet. */
  let underway = new Map<string, () => Keep | undefined>();
  const gone = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let wroteAt = 0;
  let stopped = false;

  const write = async () => {
    wroteAt = Date.now();
    const puts = [...dirty];
    const deletes = [...gone];
    underway = new Map(puts);
    dirty.clear();
    gone.clear();
    if (!puts.length && !deletes.length) return;
    const work = () =>
      db.run(async (d) => {
        const tx = d.transaction(['live', 'revisions'], 'readwrite');
        const revisions = tx.objectStore('revisions');
        for (const id of deletes) void Promise.allSettled([tx.objectStore('live').delete(id), revisions.delete(id)]);
        for (const [id, make] of puts) {
          const made = make();
          // Another tab may have written newer data already. The revisions stand apart, so that looking is cheap.
          if (made && !isBehind(made.revisions, (await revisions.get(id)) ?? new Map())) put(tx, id, made);
        }
        await tx.done;
      });
    try {
      await work().catch(async (error) => {
        if (!isFull(error)) throw error;
        await db.run((d) => d.clear('query'));
        return work();
      });
      storageWorks();
    } catch (error) {
      if (!stopped) warnAbout(error);
    } finally {
      underway = new Map();
    }
  };
  const leave = () => {
    const puts = [...underway, ...dirty].map(([id, make]) => [id, make()] as const);
    if (!puts.length || stopped) return;
    void db
      .run(async (d) => {
        const tx = d.transaction(['live', 'revisions'], 'readwrite');
        for (const [id, made] of puts) if (made) put(tx, id, made);
        // Said here and now: nobody will be there to end it.
        tx.commit();
        await tx.done;
      })
      .catch(() => undefined);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  const soon = () => {
    const calm = Date.now() - wroteAt > WRITE_MS;
    if (!stopped) timer ??= setTimeout(() => void flush(), calm ? 0 : WRITE_MS);
  };

  return {
    readAll: async () => {
      try {
        const [ids, values] = await db.run((d) => {
          const tx = d.transaction('live');
          return Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
        });
        const found = ids.map((id, at) => ({ id, kept: values[at] as KeptQuery }));
        const old = found.filter(({ kept }) => kept.shape !== CACHE_SHAPE);
        for (const { id } of old) gone.add(id);
        if (old.length) soon();
        return found.filter(({ kept }) => kept.shape === CACHE_SHAPE).sort((a, b) => b.kept.at - a.kept.at);
      } catch (error) {
        // Unreadable: what the cache held can be fetched again.
        warnAbout(error);
        void db.run((d) => d.clear('live')).catch(() => undefined);
        return [];
      }
    },
    put: (id, make) => {
      gone.delete(id);
      dirty.set(id, make);
      soon();
    },
    remove: (ids) => {
      for (const id of ids) {
        dirty.delete(id);
        gone.add(id);
      }
      soon();
    },
    flush,
    leave,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      dirty.clear();
    },
  };
}

type Tx = IDBPTransaction<CacheSchema, ('live' | 'revisions')[], 'readwrite'>;

/** Both parts of a record. What fails of it fails the transaction. */
function put(tx: Tx, id: string, { key, data, at, revisions }: Keep): void {
  const whole = tx.objectStore('live').put({ shape: CACHE_SHAPE, key, data, at }, id);
  const marks = tx.objectStore('revisions').put(new Map(revisions), id);
  void Promise.allSettled([whole, marks]);
}

/** True if `a` is older than `b` in a topic and newer in none. */
function isBehind(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  let older = false;
  for (const [topic, revision] of a) {
    const other = b.get(topic);
    if (other === undefined) continue;
    if (revision > other) return false;
    if (revision < other) older = true;
  }
  return older;
}
