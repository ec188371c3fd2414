// The departments of a company: a tree, each with a lead if it has one (product.md 3.2).
import * as v from 'valibot';
import { endpoint, event } from '../kernel/endpoint.ts';
import { count, empty, events, id, newId, text } from '../kernel/fields.ts';

export const department = v.strictObject({
  department_id: id,
  department_name: v.string(),
  /** Null at the top. */
  parent_id: v.nullable(id),
  lead_id: v.nullable(id),
  /** How many people are in it itself, those of the departments below not counted. */
  members: count,
});
export type Department = v.InferOutput<typeof department>;

const common = { access: { all: ['people.manage'] }, rate: 'write' } as const;
const fields = {
  department_name: text(80, 1),
  parent_id: v.optional(v.nullable(id)),
  lead_id: v.optional(v.nullable(id)),
};
const refs = { parent_id: 'department', lead_id: 'employee' };
const output = v.strictObject({ department, events });
const errors = { DEPARTMENT_NOT_FOUND: 404, DEPARTMENT_ALREADY_EXIST: 409, EMPLOYEE_NOT_FOUND: 404 } as const;

/** All of them, by name; the tree is in `parent_id`. NO_PERMISSION where the module `people` is off, but for those who manage people or roles. */
export const listDepartments = endpoint({
  name: 'people.department.list',
  method: 'GET',
  path: '/user-management/department/list',
  access: 'session',
  rate: 'read',
  input: empty,
  output: v.strictObject({ items: v.array(department) }),
});

/** DEPARTMENT_ALREADY_EXIST for a name that another one below the same parent has, whatever its case; at most 1,000. */
export const createDepartment = endpoint({
  ...common,
  name: 'people.department.new',
  method: 'POST',
  path: '/user-management/department/new',
  input: v.strictObject({ department_id: newId, ...fields }),
  output,
  refs,
  errors: { ...errors, TOO_MANY_DEPARTMENTS: 409 },
});

/** Renames it, moves it with all that is below it, gives it a lead. DEPARTMENT_CYCLE if it would be below itself. */
export const updateDepartment = endpoint({
  ...common,
  name: 'people.department.update',
  method: 'POST',
  path: '/user-management/department/update',
  input: v.strictObject({ department_id: id, ...v.partial(v.strictObject(fields)).entries }),
  output,
  refs: { ...refs, department_id: 'department' },
  errors: { ...errors, DEPARTMENT_CYCLE: 409 },
});

/**
 * The people in it and the departments right below it go to `move_to`; with `to_top` they are in no department, and at the top.
 * DEPARTMENT_NOT_EMPTY if there are any and neither is said; DEPARTMENT_CYCLE for one that is below it.
 */
export const deleteDepartment = endpoint({
  ...common,
  name: 'people.department.delete',
  method: 'DELETE',
  path: '/user-management/department/delete',
  input: v.strictObject({ department_id: id, move_to: v.optional(id), to_top: v.optional(v.literal('true')) }),
  output: v.strictObject({ events }),
  refs: { department_id: 'department', move_to: 'department' },
  errors: {
    DEPARTMENT_NOT_FOUND: 404,
    DEPARTMENT_NOT_EMPTY: 409,
    DEPARTMENT_CYCLE: 409,
    DEPARTMENT_ALREADY_EXIST: 409,
  },
});

/** Which there are, how they stand, or who is in one: read them anew. */
export const departmentsChanged = event({ name: 'people.departments_changed', topic: 'company', payload: empty });
