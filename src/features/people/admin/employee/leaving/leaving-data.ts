// Leaving, coming back and erasing: what is asked, and what is done.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { remove } from '#contract/people/accounts.ts';
import { eraseLeaver, getLeaver, previewLeaving, previewLeavingAll, restoreLeaver } from '#contract/people/leaving.ts';
import { ApiError } from '#src/api/errors.ts';
import { app } from '#src/realtime/app.ts';

/** As it is now: whoever decides by it must not see what was a minute ago. */
const asItIs = { staleTime: 0, gcTime: 0, retry: false, meta: { keep: false } } as const;

export const effectsQuery = (employee_id: string) =>
  queryOptions({
    // Below no key that is read anew when people change: by then there may be nobody to ask about.
    queryKey: ['leaving', employee_id],
    queryFn: async ({ signal }) => (await app.call(previewLeaving, { employee_id }, { signal })).effects,
    ...asItIs,
  });

/** So many are asked about in one call. */
const PART = 100;

/** Of several at once, in their order; or the code of why one cannot leave. */
export const effectsOfAllQuery = (employee_ids: readonly string[]) =>
  queryOptions({
    queryKey: ['leaving', 'several', employee_ids],
    queryFn: async ({ signal }) => {
      const all: ResponseOf<typeof previewLeavingAll>['items'] = [];
      for (let at = 0; at < employee_ids.length; at += PART) {
        const part = employee_ids.slice(at, at + PART);
        all.push(...(await app.call(previewLeavingAll, { employee_ids: part }, { signal })).items);
      }
      return all;
    },
    ...asItIs,
  });

/** Null for who has not left, and for who is erased. */
export const leaverQuery = (employee_id: string) =>
  queryOptions({
    queryKey: ['people', 'leaver', employee_id],
    queryFn: async ({ signal }): Promise<ResponseOf<typeof getLeaver>['leaver'] | null> => {
      try {
        return (await app.call(getLeaver, { employee_id }, { signal })).leaver;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'EMPLOYEE_NOT_FOUND') return null;
        throw error;
      }
    },
    staleTime: 0,
    // What was true when they left before, and came back, is not shown when they leave again.
    gcTime: 0,
    meta: { keep: false },
  });

// Lists follow what the company is told, and a page sees in the directory whether the person is here: nothing is read anew for them.
export const leave = (employee_id: string, hand_over_to: string | undefined) =>
  app.call(remove, { employee_id, ...(hand_over_to && { hand_over_to }) });
export const restore = (employee_id: string) => app.call(restoreLeaver, { employee_id });

export async function erase(client: QueryClient, employee_id: string): Promise<void> {
  await app.call(eraseLeaver, { employee_id });
  client.setQueryData(leaverQuery(employee_id).queryKey, null);
}
