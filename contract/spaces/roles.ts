// The roles of a space, which its admins define. Who has one is told with its members (spaces.ts).
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { events, id, newId, text } from '../kernel/fields.ts';
import { spaceRole } from './space-role.ts';

const common = { module: 'chat', access: 'session' } as const;
const notFound = { SPACE_ROLE_NOT_FOUND: 404 } as const;
const wrong = { SPACE_ROLE_EXISTS: 409, INVALID_ACTION_ID: 400 } as const;
const roleRef = { space_role_id: 'space_role' };
/** Of `actions` each is a word of `spaceAction`; checked by the server, which has a code for it. */
const fields = { space_role_name: text(60, 1), actions: v.pipe(v.array(text(60, 1)), v.maxLength(20)) };
const output = v.strictObject({ space_role: spaceRole, events });

/** By name. For those who may look into the space. */
export const listRoles = endpoint({
  ...common,
  name: 'spaces.role.list',
  method: 'GET',
  path: '/spaces/role/list',
  rate: 'read',
  input: v.strictObject({ space_id: id }),
  output: v.strictObject({ items: v.array(spaceRole) }),
  refs: { space_id: 'space' },
  errors: { SPACE_NOT_FOUND: 404 },
});

/**
 * By admins, as the next two. SPACE_ROLE_EXISTS for a name that another one has, whatever its case; "admin" and "member" are
 * there always. INVALID_ACTION_ID for an action that there is not. At most 20 in a space.
 */
export const createRole = endpoint({
  ...common,
  name: 'spaces.role.new',
  method: 'POST',
  path: '/spaces/role/new',
  rate: 'write',
  input: v.strictObject({
    space_id: id,
    space_role_id: newId,
    space_role_name: fields.space_role_name,
    actions: fields.actions,
  }),
  output,
  refs: { space_id: 'space' },
  errors: { SPACE_NOT_FOUND: 404, TOO_MANY_SPACE_ROLES: 409, ...wrong },
});

/** Other actions count at once for everybody who has it. */
export const updateRole = endpoint({
  ...common,
  name: 'spaces.role.update',
  method: 'POST',
  path: '/spaces/role/update',
  rate: 'write',
  input: v.strictObject({
    space_role_id: id,
    space_role_name: v.optional(fields.space_role_name),
    actions: v.optional(fields.actions),
  }),
  output,
  refs: roleRef,
  errors: { ...notFound, ...wrong },
});

/** Who had it is a plain member from then on. */
export const deleteRole = endpoint({
  ...common,
  name: 'spaces.role.delete',
  method: 'DELETE',
  path: '/spaces/role/delete',
  rate: 'write',
  input: v.strictObject({ space_role_id: id }),
  output: v.strictObject({ events }),
  refs: roleRef,
  errors: notFound,
});
