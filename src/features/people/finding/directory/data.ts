// Reading colleagues as they are listed: page by page, found on the server. The list of everybody is kept on the device, as far as it
// was looked through; what was found by something is not.
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { dropdown, list, type Person } from '#contract/people.ts';
import { colleaguesKey, sitesKey } from '#src/kit/people/forget.ts';
import { app } from '#src/realtime/app.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { keepTrying } from '../keep-trying.ts';
import { askedOf, type DirectorySearch } from './search.ts';

export type Page = ResponseOf<typeof list>;
/** Where somebody is, as far as it is known and ours to see. */
export interface Whereabouts {
  readonly location?: string | undefined;
  readonly department_id?: string | null | undefined;
}
export type Colleague = Person & Whereabouts;

const PAGE = 100;

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
    staleTime: 0,
    retry: keepTrying,
    meta: { keep, told: true },
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
  retry: keepTrying,
  meta: { told: true },
});

/** Of many who come and go at once, the list is read anew once. */
const PAUSE_MS = 2_000;

/** While it is asked who is available, the list follows who comes and goes. */
export function useFollowPresence(asked: boolean): void {
  const queryClient = useQueryClient();
  const { presence } = useClient().people;
  useEffect(() => {
    if (!asked) return;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe(presence, () => {
      soon ??= setTimeout(() => {
        soon = undefined;
        void queryClient.invalidateQueries({ queryKey: colleaguesKey });
      }, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(soon);
    };
  }, [asked, presence, queryClient]);
}
