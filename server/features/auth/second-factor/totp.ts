// Codes of an authenticator app: RFC 6238 with what all such apps can do (SHA-1, six digits, 30 seconds). Pure.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const STEP_SECONDS = 30;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As long as SHA-1's own output, as RFC 4226 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20);

/** RFC 4648 without padding: how secrets are typed. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The code of a step, counted from 1970. */
export function codeAt(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** Which step the code is of: the present one, the one before or the one after. `now` in seconds; of two that fit the later. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const present = Math.floor(now / STEP_SECONDS);
  const given = Buffer.from(code.padEnd(6).slice(0, 6), 'latin1');
  const fits = [present - 1, present, present + 1].filter((step) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step), 'latin1'), given),
  );
  return fits.at(-1);
}

/** What the QR code says: the app shows `issuer` and `account` beside its codes. */
export function totpUri(secret: Uint8Array, issuer: string, account: string): string {
  // A colon parts the two.
  const [name, who] = [issuer.replaceAll(':', ' '), account].map(encodeURIComponent);
  return `otpauth://totp/${name}:${who}?secret=${base32(secret)}&issuer=${name}&algorithm=SHA1&digits=6&period=${STEP_SECONDS}`;
}
