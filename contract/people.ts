// People: employees, their accounts and presence. Everything under /user-management that the foundation has.
import * as v from 'valibot';
import { endpoint, event } from './kernel/endpoint.ts';
import { count, cursor, email, events, id, limit, newId, page, queryLimit, text, url } from './kernel/fields.ts';

export const accountStatus = v.picklist(['ACTIVE', 'INVITED', 'INACTIVE', 'SUSPENDED', 'DELETED']);
/** What a person chose; `Automatic` follows activity. */
export const statusType = v.picklist(['Automatic', 'Available', 'Busy', 'Appear Offline']);
export const autoStatus = v.picklist(['Available', 'Busy', 'Appear Offline']);

const timeZone = text(64, 1);
const date = v.pipe(v.string(), v.isoDate());

/** What everybody in the company knows of everybody: names and faces; kept whole on every device for offline use. */
export const person = v.strictObject({
  employee_id: id,
  first_name: v.string(),
  last_name: v.string(),
  position_title: v.string(),
  profile_url: v.nullable(v.string()),
  employee_account_status: accountStatus,
});
export type Person = v.InferOutput<typeof person>;

export const employeeDetail = v.strictObject({
  employee_id: id,
  first_name: v.string(),
  last_name: v.string(),
  position_title: v.string(),
  work_email_id: v.string(),
  employee_account_status: accountStatus,
  employee_status: v.strictObject({ status_type: statusType, auto_status: autoStatus }),
  profile_url: v.nullable(v.string()),
  phone_number: v.string(),
  location: v.string(),
  time_zone: v.string(),
  pronouns: v.string(),
  skills: v.array(v.string()),
  birth_date: v.nullable(v.string()),
  joining_date: v.nullable(v.string()),
  manager_id: v.nullable(id),
  role_ids: v.array(id),
  created_at: v.string(),
});
export type EmployeeDetail = v.InferOutput<typeof employeeDetail>;

/** The fields of S3. */
export const employee = v.pick(employeeDetail, [
  'employee_id',
  'first_name',
  'last_name',
  'position_title',
  'work_email_id',
  'employee_account_status',
  'employee_status',
  'profile_url',
]);
export type Employee = v.InferOutput<typeof employee>;

/** Fields that `meta` can be asked for. Checked by the server: another name is INVALID_SELECTION_FIELD. */
export const selectable = [
  'employee_id',
  'first_name',
  'last_name',
  'position_title',
  'work_email_id',
  'employee_account_status',
  'employee_status',
  'profile_url',
  'phone_number',
  'location',
  'time_zone',
  'pronouns',
  'skills',
  'birth_date',
  'joining_date',
  'manager_id',
  'role_ids',
  'created_at',
] as const satisfies readonly (keyof EmployeeDetail)[];

const editable = {
  first_name: text(80, 1),
  last_name: text(80, 1),
  position_title: text(120),
  profile_url: v.nullable(url),
  phone_number: v.pipe(text(32), v.regex(/^$|^\+?[\d\s().-]{5,}$/, 'Invalid phone number')),
  location: text(120),
  time_zone: timeZone,
  pronouns: text(40),
  skills: v.pipe(v.array(text(60, 1)), v.maxLength(50)),
  birth_date: v.nullable(date),
  joining_date: v.nullable(date),
  manager_id: v.nullable(id),
  role_ids: v.pipe(v.array(id), v.maxLength(20)),
};
const status = v.picklist(['ACTIVE', 'INVITED', 'INACTIVE', 'SUSPENDED']);

export const list = endpoint({
  name: 'people.employee.list',
  method: 'POST',
  path: '/user-management/employee/list',
  access: 'session',
  rate: 'read',
  idempotency: 'none',
  input: v.strictObject({
    query: v.optional(text(100)),
    filters: v.optional(
      v.strictObject({
        statuses: v.optional(v.array(accountStatus)),
        role_ids: v.optional(v.array(id)),
        locations: v.optional(v.array(text(120))),
        manager_ids: v.optional(v.array(id)),
      }),
    ),
    sort: v.optional(v.picklist(['name', 'joining_date'])),
    limit: v.optional(limit(100)),
    cursor: v.optional(cursor),
  }),
  output: page(employee),
  refs: { 'filters.role_ids[]': 'role', 'filters.manager_ids[]': 'employee' },
});

/** Everybody's name and face, in pages of up to 2,000; `revision` is the company topic's at the time of reading. */
export const directory = endpoint({
  name: 'people.directory.list',
  method: 'GET',
  path: '/user-management/directory/list',
  access: 'session',
  rate: 'read',
  input: v.strictObject({ limit: v.optional(queryLimit(2000)), cursor: v.optional(cursor) }),
  output: v.strictObject({ ...page(person).entries, revision: count }),
});

export const meta = endpoint({
  name: 'people.employee.meta',
  method: 'POST',
  path: '/user-management/employee/meta',
  access: 'session',
  rate: 'read',
  idempotency: 'none',
  input: v.strictObject({ employee_id: id, select: v.pipe(v.array(text(40)), v.maxLength(40)) }),
  output: v.partial(employeeDetail),
  refs: { employee_id: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404, INVALID_SELECTION_FIELD: 400 },
});

export const create = endpoint({
  name: 'people.employee.new',
  method: 'POST',
  path: '/user-management/employee/new',
  access: { all: ['people.manage'] },
  rate: 'write',
  input: v.strictObject({
    employee_id: v.optional(newId),
    ...v.partial(v.strictObject(editable)).entries,
    first_name: editable.first_name,
    last_name: editable.last_name,
    work_email_id: email,
    send_invitation: v.optional(v.boolean()),
  }),
  output: v.strictObject({ employee, events }),
  refs: { manager_id: 'employee', 'role_ids[]': 'role' },
  errors: { AUTH_EMAIL_ALREADY_EXISTS: 409, INVALID_ROLE_ID: 404, EMPLOYEE_NOT_FOUND: 404 },
});

/** Who may manage people changes anyone; everybody else the harmless fields of their own. Their own `employee_status` too. */
export const update = endpoint({
  name: 'people.employee.update',
  method: 'POST',
  path: '/user-management/employee/meta/update',
  access: 'session',
  rate: 'write',
  queue: true,
  input: v.strictObject({
    employee_id: id,
    ...v.partial(v.strictObject(editable)).entries,
    work_email_id: v.optional(email),
    employee_status: v.optional(v.strictObject({ status_type: statusType })),
  }),
  output: v.strictObject({ employee, events }),
  refs: { employee_id: 'employee', manager_id: 'employee', 'role_ids[]': 'role' },
  errors: { EMPLOYEE_NOT_FOUND: 404, AUTH_EMAIL_ALREADY_EXISTS: 409, INVALID_ROLE_ID: 404, LAST_OWNER: 409 },
});

/** A GET that changes state: so the specification has it. It asks the custom headers, is never cached and never queued. */
export const setStatus = endpoint({
  name: 'people.account_status.update',
  method: 'GET',
  path: '/user-management/employee/account-status/update',
  access: { all: ['people.manage'] },
  rate: 'write',
  idempotency: 'natural',
  input: v.strictObject({ employee_id: id, status }),
  output: v.strictObject({ employee, events }),
  refs: { employee_id: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404, LAST_OWNER: 409 },
});

export const remove = endpoint({
  name: 'people.employee.delete',
  method: 'DELETE',
  path: '/user-management/employee/delete/safe',
  access: { all: ['people.manage'] },
  rate: 'write',
  input: v.strictObject({ employee_id: id, hand_over_to: v.optional(id) }),
  output: v.strictObject({ effects: v.strictObject({ spaces: count }), events }),
  refs: { employee_id: 'employee', hand_over_to: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404, LAST_OWNER: 409 },
});

/** Sends the mail with the link to set a first password again. */
export const invite = endpoint({
  name: 'people.invitation.new',
  method: 'POST',
  path: '/user-management/invitation/new',
  access: { all: ['people.manage'] },
  rate: 'write',
  input: v.strictObject({ employee_id: id }),
  output: v.null(),
  refs: { employee_id: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404 },
});

const label = v.strictObject({ id: v.string(), label: v.string(), image: v.optional(v.nullable(v.string())) });
export const dropdown = endpoint({
  name: 'people.dropdown.list',
  method: 'POST',
  path: '/user-management/dropdown/list',
  access: 'session',
  rate: 'read',
  idempotency: 'none',
  input: v.strictObject({
    kinds: v.pipe(v.array(v.picklist(['roles', 'locations', 'employees'])), v.minLength(1)),
    query: v.optional(text(100)),
  }),
  output: v.strictObject({
    roles: v.optional(v.array(label)),
    locations: v.optional(v.array(label)),
    employees: v.optional(v.array(label)),
  }),
});

/** A person is new, or their name, face, title or account changed. Deleted people are told of as `people.removed`. */
export const changed = event({ name: 'people.changed', topic: 'company', payload: person });
export const removed = event({
  name: 'people.removed',
  topic: 'company',
  payload: v.strictObject({ employee_id: id }),
});
/**
 * The person's own permissions or profile changed: their clients resolve the session again. What they chose as their status
 * comes with it, so that no screen shows the one before in the meantime.
 */
export const selfChanged = event({
  name: 'people.self_changed',
  topic: 'employee',
  payload: v.strictObject({ status_type: statusType }),
});
