// Whoever runs the server ("backadmin"): an account of their own that is no company's, with a session of its own. Its 401 is no
// employee's: it logs nobody out. What operators see and do stands in contract/operator/.
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { email, empty, id, nothing, password, text, time } from './kernel/fields.ts';

/** 32 random bytes, as links carry them. */
export const operatorToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Not a token'));

export const operator = v.strictObject({ operator_id: id, name: v.string(), email_id: v.string() });
export type Operator = v.InferOutput<typeof operator>;

/**
 * Makes an account, with the token that the server has printed at its start or that another operator has made, and signs in.
 * OPERATOR_LINK_INVALID: used, too old, or never made.
 */
export const setUp = endpoint({
  name: 'operator.account.new',
  method: 'POST',
  path: '/backadmin/setup',
  access: 'open',
  rate: 'sign_in',
  input: v.strictObject({ token: operatorToken, name: text(80, 1), email_id: email, password }),
  output: operator,
  errors: {
    OPERATOR_LINK_INVALID: 400,
    OPERATOR_EXISTS: 409,
    AUTH_PASSWORD_SHORT: 400,
    AUTH_PASSWORD_WEAK: 400,
  },
});

export const signIn = endpoint({
  name: 'operator.session.new',
  method: 'POST',
  path: '/backadmin/sign-in',
  access: 'open',
  rate: 'sign_in',
  input: v.strictObject({ email_id: email, password }),
  output: operator,
  errors: { AUTH_INVALID_CREDENTIALS: 401 },
});

/** Never fails: without a session there is nothing to end. */
export const signOut = endpoint({
  name: 'operator.session.end',
  method: 'POST',
  path: '/backadmin/sign-out',
  access: 'open',
  rate: 'write',
  input: empty,
  output: nothing,
});

export const me = endpoint({
  name: 'operator.account.get',
  method: 'GET',
  path: '/backadmin/me',
  access: 'operator',
  rate: 'read',
  input: empty,
  output: operator,
});

/**
 * A link for one more operator, good once and for 24 hours. The browser makes its token; the server keeps no more than a hash, and
 * mails the link where it is told to whom. OPERATOR_EXISTS: whoever has this address is one already.
 */
export const invite = endpoint({
  name: 'operator.account.invite',
  method: 'POST',
  path: '/backadmin/invite',
  access: 'operator',
  rate: 'write',
  idempotency: 'natural',
  input: v.strictObject({ token: operatorToken, email_id: v.optional(email) }),
  output: v.strictObject({ expires_at: time }),
  errors: { OPERATOR_EXISTS: 409 },
});
