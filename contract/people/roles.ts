// The roles of a company: what each allows, and who has it (product.md 3.2 and 4). A person may have several; together they allow
// what any of them does.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { count, empty, events, id, newId, text } from '../kernel/fields.ts';

export const builtInRole = v.picklist(['owner', 'admin', 'people_manager', 'communicator', 'employee']);

export const role = v.strictObject({
  role_id: id,
  role_name: v.string(),
  /** Made with the company; null for the company's own. What it allows cannot be changed. */
  built_in: v.nullable(builtInRole),
  /** Words of contract/permissions.ts, in that order. */
  permissions: v.array(v.string()),
  /** How many people have it. */
  members: count,
});
export type Role = v.InferOutput<typeof role>;

const common = { access: { all: ['roles.manage'] }, rate: 'write' } as const;
const refs = { role_id: 'role' };
/** Which words there are is checked by the server: another one is INVALID_ACTION. */
const fields = { role_name: text(60, 1), permissions: v.pipe(v.array(text(60, 1)), v.maxLength(100)) };
const output = v.strictObject({ role, events });

/** Those made with the company first, then the company's own by name. */
export const listRoles = endpoint({
  name: 'people.role.list',
  method: 'GET',
  path: '/user-management/role/list',
  access: { any: ['roles.manage', 'people.manage'] },
  rate: 'read',
  input: empty,
  output: v.strictObject({ items: v.array(role) }),
});

/**
 * ROLE_ALREADY_EXIST for a name that another one has, whatever its case; NO_PERMISSION for what the caller may not do; at most
 * 100 of a company's own (TOO_MANY_ROLES).
 */
export const createRole = endpoint({
  ...common,
  name: 'people.role.new',
  method: 'POST',
  path: '/user-management/role/new',
  proof: 'fresh',
  input: v.strictObject({ role_id: newId, ...fields }),
  output,
  errors: { ROLE_ALREADY_EXIST: 409, INVALID_ACTION: 400, TOO_MANY_ROLES: 409 },
});

/** Counts at once for everybody who has it. ROLE_BUILT_IN for those made with the company; NO_PERMISSION as above. */
export const updateRole = endpoint({
  ...common,
  name: 'people.role.update',
  method: 'POST',
  path: '/user-management/role/update',
  proof: 'fresh',
  input: v.strictObject({ role_id: id, ...v.partial(v.strictObject(fields)).entries }),
  output,
  refs,
  errors: { INVALID_ROLE_ID: 404, ROLE_BUILT_IN: 409, ROLE_ALREADY_EXIST: 409, INVALID_ACTION: 400 },
});

/** Who had it loses what it allowed. */
export const deleteRole = endpoint({
  ...common,
  name: 'people.role.delete',
  method: 'DELETE',
  path: '/user-management/role/delete',
  proof: 'fresh',
  input: v.strictObject({ role_id: id }),
  output: v.strictObject({ events }),
  refs,
  errors: { INVALID_ROLE_ID: 404, ROLE_BUILT_IN: 409 },
});

const people = v.optional(v.pipe(v.array(id), v.maxLength(100)));
/** All of it or nothing. Who has it already, or has it not, is left as they are. LAST_OWNER if nobody would own the company. */
export const updateRoleMembers = endpoint({
  ...common,
  name: 'people.role.members',
  method: 'POST',
  path: '/user-management/role/members/update',
  proof: 'fresh',
  input: v.strictObject({ role_id: id, add: people, remove: people }),
  output,
  refs: { ...refs, 'add[]': 'employee', 'remove[]': 'employee' },
  errors: { INVALID_ROLE_ID: 404, EMPLOYEE_NOT_FOUND: 404, LAST_OWNER: 409 },
});
