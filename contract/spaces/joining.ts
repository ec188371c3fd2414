// The ways into a space that need somebody's leave: asking its admins, being invited. Joining itself is in spaces.ts.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { events, id } from '../kernel/fields.ts';

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

/** Who waits for the space's admins and who was invited, longest first, at most 500. For those who manage its members. */
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

/** Accepts or declines a request; declining an invitation takes it back. For those who manage the space's members. */
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
 * Invites colleagues; any member may. Invited by somebody who manages members they join by accepting, invited by another
 * member into a private space they ask by accepting. Who is in stays in; who has asked is let in by the same invitation.
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
