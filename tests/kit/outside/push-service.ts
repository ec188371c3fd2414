// A push service on 127.0.0.1, as strict as the real ones (RFC 8030, 8188, 8291, 8292): subscriptions are bound to the key of a
// server, and what that sends is checked, decrypted and kept. Written from the standards, sharing nothing with what it is to check.
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';
import type { PushPayload } from '#contract/notifications/push.ts';
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts';

/** What a browser hands its page. */
export interface Subscribed {
  readonly endpoint: string;
  /** Base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface Received {
  readonly endpoint: string;
  /** Decrypted. */
  readonly payload: PushPayload;
  readonly headers: IncomingHttpHeaders;
  /** Of the decrypted text. */
  readonly bytes: number;
  /** The subject that the server gives of itself. */
  readonly subject: string;
}

/** Answered instead of taking the push: with a status and headers, or not at all. */
export type Answer = number | { readonly status: number; readonly headers: Record<string, string> } | 'silence';

export interface PushService extends AsyncDisposable {
  /** http://127.0.0.1:PORT */
  readonly origin: string;
  /** Lets a server of a test reach this, and nothing else. */
  readonly outbound: Outbound;
  /** A new subscription for the server with this VAPID key (base64url). */
  endpointFor(vapid_public_key: string): Subscribed;
  /** What was taken, in order. */
  readonly received: readonly Received[];
  /** Every request, taken or not: its endpoint and what was answered. */
  readonly asked: readonly { readonly endpoint: string; readonly status: number; readonly why: string }[];
  /** From now on, for one subscription; null: takes what comes. */
  answerWith(subscribed: Pick<Subscribed, 'endpoint'>, answer: Answer | null): void;
  close(): Promise<void>;
}

interface Box {
  readonly vapid_public_key: string;
  readonly ecdh: ECDH;
  readonly auth: string;
  answer: Answer | null;
}

/** What real ones take at least (RFC 8030, 7.2), and what they take at most. */
const MOST_BYTES = 4_096;

export async function startPushService(): Promise<PushService> {
  const boxes = new Map<string, Box>();
  const received: Received[] = [];
  const asked: { endpoint: string; status: number; why: string }[] = [];
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const endpoint = origin + (request.url ?? '');
    const body = await buffer(request);
    const answer = (status: number, why: string, headers: Record<string, string> = {}) => {
      asked.push({ endpoint, status, why });
      response.writeHead(status, headers).end(why);
    };
    const box = boxes.get(endpoint);
    if (!box) return answer(404, 'no such subscription');
    if (box.answer === 'silence') return void asked.push({ endpoint, status: 0, why: 'silence' });
    if (box.answer !== null) {
      const { status, headers } = typeof box.answer === 'number' ? { status: box.answer, headers: {} } : box.answer;
      return answer(status, 'as told', headers);
    }
    const refusal = refusalOf(request, body, box, origin);
    if (refusal) return answer(refusal.status, refusal.why);
    const text = ece.decrypt(body, { version: 'aes128gcm', privateKey: box.ecdh, authSecret: box.auth });
    const { headers } = request;
    const { sub } = claimsOf(headers.authorization ?? '').claims;
    received.push({ endpoint, payload: JSON.parse(text.toString()), headers, bytes: text.length, subject: sub ?? '' });
    answer(201, 'taken', { location: `${origin}/taken/${received.length}` });
  };
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return {
    origin,
    outbound: createOutbound({
      resolve: async () => ['127.0.0.1'],
      isOpen: (address, at) => address === '127.0.0.1' && at === port,
      unencrypted: true,
    }),
    endpointFor: (vapid_public_key) => {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      const auth = randomBytes(16).toString('base64url');
      const endpoint = `${origin}/push/${randomBytes(18).toString('base64url')}`;
      boxes.set(endpoint, { vapid_public_key, ecdh, auth, answer: null });
      return { endpoint, keys: { p256dh, auth } };
    },
    received,
    asked,
    answerWith: ({ endpoint }, answer) => {
      const box = boxes.get(endpoint);
      if (!box) throw new Error('No such subscription');
      box.answer = answer;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Claims {
  readonly aud?: string;
  readonly exp?: number;
  readonly sub?: string;
}

/** `vapid t=JWT, k=KEY` (RFC 8292, 3). */
function claimsOf(authorization: string): {
  readonly claims: Claims;
  readonly key: string;
  readonly isSigned: boolean;
} {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || read(head).alg !== 'ES256') return { claims: {}, key, isSigned: false };
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return { claims: read(payload), key, isSigned };
}

/** Why a real push service would not take it. */
function refusalOf({ method, headers }: IncomingMessage, body: Buffer, box: Box, origin: string) {
  const no = (status: number, why: string) => ({ status, why });
  const { claims, key, isSigned } = claimsOf(headers.authorization ?? '');
  const { aud, exp = 0, sub = '' } = claims;
  const seconds = exp - Date.now() / 1000;
  if (method !== 'POST') return no(405, 'not posted');
  if (!isSigned) return no(401, 'not signed');
  if (aud !== origin) return no(403, 'signed for another push service');
  if (seconds <= 0 || seconds > 86_400) return no(403, 'expired, or good for more than a day');
  if (!/^(https:\/\/|mailto:.+@)[\w-]+(\.[\w-]+)+/.test(sub)) return no(403, 'not a subject');
  if (key !== box.vapid_public_key) return no(403, 'subscribed for another server');
  if (!/^\d+$/.test(String(headers.ttl))) return no(400, 'no TTL');
  if (headers['content-encoding'] !== 'aes128gcm') return no(400, 'not encrypted');
  if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency))) return no(400, 'no urgency');
  if (!/^[\w-]{1,32}$/.test(String(headers.topic))) return no(400, 'not a topic');
  if (body.length > MOST_BYTES) return no(413, 'too large');
  return null;
}
