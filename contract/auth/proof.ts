// Saying once more who one is, before what whoever finds an open screen must not do (`proof` of an endpoint; product.md 3.1).
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { empty, password, text, time } from '../kernel/fields.ts';
import { assertion } from './webauthn.ts';

/** How long it counts; signing in is that, too. */
export const PROOF_MINUTES = 10;
/**
 * What only changes something for others, or shows how the company is guarded, asks for less (`lately`). The session itself goes on,
 * with what it has on the device: it is the administrator's right that lapses.
 */
export const ADMIN_HOURS = 12;
export const ADMIN_IDLE_MINUTES = 60;

/** Behind the address of the page that somebody comes back to whom the company's provider has not confirmed. */
export const UNPROVEN = '#unproven';

/** How the caller can say it. None of them: by signing in again. */
export const proofWays = endpoint({
  name: 'auth.proof.ways',
  method: 'GET',
  path: '/auth/proof/ways',
  access: 'session',
  rate: 'read',
  input: empty,
  output: v.strictObject({ password: v.boolean(), passkey: v.boolean(), sso: v.boolean() }),
});

/**
 * By the password, or by a passkey (auth.passkey.ask): counts for this session, until then. Ten wrong ones in a quarter of
 * an hour, counted apart from those at the door. Within a minute of the last proof nothing is written.
 */
export const giveProof = endpoint({
  name: 'auth.proof.new',
  method: 'POST',
  path: '/auth/proof/new',
  access: 'session',
  rate: 'write',
  idempotency: 'natural',
  input: v.union([v.strictObject({ password }), v.strictObject({ passkey: assertion })]),
  output: v.strictObject({ until: time }),
  errors: { AUTH_PASSWORD_INVALID: 400, AUTH_OTP_INVALID: 400, AUTH_OTP_EXPIRED: 400 },
});

/**
 * Where to send the browser for the third way: the company's provider, which asks who it is even if it knows, and sends it back to
 * `back`, a page of the app. Proven is this session then, if it was the same person. `origin` as in auth.sso.login.
 */
export const goProve = endpoint({
  name: 'auth.proof.sso',
  method: 'GET',
  path: '/auth/proof/sso',
  // It leaves a cookie. The session is asked for by the handler.
  access: 'open',
  rate: 'sign_in',
  input: v.strictObject({
    origin: text(300, 1),
    back: v.pipe(text(2000), v.regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'Not a page of the app')),
  }),
  output: v.strictObject({ redirect_url: v.string() }),
  errors: {
    AUTH_INVALID_TOKEN: 401,
    AUTH_WRONG_COMPANY: 403,
    COMPANY_SUSPENDED: 503,
    AUTH_SSO_NOT_CONFIGURED: 403,
    AUTH_SSO_FAILED: 502,
  },
});
