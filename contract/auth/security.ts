// What people do for the safety of their own account: where they are signed in, and their password (product.md 3.1).
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { empty, id, nothing, password } from '../kernel/fields.ts';

const common = { access: 'session', rate: 'write', idempotency: 'natural' } as const;

export const ownSession = v.strictObject({
  session_id: id,
  /** The one that asks. */
  current: v.boolean(),
  /** What its browser called itself when it last signed in or started; at most 300 characters. */
  user_agent: v.string(),
  /** The network address that it had then; '' if that is not known. */
  address: v.string(),
  created_at: v.string(),
  /** To about ten minutes. */
  last_used_at: v.string(),
  /** As the app that runs there has described itself; null until it has. */
  app: v.nullable(v.strictObject({ installed: v.boolean(), takes_pushes: v.boolean() })),
});

/** The caller's living sessions, at most 100: this one first, then the ones used last. */
export const listSessions = endpoint({
  access: 'session',
  name: 'auth.session.list',
  method: 'GET',
  path: '/auth/session/list',
  rate: 'read',
  input: empty,
  output: v.strictObject({ items: v.array(ownSession) }),
});

/** Ends one of the caller's own; one that is over already stays so. */
export const revokeSession = endpoint({
  ...common,
  name: 'auth.session.revoke',
  method: 'POST',
  path: '/auth/session/revoke',
  input: v.strictObject({ session_id: id }),
  output: nothing,
  refs: { session_id: 'session' },
  errors: { SESSION_NOT_FOUND: 404 },
});

/** Ends all of the caller's but the one that asks. */
export const revokeOthers = endpoint({
  ...common,
  name: 'auth.session.revoke_others',
  method: 'POST',
  path: '/auth/session/revoke/others',
  input: empty,
  output: v.strictObject({ ended: v.number() }),
});

/**
 * Asks for the old one (AUTH_PASSWORD_INVALID). All other sessions end, and a mail says that it was changed. Repeated within
 * some minutes it says again that it is done.
 */
export const changePassword = endpoint({
  ...common,
  name: 'auth.password.update',
  method: 'POST',
  path: '/auth/password/update',
  input: v.strictObject({ old_password: password, password, confirm_password: password }),
  output: nothing,
  errors: {
    AUTH_PASSWORD_INVALID: 400,
    AUTH_PASSWORD_SHORT: 400,
    AUTH_PASSWORD_WEAK: 400,
    AUTH_PASSWORD_MISMATCH: 400,
  },
});
