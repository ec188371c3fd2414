// The keys by which a device seals what is unsent when a session ends on it (product.md 6): who signs in again gets it back.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { empty } from '../kernel/fields.ts';

/** The person's own pair, made when it is first asked for: P-256, in base64. The device keeps the public one only. */
export const sealKeys = endpoint({
  name: 'auth.seal.keys',
  method: 'POST',
  path: '/auth/seal/keys',
  access: 'session',
  rate: 'write',
  idempotency: 'natural',
  input: empty,
  /** `public_key`: the point, uncompressed; `private_key`: PKCS #8. */
  output: v.strictObject({ public_key: v.string(), private_key: v.string() }),
});
