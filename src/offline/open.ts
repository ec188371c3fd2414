// Opening IndexedDB so that it stays usable: another version, a tab that blocks, a connection that dies, a store that is
// missing. What is stored, and what to do when nothing helps, is for the callers.
import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

/** Milliseconds after which an open that another tab blocks counts as refused. */
const OPEN_MS = 4_000;

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
  /** No use after this. */
  close(): void;
  /** Closes for good and deletes the database with all it holds. */
  destroy(): Promise<void>;
}

/** Describes a database; nothing is opened yet. `shape`: its stores. Missing ones are added, none is ever taken away. */
export function database<Schema>(
  name: string,
  version: number,
  shape: Readonly<Record<string, StoreShape>>,
): Database<Schema> {
  let open: Promise<IDBPDatabase<Schema>> | undefined;
  let closed = false;
  const forget = (connection?: IDBPDatabase<Schema>) => {
    connection?.close();
    open = undefined;
  };
  const get = (): Promise<IDBPDatabase<Schema>> => {
    if (closed) return Promise.reject(new Error(`${name} is closed`));
    open ??= openStores<Schema>(name, version, shape, forget).catch((error) => {
      open = undefined;
      throw error;
    });
    return open;
  };
  const close = () => {
    closed = true;
    void open?.then((db) => db.close()).catch(() => undefined);
    open = undefined;
  };
  return {
    name,
    run: async (work) => {
      const db = await get();
      try {
        return await work(db);
      } catch (error) {
        // The connection was closed under us: by the browser, or to let another tab upgrade or delete the database.
        if ((error as Error).name !== 'InvalidStateError' || closed) throw error;
        forget();
        return work(await get());
      }
    },
    close,
    destroy: async () => {
      close();
      await emptied(name);
      await deadline(deleteDB(name), name);
    },
  };
}

/** True for the error of a full disk or used-up quota. */
export const isFull = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'QuotaExceededError';

async function openStores<Schema>(
  name: string,
  version: number | undefined,
  shape: Readonly<Record<string, StoreShape>>,
  forget: (connection?: IDBPDatabase<Schema>) => void,
): Promise<IDBPDatabase<Schema>> {
  let opened: IDBPDatabase<Schema> | undefined;
  const opening = openDB<Schema>(name, version, {
    upgrade: (db, _old, _new, tx) => addStores(db as IDBPDatabase, tx as unknown as Upgrade, shape),
    blocking: () => forget(opened),
    terminated: () => forget(),
  });
  try {
    opened = await deadline(opening, name);
  } catch (error) {
    // A newer build has been here: its stores are still ours to read, whatever their version number.
    if ((error as Error).name !== 'VersionError') throw error;
    return openStores(name, undefined, shape, forget);
  }
  if (Object.keys(shape).every((store) => (opened as IDBPDatabase).objectStoreNames.contains(store))) return opened;
  const next = opened.version + 1;
  opened.close();
  return openStores(name, next, shape, forget);
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
