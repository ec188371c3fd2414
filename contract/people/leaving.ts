// Somebody leaves: what that ends and hands over, the thirty days in which they can come back, and what makes it final
// (product.md 3.2). Leaving itself is people.employee.delete (accounts.ts).
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { count, events, id, time } from '../kernel/fields.ts';
import { employee } from './employee.ts';

/** For so many days after leaving somebody can come back as they were; then what is known of them is erased. */
export const DAYS_TO_RETURN = 30;

/** All of them are counted, and the first by name are named. */
const several = v.strictObject({ count, items: v.array(v.strictObject({ id, name: v.string() })) });

const handed = v.strictObject({
  /** Where nobody else is an admin, and others are in it. */
  spaces: several,
  /** That they lead. */
  departments: several,
  /** Who reports to them. */
  reports: several,
});

export const leavingEffects = v.strictObject({
  /** They leave so many spaces. */
  spaces: count,
  hand_over: handed,
  /** Somebody has to be named: a space or a department would have nobody, or nobody is above who would take over the reports. */
  needs_heir: v.boolean(),
  ends: v.strictObject({
    sessions: count,
    devices: count,
    scheduled_messages: count,
    groups: several,
    roles: several,
    /** Spaces that nobody is in any more. */
    emptied: several,
    /** What waits for an answer: theirs to come into a space, others' to them, theirs to others. */
    joining: v.strictObject({ requests: count, invited: count, inviting: count }),
    /** Of the people list, that they saved. */
    views: count,
    /** That were mailed to them and still lead to a password. */
    links: count,
    /** At so many providers of company sign-on they are known. */
    sign_on: count,
    /** The identity provider knows the account by a name of its own. */
    provisioned: v.boolean(),
  }),
  stays: v.strictObject({
    conversations: count,
    /** Of the identity provider, that they made: they belong to the company. */
    tokens: count,
  }),
});
export type LeavingEffects = v.InferOutput<typeof leavingEffects>;

/** Of somebody who has left and can come back. Only who manages people is told. */
const leaver = v.strictObject({
  employee,
  left_at: time,
  erase_at: time,
  hand_over_to: v.nullable(id),
  handed_over: v.strictObject({ spaces: count, departments: count, reports: count }),
  /** The caller may bring them back, and erase them: who could have ended their account. */
  in_reach: v.boolean(),
});
export type Leaver = v.InferOutput<typeof leaver>;

const access = { all: ['people.manage'] } as const;
const common = { access, refs: { employee_id: 'leaver' } } as const;
const input = v.strictObject({ employee_id: id });

/** What people.employee.delete would do now. LAST_OWNER and NO_PERMISSION as it would say. */
export const previewLeaving = endpoint({
  access,
  refs: { employee_id: 'employee' },
  name: 'people.leaving.preview',
  method: 'GET',
  path: '/user-management/employee/delete/effects',
  rate: 'read',
  input,
  output: v.strictObject({ effects: leavingEffects }),
  errors: { EMPLOYEE_NOT_FOUND: 404, LAST_OWNER: 409 },
});

/**
 * The same of several, in their order, each counted alone; `refusal` where people.leaving.preview refuses. EMPLOYEE_NOT_FOUND for the whole
 * if an id names nobody who ever was here.
 */
export const previewLeavingAll = endpoint({
  access,
  refs: { 'employee_ids[]': 'employee' },
  name: 'people.leaving.preview_all',
  method: 'POST',
  idempotency: 'none',
  path: '/user-management/bulk/employee/effects',
  rate: 'read',
  input: v.strictObject({ employee_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(100)) }),
  output: v.strictObject({
    items: v.array(v.strictObject({ effects: v.nullable(leavingEffects), refusal: v.nullable(v.string()) })),
  }),
  errors: { EMPLOYEE_NOT_FOUND: 404 },
});

/** EMPLOYEE_NOT_FOUND for who has not left, and for who is erased. */
export const getLeaver = endpoint({
  ...common,
  name: 'people.leaver.get',
  method: 'GET',
  path: '/user-management/employee/leaver',
  rate: 'read',
  input,
  output: v.strictObject({ leaver }),
  errors: { EMPLOYEE_NOT_FOUND: 404 },
});

/**
 * They are back as they were: profile, password, and those of their roles, groups and spaces that there still are. What was handed
 * over stays where it is. AUTH_EMAIL_ALREADY_EXISTS if somebody else has the address by now.
 */
export const restoreLeaver = endpoint({
  ...common,
  name: 'people.leaver.restore',
  method: 'POST',
  path: '/user-management/employee/restore',
  rate: 'write',
  proof: 'fresh',
  input,
  output: v.strictObject({ employee, handed_over: leaver.entries.handed_over, events }),
  errors: { EMPLOYEE_NOT_FOUND: 404, AUTH_EMAIL_ALREADY_EXISTS: 409 },
});

/** Now, and for good: what is left is an id, and what they wrote. */
export const eraseLeaver = endpoint({
  ...common,
  name: 'people.leaver.erase',
  method: 'POST',
  path: '/user-management/employee/erase',
  rate: 'write',
  proof: 'fresh',
  input,
  output: v.strictObject({ events }),
  errors: { EMPLOYEE_NOT_FOUND: 404 },
});
