// The list of notifications as the screen has it: the newest alive, with what waits on top; what is older as it was read.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { list as listEndpoint, type Notification } from '#contract/notifications.ts';
import { app } from '#src/realtime/app.ts';
import { useOffline, usePredicted } from '#src/realtime/hooks.ts';
import { listKey } from '../keys.ts';
import { type List, list } from '../live.ts';

export interface NotificationList {
  /** Newest first; undefined until it was read once. */
  readonly items: readonly Notification[] | undefined;
  readonly unread: number;
  readonly failed: boolean;
  /** No connection, and nothing was ever read. */
  readonly missing: boolean;
  readonly fetching: boolean;
  readonly retry: () => void;
  /** Loads what follows; undefined if that is all, or there is no connection. */
  readonly more: (() => void) | undefined;
  readonly loading: boolean;
}

export function useList(): NotificationList {
  const { data, isError, isFetching, refetch } = useQuery<List>({ queryKey: listKey });
  const offline = useOffline();
  const shown = usePredicted(list, listKey, data as List) as List | undefined;
  const first = data?.next_cursor ?? null;
  const older = useInfiniteQuery({
    queryKey: ['notifications', 'older', first],
    queryFn: ({ pageParam, signal }) => app.call(listEndpoint, { cursor: pageParam, limit: '100' }, { signal }),
    initialPageParam: first ?? '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: false,
    meta: { keep: false },
  });
  const live = shown?.items;
  const known = new Set(live?.map(({ notification_id }) => notification_id));
  const behind = older.data?.pages.flatMap(({ items }) => items) ?? [];
  const hasMore = older.data ? older.hasNextPage : first !== null;
  return {
    items: live && [...live, ...behind.filter(({ notification_id }) => !known.has(notification_id))],
    unread: shown?.unread ?? 0,
    failed: isError && !data && !offline,
    missing: !data && offline,
    fetching: isFetching,
    retry: () => void refetch(),
    more: hasMore && !offline ? () => void older.fetchNextPage() : undefined,
    loading: older.isFetching,
  };
}
