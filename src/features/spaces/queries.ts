// The spaces that one can see: public ones and one's own, by name, page by page.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Space } from '#contract/chat.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/spaces/browse.ts';
import { app } from '#src/realtime/app.ts';
import { spaceKey, spacesKey } from './keys.ts';

export type SpacePage = ResponseOf<typeof contract.list>;

const PAGE = '50';

/** @param query what the name or description must contain; '' for all, which is what the device keeps for reading offline. */
export const spacesQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: [...spacesKey, query],
    queryFn: ({ pageParam, signal }): Promise<SpacePage> =>
      app.call(
        contract.list,
        { limit: PAGE, ...(query && { query }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 30_000,
    meta: { keep: query === '' },
  });

/** One space, also a private one if `link_code` is the one of its link. */
export const spaceQuery = (space_id: string, link_code: string | undefined) =>
  queryOptions({
    queryKey: [...spaceKey, space_id, link_code ?? ''],
    queryFn: ({ signal }): Promise<Space> =>
      app.call(contract.get, { space_id, ...(link_code && { link_code }) }, { signal }),
    staleTime: 30_000,
  });
