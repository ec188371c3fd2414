// A cookie with a few sealed entries of the same length, each for one address: nothing of them is kept here, so it takes as long to read
// for an address that nobody has.
import type { Sealer } from '../../../platform/db/sealer.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { addressKey } from '../secrets.ts';

const DAY_S = 86_400;
/** People who share a browser. */
const MAX = 5;
/** What sealing adds to the content. */
const SEAL = 28;
const DAY = 4;

interface Kind {
  readonly cookie: string;
  /** What the entries are sealed for, besides the address. */
  readonly purpose: string;
  readonly days: number;
  /** Of the content, in bytes. */
  readonly size: number;
}

export interface SealedCookie {
  /** What the browser holds for this address, newest first. */
  read(call: Pick<OpenCall, 'cookies'>, email: string): Buffer[];
  /** Puts the content in front, in place of what `isSame` says of those for this address. */
  put(call: OpenCall, email: string, content: Buffer, isSame: (held: Buffer) => boolean): void;
}

/** `now` in milliseconds since 1970. */
export function createSealedCookie(
  sealer: Sealer,
  { cookie, purpose, days, size }: Kind,
  now: () => number = Date.now,
): SealedCookie {
  const length = Math.ceil(((size + DAY + SEAL) * 4) / 3);
  const ownerOf = (email: string) => `${purpose} ${addressKey(email)}`;
  const today = () => Math.floor(now() / 1000 / DAY_S);
  const open = (entry: string, email: string): Buffer | undefined => {
    const found = sealer.open(Buffer.from(entry, 'base64url'), ownerOf(email));
    return found && found.readUInt32BE(size) > today() - days ? found.subarray(0, size) : undefined;
  };
  const entriesOf = ({ cookies }: Pick<OpenCall, 'cookies'>) =>
    (cookies[cookie] ?? '').split('~', MAX).filter((entry) => entry.length === length && /^[\w-]+$/.test(entry));
  return {
    read: (call, email) => entriesOf(call).flatMap((entry) => open(entry, email) ?? []),
    put: (call, email, content, isSame) => {
      const others = entriesOf(call).filter((entry) => {
        const held = open(entry, email);
        return !held || !isSame(held);
      });
      const day = Buffer.alloc(DAY);
      day.writeUInt32BE(today());
      const entry = sealer.seal(Buffer.concat([content, day]), ownerOf(email)).toString('base64url');
      call.setCookie(cookie, [entry, ...others].slice(0, MAX).join('~'), days * DAY_S);
    },
  };
}
