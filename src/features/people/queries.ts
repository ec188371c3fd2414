// Reading one person whole. Names and faces of everybody: kit/people/directory.ts.
import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { selectable } from '#contract/people/employee.ts';
import { meta } from '#contract/people/profile.ts';
import { app } from '#src/realtime/app.ts';

/** What we may see of a person. */
export type PersonDetail = ResponseOf<typeof meta>;

/** Fields that the server keeps to itself (a birth date that is not ours to see) are missing. */
export const personQuery = (employee_id: string) =>
  queryOptions({
    queryKey: ['people', 'detail', employee_id],
    queryFn: ({ signal }): Promise<PersonDetail> =>
      app.call(meta, { employee_id, select: [...selectable] }, { signal }),
    staleTime: 60_000,
  });
