// The people whom one manages: pages of the list, and what is done to many at once.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import * as bulk from '#contract/people/bulk.ts';
import { list } from '#contract/people.ts';
import { app } from '#src/realtime/app.ts';
import { askedOf, type ListSearch } from './search.ts';

export type Page = ResponseOf<typeof list>;
export type Listed = Page['items'][number];
/** At most this many at once. */
export const MOST_AT_ONCE = 500;
const PAGE = 100;

export const listKey = ['people', 'managed'] as const;

/** Not kept on the device: it is of use only while something can be done about it. */
export const listQuery = ({ columns, ...search }: ListSearch) => {
  // Whom criteria put into which group is looked for only where it is shown; of the other columns everything is known.
  const asked = askedOf(search, columns?.includes('groups') ?? false);
  return infiniteQueryOptions({
    queryKey: [...listKey, asked],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      app.call(list, { ...asked, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { keep: false, told: true },
  });
};

type Ids = readonly string[];
/** `invited`: who was sent an invitation instead of what was asked for. */
export interface Done {
  results: (string | null)[];
  invited?: string[];
}
/** What is done to many is done to these many at once: meanwhile nobody else can change what the whole company is told of. */
const PART = 25;

/** In the order of the ids. What fails on the way ends it: the list shows what was done until then. */
async function inParts(employee_ids: Ids, call: (part: string[]) => Promise<Done>): Promise<Required<Done>> {
  const all = { results: [] as (string | null)[], invited: [] as string[] };
  for (let at = 0; at < employee_ids.length; at += PART) {
    const { results, invited = [] } = await call(employee_ids.slice(at, at + PART));
    all.results.push(...results);
    all.invited.push(...invited);
  }
  return all;
}

export const addToGroup = (ids: Ids, group_id: string) =>
  inParts(ids, (employee_ids) => app.call(bulk.bulkGroup, { employee_ids, group_id }));
export const setDepartment = (ids: Ids, department_id: string | null) =>
  inParts(ids, (employee_ids) => app.call(bulk.bulkDepartment, { employee_ids, department_id }));
export const setStatus = (ids: Ids, status: RequestOf<typeof bulk.bulkStatus>['status']) =>
  inParts(ids, (employee_ids) => app.call(bulk.bulkStatus, { employee_ids, status }));
export const giveRole = (ids: Ids, role_id: string) =>
  inParts(ids, (employee_ids) => app.call(bulk.bulkRole, { employee_ids, role_id }));
export const resendInvites = (ids: Ids) => inParts(ids, (employee_ids) => app.call(bulk.bulkInvite, { employee_ids }));
export const removeAll = (ids: Ids) => inParts(ids, (employee_ids) => app.call(bulk.bulkRemove, { employee_ids }));
