// What is kept for later, as screens have it: server data with what waits on top of it.
import { useQuery } from '@tanstack/react-query';
import { useOffline, usePredicted } from '#src/realtime/hooks.ts';
import type { LiveQuery } from '#src/realtime/live-query.ts';
import type { Kept } from '../live/live-later.ts';

export interface KeptQuery<T> {
  /** Undefined until it was read once. */
  readonly items: readonly T[] | undefined;
  /** It could not be read, and nothing of it is on the device. */
  readonly failed: boolean;
  /** No connection, and nothing was ever read: there is only what waits. */
  readonly missing: boolean;
  readonly fetching: boolean;
  readonly retry: () => void;
}

const nothing: Kept<never> = { items: [], revision: 0 };

export function useKept<T>(query: LiveQuery<Kept<T>>): KeptQuery<T> {
  const { data, isError, isFetching, refetch } = useQuery<Kept<T>>({ queryKey: query.prefix });
  const offline = useOffline();
  // Without a connection there is at least what is written now.
  const known = data ?? (offline ? nothing : undefined);
  const shown = usePredicted(query, query.prefix, known as Kept<T>) as Kept<T> | undefined;
  return {
    items: shown?.items,
    failed: isError && !data,
    missing: offline && !data,
    fetching: isFetching,
    retry: () => void refetch(),
  };
}
