// Leaving the company that one is in for another one on the same device. As in logging out, first everything of the old one is wiped;
// only then the browser goes to the new one, whose session and looks are left for the page that comes next. Should anything fail in
// between, the sign-in page comes, says why, and offers both.
//
// Asking the server takes a moment in which something can be written, in another tab as well. So it is counted again at the last, and
// nothing unsent is deleted but by who has said so (`discard`).
import { dehydrate, QueryClient } from '@tanstack/react-query';
import { listCompanies, parkCompany } from '#contract/auth/companies.ts';
import { resolveCompany, type Session } from '#contract/auth.ts';
import * as company from '#contract/company.ts';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { wireOf } from '#src/api/call.ts';
import { ApiError, NetworkError } from '#src/api/errors.ts';
import { request } from '#src/api/request.ts';
import type { BootRecord } from '#src/boot/boot-record.ts';
import { enterCompany, leaveParked } from '#src/features/auth/companies.ts';
import { modulesKey } from '#src/kit/company/modules.ts';
import { configKey } from '#src/kit/company/settings.ts';
import { accentOf } from '#src/kit/ui/theme/accents.ts';
import { appearance } from '#src/kit/ui/theme/appearance.ts';
import { cssOfTheme } from '#src/kit/ui/theme/own-accent.ts';
import { CACHE_SHAPE } from '#src/offline/databases.ts';
import { leaveSession } from '#src/offline/device/next-session.ts';
import { app, type SignOutOptions } from '#src/realtime/app.ts';

/** How many changes are unsent, for which nobody has gone; 0: the page is being left. */
export interface Left {
  readonly unsent: number;
}

/** Throws, and nothing has happened, without a connection or if one is signed out there by now (SESSION_NOT_FOUND). */
export async function switchTo(company_id: string, discard: boolean): Promise<Left> {
  const { items } = await app.call(listCompanies, {});
  if (!items.some((item) => item.company_id === company_id)) throw new ApiError('SESSION_NOT_FOUND', 404);
  return park(discard, () => begin(company_id).catch(placeOf));
}

/** To the sign-in page; what one is in now is offered there. */
export const addCompany = (discard: boolean): Promise<Left> => park(discard, async () => '/sign-in');

/** Without having been asked, what is unsent keeps everybody here. */
const how = (discard: boolean): SignOutOptions => (discard ? { discard: 'all' } : {});

async function park(discard: boolean, onward: () => Promise<string>): Promise<Left> {
  await app.call(parkCompany, {});
  const left = await app.signOut({ ...how(discard), onward });
  // Nobody has gone: this takes the parking back.
  if (left.unsent) await app.renewSession();
  return left;
}

/** The parked ones first, for that needs a connection; then this one, as ever. */
export async function logOutOfAll(discard: boolean): Promise<Left> {
  const unsent = app.unsentCount();
  if (unsent && !discard) return { unsent };
  await leaveParked();
  return app.signOut(how(discard));
}

/** The sign-in page, with the code of what went wrong. */
function placeOf(error: unknown): string {
  if (error instanceof NetworkError) return '/sign-in?error=COMPANY_OUT_OF_REACH';
  const code = error instanceof ApiError ? error.code : '';
  return `/sign-in?error=${code === 'SESSION_NOT_FOUND' ? 'COMPANY_SIGNED_OUT' : code || 'INTERNAL_SERVER_ERROR'}`;
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
  if (modules) made.setQueryData(modulesKey, modules);
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
