// The session's copy for the service worker, which cannot read localStorage: in the specification's database, store
// `session`. Both may get rotated tokens while the other sleeps; `base` tells afterwards whose is newer.
import type { Session } from '#contract/auth.ts';
import { appDatabase } from './databases.ts';

export const CURRENT = 'current';
/** Beside it, and gone with it: what the server was told of this device (device/told.ts). */
export const DEVICE = 'device';
/** The id of the session that was ended here last, until the next one begins. */
export const LEFT = 'left';

export interface Mirror {
  readonly session: Session;
  /** The access token as a page last wrote it. A worker that rotates leaves it, so a page still holding it is behind. */
  readonly base: string;
  /** Where the API is, as an absolute address. */
  readonly api: string;
}

/** What tabs and worker tell each other about the session. Null: signed out. */
export interface SessionMessage {
  readonly session: Session | null;
  readonly fromWorker?: true;
}
export const SESSION_CHANNEL = 'limelight-session';

/** Undefined if nobody is signed in or the database cannot be read. */
export const readMirror = (): Promise<Mirror | undefined> =>
  appDatabase()
    .run((db) => db.get('session', CURRENT) as Promise<Mirror | undefined>)
    .catch(() => undefined);

/**
 * Undefined if somebody has left this device and nobody has signed in since. `unread`: nobody knows. A database that says nothing does
 * not say that nobody is signed in: it may have been lost, and made anew.
 */
export const findMirror = async (): Promise<Mirror | 'unread' | undefined> =>
  (await readMirror()) ?? ((await readLeft()) === undefined ? 'unread' : undefined);

/** True if this session was ended on this device, whatever else still says that it goes on. */
export const wasLeft = async (session_id: string): Promise<boolean> => (await readLeft()) === session_id;

/** Where it is noted meanwhile: an answer to this address, in a cache of its own. */
export const ASIDE = '/left';

/** True if it was ended, and the database that says so is just being made anew (device/leaving/scrub.ts). */
export async function wasLeftAside(session_id: string): Promise<boolean> {
  try {
    const noted = await caches.match(ASIDE);
    return noted !== undefined && (await noted.text()) === session_id;
  } catch {
    // No caches here: then it is noted nowhere else.
    return false;
  }
}

/** The id of the session that was ended here last; undefined if there is none, or the database cannot be read. */
export const readLeft = (): Promise<string | undefined> =>
  appDatabase()
    .run((db) => db.get('session', LEFT) as Promise<string | undefined>)
    .catch(() => undefined);

/**
 * By a page. Null: nobody is signed in any more; `left` is the session that ended so. Never rejects: without a mirror only the
 * worker's sending is lost.
 */
export async function writeMirror(session: Session | null, api: string, left?: string): Promise<void> {
  try {
    await appDatabase().run(async (db) => {
      if (session)
        await Promise.all([
          db.put('session', { session, base: session.access_token, api } satisfies Mirror, CURRENT),
          db.delete('session', LEFT),
        ]);
      else
        await Promise.all([
          left && db.put('session', left, LEFT),
          db.delete('session', CURRENT),
          db.delete('session', DEVICE),
        ]);
    });
  } catch {
    // See above.
  }
}

/** By the worker. Does nothing if another session has begun meanwhile. */
export async function rotateMirror(change: Partial<Session> & { session_id: string }): Promise<void> {
  try {
    await appDatabase().run(async (db) => {
      const tx = db.transaction('session', 'readwrite');
      const mirror = (await tx.store.get(CURRENT)) as Mirror | undefined;
      if (mirror?.session.session_id === change.session_id) {
        await tx.store.put({ ...mirror, session: { ...mirror.session, ...change } } satisfies Mirror, CURRENT);
      }
      await tx.done;
    });
  } catch {
    // The page's copy stays valid until this one is used, and the cookie renews both.
  }
}

/** The newer of the page's session and the mirror. */
export function newer(local: Session, mirror: Mirror | undefined): Session {
  const behind = mirror?.session.session_id === local.session_id && mirror.base === local.access_token;
  return behind ? mirror.session : local;
}
