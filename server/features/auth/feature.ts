// Signing in: companies being registered, sessions, passwords.
import type { Context, Feature } from '../../platform/feature.ts';
import type { Authenticate } from '../../platform/http/routes.ts';
import { createDeps } from './deps.ts';
import type { AuthPorts } from './ports.ts';
import { sweep } from './repo/sweep-repo.ts';
import { authRoutes } from './routes.ts';
import { mountCallback } from './sso/callback.ts';

const SWEEP_MS = 15 * 60_000;

/** `authenticate`: the process's one (session/authenticate.ts). */
export function authFeature(context: Context, ports: AuthPorts, authenticate: Authenticate): Feature {
  const timer = setInterval(() => {
    context.db.system(sweep).catch((error) => context.log.warn({ err: error }, 'sweeping sign-in'));
  }, SWEEP_MS);
  timer.unref();
  const deps = createDeps(context, ports, authenticate);
  return {
    name: 'auth',
    routes: authRoutes(deps),
    mount: (http) => mountCallback(http, deps),
    stop: () => clearInterval(timer),
  };
}
