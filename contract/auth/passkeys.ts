// Passkeys as a second factor: adding them, and what is asked of the authenticator, in the settings and on the way in
// (product.md 3.1 and 6). Answers with a passkey stand where codes do: auth/second-factor.ts.
import * as v from 'valibot';
import { session } from '../auth.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { empty, id, password, text } from '../kernel/fields.ts';
import { assertion, attestation, creation, request } from './webauthn.ts';

const common = { access: 'session', rate: 'write', idempotency: 'natural', method: 'POST' } as const;
const name = text(60, 1);
const againErrors = { AUTH_PASSWORD_INVALID: 400, AUTH_SIGN_IN_TOO_OLD: 403 } as const;
/** AUTH_OTP_EXPIRED: the passkey was asked for more than five minutes ago. */
const answerErrors = { AUTH_OTP_INVALID: 400, AUTH_OTP_EXPIRED: 400 } as const;
const code = v.pipe(v.string(), v.regex(/^\d{6}$/, 'Six digits'));
/** PASSKEYS_NOT_OFFERED: the address of this server is none that browsers make passkeys for. */
const newErrors = { PASSKEYS_NOT_OFFERED: 409, TOO_MANY_PASSKEYS: 409 } as const;
/** AUTH_OTP_EXPIRED: nothing was begun here within five minutes, or it was tried already. */
const madeErrors = { AUTH_OTP_EXPIRED: 400, PASSKEY_REFUSED: 400, PASSKEY_EXISTS: 409 } as const;

/**
 * Begins a passkey; the same within a minute, in this session. At most 10 (TOO_MANY_PASSKEYS). Whoever has a second factor already is
 * asked for it, whichever (AUTH_OTP_INVALID): with the new one the others could be taken away.
 */
export const beginPasskey = endpoint({
  ...common,
  name: 'auth.passkey.begin',
  path: '/auth/passkey/begin',
  input: v.strictObject({
    password: v.optional(password),
    code: v.optional(code),
    recovery_code: v.optional(text(60, 1)),
    passkey: v.optional(assertion),
  }),
  output: creation,
  errors: { ...againErrors, ...answerErrors, ...newErrors },
});

/**
 * From now on signing in asks for it. One try for what was begun. Sent again after it was made it says that it is done.
 * `recovery_codes`: ten if this is the first second factor; null if those of before stay (`kept`), or were said already.
 */
export const addPasskey = endpoint({
  ...common,
  name: 'auth.passkey.new',
  path: '/auth/passkey/new',
  input: v.strictObject({ name, passkey: attestation }),
  output: v.strictObject({ passkey_id: id, recovery_codes: v.nullable(v.array(v.string())), kept: v.boolean() }),
  errors: { ...newErrors, ...madeErrors },
});

export const renamePasskey = endpoint({
  ...common,
  name: 'auth.passkey.rename',
  path: '/auth/passkey/rename',
  input: v.strictObject({ passkey_id: id, name }),
  output: v.null(),
  refs: { passkey_id: 'passkey' },
  errors: { PASSKEY_NOT_FOUND: 404 },
});

/** For proving in the settings that one has a passkey: what `auth.passkey.remove` and its like are given. Once, within five minutes. */
export const askForPasskey = endpoint({
  ...common,
  name: 'auth.passkey.ask',
  path: '/auth/passkey/ask',
  input: empty,
  output: request,
  errors: { PASSKEY_NOT_FOUND: 404 },
});

/**
 * Asks for the password and for a second factor, whichever. With the last one two-step sign-in is off and the recovery codes go:
 * SECOND_FACTOR_REQUIRED where the company demands one. A passkey that is gone stays gone (PASSKEY_NOT_FOUND).
 */
export const removePasskey = endpoint({
  ...common,
  name: 'auth.passkey.remove',
  path: '/auth/passkey/remove',
  input: v.strictObject({
    passkey_id: id,
    password: v.optional(password),
    code: v.optional(code),
    recovery_code: v.optional(text(60, 1)),
    passkey: v.optional(assertion),
  }),
  output: v.null(),
  refs: { passkey_id: 'passkey' },
  errors: { ...againErrors, ...answerErrors, SECOND_FACTOR_REQUIRED: 403, PASSKEY_NOT_FOUND: 404 },
});

const challenge_id = text(200, 20);
const onTheWay = { method: 'POST', access: 'open', rate: 'sign_in' } as const;

/** For a challenge that auth.email.login has given: what to ask the authenticator for. Once, within five minutes; the last one counts. */
export const askAtDoor = endpoint({
  ...onTheWay,
  name: 'auth.passkey.login_ask',
  path: '/auth/login/passkey/ask',
  input: v.strictObject({ challenge_id }),
  output: request,
  errors: { AUTH_OTP_EXPIRED: 400, PASSKEY_NOT_FOUND: 404 },
});

/** For a challenge with `to_set_up`: begins a passkey. */
export const beginPasskeyAtDoor = endpoint({
  ...onTheWay,
  name: 'auth.passkey.login_begin',
  path: '/auth/login/passkey/begin',
  input: v.strictObject({ challenge_id }),
  output: creation,
  errors: { AUTH_OTP_EXPIRED: 400, PASSKEYS_NOT_OFFERED: 409 },
});

/** It is set up, and signed in. The recovery codes are said this once. */
export const addPasskeyAtDoor = endpoint({
  ...onTheWay,
  name: 'auth.passkey.login_new',
  path: '/auth/login/passkey/new',
  input: v.strictObject({ challenge_id, name, passkey: attestation }),
  output: v.strictObject({ session, recovery_codes: v.array(v.string()) }),
  errors: {
    AUTH_OTP_EXPIRED: 400,
    AUTH_OTP_INVALID: 400,
    AUTH_OTP_TOO_MANY_ATTEMPTS: 429,
    PASSKEYS_NOT_OFFERED: 409,
    ACCOUNT_INACTIVE: 403,
  },
});
