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
export const listQuery = ({ columns: _, ...search }: ListSearch) =>
  infiniteQueryOptions({
    queryKey: [...listKey, search],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      app.call(list, { ...askedOf(search), limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { keep: false, told: true },
  });

type Ids = readonly string[];
export const addToGroup = (employee_ids: Ids, group_id: string) =>
  app.call(bulk.bulkGroup, { employee_ids: [...employee_ids], group_id });
export const setDepartment = (employee_ids: Ids, department_id: string | null) =>
  app.call(bulk.bulkDepartment, { employee_ids: [...employee_ids], department_id });
export const setStatus = (employee_ids: Ids, status: RequestOf<typeof bulk.bulkStatus>['status']) =>
  app.call(bulk.bulkStatus, { employee_ids: [...employee_ids], status });
export const giveRole = (employee_ids: Ids, role_id: string) =>
  app.call(bulk.bulkRole, { employee_ids: [...employee_ids], role_id });
export const resendInvites = (employee_ids: Ids) => app.call(bulk.bulkInvite, { employee_ids: [...employee_ids] });
export const removeAll = (employee_ids: Ids) => app.call(bulk.bulkRemove, { employee_ids: [...employee_ids] });
