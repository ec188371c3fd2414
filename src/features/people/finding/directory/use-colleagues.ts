// Who is shown: found on the server, and without a connection on the device.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { type Directory, directoryKey, useDirectory } from '#src/kit/people/directory.ts';
import { useOffline } from '#src/realtime/hooks.ts';
import { departmentsQuery } from '../../admin/departments/data.ts';
import { useMayManage } from '../../reach/may-manage.ts';
import { type Colleague, colleaguesQuery } from './data.ts';
import { findOnDevice } from './on-device.ts';
import type { DirectorySearch } from './search.ts';

export interface Colleagues {
  /** Undefined until something is known. */
  readonly rows: readonly Colleague[] | undefined;
  readonly total: number;
  /** The rows are all there are. */
  readonly whole: boolean;
  /** Of a copy: when it was made; milliseconds. */
  readonly savedAt: number | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
  /** Asks for the next page if there is one; after it did not come, only again. */
  readonly more: () => void;
  /** Undefined unless the next page did not come. */
  readonly again: (() => void) | undefined;
}

/** Of one department alone if it is named; null: of those in none. */
export function useColleagues(search: DirectorySearch, department_id?: string | null): Colleagues {
  const offline = useOffline();
  const query = useInfiniteQuery({ ...colleaguesQuery(search, department_id), enabled: !offline });
  const people = useDirectory();
  const saved = useOnDevice(useDeferredValue(search), offline);
  const pages = query.data?.pages;
  const rows = useMemo(
    () =>
      pages?.flatMap(({ items }) =>
        items.flatMap((item): Colleague[] => {
          // Their name and face of this moment. Whoever has left is not in the directory any more.
          const person = people.get(item.employee_id);
          return person || !people.size ? [{ ...item, ...person }] : [];
        }),
      ),
    [pages, people],
  );
  const { hasNextPage, fetchNextPage, isFetchNextPageError, isError, isFetching, refetch } = query;
  // Does nothing while one is under way.
  const next = () => void fetchNextPage({ cancelRefetch: false });
  const again = isFetchNextPageError && !offline ? next : undefined;
  const more = () => {
    if (hasNextPage && !offline && !again) next();
  };
  const common = { isError, isFetching, refetch, more, again };
  if (saved) return { ...common, ...saved, total: saved.rows.length, whole: true };
  return { ...common, rows, total: pages?.[0]?.total ?? 0, whole: !hasNextPage, savedAt: undefined };
}

/** Undefined with a connection, or where not even names are kept. */
function useOnDevice(search: DirectorySearch, offline: boolean) {
  const manages = useMayManage();
  const people = useDirectory();
  const directory = useQuery<Directory>({ queryKey: directoryKey });
  // Of everybody who was listed here before: it is taken from the disk, if it is there.
  const { data: listed, dataUpdatedAt } = useInfiniteQuery({ ...colleaguesQuery({}), enabled: offline });
  const { data: departments } = useQuery(departmentsQuery);
  return useMemo(() => {
    if (!offline || !people.size) return;
    const known = new Map(listed?.pages.flatMap(({ items }) => items.map((item) => [item.employee_id, item])));
    const rows = findOnDevice(search, { people: people.values(), known, departments: departments ?? [], manages });
    return { rows, savedAt: dataUpdatedAt || directory.dataUpdatedAt };
  }, [offline, people, listed, search, departments, manages, dataUpdatedAt, directory.dataUpdatedAt]);
}
