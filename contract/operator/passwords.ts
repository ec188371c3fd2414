// An operator's password: changing it, and setting another one by a link, which another operator has mailed (operators.ts) or a
// command on the machine has printed.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { nothing, password } from '../kernel/fields.ts';
import { operator, operatorToken } from '../operator.ts';

const open = { method: 'POST', access: 'open', rate: 'sign_in' } as const;
const rule = { AUTH_PASSWORD_SHORT: 400, AUTH_PASSWORD_WEAK: 400 } as const;

/** What a link is for, so that whoever opens one that is over need not fill in a form first. Uses nothing up. */
export const getLink = endpoint({
  ...open,
  name: 'operator.link.get',
  path: '/backadmin/link/get',
  input: v.strictObject({ token: operatorToken }),
  output: v.strictObject({
    purpose: v.picklist(['account', 'password']),
    /** Of whose password it is, or to whom it was mailed; null if that is anybody. */
    email_id: v.nullable(v.string()),
  }),
  errors: { OPERATOR_LINK_INVALID: 400 },
});

/** Signs in. All sessions that there were are over, and so are other links for the same account. */
export const resetPassword = endpoint({
  ...open,
  name: 'operator.password.reset',
  path: '/backadmin/password/reset',
  input: v.strictObject({ token: operatorToken, password }),
  output: operator,
  errors: { OPERATOR_LINK_INVALID: 400, ...rule },
});

/** Asks for the old one (AUTH_PASSWORD_INVALID). All other sessions end. Sent again it says again that it is done. */
export const changePassword = endpoint({
  name: 'operator.password.update',
  method: 'POST',
  path: '/backadmin/password/update',
  access: 'operator',
  rate: 'write',
  idempotency: 'natural',
  input: v.strictObject({ old_password: password, password }),
  output: nothing,
  errors: { AUTH_PASSWORD_INVALID: 400, ...rule },
});
