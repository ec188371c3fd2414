// What those who manage people do to accounts: new ones, invited, switched off and on, removed.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { email, events, id, newId } from '../kernel/fields.ts';
import { editable, employee } from './employee.ts';
import { leavingEffects } from './leaving.ts';

const status = v.picklist(['ACTIVE', 'INVITED', 'INACTIVE', 'SUSPENDED']);

export const create = endpoint({
  name: 'people.employee.new',
  method: 'POST',
  path: '/user-management/employee/new',
  access: { all: ['people.manage'] },
  rate: 'write',
  proof: { when: ({ role_ids }) => role_ids !== undefined },
  input: v.strictObject({
    employee_id: v.optional(newId),
    ...v.partial(v.strictObject(editable)).entries,
    first_name: editable.first_name,
    last_name: editable.last_name,
    work_email_id: email,
    send_invitation: v.optional(v.boolean()),
  }),
  output: v.strictObject({ employee, events }),
  refs: {
    manager_id: 'employee',
    department_id: 'department',
    'role_ids[]': 'role',
    'group_ids[]': 'people_group',
  },
  errors: {
    AUTH_EMAIL_ALREADY_EXISTS: 409,
    EMPLOYEE_NUMBER_TAKEN: 409,
    INVALID_ROLE_ID: 404,
    EMPLOYEE_NOT_FOUND: 404,
    DEPARTMENT_NOT_FOUND: 404,
    GROUP_NOT_FOUND: 404,
    GROUP_KIND: 409,
    GROUP_PROVISIONED: 409,
  },
});

/** A GET that changes state: so the specification has it. It asks the custom headers, is never cached and never queued. */
export const setStatus = endpoint({
  name: 'people.account_status.update',
  method: 'GET',
  path: '/user-management/employee/account-status/update',
  access: { all: ['people.manage'] },
  rate: 'write',
  idempotency: 'natural',
  // With the account all their roles come back.
  proof: { when: ({ status: wanted }) => wanted === 'ACTIVE' },
  input: v.strictObject({ employee_id: id, status }),
  output: v.strictObject({ employee, events }),
  refs: { employee_id: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404, LAST_OWNER: 409 },
});

/**
 * Leaving: from now on nobody sees more of them than what they wrote, and they can come back for thirty days (leaving.ts).
 * HAND_OVER_REQUIRED if something needs somebody else and `hand_over_to` is not given. Answers what was done.
 */
export const remove = endpoint({
  name: 'people.employee.delete',
  method: 'DELETE',
  path: '/user-management/employee/delete/safe',
  access: { all: ['people.manage'] },
  rate: 'write',
  proof: 'fresh',
  input: v.strictObject({ employee_id: id, hand_over_to: v.optional(id) }),
  output: v.strictObject({ effects: leavingEffects, events }),
  refs: { employee_id: 'employee', hand_over_to: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404, LAST_OWNER: 409, HAND_OVER_REQUIRED: 409 },
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
