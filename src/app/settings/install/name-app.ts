// Under which name and with which icon the browser would install the app: those of the company, once that is known.
import type { Company } from '#contract/auth.ts';
import { MANIFEST_PATH } from '#contract/company.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { iconOf } from '#src/kit/company/app-name.ts';

/** To be called when the company is known, and when it changes. Where the API is on another origin it is the app's own. */
export function nameApp(company: Company | undefined, app_icon?: string | null): void {
  if (!company || import.meta.env.VITE_BACKEND_URL) return;
  const { company_id, company_logo } = company;
  link('manifest', `${API_BASE}${MANIFEST_PATH}?company_id=${company_id}`);
  // What Safari takes.
  const icon = iconOf(app_icon ?? company_logo);
  if (icon) link('apple-touch-icon', icon);
}

function link(rel: string, href: string): void {
  const found = document.querySelector<HTMLLinkElement>(`link[rel=${rel}]`);
  if (found && found.getAttribute('href') !== href) found.href = href;
}
