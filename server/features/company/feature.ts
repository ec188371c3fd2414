// The company's configuration: theme, modules, settings.
import type { Context, Feature } from '../../platform/feature.ts';
import type { IconPorts } from './manifest/icon.ts';
import { mountManifest } from './manifest/serve.ts';
import { companyRoutes } from './routes.ts';
import type { ConfigPorts } from './service.ts';

/** `hasIcons`: see features/files. */
export const companyFeature = (context: Context, { hasIcons }: IconPorts, ports: ConfigPorts): Feature => ({
  name: 'company',
  routes: companyRoutes(context, ports),
  mount: (http) => mountManifest(http, context, { hasIcons }),
});
