// People: employees, their accounts, roles and chosen status.
import type { Context, Feature } from '../../platform/feature.ts';
import { type PeoplePorts, peopleDeps } from './deps.ts';
import { peopleRoutes } from './routes.ts';

/** `ports`: what happens elsewhere when somebody is removed. */
export function peopleFeature(context: Context, ports: PeoplePorts = {}): Feature {
  return { name: 'people', routes: peopleRoutes(peopleDeps(context, ports)) };
}
