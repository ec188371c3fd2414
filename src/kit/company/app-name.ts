// What the installed app is called and how it looks, as its manifest says (server/features/company/manifest): by the company, or as
// the company is.
import { useQuery } from '@tanstack/react-query';
import type { CompanyConfig } from '#contract/company.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { configKey } from './settings.ts';

export interface AppName {
  readonly name: string;
  /** What stands below its icon. */
  readonly short: string;
  /** The address of its icon, which fills a square; undefined where it has Limelight's. */
  readonly icon: string | undefined;
}

export function useAppName(): AppName {
  const { data } = useQuery<CompanyConfig>({ queryKey: configKey, enabled: false });
  // Where the API is on another origin, it is installed as the app's own (app/settings/install/name-app.ts).
  const { settings, company_name, company_logo } = import.meta.env.VITE_BACKEND_URL ? {} : (data ?? {});
  const name = settings?.app_name ?? company_name ?? 'Limelight';
  return { name, short: settings?.app_short_name ?? name, icon: iconOf(settings?.app_icon ?? company_logo) };
}

/** Only a picture of ours comes in the sizes that an icon has. */
export const iconOf = (picture: string | null | undefined): string | undefined =>
  picture?.startsWith(`${API_BASE}/files/`) ? `${picture}?icon=maskable` : undefined;
