// The company's configuration: theme, modules, settings.
import type { Context, Feature } from '../../platform/feature.ts';
import { type ManifestPorts, mountManifest } from './manifest/serve.ts';
import { companyRoutes } from './routes.ts';

/** `hasIcons`: see features/files. */
export const companyFeature = (context: Context, { hasIcons }: ManifestPorts): Feature => ({
  name: 'company',
  routes: companyRoutes(context),
  mount: (http) => mountManifest(http, context, { hasIcons }),
});
