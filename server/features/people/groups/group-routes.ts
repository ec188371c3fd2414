// The endpoints of groups: from the wire to the rules and back.
import * as contract from '#contract/people/groups.ts';
import { implement, type Route } from '../../../platform/feature.ts';
import { ownEvents } from '../announce.ts';
import { changeMembers, createGroup, deleteGroup, listAll, listGroupMembers, updateGroup } from './groups.ts';

export const groupRoutes: readonly Route[] = implement(contract, {
  listGroups: async ({ tx }) => ({ items: await listAll(tx) }),
  createGroup: async ({ tx, actor }, input) => {
    const group = await createGroup(tx, actor, input);
    return { group, events: ownEvents(tx, actor) };
  },
  updateGroup: async ({ tx, actor }, input) => {
    const group = await updateGroup(tx, actor, input);
    return { group, events: ownEvents(tx, actor) };
  },
  deleteGroup: async ({ tx, actor }, { group_id }) => {
    await deleteGroup(tx, actor, group_id);
    return { events: ownEvents(tx, actor) };
  },
  listGroupMembers: ({ tx }, input) => listGroupMembers(tx, input),
  updateGroupMembers: async ({ tx, actor }, input) => {
    const group = await changeMembers(tx, actor, input);
    return { group, events: ownEvents(tx, actor) };
  },
});
