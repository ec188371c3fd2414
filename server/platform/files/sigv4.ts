// AWS Signature Version 4: of POST policies and of requests. Pure.
import { createHash, createHmac } from 'node:crypto';

export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export const ALGORITHM = 'AWS4-HMAC-SHA256';
/** Of requests without a body. */
const EMPTY_HASH = createHash('sha256').digest('hex');

/** `YYYYMMDDTHHMMSSZ`. */
export const amzDate = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** `KEY/YYYYMMDD/region/s3/aws4_request`. */
export const credentialOf = (keys: SigningKeys, at: Date): string => `${keys.accessKeyId}/${scopeOf(keys, at)}`;

const scopeOf = ({ region }: SigningKeys, at: Date): string => `${amzDate(at).slice(0, 8)}/${region}/s3/aws4_request`;
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature in hex of a text (a policy in base64, a string to sign) made on the day of `at`. */
export function sign(keys: SigningKeys, at: Date, text: string): string {
  const day = hmac(`AWS4${keys.secretAccessKey}`, amzDate(at).slice(0, 8));
  return hmac(hmac(hmac(hmac(day, keys.region), 's3'), 'aws4_request'), text).toString('hex');
}

/** The headers of a request without a body, the given ones included, with its `authorization`. Paths are plain (no escapes). */
export function signedHeaders(
  keys: SigningKeys,
  request: { method: string; url: URL; headers?: Readonly<Record<string, string>> },
  at: Date,
): Record<string, string> {
  const { method, url } = request;
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': EMPTY_HASH,
    'x-amz-date': amzDate(at),
    ...request.headers,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    method,
    url.pathname,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    EMPTY_HASH,
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const signature = sign(keys, at, [ALGORITHM, amzDate(at), scopeOf(keys, at), hash].join('\n'));
  const authorization = `${ALGORITHM} Credential=${credentialOf(keys, at)},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { ...headers, authorization };
}
