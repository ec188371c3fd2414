// What the flows of signing in share, made once at start.
import type { Config } from '../../platform/config/config.ts';
import type { Sealer } from '../../platform/db/sealer.ts';
import type { Context } from '../../platform/feature.ts';
import type { Authenticate } from '../../platform/http/routes.ts';
import { createDecoys, type Decoys } from './flows/decoys.ts';
import { createHasher, type Hasher } from './passwords/hasher.ts';
import { createTurnstile, type Turnstile } from './passwords/turnstile.ts';
import type { AuthPorts } from './ports.ts';
import { type Askers, createAskers } from './session/asker.ts';
import { createDevices, type Devices } from './session/device.ts';

export interface Deps extends AuthPorts {
  readonly context: Context;
  readonly authenticate: Authenticate;
  readonly hasher: Hasher;
  /** Of those who sign in by password: in here is all that it takes, looking up included. */
  readonly door: Turnstile;
  readonly decoys: Decoys;
  /** For what is kept and must be read again. */
  readonly sealer: Sealer;
  /** The same for company sign-on. */
  readonly ssoSealer: Sealer;
  /** Which browsers people have signed in with. */
  readonly devices: Devices;
  /** Which browsers have asked for a code that proves an address: it works in no other one. */
  readonly askers: Askers;
  readonly publicUrl: string;
  /**
   * Wrong passwords and codes of an address, codes of one who has asked on their own: five in a quarter of an hour. Taken before the
   * check, given back (-1) when right.
   */
  readonly countFailure: (address: string, points?: number) => Promise<void>;
  /** Wrong passwords of an account from browsers that it was signed in with, once those of its address are used up: twenty in as long. */
  readonly countKnown: (account: string, points?: number) => Promise<void>;
  /** The same from one address of the network, whomever they are meant for: 600 in an hour, for behind one there may be a whole company. */
  readonly countFrom: (ip: string, points?: number) => Promise<void>;
  /** Wrong second factors of a person: ten in an hour, the same way. */
  readonly countSecond: (employee_id: string, points?: number) => Promise<void>;
  /** The same for guesses in a session that is open: they lock nobody out at the door, and those at the door lock nobody out here. */
  readonly countProof: (employee_id: string, points?: number) => Promise<void>;
  /** Mails of a kind that anyone may cause for an address: three in a quarter of an hour. Counted for every address, known or not. */
  readonly countMail: (address: string) => Promise<void>;
}

export function createDeps(context: Context, ports: AuthPorts, authenticate: Authenticate): Deps {
  return {
    ...ports,
    context,
    authenticate,
    hasher: createHasher(context.config.passwordMemory),
    // More than are hashed at a time, so that hashing goes on while others are looked up.
    door: createTurnstile({ running: 4, waiting: 200, seconds: 5, code: 'SIGN_IN_FULL' }),
    decoys: createDecoys(),
    sealer: context.sealers['second-factor'],
    ssoSealer: context.sealers.sso,
    devices: createDevices(context.sealers.device),
    askers: createAskers(context.sealers.device),
    publicUrl: appUrl(context.config),
    countFailure: context.limits.create('auth.failure', 5, 900),
    countKnown: context.limits.create('auth.failure_known', 20, 900),
    countFrom: context.limits.create('auth.failure_from', 600, 3600),
    countSecond: context.limits.create('auth.second_factor', 10, 3600),
    countProof: context.limits.create('auth.proof', 10, 900),
    countMail: context.limits.create('auth.mail', 3, 900),
  };
}

/**
 * Where links in mails lead, without a slash at the end: never from the Host header, for whoever sends a request decides what stands
 * there. Without PUBLIC_URL it is this machine, as the ready line says.
 */
export const appUrl = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;
