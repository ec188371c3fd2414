// Spaces: creating, finding, joining, members, sub-spaces. What is said in them is chat.ts.
import * as v from 'valibot';
import { conversationState, space, subSpace } from './chat.ts';
import { endpoint, event } from './kernel/endpoint.ts';
import { count, cursor, events, id, newId, page, queryLimit, text, url } from './kernel/fields.ts';

const visibility = v.picklist(['public', 'private']);
const role = v.picklist(['admin', 'member']);
const fields = { space_name: text(80, 1), space_description: text(500), space_image: v.nullable(url), visibility };
const common = { module: 'chat', rate: 'write' } as const;
const notFound = { SPACE_NOT_FOUND: 404 } as const;
const spaceRef = { space_id: 'space' };
const output = v.strictObject({ space, events });

/** Public spaces and the caller's own, by name. */
export const list = endpoint({
  ...common,
  name: 'spaces.space.list',
  method: 'GET',
  path: '/spaces/space/list',
  access: 'session',
  rate: 'read',
  input: v.strictObject({
    query: v.optional(text(100)),
    limit: v.optional(queryLimit(100)),
    cursor: v.optional(cursor),
  }),
  output: page(space),
});

export const get = endpoint({
  ...common,
  name: 'spaces.space.get',
  method: 'GET',
  path: '/spaces/space/get',
  access: 'session',
  rate: 'read',
  input: v.strictObject({ space_id: id }),
  output: space,
  refs: spaceRef,
  errors: notFound,
});

/** Creates with the default sub-space "General"; the caller is its admin. `employee_ids` join at once. */
export const create = endpoint({
  ...common,
  name: 'spaces.space.new',
  method: 'POST',
  path: '/spaces/space/new',
  access: { all: ['spaces.create'] },
  input: v.strictObject({
    space_id: newId,
    ...v.partial(v.strictObject(fields)).entries,
    space_name: fields.space_name,
    employee_ids: v.optional(v.pipe(v.array(id), v.maxLength(500))),
  }),
  output,
  refs: { 'employee_ids[]': 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404 },
});

/** For the space's admins, and holders of spaces.manage. */
export const update = endpoint({
  ...common,
  name: 'spaces.space.update',
  method: 'POST',
  path: '/spaces/space/update',
  access: 'session',
  input: v.strictObject({ space_id: id, ...v.partial(v.strictObject(fields)).entries }),
  output,
  refs: spaceRef,
  errors: notFound,
});

/** Joins a public space. */
export const join = endpoint({
  ...common,
  name: 'spaces.space.join',
  method: 'POST',
  path: '/spaces/space/join',
  access: 'session',
  input: v.strictObject({ space_id: id }),
  output,
  refs: spaceRef,
  errors: notFound,
});

/** The last admin cannot leave while others are in. */
export const leave = endpoint({
  ...common,
  name: 'spaces.space.leave',
  method: 'POST',
  path: '/spaces/space/leave',
  access: 'session',
  input: v.strictObject({ space_id: id }),
  output: v.strictObject({ events }),
  refs: spaceRef,
  errors: { ...notFound, LAST_ADMIN: 409 },
});

export const member = v.strictObject({ employee_id: id, role, joined_at: v.string() });
export const listMembers = endpoint({
  ...common,
  name: 'spaces.member.list',
  method: 'GET',
  path: '/spaces/member/list',
  access: 'session',
  rate: 'read',
  input: v.strictObject({ space_id: id, limit: v.optional(queryLimit(200)), cursor: v.optional(cursor) }),
  output: page(member),
  refs: spaceRef,
  errors: notFound,
});

export const addMembers = endpoint({
  ...common,
  name: 'spaces.member.new',
  method: 'POST',
  path: '/spaces/member/new',
  access: 'session',
  input: v.strictObject({ space_id: id, employee_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(500)) }),
  output,
  refs: { ...spaceRef, 'employee_ids[]': 'employee' },
  errors: { ...notFound, EMPLOYEE_NOT_FOUND: 404 },
});

export const updateMember = endpoint({
  ...common,
  name: 'spaces.member.update',
  method: 'POST',
  path: '/spaces/member/update',
  access: 'session',
  input: v.strictObject({ space_id: id, employee_id: id, role }),
  output,
  refs: { ...spaceRef, employee_id: 'employee' },
  errors: { ...notFound, EMPLOYEE_NOT_FOUND: 404, LAST_ADMIN: 409 },
});

export const removeMember = endpoint({
  ...common,
  name: 'spaces.member.delete',
  method: 'DELETE',
  path: '/spaces/member/delete',
  access: 'session',
  input: v.strictObject({ space_id: id, employee_id: id }),
  output,
  refs: { ...spaceRef, employee_id: 'employee' },
  errors: { ...notFound, EMPLOYEE_NOT_FOUND: 404, LAST_ADMIN: 409 },
});

const subSpaceFields = { sub_space_name: text(60, 1), sub_space_description: text(500) };
export const createSubSpace = endpoint({
  ...common,
  name: 'spaces.sub_space.new',
  method: 'POST',
  path: '/spaces/sub-space/new',
  access: 'session',
  input: v.strictObject({
    space_id: id,
    sub_space_id: newId,
    ...subSpaceFields,
    sub_space_description: v.optional(subSpaceFields.sub_space_description),
  }),
  output: v.strictObject({ sub_space: subSpace, events }),
  refs: spaceRef,
  errors: notFound,
});

export const updateSubSpace = endpoint({
  ...common,
  name: 'spaces.sub_space.update',
  method: 'POST',
  path: '/spaces/sub-space/update',
  access: 'session',
  input: v.strictObject({ sub_space_id: id, ...v.partial(v.strictObject(subSpaceFields)).entries }),
  output: v.strictObject({ sub_space: subSpace, events }),
  refs: { sub_space_id: 'sub_space' },
  errors: { SUB_SPACE_NOT_FOUND: 404 },
});

export const spaceUpdated = event({
  name: 'spaces.space_updated',
  topic: 'space',
  payload: v.strictObject({
    space_id: id,
    space_name: v.string(),
    space_description: v.string(),
    space_image: v.nullable(v.string()),
    visibility,
  }),
});
/** Membership as members see it; `total_members` counts after the change. */
export const memberChanged = event({
  name: 'spaces.member_changed',
  topic: 'space',
  payload: v.strictObject({ space_id: id, employee_id: id, role: v.nullable(role), total_members: count }),
});
/** With the fresh conversation of it, read and written by nobody yet. */
export const subSpaceCreated = event({
  name: 'spaces.sub_space_created',
  topic: 'space',
  payload: v.strictObject({ sub_space: subSpace, conversation: conversationState }),
});
export const subSpaceUpdated = event({ name: 'spaces.sub_space_updated', topic: 'space', payload: subSpace });
