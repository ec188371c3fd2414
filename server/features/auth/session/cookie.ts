// The lasting secret of a session: an HttpOnly cookie that only /api/auth receives. The access token in the browser's storage
// lives for minutes; this is what a new one is had for, and no script can read it.
import type { OpenCall } from '../../../platform/feature.ts';
import { hashOf, isSecret } from '../secrets.ts';

const NAME = 'limelight_session';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface HeldCookie {
  readonly session_id: string;
  readonly secret: string;
  readonly secret_hash: Buffer;
}

/** The cookie of the call, if it can be one of ours. */
export function readCookie({ cookies }: OpenCall): HeldCookie | undefined {
  const [session_id = '', secret = '', more] = (cookies[NAME] ?? '').split('.');
  if (more !== undefined || !UUID.test(session_id) || !isSecret(secret)) return undefined;
  return { session_id, secret, secret_hash: hashOf(secret) };
}

/** `seconds`: how long the browser keeps it. */
export const giveCookie = (call: OpenCall, held: { session_id: string; secret: string }, seconds: number): void =>
  call.setCookie(NAME, `${held.session_id}.${held.secret}`, Math.floor(seconds));

export const clearCookie = (call: OpenCall): void => call.setCookie(NAME, '', 0);
