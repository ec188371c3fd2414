// The words in which the search tests speak.
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/search.ts';
import type { TestClient } from '#tests/kit/client.ts';

type Given = Partial<RequestOf<typeof contract.search>>;
type Items<T extends contract.SearchType> = Extract<contract.SearchGroup, { type: T }>['items'];

export interface Found<T extends contract.SearchType> {
  readonly items: Items<T>;
  readonly next_cursor: string | null;
}

/** What is found of one type. */
export async function find<T extends contract.SearchType>(
  by: TestClient,
  type: T,
  query: string,
  given: Given = {},
): Promise<Found<T>> {
  const { groups } = await by.call(contract.search, { query, types: [type], ...given });
  const group = groups.find((one) => one.type === type);
  return { items: (group?.items ?? []) as Items<T>, next_cursor: group?.next_cursor ?? null };
}
/** The seqs of the messages found. */
export const seqs = async (by: TestClient, query: string, given: Given = {}) =>
  (await find(by, 'messages', query, given)).items.map(({ seq }) => seq);
