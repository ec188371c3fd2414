// The picture that a company's installed app has as its icon, asked for by whoever draws the app: its manifest, and its pushes.

import type { Context } from '../../../platform/feature.ts';
import { seekCompany } from '../../auth/service.ts';
import { loadConfig } from '../repo.ts';
import { allSettings } from '../settings.ts';

export interface IconPorts {
  /** The address is that of a picture of this company of which there are icons. */
  hasIcons(company_id: string, url: string): Promise<boolean>;
}

/** The address of the picture, below the origin, of the company that it was asked for; undefined if the app has its own icon. */
export type AppIcon = (company_id: string) => Promise<string | undefined>;

/** So long one push after the other is drawn with what the first has found. */
const KNOWN_MS = 60_000;
const MOST_KNOWN = 500;

interface Named {
  readonly app_icon: string | null;
  readonly company_logo: string | null;
}

/** The icon that was chosen, or else the logo: of what there are icons of. */
export async function pictureOf(
  { hasIcons }: IconPorts,
  company_id: string,
  { app_icon, company_logo }: Named,
): Promise<string | undefined> {
  for (const url of [app_icon, company_logo]) if (url && (await hasIcons(company_id, url))) return url;
  return undefined;
}

/** With what it has found in the last minute. */
export function createAppIcon({ db }: Pick<Context, 'db'>, ports: IconPorts): AppIcon {
  const known = new Map<string, { readonly found: Promise<string | undefined>; readonly until: number }>();
  const find = async (company_id: string) => {
    const named = await db.company(company_id, async (tx): Promise<Named | undefined> => {
      const [company, { settings }] = await Promise.all([seekCompany(tx), loadConfig(tx)]);
      return company && { company_logo: company.company_logo, app_icon: allSettings(settings).app_icon };
    });
    return named && pictureOf(ports, company_id, named);
  };
  return (company_id) => {
    const there = known.get(company_id);
    if (there && there.until > Date.now()) return there.found;
    if (known.size >= MOST_KNOWN) known.clear();
    const found = find(company_id);
    known.set(company_id, { found, until: Date.now() + KNOWN_MS });
    found.catch(() => known.delete(company_id));
    return found;
  };
}
