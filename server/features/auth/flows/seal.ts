// The keys for what is unsent on a person's devices when a session ends there: theirs alone, and only while they are signed in.
import { webcrypto } from 'node:crypto';
import type { SessionCall } from '../../../platform/feature.ts';
import { findSealKeys, insertSealKeys, type SealKeys } from '../repo/seal-repo.ts';

/** Made when they are first asked for. */
export async function sealKeysOf({ tx, actor }: SessionCall): Promise<SealKeys> {
  const { employee_id } = actor;
  const known = await findSealKeys(tx, employee_id);
  if (known) return known;
  await insertSealKeys(tx, employee_id, await makeKeys());
  const made = await findSealKeys(tx, employee_id);
  if (!made) throw new Error('The keys could not be kept');
  return made;
}

async function makeKeys(): Promise<SealKeys> {
  const { subtle } = webcrypto;
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey']);
  const [shown, secret] = await Promise.all([
    subtle.exportKey('raw', pair.publicKey),
    subtle.exportKey('pkcs8', pair.privateKey),
  ]);
  const text = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64');
  return { public_key: text(shown), private_key: text(secret) };
}
