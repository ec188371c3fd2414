// The Query cache: the one home of server data. How it retries, what of it outlives the page, and the queries of the first paint.
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { type DehydrateOptions, dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import type { QueryPersister } from '../offline/cache/query-persister.ts';
import { CACHE_SHAPE } from '../offline/databases.ts';
import { localStorageForPersister } from '../offline/storage.ts';
import { ApiError, isPassing } from './errors.ts';

/** Specification, section 9: up to 3 retries, from 1 s doubling to 30 s; unused data is dropped after 5 minutes. */
const RETRIES = 3;
const MOST_MS = 30_000;
const GC_MS = 5 * 60_000;

export function createQueryClient(kept: QueryPersister): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Cached data must show without a network; whether there is one is learned by trying.
        networkMode: 'offlineFirst',
        // A refusal stays one: only what may pass, and soon, is tried again.
        retry: (failures, error) => failures < RETRIES && isPassing(error) && waitOf(error) <= MOST_MS,
        retryDelay: (failures, error) => Math.max(Math.min(1000 * 2 ** failures, MOST_MS), waitOf(error)),
        gcTime: GC_MS,
        persister: kept.persister as never,
      },
      mutations: { networkMode: 'offlineFirst', retry: false },
    },
  });
  // Section 4: the module map and the configurations neither retry nor refetch on window focus.
  client.setQueryDefaults(['boot'], { gcTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false });
  return client;
}

/** How long the server wants to be left alone. */
const waitOf = (error: unknown): number => ((error instanceof ApiError && error.retryAfter) || 0) * 1000;

/** Changes are gathered for so long. */
const WRITE_MS = 200;

const BUSTER = String(CACHE_SHAPE);

/**
 * Puts the boot queries (`['boot', …]`: company, theme, modules) into the client before anything renders, and keeps them.
 * Returns the way to end it.
 */
export function keepBootQueries(client: QueryClient): () => void {
  // Deprecated on purpose: the asynchronous one cannot restore before the first paint.
  const key = 'boot_queries';
  const persister = createSyncStoragePersister({ storage: localStorageForPersister, key, throttleTime: WRITE_MS });
  try {
    const kept = persister.restoreClient() as PersistedClient | undefined;
    if (kept?.buster === BUSTER) hydrate(client, kept.clientState);
  } catch {
    void persister.removeClient();
  }
  const dehydrateOptions: DehydrateOptions = {
    // Also what could not be read anew, without a connection: it is as good as it was.
    shouldDehydrateQuery: ({ queryKey, state }) => queryKey[0] === 'boot' && state.data !== undefined,
    shouldDehydrateMutation: () => false,
  };
  const now = (): PersistedClient => ({
    buster: BUSTER,
    timestamp: Date.now(),
    clientState: dehydrate(client, dehydrateOptions),
  });
  let changedAt = Number.NEGATIVE_INFINITY;
  // The library's own subscription goes through the whole cache at each change of any query.
  const unwatch = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'boot') return;
    changedAt = performance.now();
    void persister.persistClient(now());
  });
  // What came right before the page is left would be lost while it waits to be written. What has been written is not written again:
  // another tab may have left the next session's by then.
  const keepNow = () => {
    if (performance.now() - changedAt <= 5 * WRITE_MS) localStorageForPersister.setItem(key, JSON.stringify(now()));
  };
  addEventListener('pagehide', keepNow);
  return () => {
    removeEventListener('pagehide', keepNow);
    unwatch();
  };
}
