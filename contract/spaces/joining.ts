// The ways into a space that need somebody's leave: asking its admins, being invited. Joining itself is in spaces.ts.
import * as v from 'valibot';
import { space } from '../chat.ts';
import { endpoint, event } from '../kernel/endpoint.ts';
import { empty, events, id } from '../kernel/fields.ts';

const common = { module: 'chat', access: 'session' } as const;
const refs = { space_id: 'space' };
const errors = { SPACE_NOT_FOUND: 404 } as const;
const told = v.strictObject({ events });

/** What a link to the space carries, so that who is not in it may see what it is and ask to join. For its members. */
export const getLink = endpoint({
  ...common,
  name: 'spaces.link.get',
  method: 'GET',
  path: '/spaces/link/get',
  rate: 'read',
  input: v.strictObject({ space_id: id }),
  output: v.strictObject({ link_code: v.string() }),
  refs,
  errors,
});

/** Who waits for the space's admins and who was invited, longest first, at most 500. For those who administer it. */
export const listRequests = endpoint({
  ...common,
  name: 'spaces.request.list',
  method: 'GET',
  path: '/spaces/request/list',
  rate: 'read',
  input: v.strictObject({ space_id: id }),
  output: v.strictObject({
    items: v.array(
      v.strictObject({
        employee_id: id,
        join_status: v.picklist(['requested', 'invited']),
        /** Of an invitation: who made it. */
        invited_by: v.nullable(id),
        since: v.string(),
      }),
    ),
  }),
  refs,
  errors,
});

/** Accepts or declines a request; declining an invitation takes it back. For those who administer the space. */
export const answerRequest = endpoint({
  ...common,
  name: 'spaces.request.answer',
  method: 'POST',
  path: '/spaces/request/answer',
  rate: 'write',
  input: v.strictObject({ space_id: id, employee_id: id, accept: v.boolean() }),
  output: told,
  refs: { ...refs, employee_id: 'employee' },
  errors: { ...errors, REQUEST_NOT_FOUND: 404, EMPLOYEE_NOT_FOUND: 404 },
});

/** The caller no longer asks, or declines to come. */
export const withdraw = endpoint({
  ...common,
  name: 'spaces.request.withdraw',
  method: 'POST',
  path: '/spaces/request/withdraw',
  rate: 'write',
  input: v.strictObject({ space_id: id }),
  output: told,
  refs,
  errors,
});

/**
 * Invites colleagues; any member may. Invited by an admin they join by accepting, invited by a member into a private space
 * they ask the admins by accepting. Who is in stays in; who has asked is let in if an admin invites them.
 */
export const invite = endpoint({
  ...common,
  name: 'spaces.invitation.new',
  method: 'POST',
  path: '/spaces/invitation/new',
  rate: 'write',
  input: v.strictObject({ space_id: id, employee_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(100)) }),
  output: told,
  refs: { ...refs, 'employee_ids[]': 'employee' },
  errors: { ...errors, EMPLOYEE_NOT_FOUND: 404 },
});

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
  ...common,
  name: 'spaces.invitation.list',
  method: 'GET',
  path: '/spaces/invitation/list',
  rate: 'read',
  input: empty,
  output: v.strictObject({ items: v.array(invitation) }),
});

/** Personal: how the caller stands to a space that they are not in. Null: neither invited nor asking any more. */
export const statusChanged = event({
  name: 'spaces.join_status_changed',
  topic: 'employee',
  payload: v.strictObject({ space_id: id, join_status: v.nullable(v.picklist(['requested', 'invited'])) }),
});

/** To each admin personally, because members do not hear who asks: the list of requests is to be read anew. */
export const requestsChanged = event({
  name: 'spaces.requests_changed',
  topic: 'employee',
  payload: v.strictObject({ space_id: id }),
});
