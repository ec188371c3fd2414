// What those who manage people do about how somebody comes in: help them in again, and sign them out (product.md 3.2).
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { id } from '../kernel/fields.ts';

/** Of a colleague: each of them NO_PERMISSION over oneself, whose own is in the settings, and over who is beyond one's reach. */
const theirs = {
  access: { all: ['people.manage'] },
  refs: { employee_id: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404 },
} as const;

/**
 * Their password alone opens again, and a mail tells them. Over whoever may do what the caller may not, it is NO_PERMISSION: it is
 * half of taking them over. `reset`: false if they had none.
 */
export const resetSecondFactor = endpoint({
  ...theirs,
  name: 'people.second_factor.reset',
  method: 'POST',
  path: '/user-management/employee/second-factor/reset',
  rate: 'write',
  idempotency: 'natural',
  proof: 'fresh',
  input: v.strictObject({ employee_id: id }),
  output: v.strictObject({ reset: v.boolean() }),
});

/**
 * Mails them a link with which they choose another password, as if they had asked for it: nobody else learns the link, and theirs
 * works until then. INVALID_REQUEST unless the account is ACTIVE; TOO_MANY_REQUESTS after five in an hour.
 */
export const sendPasswordLink = endpoint({
  ...theirs,
  name: 'people.password_link.new',
  method: 'POST',
  path: '/user-management/employee/password/reset',
  rate: 'write',
  input: v.strictObject({ employee_id: id }),
  output: v.null(),
});

/** On how many devices they are signed in: for who may sign them out there. */
export const countSessions = endpoint({
  ...theirs,
  name: 'people.session.count',
  method: 'GET',
  path: '/user-management/employee/session/count',
  rate: 'read',
  input: v.strictObject({ employee_id: id }),
  output: v.strictObject({ living: v.number() }),
});

/** All of their sessions are over, sockets and pushes with them. Answers how many there were. */
export const endSessions = endpoint({
  ...theirs,
  name: 'people.session.end',
  method: 'POST',
  path: '/user-management/employee/session/end',
  rate: 'write',
  idempotency: 'natural',
  input: v.strictObject({ employee_id: id }),
  output: v.strictObject({ ended: v.number() }),
});
