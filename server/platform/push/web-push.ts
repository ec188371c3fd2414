// One push to one subscription of a browser: encrypted for it alone (RFC 8291), signed as this server (RFC 8292), handed to its push
// service (RFC 8030) through platform/outbound, since the address comes from a client. What to do with the answer is said, not done.
import webPush from 'web-push';
import { PUSH_BYTES } from '#contract/notifications/push.ts';
import { isPublicName } from '../outbound/address.ts';
import type { Outbound, Posted } from '../outbound/outbound.ts';
import { fit } from './fit.ts';
import type { PushKeys } from './keys.ts';
import { isPassing, laterThan, type Manner, type PushOutcome, type Send, unanswered } from './outcome.ts';
import { topicOf } from './topic.ts';

/** As a browser gives it; the keys base64url. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface WebPushOptions {
  readonly outbound: Outbound;
  readonly keys: PushKeys;
  /** Where people open the app, if that is known. */
  readonly publicUrl: string | undefined;
}

/** For a push service that does not take as much as it should. */
const FEW_BYTES = 1_500;
/** A signature is good for twelve hours and for all subscriptions of its push service; it is used for one. */
const SIGNED_MS = 3_600_000;
const MOST_SIGNED = 200;
/** Push services refuse a subject that is neither https: nor a mail address, some of them localhost as well. */
const NO_ADDRESS = 'https://limelight.example';

export function createWebPush({ outbound, keys, publicUrl }: WebPushOptions): Send<Subscription> {
  const subject = publicUrl && isSubject(new URL(publicUrl)) ? publicUrl : NO_ADDRESS;
  const sign = createSigner(keys, subject);

  const post = (to: Subscription, body: Buffer, tag: string, { urgency, ttl }: Manner): Promise<Posted> => {
    const { endpoint, p256dh, auth } = to;
    const topic = topicOf(tag, keys);
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, {
      TTL: ttl,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
      headers: { Authorization: sign(new URL(endpoint).origin) },
    });
    return outbound.post(endpoint, request);
  };
  return async (to, payload, manner) => {
    const { tag } = payload.notification;
    try {
      const first = await post(to, fit(payload, PUSH_BYTES), tag, manner);
      return outcomeOf(first.status === 413 ? await post(to, fit(payload, FEW_BYTES), tag, manner) : first);
    } catch (error) {
      return unanswered(error);
    }
  };
}

const isSubject = ({ protocol, hostname }: URL): boolean => protocol === 'https:' && isPublicName(hostname);

function outcomeOf(answer: Posted): PushOutcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'accepted', status, reason: null };
  const reason = `The push service answered ${status}`;
  if (status === 404 || status === 410) return { kind: 'gone', status, reason };
  if (isPassing(status)) return laterThan(answer, reason);
  return { kind: 'refused', status, reason, ours: status === 401 || status === 403 };
}

function createSigner({ publicKey, privateKey }: PushKeys, subject: string): (audience: string) => string {
  const signed = new Map<string, { header: string; until: number }>();
  return (audience) => {
    const known = signed.get(audience);
    if (known && known.until > Date.now()) return known.header;
    const header = webPush.getVapidHeaders(audience, subject, publicKey, privateKey, 'aes128gcm').Authorization;
    if (signed.size >= MOST_SIGNED) signed.clear();
    signed.set(audience, { header, until: Date.now() + SIGNED_MS });
    return header;
  };
}
