// Who is signed in on this page: localStorage `userSession` (specification, section 3), its mirror for the worker, and the
// other tabs. What happens when a session begins or ends is for realtime/app.ts.
import { proxy, ref } from 'valtio/vanilla';
import type { Session } from '#contract/auth.ts';
import {
  newer,
  readMirror,
  SESSION_CHANNEL,
  type SessionMessage,
  wasLeft,
  wasLeftAside,
  writeMirror,
} from '../offline/session-mirror.ts';
import { readLocal, writeLocal } from '../offline/storage.ts';
import type { Credentials } from './request.ts';
import type { Keeper } from './sender.ts';

const required = ['access_token', 'company_id', 'employee_id', 'session_id'] as const;

/** A session as the specification accepts it; null for everything else. */
export function sessionIn(value: unknown): Session | null {
  const given = value as Partial<Session> | null | undefined;
  return required.every((field) => typeof given?.[field] === 'string' && given[field]) ? (given as Session) : null;
}

export interface SessionStore extends Keeper {
  /** For screens: `useSnapshot(session.state).current`. Changed only in here. */
  readonly state: { readonly current: Session | null };
  read(): Session | null;
  /** Signing in. Throws TypeError if one of the four values is missing. */
  accept(answer: unknown): Session;
  /**
   * Ends in storage, in the mirror and in the other tabs; this page shows what it shows until it goes. `over`: it cannot be gone back
   * to, and is ended again where a browser that is killed has kept it.
   */
  end(over: boolean): Promise<void>;
  /**
   * Takes over what the worker rotated while no page was open. To be awaited before the first call. True if this session was
   * ended here, and a browser that was killed then has kept it in its storage nevertheless: it has to be ended again.
   */
  catchUp(): Promise<boolean>;
  /** Stops listening to the other tabs. */
  close(): void;
}

/** `api`: the API's absolute address, for the worker. */
export function createSessionStore(api: () => string): SessionStore {
  const kept = sessionIn(readLocal('userSession'));
  const state = proxy<{ current: Session | null }>({ current: kept && ref(kept) });
  const channel = new BroadcastChannel(SESSION_CHANNEL);

  const set = (session: Session | null) => {
    // ref(): a session is replaced as a whole, and neither a channel nor IndexedDB can clone valtio's proxies.
    state.current = session && ref({ ...session });
  };
  /** By this page. What was under way then, an answer with a fresh token, the worker's news, must not bring it back. */
  let ended = false;
  const publish = async (session: Session | null, left?: string) => {
    if (session && ended) return;
    if (session) set(session);
    writeLocal('userSession', session ?? undefined);
    channel.postMessage({ session: session && { ...session } } satisfies SessionMessage);
    await writeMirror(session, api(), left);
  };
  /**
   * The storage is asked at every call: a tab that was frozen has heard nothing of the tokens that others rotated since, and
   * showing an old one looks like theft to the server.
   */
  const read = (): Session | null => {
    const current = state.current as Session | null;
    const kept = sessionIn(readLocal('userSession'));
    const isNewer = current && kept?.session_id === current.session_id && kept.access_token !== current.access_token;
    if (isNewer && isSame(current, kept)) set(kept);
    return state.current as Session | null;
  };

  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
    const session = sessionIn(data.session);
    set(session);
    // A tab has written it already; the worker cannot.
    if (session && data.fromWorker && !ended) {
      writeLocal('userSession', session);
      void writeMirror(session, api());
    }
  };

  return {
    state,
    read,
    accept: (answer) => {
      const session = sessionIn(answer);
      if (!session) throw new TypeError('The answer is not a session');
      ended = false;
      void publish(session);
      return session;
    },
    rotate: (used, fresh) => {
      const current = read();
      // An answer to an old session, or one that speaks of somebody else, says nothing about this one.
      if (!current || used.session_id !== current.session_id || !isSame(current, { ...used, ...fresh })) return;
      return publish({ ...current, ...fresh });
    },
    replace: (session) => {
      const current = read();
      if (current && sessionIn(session) && isSame(current, session)) return publish(session);
    },
    end: (over) => {
      ended = true;
      return publish(null, over ? state.current?.session_id : undefined);
    },
    catchUp: async () => {
      const current = read();
      const [left, mirror] = await Promise.all([current && wasLeft(current.session_id), readMirror()]);
      if (left || (current && !mirror && (await wasLeftAside(current.session_id)))) return true;
      if (!current) await (mirror && !read() && writeMirror(null, api()));
      else if (read() === current) void publish(newer(current, mirror));
      return false;
    },
    close: () => channel.close(),
  };
}

const isSame = (a: Credentials, b: Credentials): boolean =>
  a.company_id === b.company_id && a.employee_id === b.employee_id;
