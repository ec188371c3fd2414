// Signing out at the provider as well, where it has an address for that.
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../deps.ts';
import { takeSsoSession } from './login-repo.ts';
import { opened } from './sealed.ts';

/** Where to send the browser, which then comes back to the app; null for a session that did not come from there. */
export async function signOutAddress(
  tx: Tx,
  { ssoSealer }: Pick<Deps, 'ssoSealer'>,
  session_id: string,
): Promise<string | null> {
  const kept = await takeSsoSession(tx, session_id);
  if (!kept?.end_session_endpoint) return null;
  const url = new URL(kept.end_session_endpoint);
  const hint = opened(ssoSealer, session_id, kept.id_token);
  // Without it the provider asks.
  if (hint) url.searchParams.set('id_token_hint', hint);
  url.searchParams.set('client_id', kept.client_id);
  url.searchParams.set('post_logout_redirect_uri', `${kept.origin}/`);
  return url.href;
}
