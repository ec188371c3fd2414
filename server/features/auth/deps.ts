// What the flows of signing in share, made once at start.
import type { Context } from '../../platform/feature.ts';
import type { Authenticate } from '../../platform/http/routes.ts';
import { appUrl } from './app-url.ts';
import { createDecoys, type Decoys } from './flows/decoys.ts';
import { createHasher, type Hasher } from './passwords/hasher.ts';
import type { AuthPorts } from './ports.ts';

export interface Deps extends AuthPorts {
  readonly context: Context;
  readonly authenticate: Authenticate;
  readonly hasher: Hasher;
  readonly decoys: Decoys;
  readonly publicUrl: string;
  /** Wrong passwords and codes of an address: ten in a quarter of an hour. Taken before the check, given back (-1) when right. */
  readonly countFailure: (address: string, points?: number) => Promise<void>;
  /** Mails that anyone may cause for an address. Counted for every address, known or not. */
  readonly countMail: (address: string) => Promise<void>;
}

export function createDeps(context: Context, ports: AuthPorts, authenticate: Authenticate): Deps {
  return {
    ...ports,
    context,
    authenticate,
    hasher: createHasher(),
    decoys: createDecoys(),
    publicUrl: appUrl(context.config),
    countFailure: context.limits.create('auth.failure', 10, 900),
    countMail: context.limits.create('auth.mail', 5, 900),
  };
}
