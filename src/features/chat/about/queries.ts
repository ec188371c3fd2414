// What the pane beside a conversation reads: who is in a space, and a little more of a colleague than their name.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import { app } from '#src/realtime/app.ts';

export type Member = ResponseOf<typeof spaces.listMembers>['items'][number];
type MemberPage = ResponseOf<typeof spaces.listMembers>;

/** How many members a page has; the first one brings all admins of an ordinary space. */
const PAGE = '50';

export const membersKey = (space_id: string) => ['chat', 'members', space_id] as const;

/** Admins first, then by how long they have been in. The pages follow the space's events (effects.ts). */
export const membersQuery = (space_id: string) =>
  infiniteQueryOptions({
    queryKey: membersKey(space_id),
    queryFn: ({ pageParam, signal }): Promise<MemberPage> =>
      app.call(spaces.listMembers, { space_id, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 60_000,
  });

export type PersonMore = Pick<ResponseOf<typeof people.meta>, 'time_zone' | 'location' | 'pronouns' | 'work_email_id'>;
export const personMoreKey = (employee_id: string) => ['chat', 'person', employee_id] as const;

export const personMoreQuery = (employee_id: string) =>
  queryOptions({
    queryKey: personMoreKey(employee_id),
    queryFn: ({ signal }): Promise<PersonMore> =>
      app.call(
        people.meta,
        { employee_id, select: ['time_zone', 'location', 'pronouns', 'work_email_id'] },
        { signal },
      ),
    staleTime: 60_000,
  });
