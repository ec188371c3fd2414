// A browser as far as the app's data layer knows one: databases, caches, small storage, locks and channels that its tabs share
// and that outlive them; cookies; a disk that can be full.
import '#tests/kit/indexed-db.ts';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { createLocks, type Locks } from './locks.ts';

/** Databases of browsers whose disk is full. */
const fullOf = new WeakMap<IDBDatabase, Browser>();
for (const name of ['add', 'put'] as const) {
  const real = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...given: [unknown, IDBValidKey?]) {
    if (fullOf.get(this.transaction.db)?.full) throw new DOMException('No room', 'QuotaExceededError');
    return real.apply(this, given);
  };
}

type Hear = (data: unknown) => void;
interface Kept {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: [string, string][];
}

export class Browser {
  readonly idb = new IDBFactory();
  readonly locks: Locks = createLocks();
  readonly local = smallStorage();
  readonly cookies = new Map<string, string>();
  readonly channels = new Map<string, Set<Hear>>();
  private readonly cached = new Map<string, Map<string, Kept>>();
  full = false;

  opened(db: IDBDatabase): void {
    fullOf.set(db, this);
  }

  readonly caches = {
    keys: async () => [...this.cached.keys()],
    delete: async (name: string) => this.cached.delete(name),
    match: async (path: string) => {
      const url = new URL(path, 'http://app.test').href;
      const kept = [...this.cached.values()].find((answers) => answers.has(url))?.get(url);
      return kept && new Response(kept.body, { headers: kept.headers });
    },
    open: async (name: string) => {
      const address = (key: string | { url: string }) =>
        new URL(typeof key === 'string' ? key : key.url, 'http://app.test').href;
      const here = () => this.cached.get(name) ?? new Map<string, Kept>();
      if (!this.cached.has(name)) this.cached.set(name, new Map());
      return {
        keys: async () => [...here().keys()].map((url) => ({ url })),
        delete: async (key: string) => here().delete(address(key)),
        match: async (key: string) => {
          const kept = here().get(address(key));
          return kept && new Response(kept.body, { headers: kept.headers });
        },
        put: async (key: string, answer: Response) => {
          if (this.full) throw new DOMException('No room', 'QuotaExceededError');
          here().set(address(key), { body: new Uint8Array(await answer.arrayBuffer()), headers: [...answer.headers] });
        },
      };
    },
  };

  /** Where a word stands on its disk. */
  async placesOf(word: string): Promise<string[]> {
    return (await this.contents()).filter(([, text]) => text.includes(word)).map(([place]) => place);
  }
  private async contents(): Promise<[place: string, text: string][]> {
    const texts: [string, string][] = [['small storage', JSON.stringify(this.local)]];
    for (const [name, cache] of this.cached)
      for (const [url, { body }] of cache) texts.push([`${name} ${url}`, new TextDecoder().decode(body)]);
    for (const { name } of await this.idb.databases()) {
      const db = await done(this.idb.open(name as string));
      for (const store of db.objectStoreNames) {
        const found = db.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(found.getAllKeys()), done(found.getAll())]);
        texts.push([`${name} ${store}`, `${JSON.stringify(keys)} ${JSON.stringify(values)}`]);
        for (const value of values)
          if (value?.blob instanceof Blob) texts.push([`${name} ${store}`, await value.blob.text()]);
      }
      db.close();
    }
    return texts;
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
  });

/** Its entries are its own fields, as in a browser. */
export function smallStorage(): Record<string, string> {
  const methods = {
    getItem(this: Record<string, unknown>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, unknown>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, unknown>, key: string) {
      delete this[key];
    },
    clear(this: Record<string, unknown>) {
      for (const key of Object.keys(this)) delete this[key];
    },
  };
  return Object.create(methods) as Record<string, string>;
}
