// The connection to the company's HR system, and fetching people from there. All of it needs a connection of our own.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { v7 as uuid } from 'uuid';
import * as contract from '#contract/people/spreadsheet/finch.ts';
import { NetworkError } from '#src/api/errors.ts';
import { app } from '#src/realtime/app.ts';
import type { Batch } from '../data.ts';

export type Connection = NonNullable<contract.FinchSetup['connection']>;

/** How often it is asked whether it is there, where a call was over before. Milliseconds. */
const ASK_MS = 2_000;
/** Calls without an answer, one after the other: it goes on whatever becomes of them. */
const MOST_LOST = 5;

export const finchQuery = queryOptions({
  queryKey: ['people', 'finch'],
  queryFn: ({ signal }) => app.call(contract.getFinch, {}, { signal }),
  staleTime: 0,
  meta: { keep: false },
});

export async function saveKey(client: QueryClient, access_key: string): Promise<void> {
  client.setQueryData(finchQuery.queryKey, await app.call(contract.updateFinch, { access_key }));
}

export async function removeKey(client: QueryClient): Promise<void> {
  await app.call(contract.deleteFinch, {});
  client.setQueryData(finchQuery.queryKey, { connection: null });
}

/** Everybody there, judged. Takes as long as Finch does; ends when `signal` fires. */
export async function fetchPeople(signal: AbortSignal): Promise<Batch> {
  const import_id = uuid();
  for (let lost = 0; ; ) {
    try {
      const { batch } = await app.call(contract.importFinch, { import_id }, { signal });
      if (batch) return batch;
      lost = 0;
    } catch (error) {
      if (!(error instanceof NetworkError) || ++lost > MOST_LOST) throw error;
    }
    await new Promise((done) => setTimeout(done, ASK_MS));
    signal.throwIfAborted();
  }
}
