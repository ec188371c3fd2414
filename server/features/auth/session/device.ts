// Browsers that somebody has signed in with. Wrong passwords of strangers count for an address, so that it is not guessed; its owner, who
// comes with a browser of theirs, is counted apart and cannot be locked out by them.
//
// The cookie is no key to anything: it only says whose guesses are counted where. It is sealed for the address, so nothing is looked up,
// and it takes as long for an address that nobody has.
import { randomBytes } from 'node:crypto';
import type { Sealer } from '../../../platform/db/sealer.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { addressKey } from '../secrets.ts';

const DAY_S = 86_400;
/** What a browser is remembered for: signing in with it, and asking for a code that proves the address. */
const KINDS = {
  signed_in: { cookie: 'limelight_device', days: 180 },
  asked: { cookie: 'limelight_asked', days: 2 },
} as const;
/** People who share a browser. */
const MAX = 5;
const ID = 12;
const ENTRY = /^[\w-]{59}$/;

export interface Devices {
  /** What the calling browser is known by for this address; undefined if it is not. */
  known(call: Pick<OpenCall, 'cookies'>, email: string): string | undefined;
  /** The calling browser is known for this address from now on. */
  remember(call: OpenCall, email: string): void;
}

/** `now` in milliseconds since 1970. */
export function createDevices(sealer: Sealer, kind: keyof typeof KINDS, now: () => number = Date.now): Devices {
  const { cookie, days } = KINDS[kind];
  const ownerOf = (email: string) => `${kind} ${addressKey(email)}`;
  const today = () => Math.floor(now() / 1000 / DAY_S);
  const open = (entry: string, email: string): string | undefined => {
    const found = sealer.open(Buffer.from(entry, 'base64url'), ownerOf(email));
    return found && found.readUInt32BE(ID) > today() - days ? found.toString('base64url', 0, ID) : undefined;
  };
  const entriesOf = ({ cookies }: Pick<OpenCall, 'cookies'>) =>
    (cookies[cookie] ?? '').split('~', MAX).filter((entry) => ENTRY.test(entry));
  const known: Devices['known'] = (call, email) => {
    for (const entry of entriesOf(call)) {
      const id = open(entry, email);
      if (id) return id;
    }
    return undefined;
  };
  return {
    known,
    remember: (call, email) => {
      const others = entriesOf(call).filter((entry) => !open(entry, email));
      const content = Buffer.alloc(ID + 4);
      // The same one for as long as it is used: what was guessed there goes on counting.
      Buffer.from(known(call, email) ?? randomBytes(ID).toString('base64url'), 'base64url').copy(content);
      content.writeUInt32BE(today(), ID);
      const entry = sealer.seal(content, ownerOf(email)).toString('base64url');
      call.setCookie(cookie, [entry, ...others].slice(0, MAX).join('~'), days * DAY_S);
    },
  };
}
