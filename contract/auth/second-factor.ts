// The second factor: codes of an authenticator app, passkeys, recovery codes, and the second step of signing in (product.md 3.1 and 6).
import * as v from 'valibot';
import { session } from '../auth.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { count, empty, id, password, text, time } from '../kernel/fields.ts';
import { assertion } from './webauthn.ts';

const common = { access: 'session', rate: 'write', idempotency: 'natural', method: 'POST' } as const;
const code = v.pipe(v.string(), v.regex(/^\d{6}$/, 'Six digits'));
/** As it is written down: case, spaces and lines between its letters do not matter. */
const recoveryCode = text(60, 1);

// Whoever has a password gives it again; who comes in by company sign-on has none, and has to have done so within ten minutes.
const againErrors = { AUTH_PASSWORD_INVALID: 400, AUTH_SIGN_IN_TOO_OLD: 403 } as const;
const codeErrors = { AUTH_OTP_INVALID: 400 } as const;
/** AUTH_OTP_EXPIRED: the passkey was asked for more than five minutes ago. */
const answerErrors = { ...codeErrors, AUTH_OTP_EXPIRED: 400 } as const;

const ownPasskey = v.strictObject({
  passkey_id: id,
  name: v.string(),
  created_at: time,
  last_used_at: v.nullable(time),
  /** It can be on several of the person's devices: whoever keeps their passwords copies it. */
  synced: v.boolean(),
});

export const getSecondFactor = endpoint({
  name: 'auth.second_factor.get',
  method: 'GET',
  path: '/auth/second-factor/get',
  access: 'session',
  rate: 'read',
  input: empty,
  output: v.strictObject({
    /** When codes of an app were set up; null if they are not. */
    totp_since: v.nullable(time),
    /** The oldest first. */
    passkeys: v.array(ownPasskey),
    /** The origin under which they work; null where there are none to be had: `no_passkeys` says why. */
    passkey_origin: v.nullable(v.string()),
    no_passkeys: v.nullable(v.picklist(['not_secure', 'ip_address'])),
    /** Recovery codes that were not used yet. */
    recovery_left: count,
    /** The company wants everybody to have one: it cannot be turned off. */
    demanded: v.boolean(),
    /** What changing any of it asks for first. */
    asks: v.picklist(['password', 'recent_sign_in']),
  }),
});

/**
 * A secret for the authenticator app, as text and as the address in the QR code; good for ten minutes, and the same when asked again.
 * Whoever has passkeys is asked for a second factor (AUTH_OTP_INVALID), but within a minute of having begun.
 */
export const beginTotp = endpoint({
  ...common,
  name: 'auth.second_factor.begin_totp',
  path: '/auth/second-factor/totp/begin',
  input: v.strictObject({
    password: v.optional(password),
    recovery_code: v.optional(recoveryCode),
    passkey: v.optional(assertion),
  }),
  output: v.strictObject({ secret: v.string(), uri: v.string() }),
  errors: { ...againErrors, ...answerErrors, SECOND_FACTOR_EXISTS: 409 },
});

const recoveryCodes = v.strictObject({
  /** Said once. Null if the same call was answered before: then nobody knows them but who got that answer. */
  recovery_codes: v.nullable(v.array(v.string())),
  /** There are passkeys, and with them recovery codes, which stay as they are. */
  kept: v.boolean(),
});

/**
 * By a code of the app: from now on signing in asks for one. AUTH_OTP_EXPIRED: nothing was begun here within ten minutes; after five
 * wrong codes AUTH_OTP_TOO_MANY_ATTEMPTS, and it is to be begun anew.
 */
export const confirmTotp = endpoint({
  ...common,
  name: 'auth.second_factor.confirm_totp',
  path: '/auth/second-factor/totp/confirm',
  input: v.strictObject({ code }),
  output: recoveryCodes,
  errors: { ...codeErrors, AUTH_OTP_EXPIRED: 400, AUTH_OTP_TOO_MANY_ATTEMPTS: 429 },
});

/** Ten new ones; those of before are worth nothing any more. By a code of the app, or a passkey (auth.passkey.ask). */
export const renewRecovery = endpoint({
  ...common,
  name: 'auth.second_factor.renew_recovery',
  path: '/auth/second-factor/recovery/new',
  input: v.strictObject({ password: v.optional(password), code: v.optional(code), passkey: v.optional(assertion) }),
  output: recoveryCodes,
  errors: { ...againErrors, ...answerErrors, SECOND_FACTOR_NOT_FOUND: 404 },
});

/**
 * All of it is gone, passkeys and recovery codes too; with `only` the app alone, if there are passkeys besides. Off already is off.
 * SECOND_FACTOR_REQUIRED: the company demands one, and none would be left.
 */
export const turnOffSecondFactor = endpoint({
  ...common,
  name: 'auth.second_factor.turn_off',
  path: '/auth/second-factor/off',
  input: v.strictObject({
    password: v.optional(password),
    code: v.optional(code),
    recovery_code: v.optional(recoveryCode),
    passkey: v.optional(assertion),
    only: v.optional(v.literal('totp')),
  }),
  output: v.null(),
  errors: { ...againErrors, ...answerErrors, SECOND_FACTOR_REQUIRED: 403 },
});

const challenge_id = text(200, 20);

/**
 * What the password alone did not open: auth.email.login has answered with the challenge, to this browser. AUTH_OTP_EXPIRED: it is
 * unknown, older than ten minutes, used, or another browser's, or the passkey was asked for too long ago; after five wrong answers AUTH_OTP_TOO_MANY_ATTEMPTS.
 */
export const answerSecondFactor = endpoint({
  name: 'auth.second_factor.login',
  method: 'POST',
  path: '/auth/login/second-factor',
  access: 'open',
  rate: 'sign_in',
  input: v.union([
    v.strictObject({ challenge_id, code }),
    v.strictObject({ challenge_id, recovery_code: recoveryCode }),
    /** By auth.passkey.login_ask. */
    v.strictObject({ challenge_id, passkey: assertion }),
  ]),
  output: session,
  errors: {
    ...codeErrors,
    AUTH_OTP_EXPIRED: 400,
    AUTH_OTP_TOO_MANY_ATTEMPTS: 429,
    ACCOUNT_INACTIVE: 403,
  },
});
