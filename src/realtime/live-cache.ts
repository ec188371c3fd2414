// Between the engine and the query library: which queries follow topics, their data, and their copies on disk.
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Call } from '../api/call.ts';
import { ApiError, isPassing } from '../api/errors.ts';
import { createLiveStore, type Kept } from '../offline/cache/live-store.ts';
import type { CacheSchema } from '../offline/databases.ts';
import type { Database } from '../offline/open.ts';
import type { Holder, HolderCache } from './engine.ts';
import type { LiveContext, LiveQuery } from './live-query.ts';

/** Queries that are read anew at the same time after a long absence. */
const REFETCHES = 4;

export interface LiveCacheOptions {
  readonly queryClient: QueryClient;
  readonly live: readonly LiveQuery[];
  readonly context: LiveContext;
  readonly call: Call;
  /** What was asked before this was made, by the path of its endpoint: taken once, by the first read. */
  readonly first?: Map<Endpoint['path'], Promise<unknown>> | undefined;
  readonly db: Database<CacheSchema>;
  /** Data came from somewhere else than the engine. `verify`: it may be older than what the socket told since. */
  readonly onSet: (id: string, verify: boolean) => void;
}

export interface LiveCache extends HolderCache {
  /**
   * Puts everything from disk into the query client. `first` resolves when what `isFirst` says of ids is there, `all` when everything
   * is (or when there is no disk).
   */
  restore(isFirst?: (id: string) => boolean): { readonly first: Promise<void>; readonly all: Promise<void> };
  /**
   * The socket is ready from now on: what was read before may have missed something. Queries with `meta.told` follow no topic, but an
   * effect of an event reads them anew: they are read again.
   */
  beginEpoch(): void;
  /** A read is under way, of the disk at first: its answer may be older than what is held by then. */
  isReading(): boolean;
  /** The live query of a key. */
  queryOf(key: QueryKey): LiveQuery | undefined;
  /** What holds the key. */
  idOf(key: QueryKey): string;
  /** Everything is on disk; false if the disk refuses. */
  flush(): Promise<boolean>;
  /** The page ends: as much of it as can be had at once. */
  leave(): void;
  stop(): void;
}

export function createLiveCache(options: LiveCacheOptions): LiveCache {
  const { queryClient, live, context, call, first, db } = options;
  const cache = queryClient.getQueryCache();
  const queries = new Map<string, { query: LiveQuery; entry: Query }>();
  /** Query → the epoch in which its read began. */
  const epochs = new Map<string, number>();
  let epoch = 0;
  /** Set while the change is our own. */
  let own = false;
  let restored: Promise<void> = Promise.resolve();
  let isRestoring = false;

  const defOf = (key: QueryKey) => live.find(({ prefix }) => prefix.every((part, at) => key[at] === part));
  const store = createLiveStore(db);

  const keep = (id: string) => {
    const found = queries.get(id);
    if (!found) return;
    const { query, entry } = found;
    if (query.isKept?.(entry.queryKey) === false) return;
    store.put(id, () => {
      const { data, dataUpdatedAt } = entry.state;
      if (data === undefined) return undefined;
      return {
        key: entry.queryKey,
        data: query.trim ? query.trim(data) : data,
        at: dataUpdatedAt,
        revisions: new Map(query.topics(data, entry.queryKey, context)),
      };
    });
  };
  /** A call that takes what was asked already, if it is that. It was before any epoch, whenever that began. */
  const firstOf =
    (key: QueryKey): Call =>
    (endpoint, ...how) => {
      const answer = first?.get(endpoint.path);
      if (!answer) return call(endpoint, ...how);
      first?.delete(endpoint.path);
      epochs.set(hashKey(key), 0);
      return answer as never;
    };
  const setOwn = (work: () => void) => {
    own = true;
    try {
      work();
    } finally {
      own = false;
    }
  };

  const defaults = live.map((query) => {
    queryClient.setQueryDefaults(query.prefix, {
      queryFn: ({ queryKey, signal }) => query.fetch(queryKey, { call: firstOf(queryKey), signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      // Reducers share what they do not change.
      structuralSharing: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { live: true },
      // The first read waits for the disk: what is there is shown and brought up to date by events.
      persister: async (read, ctx, entry) => {
        if (entry.state.data === undefined) {
          await restored;
          if (entry.state.data !== undefined) return entry.state.data;
        }
        return read(ctx);
      },
    });
    return query.prefix;
  });

  const adopt = (entry: Query) => {
    const query = defOf(entry.queryKey);
    if (query) queries.set(entry.queryHash, { query, entry });
  };
  for (const entry of cache.getAll()) adopt(entry);
  const unsubscribe = cache.subscribe((event) => {
    const id = event.query.queryHash;
    if (event.type === 'added') adopt(event.query);
    else if (event.type === 'removed') {
      queries.delete(id);
      epochs.delete(id);
    } else if (event.type === 'updated' && queries.has(id)) {
      if (event.action.type === 'fetch') epochs.set(id, epoch);
      if (event.action.type !== 'success' || own) return;
      keep(id);
      onSet(id, !event.action.manual && epochs.get(id) !== epoch);
    }
  });

  /** Once; those for which the server has named a moment, then. */
  const askAgain = () => {
    for (const query of cache.findAll({ type: 'active', predicate: isGivenUp }))
      setTimeout(() => void (isGivenUp(query) && query.isActive() && query.fetch().catch(() => {})), waitOf(query));
  };

  const readAnew = createRereading(REFETCHES);
  const readCut = (id: string) => {
    const found = queries.get(id);
    if (found?.query.isCut?.(found.entry.state.data)) readAnew(found.entry);
  };
  const onSet = (id: string, verify: boolean) => {
    options.onSet(id, verify);
    if (verify) readCut(id);
  };
  return {
    *holders(): Iterable<Holder> {
      for (const [id, { query, entry }] of queries) {
        const { data } = entry.state;
        if (data !== undefined) yield { id, query, key: entry.queryKey, data };
      }
    },
    set: (id, data) => {
      const found = queries.get(id);
      if (!found) return;
      setOwn(() => queryClient.setQueryData(found.entry.queryKey, data));
      keep(id);
    },
    refetch: (id) => {
      const found = queries.get(id);
      if (found) readAnew(found.entry);
    },
    drop: (id) => {
      const found = queries.get(id);
      store.remove([id]);
      if (!found) return;
      // A screen that shows it asks again and tells what the server says; otherwise nothing of it stays.
      if (found.entry.getObserversCount())
        void queryClient.resetQueries({ queryKey: found.entry.queryKey, exact: true });
      else cache.remove(found.entry);
    },
    peek: (key) => queryClient.getQueryData(key),
    restore: (isFirst = () => true) => {
      const count = new Map<LiveQuery, number>();
      const take = (part: readonly Kept[]) => {
        for (const { id, key, data, at } of part) {
          const query = defOf(key);
          const nth = query ? (count.get(query) ?? 0) + 1 : 0;
          if (!query || nth > (query.most ?? nth)) {
            store.remove([id]);
            continue;
          }
          count.set(query, nth);
          if (queryClient.getQueryData(key) !== undefined) continue;
          setOwn(() => queryClient.setQueryData(key, data, { updatedAt: at }));
          onSet(id, epoch > 0);
        }
      };
      isRestoring = true;
      const parts = store.read(isFirst);
      const first = parts.next().then(({ value }) => take(value ?? []));
      restored = (async () => {
        try {
          await first;
          for await (const part of parts) take(part);
        } finally {
          // Also where the disk fails: what is acked would stay in the outbox for ever.
          isRestoring = false;
        }
      })();
      return { first, all: restored };
    },
    beginEpoch: () => {
      epoch++;
      for (const id of queries.keys()) readCut(id);
      void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['told'] === true });
      // What was given up while the server was away is asked for again, too: nobody should have to press for that.
      askAgain();
    },
    isReading: () => isRestoring || [...queries.values()].some(({ entry }) => isAwaited(entry)),
    queryOf: defOf,
    idOf: hashKey,
    flush: store.flush,
    leave: store.leave,
    stop: () => {
      unsubscribe();
      store.stop();
      for (const prefix of defaults) queryClient.setQueryDefaults(prefix, {});
    },
  };
}

const isGivenUp = ({ state: { status, error } }: Query): boolean => status === 'error' && isPassing(error);
/** Milliseconds until the moment that the server has named; 0 and less: it is over, or there is none. */
const waitOf = ({ state: { error, errorUpdatedAt } }: Query): number =>
  error instanceof ApiError && error.retryAfter ? errorUpdatedAt + error.retryAfter * 1000 - Date.now() : 0;

/** It is being read; or somebody looks at it, has nothing yet, and it is about to be asked again. */
const isAwaited = (entry: Query): boolean =>
  entry.state.fetchStatus === 'fetching' ||
  (entry.state.data === undefined && entry.isActive() && isPassing(entry.state.error));

/** Reads at most `most` queries at a time; the others wait in line. */
function createRereading(most: number) {
  let running = 0;
  const waiting = new Set<Query>();
  const go = () => {
    for (const entry of waiting) {
      if (running >= most) return;
      waiting.delete(entry);
      running++;
      // By itself: the query client leaves out what is only watched (`enabled: false`).
      entry.fetch(undefined, { cancelRefetch: true }).then(over, over);
    }
  };
  const over = () => {
    running--;
    go();
  };
  return (entry: Query): void => {
    // One that is under way goes on: if its answer is too old that is noticed then, and on a slow line none would ever come.
    if (entry.state.fetchStatus !== 'fetching') waiting.add(entry);
    go();
  };
}
