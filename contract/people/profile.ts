// Reading one person whole, and changing them: one's own profile and status, or anybody's for who manages people.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { email, events, id, text } from '../kernel/fields.ts';
import { editable, employee, employeeDetail, hideable, statusType } from './employee.ts';

/** What the caller may not see of the person is missing: what they hide, and of a birth date the year. */
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

/**
 * Who may manage people changes anyone; everybody else the harmless fields of their own. Their own `employee_status`, and what of
 * their profile is hidden, only they themselves.
 */
export const update = endpoint({
  name: 'people.employee.update',
  method: 'POST',
  path: '/user-management/employee/meta/update',
  access: 'session',
  rate: 'write',
  queue: true,
  // To whose address the next link goes is whose account it is.
  proof: { when: ({ role_ids, work_email_id }) => role_ids !== undefined || work_email_id !== undefined },
  input: v.strictObject({
    employee_id: id,
    ...v.partial(v.strictObject(editable)).entries,
    work_email_id: v.optional(email),
    /** All that is hidden from now on. */
    hidden_fields: v.optional(v.pipe(v.array(hideable), v.maxLength(20))),
    employee_status: v.optional(v.strictObject({ status_type: statusType })),
  }),
  output: v.strictObject({ employee, events }),
  refs: {
    employee_id: 'employee',
    manager_id: 'employee',
    department_id: 'department',
    'role_ids[]': 'role',
    'group_ids[]': 'people_group',
  },
  errors: {
    EMPLOYEE_NOT_FOUND: 404,
    AUTH_EMAIL_ALREADY_EXISTS: 409,
    EMPLOYEE_NUMBER_TAKEN: 409,
    INVALID_ROLE_ID: 404,
    LAST_OWNER: 409,
    DEPARTMENT_NOT_FOUND: 404,
    GROUP_NOT_FOUND: 404,
    GROUP_KIND: 409,
    GROUP_PROVISIONED: 409,
  },
});
