// The companies that this browser is signed in to: asked for, gone to, left. All by the cookies, which no script can read.
import { queryOptions } from '@tanstack/react-query';
import { leaveCompanies, listCompanies, switchCompany } from '#contract/auth/companies.ts';
import type { Session } from '#contract/auth.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { wireOf } from '#src/api/call.ts';
import { ApiError, NetworkError } from '#src/api/errors.ts';
import { request } from '#src/api/request.ts';
import { app } from '#src/realtime/app.ts';

/** Kept in memory only: other companies' names are no part of what is on the device of this one. */
export const companiesQuery = queryOptions({
  queryKey: ['auth', 'companies'],
  queryFn: async ({ signal }) => (await app.call(listCompanies, {}, { signal })).items,
  // Without a network there is nothing to be done with them.
  networkMode: 'online',
  staleTime: 0,
  gcTime: 0,
  retry: false,
  meta: { keep: false },
});

/** Each of two tries. */
const ENTER_MS = 10_000;
const base = (): string => `${import.meta.env.VITE_BACKEND_URL ?? ''}${API_BASE}`;

/**
 * The session there, for whoever has none now. SESSION_NOT_FOUND: it is over. NetworkError: not even the second time; asking again
 * does no harm. Works also while the page is being left.
 */
export async function enterCompany(company_id: string): Promise<Session> {
  const ask = () => request(base(), wireOf(switchCompany, { company_id }), null, AbortSignal.timeout(ENTER_MS));
  const { status, envelope } = await twice(ask);
  if (envelope?.status !== 'success') throw new ApiError(envelope?.error_code ?? '', status);
  const session = envelope.data as Session;
  // Tells the server that its answer has arrived: from now on the cookies of before are worth nothing.
  await request(base(), wireOf(listCompanies, {}), session, AbortSignal.timeout(ENTER_MS)).catch(() => undefined);
  return session;
}

async function twice<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask().catch(ask);
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** Signed out there, or of all that are parked. Where the company's sign-on wants to be visited as well it says the address. */
export const leaveParked = (company_id?: string): Promise<string | null> =>
  app.call(leaveCompanies, company_id === undefined ? {} : { company_id });
