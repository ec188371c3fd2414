// Reading colleagues as they are listed: page by page, found on the server. The list of everybody is kept on the device, as far as it
// was looked through since it was last read anew; what was found by something is not.
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { dropdown, list, type Person } from '#contract/people.ts';
import { colleaguesKey, sitesKey } from '#src/kit/people/forget.ts';
import { app } from '#src/realtime/app.ts';
import { askedOf, type DirectorySearch } from './search.ts';

export type Page = ResponseOf<typeof list>;
/** Where somebody is, as far as it is known and ours to see. */
export interface Whereabouts {
  readonly location?: string | undefined;
  readonly department_id?: string | null | undefined;
}
export type Colleague = Person & Whereabouts;

const PAGE = 100;
/** So many pages are read anew, whatever more was looked through. */
export const FIRST_PAGES = 3;
export const FIRST_ROWS = FIRST_PAGES * PAGE;
/** Whoever has not come to this row does not see the end of the first pages. */
export const FAR_ROW = (FIRST_PAGES - 1) * PAGE;

/** A list of more than its first pages. */
export const isLong = (data: object | undefined): boolean =>
  data !== undefined && 'pages' in data && (data as InfiniteData<Page>).pages.length > FIRST_PAGES;

/** By name; of one department alone if it is named, null being those in none. */
export const colleaguesQuery = (search: DirectorySearch, department_id?: string | null) => {
  const asked = askedOf(search, department_id);
  const keep = !Object.keys(asked).length;
  return infiniteQueryOptions({
    queryKey: keep ? colleaguesKey : [...colleaguesKey, asked],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      app.call(
        list,
        { ...asked, select: ['location', 'department_id'], limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    // All of a long one is never read anew by itself: follow.ts cuts it first, when nobody looks at the rest.
    staleTime: ({ state }) => (isLong(state.data) ? Number.POSITIVE_INFINITY : 0),
    meta: { keep, part: department_id !== undefined },
  });
};

/** How many of those who are looked for are in which department; null: in none. */
export const countsQuery = (search: DirectorySearch) => {
  const asked = askedOf(search);
  return queryOptions({
    queryKey: [...colleaguesKey, 'counts', asked],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string | null, number>> => {
      const { departments = [] } = await app.call(list, { ...asked, limit: 1, by_department: true }, { signal });
      return new Map(departments.map((one) => [one.department_id, one.people]));
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { keep: false, told: true },
  });
};

/** The sites of colleagues, by name. */
export const sitesQuery = queryOptions({
  queryKey: sitesKey,
  queryFn: async ({ signal }): Promise<string[]> =>
    (await app.call(dropdown, { kinds: ['locations'] }, { signal })).locations?.map(({ id }) => id) ?? [],
  staleTime: 0,
  meta: { told: true },
});
