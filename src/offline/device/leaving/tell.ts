// Telling the server who has left, so that it ends their session: when they leave, or later if it could not be reached. No first
// picture needs it.
import { logout, type Session } from '#contract/auth.ts';
import { wireOf } from '../../../api/call.ts';
import { ApiError, isPassing } from '../../../api/errors.ts';
import { request } from '../../../api/request.ts';
import { readLocal, writeLocal } from '../../storage.ts';

/** Logging out waits this long for the server at most. Milliseconds. */
const LOGOUT_MS = 3_000;
/** Until the server is told again. Milliseconds. */
const AGAIN_MS = 15_000;

/**
 * Of a session that `untold` names: it does not any more once the server has answered. `base`: where the API is. Resolves with where
 * the server wants them to go, if anywhere; false also where it was not reached. Never rejects.
 */
export async function tellLeft(base: string, session_id: string, who: Session | null): Promise<string | false> {
  // While this code was fetched: their cookie would go with this, and their session end.
  if (readLocal('userSession')) return false;
  const wire = wireOf(logout, { session_id });
  const answer = await request(base, wire, who, AbortSignal.timeout(LOGOUT_MS)).catch(() => undefined);
  const isTold = answer && !isPassing(new ApiError('', answer.status));
  if (isTold && readLocal('untold') === session_id) writeLocal('untold', undefined);
  const url = answer?.envelope?.data;
  return typeof url === 'string' && /^(https?:\/\/|\/)/.test(url) && url;
}

/**
 * Whoever left without a connection: the server is told at the next start, or as soon as it is there, while nobody is signed in. Without
 * a token it ends that session alone, whoever the cookie belongs to by now. Where the company's sign-on would want to be visited as well,
 * nobody is there any more who asked for it.
 */
export async function tellLate(base: string): Promise<void> {
  const session_id = readLocal('untold');
  if (typeof session_id !== 'string' || readLocal('userSession')) return;
  await tellLeft(base, session_id, null);
  setTimeout(() => void tellLate(base), AGAIN_MS);
}
