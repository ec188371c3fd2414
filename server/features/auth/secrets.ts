// Making secrets and what is kept of them. Passwords are another matter: passwords/hasher.ts.
import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/** 32 random bytes, 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

const SECRET = /^[\w-]{43}$/;
/** True if it can be a secret of ours: what cannot is refused without asking the database. */
export const isSecret = (text: string): boolean => SECRET.test(text);

/** What is kept of a secret with 256 bits: SHA-256 suffices, for there is nothing to guess. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The secret that follows another one: who has neither the key nor the one before cannot make it. */
export const followingSecret = (key: Buffer, secret: string): string =>
  createHmac('sha256', key).update(secret).digest('base64url');

/** Six digits, all equally likely. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Of a code, together with whose it is: equal codes of two registrations do not look alike. */
export const hashOfCode = (company_id: string, code: string): Buffer => hashOf(`${company_id}:${code}`);

/** How addresses are compared and counted: case does not matter. */
export const addressKey = (email: string): string => email.normalize('NFC').trim().toLowerCase();
