// What the provider of company sign-on gave us to keep, sealed: who has only the database cannot speak to it in our name, nor read what
// it says of people. What servers kept before this was in clear; it is sealed when it is next used, or gone with its session.
import type { Sealer } from '../../../platform/db/sealer.ts';

const PREFIX = 'sealed:';

export const isSealed = (kept: string): boolean => kept.startsWith(PREFIX);

/** How it stands in the database. */
export const asText = {
  bytesIn: (kept: string): Buffer | undefined =>
    isSealed(kept) ? Buffer.from(kept.slice(PREFIX.length), 'base64url') : undefined,
  textOf: (bytes: Buffer): string => PREFIX + bytes.toString('base64url'),
};

/** '' stays ''. `owner`: whose it is. */
export const sealed = (sealer: Sealer, owner: string, text: string): string =>
  text && asText.textOf(sealer.seal(Buffer.from(text), owner));

/** '' if there is none, or the key that it was sealed with is lost. */
export function opened(sealer: Sealer, owner: string, kept: string): string {
  const bytes = asText.bytesIn(kept);
  return bytes ? (sealer.open(bytes, owner)?.toString() ?? '') : kept;
}
