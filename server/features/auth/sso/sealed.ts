// What the provider of company sign-on gave us to keep, sealed: who has only the database cannot speak to it in our name, nor read what
// it says of people. What servers kept before this was in clear; it is sealed when it is next used, or gone with its session.
import type { Sealer } from '../../../platform/db/sealer.ts';

const PREFIX = 'sealed:';

export const isSealed = (kept: string): boolean => kept.startsWith(PREFIX);

/** '' stays ''. `owner`: whose it is. */
export const sealed = (sealer: Sealer, owner: string, text: string): string =>
  text && PREFIX + sealer.seal(Buffer.from(text), owner).toString('base64url');

/** '' if there is none, or the key that it was sealed with is lost. */
export const opened = (sealer: Sealer, owner: string, kept: string): string =>
  isSealed(kept) ? (sealer.open(Buffer.from(kept.slice(PREFIX.length), 'base64url'), owner)?.toString() ?? '') : kept;
