// The spaces that one can see: public ones and one's own, by name, page by page.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Space } from '#contract/chat.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/spaces.ts';
import { matcher } from '#src/kit/people/find-people.ts';
import { app } from '#src/realtime/app.ts';

export type SpacePage = ResponseOf<typeof contract.list>;

const PAGE = '50';

/** The first elements of all keys of this feature. */
export const spacesKey = ['spaces', 'list'] as const;

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

/** What fits a search among the spaces that are at hand. */
export function findSpaces(spaces: readonly Space[], query: string): readonly Space[] {
  const fits = matcher(query);
  return spaces.filter(({ space_name, space_description }) => fits(`${space_name} ${space_description}`));
}
