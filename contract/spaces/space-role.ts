// What somebody is in a space besides admin or member: a part of the shape of a space. What is done with roles is roles.ts.
import * as v from 'valibot';
import { id } from '../kernel/fields.ts';

/**
 * What a role may allow of what admins do. `edit_space`: its name, description and image. `manage_members`: letting people
 * in, and taking out those who may not do the same. `manage_sub_spaces`: all about those that one sees. `delete_messages`:
 * of others. Who can join, who is an admin and the roles themselves stay with the admins.
 */
export const spaceAction = v.picklist(['edit_space', 'manage_members', 'manage_sub_spaces', 'delete_messages']);
export type SpaceAction = v.InferOutput<typeof spaceAction>;

export const spaceRole = v.strictObject({
  space_role_id: id,
  space_id: id,
  space_role_name: v.string(),
  /** In the order above, each once. Without any it is only a name. */
  actions: v.array(spaceAction),
});
export type SpaceRole = v.InferOutput<typeof spaceRole>;

/** How somebody stands in a space. Only a `member` has a role besides. */
export interface Standing {
  readonly role: 'admin' | 'member' | null;
  readonly space_role: SpaceRole | null;
}

/** True for what somebody may do by what they are in the space: admins everything, others what their role allows. */
export const allows = ({ role, space_role }: Standing, action: SpaceAction): boolean =>
  role === 'admin' || (space_role?.actions.includes(action) ?? false);
