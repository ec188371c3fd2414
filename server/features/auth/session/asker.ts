// Browsers that have asked for a code which proves an address: it works in no other one, and guesses of others do not count for
// them. The registration says which one that is, so that of two who register one address each has a code of their own.
import { randomBytes } from 'node:crypto';
import type { Sealer } from '../../../platform/db/sealer.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { createSealedCookie } from './sealed-cookie.ts';

const KIND = { cookie: 'limelight_asked', purpose: 'asked', days: 2, size: 12 };

export interface Askers {
  /** What the calling browser is known by for this address; undefined if it has not asked. */
  known(call: Pick<OpenCall, 'cookies'>, email: string): string | undefined;
  /** The calling browser has asked for this address; returns what it is known by from now on. */
  remember(call: OpenCall, email: string): string;
}

export function createAskers(sealer: Sealer): Askers {
  const held = createSealedCookie(sealer, KIND);
  const known: Askers['known'] = (call, email) => held.read(call, email)[0]?.toString('base64url');
  return {
    known,
    remember: (call, email) => {
      // The same one for as long as it is used: what was guessed there goes on counting.
      const id = held.read(call, email)[0] ?? randomBytes(KIND.size);
      held.put(call, email, id, () => true);
      return id.toString('base64url');
    },
  };
}
