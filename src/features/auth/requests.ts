// What the sign-in pages ask of the server. None of these carries a session.

import type { Session } from '#contract/auth.ts';
import * as auth from '#contract/auth.ts';
import type { RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { app } from '#src/realtime/app.ts';

const open = { skipAuth: true } as const;

export const register = (input: RequestOf<typeof auth.register>) => app.call(auth.register, input, open);
export const resend = (email_id: string) => app.call(auth.resend, { email_id }, open);
export const requestReset = (email_id: string) => app.call(auth.requestReset, { email_id }, open);
export const reset = (input: RequestOf<typeof auth.reset>) => app.call(auth.reset, input, open);

/** Null: signed in. Several companies may fit the password, or a second step may be due; both are the caller's to go on with. */
export async function login(
  input: RequestOf<typeof auth.login>,
  signal: AbortSignal,
): Promise<Exclude<ResponseOf<typeof auth.login>, Session> | null> {
  const answer = await app.call(auth.login, input, { ...open, signal });
  if (!('session_id' in answer)) return answer;
  begin(answer);
  return null;
}

export async function verify(input: RequestOf<typeof auth.verify>): Promise<void> {
  begin(await app.call(auth.verify, input, open));
}

/** Looking this up may not keep anybody from their password. */
const PATIENCE_MS = 4_000;

/** The company whose sign-on an address of this domain may use. */
export async function companyOf(email: string): Promise<{ company_name: string; company_logo: string | null } | null> {
  const domain = email.slice(email.lastIndexOf('@') + 1).trim();
  try {
    const found = await app.call(
      auth.resolveCompany,
      { domain },
      { ...open, signal: AbortSignal.timeout(PATIENCE_MS) },
    );
    return found.sso_enabled ? found : null;
  } catch {
    return null;
  }
}

const begin = (session: Session) => app.signIn(session);
