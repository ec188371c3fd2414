// The saved messages as the list shows them: which ones is known at once, what they say comes from the server, and without it
// from what is on the device.
import { infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { listSaved, type SavedItem } from '#contract/chat/saved.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { app } from '#src/realtime/app.ts';
import { useClient, useLine } from '#src/realtime/hooks.ts';
import { useConversations } from '../../hooks/use-conversations.ts';
import { messagesKey } from '../../live/keys.ts';
import { type ShownMark, saved } from '../../live/live-later.ts';
import type { Messages } from '../../live/live-messages.ts';
import { placeOf } from '../places.ts';
import { useKept } from '../use-kept.ts';

type Page = ResponseOf<typeof listSaved>;

const pagesQuery = infiniteQueryOptions({
  queryKey: ['chat', 'saved-pages'],
  queryFn: ({ pageParam, signal }): Promise<Page> =>
    app.call(listSaved, { limit: '50', ...(pageParam && { cursor: pageParam }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor,
  // Others edit and delete: what is looked at is read anew.
  staleTime: 0,
});

export interface SavedMessages {
  readonly items: readonly Omit<SavedItem, 'saved_at'>[];
  /** How many are saved whose words are not on this device, while they cannot be fetched. */
  readonly missing: number;
  readonly pending: boolean;
  readonly failed: boolean;
  readonly fetching: boolean;
  readonly retry: () => void;
  /** Loads what follows; undefined if that is all. */
  readonly more: (() => void) | undefined;
}

export function useSaved(): SavedMessages {
  const { queryClient } = useClient();
  const line = useLine();
  const marks = useKept<ShownMark>(saved);
  const { entries } = useConversations();
  const pages = useInfiniteQuery(pagesQuery);
  const read = useMemo(
    () => new Map(pages.data?.pages.flatMap(({ items }) => items.map((item) => [item.message.message_id, item]))),
    [pages.data],
  );
  const found = (marks.items ?? []).map((mark): Omit<SavedItem, 'saved_at'> | undefined => {
    const item = read.get(mark.message_id) ?? mark.shown;
    const message = onDevice(queryClient, mark.message_id);
    const address = item?.address ?? (message && placeOf(message, entries));
    if (message && address) return { message, address, thread_id: item?.thread_id ?? null };
    return item;
  });
  const items = found.filter((item) => item !== undefined);
  const unknown = found.length - items.length;
  const offline = line === 'offline';
  const complete = pages.isSuccess && !pages.hasNextPage;
  // One that another device saved a moment ago.
  const news = marks.items?.find(({ message_id }) => !read.has(message_id))?.message_id;
  const lookAgain = useEffectEvent(() => {
    if (news && pages.isSuccess && !pages.isFetching && line === 'online') void pages.refetch();
  });
  useEffect(() => lookAgain(), [news, line]);
  return {
    items,
    missing: offline && !complete ? unknown : 0,
    pending: !items.length && !offline && (marks.items === undefined || pages.isPending) && !marks.failed,
    failed: !items.length && !offline && (marks.failed || pages.isError),
    fetching: marks.fetching || pages.isFetching,
    retry: () => {
      marks.retry();
      void pages.refetch();
    },
    more: pages.hasNextPage && !offline ? () => void pages.fetchNextPage() : undefined,
  };
}

/** What follows the events is newer than what was read once. */
function onDevice(queryClient: QueryClient, message_id: string): SavedItem['message'] | undefined {
  for (const [, data] of queryClient.getQueriesData<Messages>({ queryKey: messagesKey('').slice(0, 2) })) {
    const message = data?.items.find((one) => one.message_id === message_id);
    if (message) return message;
  }
  return undefined;
}
