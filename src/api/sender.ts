// Sending as somebody: the four headers, tokens that rotate, and one renewal when the access token has run out. Pages and
// worker share it; they differ only in where the session is kept.
import type { Session } from '#contract/auth.ts';
import { withLock } from '../offline/locks.ts';
import { ApiError, SessionOver } from './errors.ts';
import { type Answer, type Credentials, request, type Wire } from './request.ts';

// Of contract/auth.ts only the shape: its schemas would put the schema library into the worker. A test compares the path.
export const RESOLVE_PATH = '/auth/session/resolve';

/** Where the session is kept. */
export interface Keeper {
  read(): Promise<Session | null> | Session | null;
  /** An answer to a call made with `used` brought fresh values. */
  rotate(used: Credentials, fresh: Partial<Credentials>): Promise<void> | void;
  /** The renewed session. */
  replace(session: Session): Promise<void> | void;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** False: no session headers, whoever is signed in. */
  readonly withSession?: boolean;
  /** False: 401 is an answer like any other. */
  readonly renew?: boolean;
}

/** Throws NetworkError, SessionOver, or AbortError of the signal. A refusal of the server is an answer, not an error. */
export type Sender = (wire: Wire, options?: SendOptions) => Promise<Answer>;

export interface SenderOptions {
  /** The API's address, e.g. `/api`; asked at every call. */
  readonly base: () => string;
  readonly keeper: Keeper;
  /** Told after each exchange whether the server was reached. */
  readonly onReach?: (reached: boolean) => void;
}

/** `renew`: gets a fresh session for one whose token was refused, by the lasting cookie; shared by all tabs and the worker. */
export function createSender({ base, keeper, onReach }: SenderOptions): {
  send: Sender;
  renew: (used: Credentials) => Promise<Session>;
} {
  const exchange = async (wire: Wire, session: Session | null, signal?: AbortSignal): Promise<Answer> => {
    try {
      const answer = await request(base(), wire, session, signal);
      onReach?.(true);
      if (session && Object.keys(answer.fresh).length) await keeper.rotate(session, answer.fresh);
      return answer;
    } catch (error) {
      if (!signal?.aborted) onReach?.(false);
      throw error;
    }
  };

  const renew = (used: Credentials): Promise<Session> =>
    withLock('limelight-renew', async () => {
      const session = await keeper.read();
      if (!session || session.session_id !== used.session_id) throw new SessionOver();
      // Another tab, the worker or a parallel call has renewed it while we waited for the lock.
      if (session.access_token !== used.access_token) return session;
      const { session_id, company_id, employee_id } = session;
      const query = String(new URLSearchParams({ session_id, company_id, employee_id }));
      const { status, envelope, retryAfter } = await exchange({ method: 'GET', path: RESOLVE_PATH, query }, session);
      if (envelope?.status === 'success') {
        await keeper.replace(envelope.data as Session);
        return envelope.data as Session;
      }
      if (status === 401 || status === 403) throw new SessionOver();
      throw new ApiError(envelope?.error_code ?? '', status, undefined, retryAfter);
    });

  const send: Sender = async (wire, { signal, withSession = true, renew: mayRenew = true } = {}) => {
    const session = withSession ? await keeper.read() : null;
    const answer = await exchange(wire, session, signal);
    if (!session || !mayRenew || !isRefusedToken(answer)) return answer;
    const again = await exchange(wire, await renew(session), signal);
    if (isRefusedToken(again)) throw new SessionOver();
    return again;
  };
  return { send, renew };
}

/** 401 also means wrong credentials at sign-in: those are no verdict on the session. */
const isRefusedToken = ({ status, envelope }: Answer): boolean =>
  envelope?.status === 'error' &&
  (envelope.error_code === 'AUTH_INVALID_TOKEN' ||
    (status === 401 && envelope.error_code !== 'AUTH_INVALID_CREDENTIALS'));
