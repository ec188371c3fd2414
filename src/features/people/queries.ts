// Reading one person whole. Names and faces of everybody: kit/people/directory.ts.
import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people.ts';
import { app } from '#src/realtime/app.ts';

/** What we may see of a person. */
export type PersonDetail = ResponseOf<typeof contract.meta>;

/** Fields that the server keeps to itself (a birth date that is not ours to see) are missing. */
export const personQuery = (employee_id: string) =>
  queryOptions({
    queryKey: ['people', 'detail', employee_id],
    queryFn: ({ signal }): Promise<PersonDetail> =>
      app.call(contract.meta, { employee_id, select: [...contract.selectable] }, { signal }),
    staleTime: 60_000,
  });
