// Signing in: companies being registered, sessions, passwords.
import type { Actor } from '../../platform/actor.ts';
import type { Context, Feature } from '../../platform/feature.ts';
import type { Authenticate, IsProven } from '../../platform/http/routes.ts';
import { createDeps } from './deps.ts';
import type { AuthPorts } from './ports.ts';
import { sweep } from './repo/sweep-repo.ts';
import { authRoutes } from './routes.ts';
import { proveAgain, whatIsAsked } from './second-factor/prove-again.ts';
import { hasProven } from './session/fresh-proof.ts';
import { mountCallback } from './sso/callback.ts';

const SWEEP_MS = 15 * 60_000;

/** Before what whoever finds an open screen must not do; of other features, too. */
export interface Proof {
  readonly whatIsAsked: typeof whatIsAsked;
  proveAgain(actor: Actor, password: string | undefined): Promise<void>;
}

/** `authenticate`: the process's one (session/authenticate.ts). */
export function authFeature(
  context: Context,
  ports: AuthPorts,
  authenticate: Authenticate,
): Feature & { readonly proof: Proof; readonly isProven: IsProven } {
  const timer = setInterval(() => {
    context.db.system(sweep).catch((error) => context.log.warn({ err: error }, 'sweeping sign-in'));
  }, SWEEP_MS);
  timer.unref();
  const deps = createDeps(context, ports, authenticate);
  return {
    name: 'auth',
    proof: { whatIsAsked, proveAgain: (actor, password) => proveAgain(deps, actor, password) },
    isProven: (actor, asked) => hasProven(context.db, actor, asked),
    routes: authRoutes(deps),
    mount: (http) => mountCallback(http, deps),
    stop: () => clearInterval(timer),
  };
}
