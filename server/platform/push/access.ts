// The access token with which this server sends at Google: asked for with an assertion that the service account signs (RFC 7523),
// kept until shortly before it expires.
import { createPrivateKey, sign } from 'node:crypto';
import type { ServiceAccount } from '../config/fcm.ts';
import type { Outbound, Posted } from '../outbound/outbound.ts';

export interface Access {
  /** Throws `AccessRefused`, or `OutboundError` if there was no answer. */
  token(): Promise<string>;
  /** It is good for nothing any more: the next one is another. */
  drop(token: string): void;
}

/** The account gets no token. */
export class AccessRefused extends Error {
  override readonly name = 'AccessRefused';
  readonly answer: Posted;
  constructor(answer: Posted) {
    super(`Google answered ${answer.status} when this server asked for access`);
    this.answer = answer;
  }
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTED_S = 3_600;
/** Before it expires: it has to last until the push has arrived there. */
const EARLY_MS = 60_000;
/** Tokens are of 2 KB at most, and something is said about them. */
const MOST_SAID = 16_384;
/** However many pushes wait: an account that was refused is not tried again for each of them. */
const REFUSED_MS = 2_000;

export function createAccess(outbound: Outbound, account: ServiceAccount): Access {
  let known: { readonly token: string; readonly until: number } | undefined;
  let refused: { readonly error: AccessRefused; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    const body = new URLSearchParams({ grant_type: GRANT, assertion: assertionOf(account, Date.now()) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const asked = Date.now();
    const answer = await outbound.post(account.tokenUri, {
      headers,
      body: Buffer.from(body.toString()),
      most: MOST_SAID,
    });
    const given = answer.status === 200 ? grantIn(answer.said) : undefined;
    if (!given) {
      refused = { error: new AccessRefused(answer), until: Date.now() + REFUSED_MS };
      throw refused.error;
    }
    known = { token: given.token, until: asked + given.seconds * 1_000 - EARLY_MS };
    return given.token;
  };
  return {
    token: async () => {
      const now = Date.now();
      if (known && known.until > now) return known.token;
      if (refused && refused.until > now) throw refused.error;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    drop: (token) => {
      if (known?.token === token) known = undefined;
    },
  };
}

/** RS256. `now`: milliseconds. */
function assertionOf({ clientEmail, privateKey, privateKeyId, tokenUri }: ServiceAccount, now: number): string {
  const iat = Math.floor(now / 1_000);
  const claims = { iss: clientEmail, scope: SCOPE, aud: tokenUri, iat, exp: iat + ASSERTED_S };
  const text = [{ alg: 'RS256', typ: 'JWT', kid: privateKeyId }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('sha256', Buffer.from(text), createPrivateKey(privateKey)).toString('base64url')}`;
}

/** Undefined for what is no token. */
function grantIn(said: string): { readonly token: string; readonly seconds: number } | undefined {
  try {
    const { access_token, expires_in } = JSON.parse(said) as { access_token?: unknown; expires_in?: unknown };
    // It goes into a header.
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token)) return undefined;
    return { token: access_token, seconds: Number(expires_in) || 0 };
  } catch {
    return undefined;
  }
}
