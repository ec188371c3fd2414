// Whoever runs the server: their accounts, and what they see and do ("backadmin").
import type { Context, Feature } from '../../platform/feature.ts';
import { createHasher } from '../auth/service.ts';
import { firstToken } from './accounts/setup.ts';
import { operatorRoutes } from './routes.ts';

/** `sockets`: how many are open. */
export function operatorFeature(context: Context, sockets: () => number): Feature {
  const { db, limits } = context;
  const deps = {
    context,
    sockets,
    hasher: createHasher(context.config.passwordMemory),
    countPlace: limits.create('operator.place', 10, 900),
    countAccount: limits.create('operator.account', 100, 3600),
    countGuess: limits.create('operator.password', 10, 900),
  };
  return {
    name: 'operator',
    routes: operatorRoutes(deps),
    // Behind the #, where neither servers nor proxies write it down.
    announce: async (origin) => {
      const token = await firstToken(db);
      return token && `Set up the operator once at ${context.config.publicUrl ?? origin}/backadmin/setup#${token}`;
    },
  };
}
