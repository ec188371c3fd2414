// Sign-in: registering a company, proving an address, sessions, passwords (S7 "Auth", wire.md, product.md 3.1 and 6).
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { email, id, nothing, password, text } from './kernel/fields.ts';
import { employee } from './people/employee.ts';

/** What a client keeps under `userSession` (S3). */
export const session = v.strictObject({
  access_token: v.string(),
  session_id: id,
  company_id: id,
  employee_id: id,
  employee_profile: employee,
  permissions: v.array(v.string()),
  intercom_hmac: v.nullable(v.string()),
});
export type Session = v.InferOutput<typeof session>;

const otpErrors = { AUTH_OTP_INVALID: 400, AUTH_OTP_EXPIRED: 400, AUTH_OTP_TOO_MANY_ATTEMPTS: 429 } as const;
const passwordErrors = { AUTH_PASSWORD_SHORT: 400, AUTH_PASSWORD_WEAK: 400 } as const;
const otp = v.pipe(v.string(), v.regex(/^\d{6}$/, 'Six digits'));
const linkToken = text(200, 20);

const choice = v.strictObject({ company_id: id, company_name: v.string(), company_logo: v.nullable(v.string()) });

export const register = endpoint({
  name: 'auth.company.register',
  method: 'POST',
  path: '/auth/company/register',
  access: 'open',
  rate: 'register',
  input: v.strictObject({
    company_name: text(120, 1),
    first_name: text(80, 1),
    last_name: text(80, 1),
    email_id: email,
    password,
    time_zone: v.optional(text(64)),
    domain: v.optional(v.pipe(text(253), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'Not a domain'))),
  }),
  output: v.strictObject({ company_id: id, employee_id: id, verification_pending: v.literal(true) }),
  errors: passwordErrors,
});

/**
 * ACCOUNT_INACTIVE names the company, as `company_name` in its data, where that is suspended and not the account alone. SIGN_IN_FULL:
 * many log in at the same time, and Retry-After says when it is this one's turn.
 */
export const login = endpoint({
  name: 'auth.email.login',
  method: 'POST',
  path: '/auth/login/email',
  access: 'open',
  rate: 'sign_in',
  input: v.strictObject({ email_id: email, password, company_id: v.optional(id) }),
  output: v.union([
    session,
    v.strictObject({ companies: v.array(choice) }),
    /** The password is right; the rest is auth.second_factor.login, from the same browser. */
    v.strictObject({
      second_factor_required: v.literal(true),
      challenge_id: v.string(),
      /** The company demands one, and there is none yet: it is set up on the way in (auth/demand.ts). */
      to_set_up: v.boolean(),
      /** What it can be answered with, besides recovery codes; or else what can be set up. */
      ways: v.array(v.picklist(['passkey', 'totp'])),
    }),
  ]),
  refs: { company_id: 'company' },
  errors: {
    AUTH_INVALID_CREDENTIALS: 401,
    AUTH_EMAIL_VERIFICATION_PENDING: 403,
    ACCOUNT_INACTIVE: 403,
    SIGN_IN_FULL: 503,
  },
});

export const verify = endpoint({
  name: 'auth.email.verify',
  method: 'POST',
  path: '/auth/login/email/verify',
  access: 'open',
  rate: 'sign_in',
  input: v.union([v.strictObject({ email_id: email, otp }), v.strictObject({ token: linkToken })]),
  output: session,
  errors: { ...otpErrors, AUTH_EMAIL_ALREADY_EXISTS: 409 },
});

/** A new code for an address that waits for its proof; the answer is the same for every address. */
export const resend = endpoint({
  name: 'auth.email.resend',
  method: 'POST',
  path: '/auth/login/email/resend',
  access: 'open',
  rate: 'mail',
  input: v.strictObject({ email_id: email }),
  output: nothing,
});

export const requestReset = endpoint({
  name: 'auth.password.reset_request',
  method: 'POST',
  path: '/auth/password/reset/request',
  access: 'open',
  rate: 'mail',
  input: v.strictObject({ email_id: email }),
  output: nothing,
});

/** Also sets the first password of an invitation. */
export const reset = endpoint({
  name: 'auth.password.reset',
  method: 'POST',
  path: '/auth/password/reset',
  access: 'open',
  rate: 'sign_in',
  input: v.strictObject({ token: linkToken, password, confirm_password: password }),
  output: nothing,
  errors: { ...passwordErrors, AUTH_PASSWORD_MISMATCH: 400, AUTH_OTP_EXPIRED: 400 },
});

/** The lasting cookie authorises it when the access token has expired: open to the router, checked by the handler. */
export const resolveSession = endpoint({
  name: 'auth.session.resolve',
  method: 'GET',
  path: '/auth/session/resolve',
  access: 'open',
  rate: 'read',
  input: v.strictObject({ session_id: id, company_id: id, employee_id: id }),
  output: session,
  refs: { session_id: 'session', company_id: 'company', employee_id: 'employee' },
  errors: { AUTH_INVALID_TOKEN: 401, AUTH_WRONG_COMPANY: 403, COMPANY_SUSPENDED: 503 },
});

export const company = v.strictObject({
  company_id: id,
  company_name: v.string(),
  company_logo: v.nullable(v.string()),
  status: v.picklist(['ACTIVE', 'SUSPENDED']),
  sso_enabled: v.boolean(),
});
export type Company = v.InferOutput<typeof company>;

/** With a session the person's company; without one only by domain, and only name, logo and sso_enabled. */
export const resolveCompany = endpoint({
  name: 'auth.company.resolve',
  method: 'GET',
  path: '/auth/company/resolve',
  access: 'open',
  rate: 'read',
  input: v.strictObject({
    company_id: v.optional(id),
    employee_email: v.optional(email),
    employee_id: v.optional(id),
    domain: v.optional(text(253)),
  }),
  output: v.union([company, v.pick(company, ['company_name', 'company_logo', 'sso_enabled'])]),
  refs: { company_id: 'company', employee_id: 'employee' },
  errors: { COMPANY_NOT_FOUND: 404, AUTH_INVALID_TOKEN: 401, AUTH_WRONG_COMPANY: 403, COMPANY_SUSPENDED: 503 },
});

/** Answers even when the session is dead already: logging out never fails. The data is where to go on, or null. */
export const logout = endpoint({
  name: 'auth.session.logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'open',
  rate: 'read',
  input: v.strictObject({ session_id: id }),
  output: v.nullable(v.string()),
  refs: { session_id: 'session' },
});
