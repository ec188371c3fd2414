// People: employees, their accounts, roles and chosen status.
import type { Context, Feature } from '../../platform/feature.ts';
import { keepErasing } from './accounts/leaving/erasing-job.ts';
import { type PeoplePorts, peopleDeps } from './deps.ts';
import { peopleRoutes } from './routes.ts';

/** `ports`: what happens elsewhere when somebody leaves. */
export function peopleFeature(context: Context, ports: PeoplePorts): Feature {
  const deps = peopleDeps(context, ports);
  return { name: 'people', routes: peopleRoutes(deps), stop: keepErasing(context, deps) };
}
