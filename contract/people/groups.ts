// Groups of people: with members that somebody chose, or with a rule by which everybody who fits is in it, always as of now.
import * as v from 'valibot';
import { endpoint, event } from '../kernel/endpoint.ts';
import { count, cursor, empty, events, id, limit, newId, page, text } from '../kernel/fields.ts';
import { rule } from './criteria.ts';
import { person } from './employee.ts';

export const group = v.strictObject({
  group_id: id,
  group_name: v.string(),
  group_description: v.string(),
  /** Null: its members are chosen. */
  rule: v.nullable(rule),
  /** Made by the company's identity provider, which alone changes it: GROUP_PROVISIONED for anybody else. */
  provisioned: v.boolean(),
  /** How many are in it now. */
  members: count,
});
export type Group = v.InferOutput<typeof group>;

const may = { all: ['people.manage'] };
const common = { access: may, rate: 'write' } as const;
const fields = { group_name: text(80, 1), group_description: v.optional(text(500)) };
const output = v.strictObject({ group, events });
const refs = { group_id: 'people_group' };
const wrongRule = { CRITERIA_TYPE_NOT_FOUND: 404, CRITERIA_SEARCH_TYPE_INVALID: 400, CRITERIA_INVALID: 400 } as const;
const wrong = { ...wrongRule, GROUP_ALREADY_EXIST: 409 } as const;

/** All of them, by name. */
export const listGroups = endpoint({
  name: 'people.group.list',
  method: 'GET',
  path: '/user-management/group/list',
  access: may,
  rate: 'read',
  input: empty,
  output: v.strictObject({ items: v.array(group) }),
});

/** GROUP_ALREADY_EXIST for a name that another one has, whatever its case; at most 500. */
export const createGroup = endpoint({
  ...common,
  name: 'people.group.new',
  method: 'POST',
  path: '/user-management/group/new',
  input: v.strictObject({ group_id: newId, ...fields, rule: v.optional(v.nullable(rule)) }),
  output,
  errors: { ...wrong, TOO_MANY_GROUPS: 409 },
});

/** A group stays of its kind: GROUP_KIND for a rule where members are chosen, or the reverse. */
export const updateGroup = endpoint({
  ...common,
  name: 'people.group.update',
  method: 'POST',
  path: '/user-management/group/update',
  input: v.strictObject({ group_id: id, ...v.partial(v.strictObject(fields)).entries, rule: v.optional(rule) }),
  output,
  refs,
  errors: { ...wrong, GROUP_NOT_FOUND: 404, GROUP_KIND: 409, GROUP_PROVISIONED: 409 },
});

export const deleteGroup = endpoint({
  ...common,
  name: 'people.group.delete',
  method: 'DELETE',
  path: '/user-management/group/delete',
  input: v.strictObject({ group_id: id }),
  output: v.strictObject({ events }),
  refs,
  errors: { GROUP_NOT_FOUND: 404, GROUP_PROVISIONED: 409 },
});

/** Who is in it, or who would be in one with this rule, by name; with how many there are in all. */
export const listGroupMembers = endpoint({
  name: 'people.group_members.list',
  method: 'POST',
  path: '/user-management/group/members/list',
  access: may,
  rate: 'read',
  idempotency: 'none',
  input: v.strictObject({
    group_id: v.optional(id),
    rule: v.optional(rule),
    limit: v.optional(limit(100)),
    cursor: v.optional(cursor),
  }),
  output: v.strictObject({ ...page(person).entries, total: count }),
  refs,
  errors: { GROUP_NOT_FOUND: 404, ...wrongRule },
});

const people = v.optional(v.pipe(v.array(id), v.maxLength(500)));
/** All of it or nothing. Who is in it already, or is not, is left as they are. */
export const updateGroupMembers = endpoint({
  ...common,
  name: 'people.group_members.update',
  method: 'POST',
  path: '/user-management/group/members/update',
  input: v.strictObject({ group_id: id, add: people, remove: people }),
  output,
  refs: { ...refs, 'add[]': 'employee', 'remove[]': 'employee' },
  errors: { GROUP_NOT_FOUND: 404, GROUP_KIND: 409, GROUP_PROVISIONED: 409, EMPLOYEE_NOT_FOUND: 404 },
});

/** Which there are, what one is called, or who was put into one: read them anew. */
export const groupsChanged = event({ name: 'people.groups_changed', topic: 'company', payload: empty });
