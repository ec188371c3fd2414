// Groups of people: reading and changing them, and who is in one or would be. Changing needs a connection.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Rule } from '#contract/people/criteria.ts';
import * as contract from '#contract/people/groups.ts';
import { dropdown } from '#contract/people.ts';
import { app } from '#src/realtime/app.ts';

export type Group = contract.Group;
type Members = ResponseOf<typeof contract.listGroupMembers>;

export const groupsKey = ['people', 'groups'] as const;

/** All of them, kept on the device. */
export const groupsQuery = queryOptions({
  queryKey: [...groupsKey, 'all'],
  queryFn: async ({ signal }): Promise<Group[]> => (await app.call(contract.listGroups, {}, { signal })).items,
  staleTime: 0,
  meta: { told: true },
});

const PAGE = 50;

/** Who is in it, by name. */
export const membersQuery = (group_id: string) =>
  infiniteQueryOptions({
    queryKey: [...groupsKey, 'members', group_id],
    queryFn: ({ pageParam, signal }): Promise<Members> =>
      app.call(
        contract.listGroupMembers,
        { group_id, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
    meta: { keep: false, told: true },
  });

/** Who would be in a group with this rule: the first few, and how many in all. */
export const fittingQuery = (rule: Rule | null) =>
  queryOptions({
    queryKey: [...groupsKey, 'fitting', rule],
    queryFn: ({ signal }): Promise<Members> =>
      app.call(contract.listGroupMembers, { limit: 5, ...(rule && { rule }) }, { signal }),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { keep: false, told: true },
  });

/** What criteria and filters are chosen from. */
export const choicesQuery = queryOptions({
  queryKey: ['people', 'choices'],
  queryFn: ({ signal }): Promise<ResponseOf<typeof dropdown>> =>
    app.call(dropdown, { kinds: ['departments', 'roles', 'locations', 'groups', 'managers', 'statuses'] }, { signal }),
  staleTime: 0,
  meta: { told: true },
});

type Fields = Omit<RequestOf<typeof contract.createGroup>, 'group_id'>;
export const createGroup = (group_id: string, fields: Fields) =>
  app.call(contract.createGroup, { group_id, ...fields });
export const updateGroup = (group_id: string, { rule, ...fields }: Partial<Fields>) =>
  app.call(contract.updateGroup, { group_id, ...fields, ...(rule && { rule }) });
export const deleteGroup = (group_id: string) => app.call(contract.deleteGroup, { group_id });
export const updateMembers = (group_id: string, who: { add?: readonly string[]; remove?: readonly string[] }) =>
  app.call(contract.updateGroupMembers, { group_id, add: [...(who.add ?? [])], remove: [...(who.remove ?? [])] });
