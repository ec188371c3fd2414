// Signing out: never fails, and ends only what the caller can show to hold.
import type { logout } from '#contract/auth.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import type { Deps } from '../deps.ts';
import { findBySecret, findHome } from '../repo/session-repo.ts';
import { hashOf, isSecret } from '../secrets.ts';
import { clearCookie, readCookie } from '../session/cookie.ts';
import { endSession } from '../session/open.ts';
import { signOutAddress } from '../sso/sign-out.ts';

/**
 * Who came in by single sign-on is sent to sign out there, too; null for everybody else. No `Clear-Site-Data` goes with it: it would delete what waits in the outbox,
 * also the sealed one of somebody else who uses this browser. What is to go, the client takes away itself.
 */
export async function signOut(
  deps: Deps,
  call: OpenCall,
  { session_id }: ParsedOf<typeof logout>,
): Promise<string | null> {
  const { db, bus } = deps.context;
  const cookie = readCookie(call);
  const token = call.headers[sessionHeaders.access_token] ?? '';
  const [byCookie, byToken] = await db.system((tx) =>
    Promise.all([
      cookie && findBySecret(tx, cookie.session_id, cookie.secret_hash),
      // An expired token, too: who has it may not come in with it, but may go.
      isSecret(token) ? findHome(tx, hashOf(token)) : undefined,
    ]),
  );
  // A browser that tells late, after its page was closed: somebody else may have signed in there meanwhile, or be about to. What ends is
  // the session that is named, and the cookie stays: it is another's, or worth nothing any more.
  const isLate = token === '';
  // Otherwise the cookie's session ends even if it is another one: with the cookie gone nobody could use or end it.
  const ending = [
    !isLate || cookie?.session_id === session_id ? byCookie : undefined,
    byToken?.session_id === session_id ? byToken : undefined,
  ];
  let there: string | null = null;
  for (const session of ending) {
    if (!session) continue;
    const address = await db.company(session.company_id, async (tx) => {
      await endSession(tx, bus, session.session_id, 'auth.signed_out');
      return signOutAddress(tx, deps, session.session_id);
    });
    there ??= address;
  }
  if (!isLate) clearCookie(call);
  return there;
}
