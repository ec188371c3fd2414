// Spaces: creating, finding, joining, members, sub-spaces. Asking and inviting is spaces/joining.ts, what is said in them chat.ts.
import * as v from 'valibot';
import { space, subSpace } from './chat.ts';
import { endpoint } from './kernel/endpoint.ts';
import { cursor, events, id, newId, page, queryLimit, text, url } from './kernel/fields.ts';
import { linkCode, notFound, spaceRef } from './spaces/browse.ts';

export { get, list } from './spaces/browse.ts';

const visibility = v.picklist(['public', 'private']);
const history = v.picklist(['all', 'joined']);
const role = v.picklist(['admin', 'member']);
const fields = {
  space_name: text(80, 1),
  space_description: text(500),
  space_image: v.nullable(url),
  visibility,
  history,
};
const common = { module: 'chat', rate: 'write' } as const;
const output = v.strictObject({ space, events });

/** Creates with the default sub-space "General"; the caller is its admin. `employee_ids` join at once. */
export const create = endpoint({
  ...common,
  name: 'spaces.space.new',
  method: 'POST',
  path: '/spaces/space/new',
  access: { all: ['spaces.create'] },
  // Everybody's, unless the company says otherwise.
  proof: 'never',
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

/**
 * For whom its roles allow `edit_space`; who can join, and what they can read of what was said before, is changed by its admins and
 * holders of spaces.manage. Another `history` holds for who joins from then on: who is in keeps what they came in with.
 * To show all again is for who sees all of it (HISTORY_HIDDEN).
 */
export const update = endpoint({
  ...common,
  name: 'spaces.space.update',
  method: 'POST',
  path: '/spaces/space/update',
  access: 'session',
  input: v.strictObject({ space_id: id, ...v.partial(v.strictObject(fields)).entries }),
  output,
  refs: spaceRef,
  errors: { ...notFound, HISTORY_HIDDEN: 409 },
});

/**
 * Joins a public space, or where an admin invited the caller. Into another private one that the caller knows of, by a
 * member's invitation or a link, it asks: `join_status` of the answer tells which it was.
 */
export const join = endpoint({
  ...common,
  name: 'spaces.space.join',
  method: 'POST',
  path: '/spaces/space/join',
  access: 'session',
  input: v.strictObject({ space_id: id, link_code: v.optional(linkCode) }),
  output,
  refs: spaceRef,
  errors: notFound,
});

/** The last admin who can act cannot leave while others are in who can, or are invited to the company and will. */
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

export const member = v.strictObject({
  employee_id: id,
  role,
  space_role_id: v.nullable(id),
  joined_at: v.string(),
});
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

/** Into an empty space one of them comes as its admin: the first, or the first of those who can act already. */
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

/** By admins. `space_role_id`: of a member, null takes it away; who becomes an admin has none. */
export const updateMember = endpoint({
  ...common,
  name: 'spaces.member.update',
  method: 'POST',
  path: '/spaces/member/update',
  access: 'session',
  input: v.strictObject({ space_id: id, employee_id: id, role, space_role_id: v.optional(v.nullable(id)) }),
  output,
  refs: { ...spaceRef, employee_id: 'employee', space_role_id: 'space_role' },
  errors: { ...notFound, EMPLOYEE_NOT_FOUND: 404, SPACE_ROLE_NOT_FOUND: 404, LAST_ADMIN: 409 },
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
const subSpaceOutput = v.strictObject({ sub_space: subSpace, events });
const subSpaceRef = { sub_space_id: 'sub_space' };
const subSpaceNotFound = { SUB_SPACE_NOT_FOUND: 404 } as const;

/**
 * Private: only the space's admins, the caller and `employee_ids` of its members are in it, and nobody else hears of it. A
 * sub-space is public or private for ever.
 */
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
    is_private: v.optional(v.boolean()),
    employee_ids: v.optional(v.pipe(v.array(id), v.maxLength(500))),
  }),
  output: subSpaceOutput,
  refs: { ...spaceRef, 'employee_ids[]': 'employee' },
  errors: { ...notFound, EMPLOYEE_NOT_FOUND: 404 },
});

export const updateSubSpace = endpoint({
  ...common,
  name: 'spaces.sub_space.update',
  method: 'POST',
  path: '/spaces/sub-space/update',
  access: 'session',
  input: v.strictObject({ sub_space_id: id, ...v.partial(v.strictObject(subSpaceFields)).entries }),
  output: subSpaceOutput,
  refs: subSpaceRef,
  errors: subSpaceNotFound,
});

/** What is archived can be read, and nothing be written in it. The default one stays in use. */
export const archiveSubSpace = endpoint({
  ...common,
  name: 'spaces.sub_space.archive',
  method: 'POST',
  path: '/spaces/sub-space/archive',
  access: 'session',
  input: v.strictObject({ sub_space_id: id, archived: v.boolean() }),
  output: subSpaceOutput,
  refs: subSpaceRef,
  errors: { ...subSpaceNotFound, SUB_SPACE_DEFAULT: 409 },
});

/** The named ones take each other's places, in this order; the others stay where they are, the default one first. */
export const moveSubSpaces = endpoint({
  ...common,
  name: 'spaces.sub_space.move',
  method: 'POST',
  path: '/spaces/sub-space/move',
  access: 'session',
  input: v.strictObject({
    space_id: id,
    sub_space_ids: v.pipe(v.array(id), v.minLength(2), v.maxLength(500)),
  }),
  output,
  refs: { ...spaceRef, 'sub_space_ids[]': 'sub_space' },
  errors: { ...notFound, ...subSpaceNotFound, SUB_SPACE_DEFAULT: 409 },
});

const subSpaceMembers = { ...common, access: 'session', refs: { ...subSpaceRef } } as const;
const privateOnly = { ...subSpaceNotFound, SUB_SPACE_PUBLIC: 409 } as const;

/** Of a private one, by id; for those who are in it. Everybody in the space is in the others. */
export const listSubSpaceMembers = endpoint({
  ...subSpaceMembers,
  name: 'spaces.sub_space_member.list',
  method: 'GET',
  path: '/spaces/sub-space-member/list',
  rate: 'read',
  input: v.strictObject({ sub_space_id: id }),
  output: v.strictObject({ employee_ids: v.array(id) }),
  errors: privateOnly,
});

/** EMPLOYEE_NOT_FOUND for who is not in the space. */
export const addSubSpaceMembers = endpoint({
  ...subSpaceMembers,
  name: 'spaces.sub_space_member.new',
  method: 'POST',
  path: '/spaces/sub-space-member/new',
  input: v.strictObject({ sub_space_id: id, employee_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(500)) }),
  output: v.strictObject({ events }),
  refs: { ...subSpaceRef, 'employee_ids[]': 'employee' },
  errors: { ...privateOnly, EMPLOYEE_NOT_FOUND: 404 },
});

/** By whom the space's roles allow it; oneself always. Its admins stay in all its sub-spaces. */
export const removeSubSpaceMember = endpoint({
  ...subSpaceMembers,
  name: 'spaces.sub_space_member.delete',
  method: 'DELETE',
  path: '/spaces/sub-space-member/delete',
  input: v.strictObject({ sub_space_id: id, employee_id: id }),
  output: v.strictObject({ events }),
  refs: { ...subSpaceRef, employee_id: 'employee' },
  errors: { ...privateOnly, EMPLOYEE_NOT_FOUND: 404, SUB_SPACE_ADMIN: 409 },
});
