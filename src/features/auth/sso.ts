// The company's single sign-on from the browser's side: going there, and what is done on coming back.

import { beginSso } from '#contract/auth/sso.ts';
import type { Session } from '#contract/auth.ts';
import * as auth from '#contract/auth.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { wireOf } from '#src/api/call.ts';
import { ApiError } from '#src/api/errors.ts';
import { request } from '#src/api/request.ts';
import { leaveNext, takeNext } from '#src/offline/device/next-place.ts';
import { app } from '#src/realtime/app.ts';

/** Leaves the app; `next` is where to go on afterwards. */
export async function goThere(email_id: string, next: string | undefined): Promise<void> {
  const input = { email_id, origin: location.origin };
  const { redirect_url } = await app.call(beginSso, input, { skipAuth: true });
  leaveNext(next);
  location.assign(redirect_url);
}

const IDS = ['session_id', 'company_id', 'employee_id'] as const;
type Ids = Record<(typeof IDS)[number], string>;

/** What the server has put behind the # on coming back; undefined if that is not what is there. */
export function idsIn(hash: string): Ids | undefined {
  const given = new URLSearchParams(hash);
  const ids = Object.fromEntries(IDS.map((id) => [id, given.get(id) ?? ''])) as Ids;
  return IDS.every((id) => ids[id]) ? ids : undefined;
}

export interface Arrived {
  readonly session: Session;
  readonly next: string | undefined;
}

/** The session that the lasting cookie opens: without the cookie the ids are worth nothing. */
export async function arrive(ids: Ids): Promise<Arrived> {
  const base = `${import.meta.env.VITE_BACKEND_URL ?? ''}${API_BASE}`;
  const { status, envelope } = await request(base, wireOf(auth.resolveSession, ids), { ...ids, access_token: '' });
  if (envelope?.status !== 'success') throw new ApiError(envelope?.error_code ?? '', status);
  return { session: envelope.data as Session, next: takeNext() };
}
