// Where a file is read: an address of our own that says which company and file. A private one is signed for one reader and for
// some minutes; that of a public one is for ever, and known only to who was told. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '#contract/kernel/envelope.ts';
import type { FileRow } from './repo.ts';

/** Forms of the disk's store are posted here. */
export const UPLOAD_PATH = `${API_BASE}/files/upload`;
export const DOWNLOAD_PATH = `${API_BASE}/files/:company_id/:file_id/:name`;
/** An address is the same for so long, so that what was loaded need not be loaded again; it is good for 1 to 2 times that. */
const WINDOW_S = 900;

type Addressed = Pick<FileRow, 'company_id' | 'file_id' | 'key'>;

export interface Signed {
  readonly by: string;
  /** Seconds since 1970. */
  readonly expires: string;
  readonly signature: string;
}

/** Without a signature: enough for a public file. */
export const addressOf = ({ company_id, file_id, key }: Addressed): string =>
  `${API_BASE}/files/${company_id}/${file_id}/${key.slice(key.lastIndexOf('/') + 1)}`;

/** For this reader. `now` in milliseconds. */
export function signedAddress(secret: string, file: Addressed, by: string, now: number): string {
  const expires = String((Math.floor(now / 1000 / WINDOW_S) + 2) * WINDOW_S);
  const signature = signatureOf(secret, file, by, expires);
  return `${addressOf(file)}?${String(new URLSearchParams({ by, expires, signature }))}`;
}

/** Seconds for which it is still good; undefined if it is not, or never was. */
export function goodFor(
  secret: string,
  file: Pick<Addressed, 'company_id' | 'file_id'>,
  given: Signed,
  now: number,
): number | undefined {
  const right = Buffer.from(signatureOf(secret, file, given.by, given.expires));
  const signature = Buffer.from(given.signature);
  if (signature.length !== right.length || !timingSafeEqual(signature, right)) return undefined;
  const left = Number(given.expires) - Math.floor(now / 1000);
  return left > 0 ? left : undefined;
}

const signatureOf = (
  secret: string,
  { company_id, file_id }: Pick<Addressed, 'company_id' | 'file_id'>,
  by: string,
  expires: string,
): string => createHmac('sha256', secret).update([company_id, file_id, by, expires].join('\n')).digest('base64url');
