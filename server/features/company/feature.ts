// The company's configuration: theme, modules, settings.
import type { Context, Feature } from '../../platform/feature.ts';
import { companyRoutes } from './routes.ts';

export const companyFeature = (context: Context): Feature => ({ name: 'company', routes: companyRoutes(context) });
