// The public keys of web push. Pure.
import { ECDH } from 'node:crypto';

/** True for a point of P-256, uncompressed and on the curve. `key`: base64url. */
export function isPoint(key: string): boolean {
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    return ECDH.convertKey(bytes, 'prime256v1').length === 65;
  } catch {
    return false;
  }
}
