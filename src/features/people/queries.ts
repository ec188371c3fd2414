// Reading one person whole. Names and faces of everybody: kit/people/directory.ts.
import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { selectable } from '#contract/people/employee.ts';
import { meta } from '#contract/people/profile.ts';
import { detailKey } from '#src/kit/people/details.ts';
import { app } from '#src/realtime/app.ts';

/** What we may see of a person. */
export type PersonDetail = ResponseOf<typeof meta>;

/** Fields that are not ours to see (what they hide) are missing. Told of by live.ts. */
export const personQuery = (employee_id: string) =>
  queryOptions({
    queryKey: detailKey(employee_id),
    queryFn: ({ signal }): Promise<PersonDetail> =>
      app.call(meta, { employee_id, select: [...selectable] }, { signal }),
    staleTime: 60_000,
    meta: { told: true },
  });
