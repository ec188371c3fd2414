// A server that is full says when to come back: the place in that line is kept, and the call is made again by itself.
import { ApiError } from '#src/api/errors.ts';

/** Seconds until the turn of a call that found the server full; undefined for what failed otherwise. */
const turnOf = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === 'SIGN_IN_FULL' ? error.retryAfter : undefined;

/**
 * Makes the call until it is answered. `tell` hears the seconds that are left, each second, and undefined when the waiting is over.
 * Rejects with what the call rejects with, if that names no time; also once `signal` is aborted.
 */
export async function inLine<T>(
  call: () => Promise<T>,
  tell: (seconds: number | undefined) => void,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const seconds = turnOf(error);
      if (!seconds || signal.aborted) throw error;
      // By the clock: a tab in the background is woken late, and then it is its turn at once.
      const turn = Date.now() + seconds * 1000;
      for (let left = seconds; left > 0; left = Math.ceil((turn - Date.now()) / 1000)) {
        tell(left);
        await new Promise((done) => setTimeout(done, Math.min(1_000, turn - Date.now())));
        if (signal.aborted) throw error;
      }
      tell(undefined);
    }
  }
}
