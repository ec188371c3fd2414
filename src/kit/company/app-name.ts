// What the installed app is called, as its manifest says (server/features/company/manifest): by the company, or as the company is.
import { useQuery } from '@tanstack/react-query';
import type { CompanyConfig } from '#contract/company.ts';
import { configKey } from './settings.ts';

/** `short`: what stands below its icon. */
export function useAppName(): { readonly name: string; readonly short: string } {
  const { data } = useQuery<CompanyConfig>({ queryKey: configKey, enabled: false });
  // Where the API is on another origin, it is installed as the app's own (app/settings/install/name-app.ts).
  const { settings, company_name } = import.meta.env.VITE_BACKEND_URL ? {} : (data ?? {});
  const name = settings?.app_name ?? company_name ?? 'Limelight';
  return { name, short: settings?.app_short_name ?? name };
}
