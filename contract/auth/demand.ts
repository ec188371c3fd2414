// A second factor demanded by the company of whoever signs in with a password: saying so, and setting one up on the way in.
import * as v from 'valibot';
import { session } from '../auth.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { count, empty, text } from '../kernel/fields.ts';

const demand = v.strictObject({
  demanded: v.boolean(),
  /** People who have set one up. */
  with_factor: count,
  /** People who are signed in by password and have not, without who asks: nothing asks them before they sign in the next time. */
  signed_in_without: count,
});

export const getDemand = endpoint({
  name: 'auth.demand.get',
  proof: 'lately',
  method: 'GET',
  path: '/auth/second-factor/demand/get',
  access: { all: ['company.configure'] },
  rate: 'read',
  input: empty,
  output: demand,
});

/** From the next sign-in on. `sign_out`: who has none is signed out now, on every device, but for who asks. */
export const setDemand = endpoint({
  name: 'auth.demand.set',
  method: 'POST',
  path: '/auth/second-factor/demand/set',
  access: { all: ['company.configure'] },
  rate: 'write',
  idempotency: 'natural',
  proof: 'fresh',
  input: v.strictObject({ demanded: v.boolean(), sign_out: v.optional(v.boolean()) }),
  output: demand,
});

const challenge_id = text(200, 20);
const onTheWay = { method: 'POST', access: 'open', rate: 'sign_in' } as const;

/**
 * For a challenge that auth.email.login has given with `to_set_up`: a secret for the authenticator app; the same when asked again
 * within ten minutes. AUTH_OTP_EXPIRED: the challenge is unknown, older than ten minutes, used, or another browser's.
 */
export const beginAtDoor = endpoint({
  ...onTheWay,
  name: 'auth.second_factor.login_begin',
  path: '/auth/login/second-factor/begin',
  input: v.strictObject({ challenge_id }),
  output: v.strictObject({ secret: v.string(), uri: v.string() }),
  errors: { AUTH_OTP_EXPIRED: 400 },
});

/** By a code of the app: it is set up, and signed in. The recovery codes are said this once. */
export const confirmAtDoor = endpoint({
  ...onTheWay,
  name: 'auth.second_factor.login_confirm',
  path: '/auth/login/second-factor/confirm',
  input: v.strictObject({ challenge_id, code: v.pipe(v.string(), v.regex(/^\d{6}$/, 'Six digits')) }),
  output: v.strictObject({ session, recovery_codes: v.array(v.string()) }),
  errors: { AUTH_OTP_INVALID: 400, AUTH_OTP_EXPIRED: 400, AUTH_OTP_TOO_MANY_ATTEMPTS: 429, ACCOUNT_INACTIVE: 403 },
});
