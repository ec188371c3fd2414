// Leaving the company that one is in for another one on the same device. As in logging out, first everything of the old one is wiped;
// only then the browser goes to the new one, whose session and looks are left for the page that comes next. Should anything fail in
// between, the sign-in page comes, and offers both.
import { dehydrate, QueryClient } from '@tanstack/react-query';
import { listCompanies, parkCompany } from '#contract/auth/companies.ts';
import { resolveCompany, type Session } from '#contract/auth.ts';
import * as company from '#contract/company.ts';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { wireOf } from '#src/api/call.ts';
import { ApiError } from '#src/api/errors.ts';
import { request } from '#src/api/request.ts';
import type { BootRecord } from '#src/boot/boot-record.ts';
import { enterCompany, leaveParked } from '#src/features/auth/companies.ts';
import { configKey } from '#src/kit/company/settings.ts';
import { accentOf } from '#src/kit/ui/theme/accents.ts';
import { appearance } from '#src/kit/ui/theme/appearance.ts';
import { cssOfTheme } from '#src/kit/ui/theme/own-accent.ts';
import { CACHE_SHAPE } from '#src/offline/databases.ts';
import { leaveSession } from '#src/offline/device/next-session.ts';
import { app } from '#src/realtime/app.ts';

/** Throws, and nothing has happened, without a connection or if one is signed out there by now (SESSION_NOT_FOUND). */
export async function switchTo(company_id: string): Promise<void> {
  const { items } = await app.call(listCompanies, {});
  if (!items.some((item) => item.company_id === company_id)) throw new ApiError('SESSION_NOT_FOUND', 404);
  await app.call(parkCompany, {});
  await app.signOut({ discard: true, onward: () => begin(company_id).catch(() => '/') });
}

/** To the sign-in page; what one is in now is offered there. */
export async function addCompany(): Promise<void> {
  await app.call(parkCompany, {});
  await app.signOut({ discard: true, onward: async () => '/sign-in' });
}

/** The parked ones first, for that needs a connection; then this one, as ever. */
export async function logOutOfAll(): Promise<void> {
  await leaveParked();
  await app.signOut({ discard: true });
}

async function begin(company_id: string): Promise<string> {
  const session = await enterCompany(company_id);
  leaveSession(session, await looksOf(session));
  return '/';
}

/** What the first paint reads: see offline/storage.ts. What could not be had comes a moment later, as at any first sign-in. */
async function looksOf(session: Session): Promise<Record<string, string | undefined>> {
  const ask = <E extends Endpoint>(endpoint: E, input: RequestOf<E>) => asking(session, endpoint, input);
  const { company_id, employee_id } = session;
  const [own, config, modules] = await Promise.all([
    ask(resolveCompany, { employee_id }),
    ask(company.get, {}),
    ask(company.getModules, { company_id }),
  ]);
  const made = new QueryClient();
  if (config) made.setQueryData(configKey, config);
  if (modules) made.setQueryData(['boot', 'modules'], modules);
  const theme = config?.color_theme;
  const boot: BootRecord = { appearance: appearance.chosen, accent: accentOf(theme), signed_in: true };
  return {
    company: own && JSON.stringify(own),
    boot: JSON.stringify(boot),
    boot_queries: JSON.stringify({
      buster: String(CACHE_SHAPE),
      timestamp: Date.now(),
      clientState: dehydrate(made),
    }),
    accent_css: cssOfTheme(theme),
  };
}

/** As whoever comes: the page's own session is over. Undefined if there was no answer. */
async function asking<E extends Endpoint>(
  session: Session,
  endpoint: E,
  input: RequestOf<E>,
): Promise<ResponseOf<E> | undefined> {
  try {
    const base = `${import.meta.env.VITE_BACKEND_URL ?? ''}${API_BASE}`;
    const wire = wireOf(endpoint, input);
    const { envelope } = await request(base, wire, session, AbortSignal.timeout(5_000));
    return envelope?.status === 'success' ? (envelope.data as ResponseOf<E>) : undefined;
  } catch {
    return undefined;
  }
}
