// Reading the chart: one level at a time, kept on the device. Read anew when something was told to the company (admin/follow.ts).
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people/finding/chart.ts';
import { app } from '#src/realtime/app.ts';

export type ChartEntry = contract.ChartEntry;
type Page = ResponseOf<typeof contract.chart>;

export const chartKey = ['people', 'chart'] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Who is right below the person, and the person; for null those at the top. */
const chartQuery = (of: string | null) =>
  infiniteQueryOptions({
    queryKey: [...chartKey, of ?? 'top'],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      app.call(contract.chart, { ...(of && { employee_id: of }), ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 60_000,
    retry: 1,
    meta: { told: true },
  });

export const useLevel = (of: string | null) => useInfiniteQuery(chartQuery(of));

/** The person as an entry of the level above, and those above; undefined until it is known. */
export function useAround(employee_id: string | undefined) {
  const known = employee_id !== undefined && UUID.test(employee_id);
  const query = useInfiniteQuery({ ...chartQuery(employee_id ?? null), enabled: known });
  const page = known ? query.data?.pages[0] : undefined;
  const entry: ChartEntry | undefined = page?.person
    ? { person: page.person, direct: page.direct, all: page.all }
    : undefined;
  return { entry, managers: page?.managers ?? [], failed: (employee_id && !known) || (query.isError && !page) };
}

/** When the copy of the whole was read last. */
export const useReadAt = (): number =>
  useQuery<InfiniteData<Page>>({ queryKey: [...chartKey, 'top'], enabled: false }).dataUpdatedAt;
