// People: employees, their accounts, roles and chosen status.
import type { Context, Feature } from '../../platform/feature.ts';
import { finchImport } from './accounts/importing/finch/finch-routes.ts';
import { keepImporting } from './accounts/importing/import-job.ts';
import { importRoutes } from './accounts/importing/import-routes.ts';
import type { ImportFiles } from './accounts/importing/importing.ts';
import { keepRemovingDeactivated, removeDeactivated } from './accounts/leaving/deactivated-job.ts';
import { eraseAgain, tellOwnerless } from './accounts/leaving/erasing-again.ts';
import { keepErasing } from './accounts/leaving/erasing-job.ts';
import { offerProvisioning } from './accounts/provisioning/offer.ts';
import { type PeoplePorts, peopleDeps } from './deps.ts';
import { peopleRoutes } from './routes.ts';

interface PeopleFeature extends Feature {
  /** For the feature provisioning. */
  readonly provisioned: ReturnType<typeof offerProvisioning>;
  /** What is done each hour, done now: answers how many people were deleted. */
  readonly removeDeactivated: () => Promise<number>;
}

/** `ports`: what happens elsewhere when somebody leaves. `files`: those that people are imported from. */
export function peopleFeature(context: Context, ports: PeoplePorts, files: ImportFiles): PeopleFeature {
  const deps = peopleDeps(context, ports);
  const prepare = async () => {
    await eraseAgain(context, deps);
    await tellOwnerless(context, deps);
  };
  const imports = keepImporting(context, deps);
  const erasing = keepErasing(context, deps);
  const stopRemoving = keepRemovingDeactivated(context, deps);
  const finch = finchImport(context);
  const routes = [...peopleRoutes(deps, erasing), ...importRoutes(context.db, files, imports), ...finch.routes];
  const stop = async () => void (await Promise.all([imports.stop(), erasing.stop(), stopRemoving(), finch.stop()]));
  return {
    name: 'people',
    routes,
    prepare,
    stop,
    provisioned: offerProvisioning(deps),
    removeDeactivated: () => removeDeactivated(context, deps),
  };
}
