// Browsers that somebody has signed in with. Wrong passwords of strangers count for an address, so that it is not guessed; its owner, who
// comes with a browser of theirs, is not locked out by them: it may go on trying the account that it has signed in to.
//
// That account and no other of the address: anybody can have one under somebody else's address, in a company of their own. The cookie
// is no key to anything: it only says which account may still be tried, for as long as its password is the same.
import type { Sealer } from '../../../platform/db/sealer.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { createSealedCookie } from './sealed-cookie.ts';

const UUID = 16;
const ACCOUNT = 2 * UUID;
const KIND = { cookie: 'limelight_device', purpose: 'signed_in', days: 180, size: ACCOUNT + 8 };

/** An account as it stood when the browser was signed in with. */
export interface KnownAccount {
  readonly company_id: string;
  readonly employee_id: string;
  /** When its password was chosen, in seconds since 1970. */
  readonly changed: number;
}

export interface Devices {
  /** The accounts under this address that the calling browser was signed in to. */
  known(call: Pick<OpenCall, 'cookies'>, email: string): KnownAccount[];
  /** The calling browser is known for this account from now on. */
  remember(call: OpenCall, email: string, account: KnownAccount): void;
}

/** `now` in milliseconds since 1970. */
export function createDevices(sealer: Sealer, now?: () => number): Devices {
  const held = createSealedCookie(sealer, KIND, now);
  return {
    known: (call, email) => held.read(call, email).map(accountIn),
    remember: (call, email, account) => {
      const content = contentOf(account);
      const isSame = (other: Buffer) => other.subarray(0, ACCOUNT).equals(content.subarray(0, ACCOUNT));
      held.put(call, email, content, isSame);
    },
  };
}

function contentOf({ company_id, employee_id, changed }: KnownAccount): Buffer {
  const content = Buffer.alloc(KIND.size);
  content.write((company_id + employee_id).replaceAll('-', ''), 'hex');
  content.writeDoubleBE(changed, ACCOUNT);
  return content;
}

const accountIn = (content: Buffer): KnownAccount => ({
  company_id: uuidIn(content, 0),
  employee_id: uuidIn(content, UUID),
  changed: content.readDoubleBE(ACCOUNT),
});

const uuidIn = (content: Buffer, at: number): string =>
  content.toString('hex', at, at + UUID).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
