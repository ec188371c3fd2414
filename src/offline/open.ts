// Opening IndexedDB so that it stays usable: another version, a tab that blocks, a connection that dies, a store that is
// missing. What is stored, and what to do when nothing helps, is for the callers.
import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB, unwrap, wrap } from 'idb';

/** Milliseconds after which an open that another tab blocks counts as refused. */
const OPEN_MS = 4_000;
/** Milliseconds until a database that was taken away is made anew, if that fails at first; then twice as long, and so on. */
const AGAIN_MS = 250;
const LAST_MS = 8_000;

export interface StoreShape {
  readonly keyPath?: string;
  readonly autoIncrement?: boolean;
  /** Name of the index = the field; all are unique. */
  readonly unique?: readonly string[];
}

export interface Database<Schema> {
  readonly name: string;
  /** Runs `work` on the open connection, opening it first if needed; once more if the connection had died under it. */
  run<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T>;
  /** One value, said to be done at once: what a page that ends has only begun is thrown away with it. */
  put(store: string, value: unknown, key: string): Promise<void>;
  /** No use after this. */
  close(): void;
  /**
   * Empties all its stores, unless `isWanted` says so of something in this one: then false, and nothing happened. In one
   * transaction with looking, so that nothing is deleted that another tab writes meanwhile.
   */
  emptyUnless(store: string, isWanted: (value: unknown) => boolean): Promise<boolean>;
  /** Closes for good and deletes the database with all it holds. `isEmpty`: nothing is in it (`emptyUnless`). */
  destroy(isEmpty?: boolean): Promise<void>;
}

/** For a database that may not be lost with its files: browsers throw broken ones away, and people clear them. */
export interface Refill<Schema> {
  /** Whether it may be made anew when it was deleted under us: not when that was a logout. */
  may(): boolean;
  /** It is new, or was taken away and perhaps made by somebody else since. What rejects counts as failed opening, and is done again with the next one. */
  fill(db: IDBPDatabase<Schema>): Promise<void>;
}

/** Describes a database; nothing is opened yet. `shape`: its stores. Missing ones are added, none is ever taken away. */
export function database<Schema>(
  name: string,
  version: number,
  shape: Readonly<Record<string, StoreShape>>,
  refill?: Refill<Schema>,
): Database<Schema> {
  let open: Promise<IDBPDatabase<Schema>> | undefined;
  let closed = false;
  /** From its making until it is filled: were the filling given up, an empty one would pass for all there is. */
  let isEmpty = false;
  const life: Life<Schema> = {
    over: (connection, isGone) => {
      connection?.close();
      open = undefined;
      if (!isGone) return;
      // Whoever is quicker makes it without knowing what was in it.
      isEmpty = true;
      anew(AGAIN_MS);
    },
    born: () => {
      isEmpty = true;
    },
    fill: async (db) => {
      if (isEmpty) await refill?.fill(db);
      isEmpty = false;
    },
  };
  /** Whoever takes a database away may not be done yet. */
  const anew = (wait: number) => {
    if (!closed && refill?.may()) get().catch(() => wait > LAST_MS || setTimeout(anew, wait, 2 * wait));
  };
  const get = (): Promise<IDBPDatabase<Schema>> => {
    if (closed) return Promise.reject(new Error(`${name} is closed`));
    if (open) return open;
    const mine = openStores<Schema>(name, version, shape, life).catch((error) => {
      if (open === mine) open = undefined;
      throw error;
    });
    open = mine;
    return open;
  };
  const close = () => {
    closed = true;
    void open?.then((db) => db.close()).catch(() => undefined);
    open = undefined;
  };
  const run = async <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    const db = await get();
    try {
      return await work(db);
    } catch (error) {
      // The connection was closed under us: by the browser, or to let another tab upgrade or delete the database.
      if ((error as Error).name !== 'InvalidStateError' || closed) throw error;
      open = undefined;
      return work(await get());
    }
  };
  return {
    name,
    run,
    put: (store, value, key) =>
      run(async (db) => {
        const tx = (db as IDBPDatabase).transaction(store, 'readwrite');
        const done = [tx.store.put(value, key), tx.done];
        tx.commit();
        await Promise.all(done);
      }),
    close,
    emptyUnless: (store, isWanted) =>
      run(async (db) => {
        const tx = (db as IDBPDatabase).transaction([...(db as IDBPDatabase).objectStoreNames], 'readwrite');
        const isKept = (await tx.objectStore(store).getAll()).some(isWanted);
        const clears = isKept ? [] : [...tx.objectStoreNames].map((each) => tx.objectStore(each).clear());
        await Promise.all([...clears, tx.done]);
        return !isKept;
      }),
    destroy: async (isEmpty = false) => {
      close();
      if (!isEmpty) await emptied(name);
      await deadline(deleteDB(name), name);
    },
  };
}

/** True for the error of a full disk or used-up quota. */
export const isFull = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'QuotaExceededError';

/** What becomes of one that is open. */
interface Life<Schema> {
  /** It was deleted, or broke, or has to make way. */
  over(connection: IDBPDatabase<Schema> | undefined, isGone: boolean): void;
  /** It has no stores yet. */
  born(): void;
  fill(db: IDBPDatabase<Schema>): Promise<void>;
}

async function openStores<Schema>(
  name: string,
  version: number | undefined,
  shape: Readonly<Record<string, StoreShape>>,
  life: Life<Schema>,
  again = false,
): Promise<IDBPDatabase<Schema>> {
  let opened: IDBPDatabase<Schema> | undefined;
  const opening = openDB<Schema>(name, version, {
    upgrade: (db, _old, _new, tx) => {
      if (!db.objectStoreNames.length) life.born();
      addStores(db as IDBPDatabase, tx as unknown as Upgrade, shape);
    },
    blocking: (_version, wanted) => life.over(opened, wanted === null),
    terminated: () => life.over(undefined, true),
  });
  try {
    opened = await deadline(opening, name);
    hearEnds(unwrap(opened as IDBPDatabase));
    const has = opened.objectStoreNames as DOMStringList;
    if (Object.keys(shape).every((store) => has.contains(store))) {
      await life.fill(opened);
      return opened;
    }
  } catch (error) {
    // Also one that opens later than anybody waits for: it would be in the way of who deletes it.
    opening.then(
      (late) => late.close(),
      () => undefined,
    );
    // A newer build has been here: its stores are still ours to read, whatever their version number.
    if ((error as Error).name === 'VersionError') return openStores(name, undefined, shape, life);
    // The browser found its files broken, and throws them away: the next one that asks gets a new database.
    if ((error as Error).name === 'UnknownError' && !again) return openStores(name, version, shape, life, true);
    throw error;
  }
  const next = opened.version + 1;
  opened.close();
  return openStores(name, next, shape, life);
}

/**
 * idb promises the end of each transaction, also to whoever asked for one value alone: where the browser closes the connection, that
 * promise fails beside the request's own, and counted as an error that nobody caught.
 */
function hearEnds(db: IDBDatabase): void {
  const begin = db.transaction;
  db.transaction = (...how) => {
    const tx = begin.apply(db, how);
    wrap(tx).done.catch(() => undefined);
    return tx;
  };
}

type Upgrade = IDBPTransaction<unknown, string[], 'versionchange'>;

function addStores(db: IDBPDatabase, tx: Upgrade, shape: Readonly<Record<string, StoreShape>>): void {
  for (const [name, { keyPath, autoIncrement, unique = [] }] of Object.entries(shape)) {
    const store = db.objectStoreNames.contains(name)
      ? tx.objectStore(name)
      : db.createObjectStore(name, { ...(keyPath && { keyPath }), autoIncrement: autoIncrement === true });
    for (const field of unique) {
      if (!store.indexNames.contains(field)) store.createIndex(field, field, { unique: true });
    }
  }
}

/** Empties the stores before the database goes: a tab that is frozen can delay the deletion, not this. */
async function emptied(name: string): Promise<void> {
  try {
    const db = await deadline(openDB(name), name);
    const stores = [...db.objectStoreNames];
    if (stores.length) {
      const tx = db.transaction(stores, 'readwrite');
      await Promise.all([...stores.map((store) => tx.objectStore(store).clear()), tx.done]);
    }
    db.close();
  } catch {
    // What cannot be opened cannot be read either; the deletion follows.
  }
}

function deadline<T>(work: Promise<T>, name: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${name} is blocked by another tab`)), OPEN_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
