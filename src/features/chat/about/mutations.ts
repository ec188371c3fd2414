// What can be changed about a space from beside its conversation. All of it needs a connection; the answers carry the events
// that change the list of conversations.
import { v7 as uuid } from 'uuid';
import type { Space } from '#contract/chat.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as roles from '#contract/spaces/roles.ts';
import * as contract from '#contract/spaces.ts';
import { app } from '#src/realtime/app.ts';
import { requestsKey } from './keys.ts';

export const updateSpace = (input: RequestOf<typeof contract.update>) => app.call(contract.update, input);

/** Who waits to come in is read anew. Resolves when that is there, or cannot be had; never rejects. */
export const rereadRequests = (space_id: string): Promise<void> =>
  app.queryClient.invalidateQueries({ queryKey: requestsKey(space_id) });

/** Whoever manages all spaces is told by no event who waits no more. What failed may have been done, or be known no more. */
const letting = <T>(space_id: string, work: Promise<T>): Promise<T> =>
  work.finally(() => void rereadRequests(space_id));

export const addMembers = (space_id: string, employee_ids: readonly string[]) =>
  letting(space_id, app.call(contract.addMembers, { space_id, employee_ids: [...employee_ids] }));

/** `space_role_id`: what a member is besides; null for nothing, without it that stays. */
export const setRole = (
  space_id: string,
  employee_id: string,
  role: 'admin' | 'member',
  space_role_id?: string | null,
) =>
  app.call(contract.updateMember, {
    space_id,
    employee_id,
    role,
    ...(space_role_id !== undefined && { space_role_id }),
  });

export const removeMember = (space_id: string, employee_id: string) =>
  app.call(contract.removeMember, { space_id, employee_id });

export const leaveSpace = (space_id: string) => app.call(contract.leave, { space_id });
export const joinSpace = (space_id: string) => app.call(contract.join, { space_id });

/** With the same id again it answers the role that is there. */
export const createRole = (input: RequestOf<typeof roles.createRole>) => app.call(roles.createRole, input);
export const updateRole = (input: RequestOf<typeof roles.updateRole>) => app.call(roles.updateRole, input);
export const deleteRole = (space_role_id: string) => app.call(roles.deleteRole, { space_role_id });

export const newId = (): string => uuid();
/** With the same id again it answers the sub-space that is there. */
export const createSubSpace = (input: RequestOf<typeof contract.createSubSpace>) =>
  app.call(contract.createSubSpace, input);
export const updateSubSpace = (input: RequestOf<typeof contract.updateSubSpace>) =>
  app.call(contract.updateSubSpace, input);

/** False brings it back. */
export const archiveSubSpace = (sub_space_id: string, archived: boolean) =>
  app.call(contract.archiveSubSpace, { sub_space_id, archived });
/** They take each other's places, in this order. */
export const moveSubSpaces = (space_id: string, sub_space_ids: readonly string[]) =>
  app.call(contract.moveSubSpaces, { space_id, sub_space_ids: [...sub_space_ids] });
export const addToSubSpace = (sub_space_id: string, employee_ids: readonly string[]) =>
  app.call(contract.addSubSpaceMembers, { sub_space_id, employee_ids: [...employee_ids] });
export const removeFromSubSpace = (sub_space_id: string, employee_id: string) =>
  app.call(contract.removeSubSpaceMember, { sub_space_id, employee_id });

export const invite = (space_id: string, employee_ids: readonly string[]) =>
  letting(space_id, app.call(joining.invite, { space_id, employee_ids: [...employee_ids] }));
/** Declining an invitation takes it back. To be followed by `rereadRequests`. */
export const answerRequest = (space_id: string, employee_id: string, accept: boolean) =>
  app.call(joining.answerRequest, { space_id, employee_id, accept });

/** The address of the space's page; of a private one with what lets others ask to join. */
export async function linkOf({ space_id, visibility }: Pick<Space, 'space_id' | 'visibility'>): Promise<string> {
  const page = `${location.origin}/spaces/${space_id}`;
  if (visibility === 'public') return page;
  const { link_code } = await app.call(joining.getLink, { space_id });
  return `${page}?${new URLSearchParams({ link: link_code })}`;
}
