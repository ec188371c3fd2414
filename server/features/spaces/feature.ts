// Spaces: places that people join, with sub-spaces in which chat happens.
import type { Context, Feature } from '../../platform/feature.ts';
import { listSpaceIds } from './members/member-repo.ts';
import { spacesRoutes } from './routes.ts';

export function spacesFeature(_context: Context): Feature {
  return {
    name: 'spaces',
    routes: spacesRoutes(),
    topics: async (tx, employee_id) => (await listSpaceIds(tx, employee_id)).map((space_id) => `space:${space_id}`),
  };
}
