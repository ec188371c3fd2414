// What the pane beside a conversation reads: who is in a space, and a little more of a colleague than their name.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Space, SubSpace } from '#contract/chat.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as people from '#contract/people/profile.ts';
import * as joining from '#contract/spaces/joining.ts';
import { listRoles } from '#contract/spaces/roles.ts';
import type { SpaceRole } from '#contract/spaces/space-role.ts';
import * as spaces from '#contract/spaces.ts';
import { moreKey } from '#src/kit/people/details.ts';
import { app } from '#src/realtime/app.ts';
import { membersKey, requestsKey, rolesKey, subSpaceMembersKey } from './keys.ts';

export type Member = ResponseOf<typeof spaces.listMembers>['items'][number];
type MemberPage = ResponseOf<typeof spaces.listMembers>;

/** How many members a page has; the first one brings all admins of an ordinary space. */
const PAGE = '50';

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

export const personMoreQuery = (employee_id: string) =>
  queryOptions({
    queryKey: moreKey(employee_id),
    queryFn: ({ signal }): Promise<PersonMore> =>
      app.call(
        people.meta,
        { employee_id, select: ['time_zone', 'location', 'pronouns', 'work_email_id'] },
        { signal },
      ),
    staleTime: 60_000,
  });

/** How many a page may have at most. */
const LARGEST = '200';

/** Everybody in a space, by id: for choosing among them. Under the key of its members, so that it follows the same events. */
export const memberIdsQuery = (space_id: string) =>
  queryOptions({
    queryKey: [...membersKey(space_id), 'ids'],
    queryFn: async ({ signal }): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: MemberPage = await app.call(
          spaces.listMembers,
          { space_id, limit: LARGEST, ...(cursor && { cursor }) },
          { signal },
        );
        ids.push(...page.items.map(({ employee_id }) => employee_id));
        cursor = page.next_cursor;
      }
      return ids;
    },
    staleTime: 60_000,
  });

export type Waiting = ResponseOf<typeof joining.listRequests>['items'][number];

/** Who asks to come into a space, and who was invited; for who manages its members. */
export const requestsQuery = (space_id: string) =>
  queryOptions({
    queryKey: requestsKey(space_id),
    queryFn: async ({ signal }): Promise<readonly Waiting[]> =>
      (await app.call(joining.listRequests, { space_id }, { signal })).items,
    // Not everybody who may answer is told of each: whoever manages all spaces has no role in this one. So it is read whenever it shows.
    staleTime: 0,
  });

/** Which roles a space has besides admin and member, by name. */
export const rolesQuery = (space_id: string) =>
  queryOptions({
    queryKey: rolesKey(space_id),
    queryFn: async ({ signal }): Promise<readonly SpaceRole[]> =>
      (await app.call(listRoles, { space_id }, { signal })).items,
    staleTime: 60_000,
  });

/** Who is in a private sub-space, by id. */
export const subSpaceMembersQuery = (sub_space_id: string) =>
  queryOptions({
    queryKey: subSpaceMembersKey(sub_space_id),
    queryFn: async ({ signal }): Promise<readonly string[]> =>
      (await app.call(spaces.listSubSpaceMembers, { sub_space_id }, { signal })).employee_ids,
    staleTime: 30_000,
  });

/** True if somebody is in a private sub-space of the space, of those that the person sees: as it is now. True if that cannot be learned. */
export async function isInPrivate({ sub_spaces }: Pick<Space, 'sub_spaces'>, employee_id: string): Promise<boolean> {
  const hidden = sub_spaces.filter(({ is_private }) => is_private);
  const read = ({ sub_space_id }: SubSpace) => app.call(spaces.listSubSpaceMembers, { sub_space_id });
  return Promise.all(hidden.map(read)).then(
    (lists) => lists.some(({ employee_ids }) => employee_ids.includes(employee_id)),
    () => true,
  );
}
