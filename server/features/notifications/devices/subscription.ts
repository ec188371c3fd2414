// What a device says of how pushes reach it, judged before it is kept: it comes from a client. Pure.
import { createHash } from 'node:crypto';
import type { PushInfo } from '#contract/notifications/device.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { isPoint } from '../../../platform/push/point.ts';

export interface PushAddress {
  /** Endpoint or token. */
  readonly address: string;
  /** By this it is known across companies. */
  readonly address_hash: Buffer;
  /** Of a browser's subscription, base64url. */
  readonly p256dh: string | null;
  readonly auth: string | null;
}

interface Ways {
  /** See Outbound. */
  readonly accepts: (address: string) => boolean;
  /** Whether this server sends to tokens of Firebase Cloud Messaging. */
  readonly fcm: boolean;
}

/** Null where nothing can be pushed to. INVALID_REQUEST for an endpoint or key that cannot be one. */
export function addressOf(push: PushInfo, { accepts, fcm }: Ways): PushAddress | null {
  const { transport, permission, endpoint, keys, token } = push;
  if (permission !== 'granted' || transport === 'none') return null;
  if (transport === 'fcm') return token && fcm ? { ...known(token), p256dh: null, auth: null } : null;
  if (!endpoint || !keys) return null;
  const { p256dh, auth } = keys;
  const refuse = (field: string, message: string) => invalid([{ path: `device_info.push.${field}`, message }]);
  if (!accepts(endpoint)) throw refuse('endpoint', 'Not the address of a push service');
  if (!isPoint(p256dh)) throw refuse('keys.p256dh', 'Not a point of P-256');
  if (Buffer.from(auth, 'base64url').length !== 16) throw refuse('keys.auth', 'Not 16 bytes');
  return { ...known(endpoint), p256dh, auth };
}

const known = (address: string) => ({ address, address_hash: createHash('sha256').update(address).digest() });
