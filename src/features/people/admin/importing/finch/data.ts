// The connection to the company's HR system, and fetching people from there. All of it needs a connection of our own.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as contract from '#contract/people/spreadsheet/finch.ts';
import { ApiError, isPassing } from '#src/api/errors.ts';
import { forgetFetch } from '#src/offline/device/kept-fetch.ts';
import { app } from '#src/realtime/app.ts';
import type { Batch } from '../data.ts';

export type Connection = NonNullable<contract.FinchSetup['connection']>;

/** How often it is asked whether it is there, where a call was over before. Milliseconds. */
const ASK_MS = 2_000;
/** Answers of a server that cannot just now, one after the other. Without a connection it goes on: it waits for that. */
const MOST_LOST = 20;
/** Seconds; who is to come back later than that is told so. */
const MOST_WAIT = 60;

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
  // Nothing comes of what was being read: who connects another system is not told so.
  forgetFetch();
  client.setQueryData(finchQuery.queryKey, { connection: null });
}

/** Everybody there, judged. Takes as long as Finch does; ends when `signal` fires. Under the same id it goes on where it was left. */
export async function fetchPeople(import_id: string, signal: AbortSignal): Promise<Batch> {
  for (let lost = 0; ; ) {
    let wait = ASK_MS;
    try {
      const { batch } = await app.call(contract.importFinch, { import_id }, { signal });
      if (batch) return batch;
      lost = 0;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      if (error instanceof ApiError) {
        const { retryAfter = 0 } = error;
        if (++lost > MOST_LOST || retryAfter > MOST_WAIT) throw error;
        wait = Math.max(wait, retryAfter * 1000);
      }
    }
    await new Promise((done) => setTimeout(done, wait));
    signal.throwIfAborted();
  }
}
