// The invitations that somebody has, as their device keeps them. Inviting and answering is joining.ts.
import * as v from 'valibot';
import { space } from '../chat.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { empty, id } from '../kernel/fields.ts';

/** An invitation of the caller. `opens`: accepting is joining; otherwise it asks the admins. */
export const invitation = v.strictObject({
  space,
  invited_by: v.nullable(id),
  opens: v.boolean(),
  since: v.string(),
});
export type Invitation = v.InferOutput<typeof invitation>;

/** The caller's own, latest first, at most 100. */
export const listInvitations = endpoint({
  module: 'chat',
  access: 'session',
  name: 'spaces.invitation.list',
  method: 'GET',
  path: '/spaces/invitation/list',
  rate: 'read',
  input: empty,
  output: v.strictObject({ items: v.array(invitation) }),
});
