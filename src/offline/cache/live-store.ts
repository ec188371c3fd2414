// Queries that follow topics, on disk: one record each, written a moment after they change, read back at start: first what is
// looked at.
// Which queries those are and what their data means is told by realtime/live-cache.ts.
import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { CACHE_SHAPE, type CacheSchema, type KeptQuery } from '../databases.ts';
import { type Database, isFull } from '../open.ts';
import { storageWorks, warnAbout } from '../warnings.ts';

/** The first change is written at once, those that follow it within this time together. Milliseconds. */
const WRITE_MS = 250;
/** Reading back the many that nobody looks at yet makes way for everything else this often. Milliseconds. */
const SLICE_MS = 8;

export interface LiveStore {
  /** Everything there is, in parts: what `isFirst` says of ids, then the rest, latest change first. Ends early if the disk refuses. */
  read(isFirst: (id: string) => boolean): AsyncGenerator<readonly Kept[], void>;
  /** Soon. `make` is called when it is written, so that a burst of changes is one write; undefined: nothing to write any more. */
  put(id: string, make: () => Keep | undefined): void;
  remove(ids: readonly string[]): void;
  /** Everything put so far is on disk; false if the disk refuses. Then it is tried again with what is put next. */
  flush(): Promise<boolean>;
  /** The page ends with this task: everything is handed to the browser at once, without looking at what is there. */
  leave(): void;
  stop(): void;
}

export interface Kept {
  readonly id: string;
  readonly key: readonly unknown[];
  readonly data: unknown;
  /** When the server said it, in milliseconds since 1970. */
  readonly at: number;
}

/** A record to be, with the revisions that its data is at. */
export type Keep = Omit<Kept, 'id'> & { readonly revisions: ReadonlyMap<string, number> };

export function createLiveStore(db: Database<CacheSchema>): LiveStore {
  const dirty = new Map<string, () => Keep | undefined>();
  /** Handed to the disk, not confirmed yet. */
  let underway = new Map<string, () => Keep | undefined>();
  const gone = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<boolean> = Promise.resolve(true);
  let wroteAt = 0;
  let stopped = false;

  const write = async (): Promise<boolean> => {
    wroteAt = Date.now();
    const puts = [...dirty];
    const deletes = [...gone];
    underway = new Map(puts);
    dirty.clear();
    gone.clear();
    if (!puts.length && !deletes.length) return true;
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
        // So that a page that ends now loses neither it nor what it leaves.
        tx.commit();
        await tx.done;
      });
    try {
      await work().catch(async (error) => {
        if (!isFull(error)) throw error;
        const room = await import('./make-room.ts').catch(() => undefined);
        if (!room) throw error;
        return room.makeRoom(work, db);
      });
      storageWorks();
      return true;
    } catch (error) {
      if (stopped) return false;
      warnAbout(error);
      for (const [id, make] of puts) if (!dirty.has(id) && !gone.has(id)) dirty.set(id, make);
      for (const id of deletes) if (!dirty.has(id)) gone.add(id);
      return false;
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
  const flush = (): Promise<boolean> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  const soon = () => {
    const calm = Date.now() - wroteAt > WRITE_MS;
    if (!stopped) timer ??= setTimeout(() => void flush(), calm ? 0 : WRITE_MS);
  };

  /** What cannot be read is dropped. */
  const parsed = (records: readonly Raw[]): Kept[] => {
    const read = records.map(([id, value]) => readable(id, value));
    for (const [at, one] of read.entries()) if (!one) gone.add((records[at] as Raw)[0]);
    if (gone.size) soon();
    return read.filter((one) => one !== undefined);
  };

  return {
    async *read(isFirst) {
      try {
        const ids = await db.run((d) => d.getAllKeys('live'));
        yield parsed((await db.run((d) => oneByOne(d, ids.filter(isFirst)))).sort(latestFirst));
        const all = await db.run(allOf).catch(() => db.run((d) => oneByOne(d, ids)));
        const rest = all.filter(([id]) => !isFirst(id)).sort(latestFirst);
        for (let part: Kept[] = [], began = performance.now(); rest.length && !stopped; ) {
          part.push(...parsed(rest.splice(0, 1)));
          if (rest.length && performance.now() - began < SLICE_MS) continue;
          yield part;
          await new Promise((done) => setTimeout(done));
          part = [];
          began = performance.now();
        }
      } catch (error) {
        warnAbout(error);
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

type Raw = readonly [id: string, value: KeptQuery | undefined];

const latestFirst = ([, a]: Raw, [, b]: Raw): number => (b?.at ?? 0) - (a?.at ?? 0);

const allOf = async (db: IDBPDatabase<CacheSchema>): Promise<Raw[]> => {
  const { store } = db.transaction('live');
  const [ids, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return ids.map((id, at) => [id, values[at]]);
};

/** Around a record that the browser itself cannot read any more: the others are still good. */
const oneByOne = (db: IDBPDatabase<CacheSchema>, ids: readonly string[]): Promise<Raw[]> =>
  Promise.all(ids.map(async (id): Promise<Raw> => [id, await db.get('live', id).catch(() => undefined)]));

type Tx = IDBPTransaction<CacheSchema, ('live' | 'revisions')[], 'readwrite'>;

/** Undefined for what an older build kept in another shape, and for what is broken. */
function readable(id: string, kept: KeptQuery | undefined): Kept | undefined {
  if (kept?.shape !== CACHE_SHAPE) return undefined;
  try {
    return { id, key: kept.key, data: JSON.parse(kept.json), at: kept.at };
  } catch {
    return undefined;
  }
}

/** Both parts of a record. What fails of it fails the transaction. */
function put(tx: Tx, id: string, { key, data, at, revisions }: Keep): void {
  const whole = tx.objectStore('live').put({ shape: CACHE_SHAPE, key, json: JSON.stringify(data), at }, id);
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
