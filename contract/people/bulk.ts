// What is done to many people at once: each of them wholly or not at all, whatever becomes of the others.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { events, id } from '../kernel/fields.ts';

const common = { method: 'POST', access: { all: ['people.manage'] }, rate: 'write' } as const;
const employee_ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(500));
/**
 * In the order of the ids: null for what is done, or the code of why it is not, as for who was removed meanwhile. The whole is
 * refused (EMPLOYEE_NOT_FOUND) if an id names nobody who ever was here.
 */
const output = v.strictObject({ results: v.array(v.nullable(v.string())), events });
const errors = { EMPLOYEE_NOT_FOUND: 404 } as const;
const refs = { 'employee_ids[]': 'employee' };

export const bulkGroup = endpoint({
  ...common,
  name: 'people.bulk_group.add',
  path: '/user-management/bulk/group/add',
  input: v.strictObject({ employee_ids, group_id: id }),
  output,
  refs: { ...refs, group_id: 'people_group' },
  errors: { ...errors, GROUP_NOT_FOUND: 404, GROUP_KIND: 409, GROUP_PROVISIONED: 409 },
});

/** Null: in none. */
export const bulkDepartment = endpoint({
  ...common,
  name: 'people.bulk_department.update',
  path: '/user-management/bulk/department/update',
  input: v.strictObject({ employee_ids, department_id: v.nullable(id) }),
  output,
  refs: { ...refs, department_id: 'department' },
  errors: { ...errors, DEPARTMENT_NOT_FOUND: 404 },
});

/** ACTIVE: who has never accepted an invitation is sent another one instead, and is in `invited`. */
export const bulkStatus = endpoint({
  ...common,
  name: 'people.bulk_status.update',
  path: '/user-management/bulk/status/update',
  // With the accounts all their roles come back.
  proof: { when: ({ status }) => status === 'ACTIVE' },
  input: v.strictObject({ employee_ids, status: v.picklist(['ACTIVE', 'INVITED', 'INACTIVE', 'SUSPENDED']) }),
  output: v.strictObject({ results: v.array(v.nullable(v.string())), invited: v.array(id), events }),
  refs,
  errors,
});

export const bulkInvite = endpoint({
  ...common,
  name: 'people.bulk_invitation.new',
  path: '/user-management/bulk/invitation/new',
  input: v.strictObject({ employee_ids }),
  output,
  refs,
  errors,
});

/** Nobody gives what they do not hold: NO_PERMISSION. */
export const bulkRole = endpoint({
  ...common,
  name: 'people.bulk_role.give',
  path: '/user-management/bulk/role/give',
  access: { all: ['people.manage', 'roles.manage'] },
  proof: 'fresh',
  input: v.strictObject({ employee_ids, role_id: id }),
  output,
  refs: { ...refs, role_id: 'role' },
  errors: { ...errors, INVALID_ROLE_ID: 404 },
});

/** As people.employee.delete does; HAND_OVER_REQUIRED for each who has something that needs somebody else: they leave one by one. */
export const bulkRemove = endpoint({
  ...common,
  name: 'people.bulk_employee.delete',
  path: '/user-management/bulk/employee/delete',
  proof: 'fresh',
  input: v.strictObject({ employee_ids }),
  output,
  refs,
  errors,
});
