// The POST policy of S3: what a form may upload, signed; and the judgement of a form that comes back. Pure.
import { timingSafeEqual } from 'node:crypto';
import { ALGORITHM, amzDate, credentialOf, type SigningKeys, sign } from './sigv4.ts';

/** What one form may upload: this key, this type, from 1 byte to `max_size`, until it expires. */
export interface UploadWish {
  readonly key: string;
  readonly mime_type: string;
  /** Bytes. */
  readonly max_size: number;
  /** Seconds. */
  readonly expires_in: number;
}

/** The fields that go into the form before `file`. */
export function signForm(keys: SigningKeys, bucket: string, wish: UploadWish, at: Date): Record<string, string> {
  const fields = {
    key: wish.key,
    'Content-Type': wish.mime_type,
    success_action_status: '201',
    'x-amz-algorithm': ALGORITHM,
    'x-amz-credential': credentialOf(keys, at),
    'x-amz-date': amzDate(at),
  };
  const policy = {
    expiration: new Date(at.getTime() + wish.expires_in * 1000).toISOString(),
    conditions: [
      { bucket },
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ['content-length-range', 1, wish.max_size],
    ],
  };
  const encoded = Buffer.from(JSON.stringify(policy)).toString('base64');
  return { ...fields, policy: encoded, 'x-amz-signature': sign(keys, at, encoded) };
}

export interface Granted {
  readonly key: string;
  /** Bytes. */
  readonly max_size: number;
}

/** What the form may upload, or why it may not. `fields` have their names in lower case, as S3 compares them. */
export function judgeForm(
  keys: SigningKeys,
  bucket: string,
  fields: ReadonlyMap<string, string>,
  now: Date,
): Granted | string {
  const encoded = fields.get('policy') ?? '';
  const signedAt = dateIn(fields.get('x-amz-date') ?? '');
  if (!signedAt || !same(fields.get('x-amz-signature') ?? '', sign(keys, signedAt, encoded)))
    return 'The signature does not fit';
  // From here on the policy is known to be our own, with all conditions exact.
  const { expiration, conditions } = JSON.parse(Buffer.from(encoded, 'base64').toString()) as Policy;
  if (!(now.getTime() < Date.parse(expiration))) return 'The form has expired';
  const wanted = new Map<string, string>([['bucket', bucket]]);
  for (const [name, value] of fields) if (!['policy', 'x-amz-signature'].includes(name)) wanted.set(name, value);
  let max_size = 0;
  for (const condition of conditions) {
    if (isRange(condition)) max_size = condition[2];
    else
      for (const [name, value] of Object.entries(condition)) {
        if (wanted.get(name.toLowerCase()) !== value) return `The field ${name} is not as it was signed`;
        wanted.delete(name.toLowerCase());
      }
  }
  const [extra] = wanted.keys();
  return extra === undefined ? { key: fields.get('key') ?? '', max_size } : `The field ${extra} was not signed`;
}

type Range = [name: string, min: number, max: number];
interface Policy {
  readonly expiration: string;
  readonly conditions: readonly (Readonly<Record<string, string>> | Range)[];
}
const isRange = (condition: Policy['conditions'][number]): condition is Range => Array.isArray(condition);

function dateIn(text: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  const date = match && new Date(`${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}Z`);
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

function same(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
