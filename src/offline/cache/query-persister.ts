// Queries that follow no topic, on disk: one record each, restored when first used and then refreshed. The only file that
// knows the library's experimental persister. Queries with `meta.keep === false` and boot queries are left out.
import { notifyManager, type Query, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/react-query-persist-client';
import { CACHE_SHAPE, type CacheSchema } from '../databases.ts';
import type { Database } from '../open.ts';

const MAX_AGE_MS = 30 * 86_400_000;

type Read = (context: QueryFunctionContext) => unknown;

export interface QueryPersister {
  /** For `defaultOptions.queries.persister`. */
  readonly persister: (read: Read, context: QueryFunctionContext, query: Query) => unknown;
  /** Whose cache to use from now on; null: nobody's. */
  use(db: Database<CacheSchema> | null): void;
  /** Keeps what is set by hand, too, and clears out what is too old. Returns the way to end it. */
  watch(client: QueryClient): () => void;
}

export function createQueryPersister(): QueryPersister {
  let db: Database<CacheSchema> | null = null;
  const silently = async <T>(work: (db: Database<CacheSchema>) => Promise<T>): Promise<T | undefined> => {
    try {
      return db ? await work(db) : undefined;
    } catch {
      // A cache that does not work costs a fetch, nothing else; a full disk is noticed by the writes that matter.
      return undefined;
    }
  };
  const kept = experimental_createQueryPersister<PersistedQuery>({
    storage: {
      getItem: (key) => silently((d) => d.run((i) => i.get('query', key))) as Promise<PersistedQuery | undefined>,
      setItem: (key, value) => silently((d) => d.put('query', value, key)),
      removeItem: (key) => silently((d) => d.run((i) => i.delete('query', key))),
      entries: async () => {
        const found = await silently((d) => d.run((i) => Promise.all([i.getAllKeys('query'), i.getAll('query')])));
        return (found?.[0] ?? []).map((key, at) => [key, found?.[1][at] as PersistedQuery]);
      },
    },
    // As it is: IndexedDB clones. An error is not data, and cannot always be cloned.
    serialize: (query) => ({ ...query, state: { ...query.state, error: null, fetchMeta: null } }),
    deserialize: (query) => query,
    maxAge: MAX_AGE_MS,
    buster: String(CACHE_SHAPE),
    prefix: 'q',
    refetchOnRestore: false,
  });
  return {
    persister: (read, context, query) => {
      if (!db || !isKept(query)) return read(context);
      let isRead = false;
      const reading = (given: QueryFunctionContext) => {
        isRead = true;
        return read(given);
      };
      const answer = kept.persisterFn(reading, context, query);
      // The library reads anew what it took from the disk, too, but nobody there hears of it when that fails or is called off.
      const anew = () => void (!isRead && query.isStale() && query.fetch().catch(() => undefined));
      answer.then(
        () => notifyManager.schedule(anew),
        () => undefined,
      );
      return answer;
    },
    use: (next) => {
      db = next;
    },
    watch: (client) => {
      void kept.persisterGc();
      return client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual) return;
        if (db && isKept(event.query)) void kept.persistQuery(event.query);
      });
    },
  };
}

const isKept = ({ queryKey, meta }: Query): boolean => queryKey[0] !== 'boot' && !meta?.live && meta?.keep !== false;
