// What happens to spaces, their members and sub-spaces, as those hear it who may see it. Apart from the calls (../spaces.ts): a
// conversation needs all of these at once and none of those.
import * as v from 'valibot';
import { conversationState, subSpace } from '../chat.ts';
import { event } from '../kernel/endpoint.ts';
import { count, id } from '../kernel/fields.ts';
import { spaceRole } from './space-role.ts';

const visibility = v.picklist(['public', 'private']);
const history = v.picklist(['all', 'joined']);
const role = v.picklist(['admin', 'member']);

export const spaceUpdated = event({
  name: 'spaces.space_updated',
  topic: 'space',
  payload: v.strictObject({
    space_id: id,
    space_name: v.string(),
    space_description: v.string(),
    space_image: v.nullable(v.string()),
    visibility,
    history,
  }),
});
/** Membership as members see it; `total_members` counts after the change. */
export const memberChanged = event({
  name: 'spaces.member_changed',
  topic: 'space',
  payload: v.strictObject({
    space_id: id,
    employee_id: id,
    role: v.nullable(role),
    space_role: v.nullable(spaceRole),
    total_members: count,
  }),
});
/** A public one, with the fresh conversation of it, read and written by nobody yet. */
export const subSpaceCreated = event({
  name: 'spaces.sub_space_created',
  topic: 'space',
  payload: v.strictObject({ sub_space: subSpace, conversation: conversationState }),
});
/** Of a public one: other words. Whether it is archived is told by `subSpaceArchived` alone. */
export const subSpaceUpdated = event({ name: 'spaces.sub_space_updated', topic: 'space', payload: subSpace });
/** Of public ones. */
export const subSpacesMoved = event({
  name: 'spaces.sub_spaces_moved',
  topic: 'space',
  payload: v.strictObject({
    space_id: id,
    positions: v.array(v.strictObject({ sub_space_id: id, position: count })),
  }),
});
/** The same of a private one, other words or another position: only who is in it hears its conversation. */
export const privateSubSpaceUpdated = event({
  name: 'spaces.private_sub_space_updated',
  topic: 'conversation',
  payload: subSpace,
});
/** Of any; in the order of what is said in it. */
export const subSpaceArchived = event({
  name: 'spaces.sub_space_archived',
  topic: 'conversation',
  payload: v.strictObject({ sub_space_id: id, archived_at: v.nullable(v.string()) }),
});
/** Of a private one: the list of its members is to be read anew. */
export const subSpaceMembersChanged = event({
  name: 'spaces.sub_space_members_changed',
  topic: 'conversation',
  payload: v.strictObject({ sub_space_id: id }),
});
/** Personal: the caller is in a private sub-space now, which is seen as everybody who just came sees it. */
export const subSpaceOpened = event({
  name: 'spaces.sub_space_opened',
  topic: 'employee',
  payload: v.strictObject({ sub_space: subSpace, conversation: conversationState }),
});
export const subSpaceClosed = event({
  name: 'spaces.sub_space_closed',
  topic: 'employee',
  payload: v.strictObject({ space_id: id, sub_space_id: id }),
});
/** Personal: how the caller stands to a space that they are not in. Null: neither invited nor asking any more. */
export const statusChanged = event({
  name: 'spaces.join_status_changed',
  topic: 'employee',
  payload: v.strictObject({ space_id: id, join_status: v.nullable(v.picklist(['requested', 'invited'])) }),
});

/** To each who manages members personally, because the others do not hear who asks: the list is to be read anew. */
export const requestsChanged = event({
  name: 'spaces.requests_changed',
  topic: 'employee',
  payload: v.strictObject({ space_id: id }),
});
/** It is new, or has another name or other actions. */
export const roleChanged = event({ name: 'spaces.role_changed', topic: 'space', payload: spaceRole });
/** And with it from everybody who had it. */
export const roleRemoved = event({
  name: 'spaces.role_removed',
  topic: 'space',
  payload: v.strictObject({ space_id: id, space_role_id: id }),
});
