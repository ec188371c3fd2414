// One's saved views of the list: reading, keeping, renaming, deleting. They are on the server, so that other devices have them, too.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { v7 as uuid } from 'uuid';
import * as contract from '#contract/people/finding/views.ts';
import { app } from '#src/realtime/app.ts';
import { type ListSearch, readSearch } from '../search.ts';

export type View = contract.View;

export const viewsQuery = queryOptions({
  queryKey: ['people', 'views'],
  queryFn: async ({ signal }): Promise<View[]> => (await app.call(contract.listViews, {}, { signal })).items,
  staleTime: 0,
  meta: { told: true },
});

/** Of a view that is made: trying again after a lost answer makes no second one. */
export const newViewId = (): string => uuid();

type Query = View['query'];
const queryOf = (search: ListSearch): Query => structuredClone(search) as Query;

const read = (client: QueryClient) => client.invalidateQueries(viewsQuery);

export async function saveView(
  client: QueryClient,
  view_id: string,
  view_name: string,
  search: ListSearch,
): Promise<void> {
  await app.call(contract.createView, { view_id, view_name, query: queryOf(search) });
  await read(client);
}

export async function renameView(client: QueryClient, view_id: string, view_name: string): Promise<void> {
  await app.call(contract.updateView, { view_id, view_name });
  await read(client);
}

export async function replaceView(client: QueryClient, view_id: string, search: ListSearch): Promise<void> {
  await app.call(contract.updateView, { view_id, query: queryOf(search) });
  await read(client);
}

export async function deleteView(client: QueryClient, view_id: string): Promise<void> {
  await app.call(contract.deleteView, { view_id });
  await read(client);
}

/** What the view shows: of what this version of the app knows. */
export const searchOf = ({ query }: View): ListSearch => readSearch(query);

/** True if the list shows just that. */
export function isShown(view: View, search: ListSearch): boolean {
  const plain = (one: ListSearch) => JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return plain(searchOf(view)) === plain(readSearch({ ...search }));
}
