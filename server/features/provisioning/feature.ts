// Provisioning: a company's identity provider makes, changes and switches off accounts and groups.
import type { Context, Feature } from '../../platform/feature.ts';
import type { ProvisionedPort } from './ports.ts';
import { provisioningRoutes } from './routes.ts';
import { mountScim } from './scim/mount.ts';

export const provisioningFeature = (context: Context, port: ProvisionedPort): Feature => ({
  name: 'provisioning',
  routes: provisioningRoutes(context, port),
  mount: (http) => mountScim(http, context, port),
});
