// Reading the log, taking it as a file, and asking whether it is whole. Of use only with a connection: nothing is kept.
import { infiniteQueryOptions } from '@tanstack/react-query';
import * as contract from '#contract/audit.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { FileAnswer } from '#contract/kernel/file-answer.ts';
import { app } from '#src/realtime/app.ts';
import { type Asked, filtersOf } from './filters.ts';

export type Line = contract.AuditEvent;

const PAGE = 50;

export const logQuery = (asked: Asked) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'log', asked],
    queryFn: ({ pageParam, signal }): Promise<ResponseOf<typeof contract.listAudit>> => {
      const from = pageParam && { cursor: pageParam };
      return app.call(contract.listAudit, { filters: filtersOf(asked), limit: PAGE, ...from }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
    meta: { keep: false },
  });

export const exportLog = (asked: Asked): Promise<FileAnswer> =>
  app.call(contract.exportAudit, { filters: filtersOf(asked) });

export interface Verdict {
  checked: number;
  /** The first place that is not what was written there. */
  broken_at: number | null;
  /** Lines without a place. */
  stray: number;
}

/** From the first line to the last, or to the first that is not what was written. `onProgress`: how many are checked so far. */
export async function verifyLog(onProgress: (checked: number) => void): Promise<Verdict> {
  let checked = 0;
  for (let from: number | null = 1; ; ) {
    const part: ResponseOf<typeof contract.verifyAudit> = await app.call(contract.verifyAudit, { from });
    checked += part.checked;
    onProgress(checked);
    const { broken_at, next, stray } = part;
    if (broken_at !== null || next === null) return { checked, broken_at, stray: stray ?? 0 };
    from = next;
  }
}
