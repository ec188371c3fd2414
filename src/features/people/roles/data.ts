// The roles of the company: reading and changing them, and who has one. Changing needs a connection.
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { v7 as uuid } from 'uuid';
import type { RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { app } from '#src/realtime/app.ts';

export type Role = contract.Role;
type Page = ResponseOf<typeof people.list>;

/** All of them, kept on the device. Read anew when somebody changes one (live.ts). */
export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }): Promise<Role[]> => (await app.call(contract.listRoles, {}, { signal })).items,
  staleTime: 60_000,
  meta: { told: true },
});

const PAGE = 50;

/** Who has it, by name. Not kept on the device: it is of use only while something can be done about it. */
export const rolePeopleQuery = (role_id: string) =>
  infiniteQueryOptions({
    queryKey: ['roles', 'people', role_id],
    queryFn: ({ pageParam, signal }): Promise<Page> => {
      const filters = { role_ids: [role_id] };
      const from = pageParam && { cursor: pageParam };
      return app.call(people.list, { filters, sort: 'name', limit: PAGE, ...from }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
    meta: { keep: false, told: true },
  });

/** Of a role that is made: trying again after a lost answer makes no second one. */
export const newId = (): string => uuid();

type Fields = Pick<RequestOf<typeof contract.createRole>, 'role_name' | 'permissions'>;

export const createRole = async (client: QueryClient, role_id: string, fields: Fields): Promise<void> =>
  put(client, (await app.call(contract.createRole, { role_id, ...fields })).role);

export const updateRole = async (client: QueryClient, role_id: string, fields: Partial<Fields>): Promise<void> =>
  put(client, (await app.call(contract.updateRole, { role_id, ...fields })).role);

export const deleteRole = (role_id: string) => app.call(contract.deleteRole, { role_id });

/** It is no longer in the list, also if that cannot be read anew. */
export function forget(client: QueryClient, role_id: string): void {
  client.setQueryData(rolesQuery.queryKey, (roles) => roles?.filter((one) => one.role_id !== role_id));
}

/** At most this many at once. */
export const MOST_AT_ONCE = 100;

/** Gives the role to some and takes it from others. */
export async function updateMembers(
  client: QueryClient,
  role_id: string,
  who: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Promise<void> {
  const { add = [], remove = [] } = who;
  put(client, (await app.call(contract.updateRoleMembers, { role_id, add: [...add], remove: [...remove] })).role);
  await client.invalidateQueries(rolePeopleQuery(role_id));
}

/** What the server answered stands in the list at once; the event that follows brings the list in its order. */
function put(client: QueryClient, role: Role): void {
  client.setQueryData(rolesQuery.queryKey, (roles) => {
    if (!roles?.some((one) => one.role_id === role.role_id)) return roles && [...roles, role];
    return roles.map((one) => (one.role_id === role.role_id ? role : one));
  });
}
