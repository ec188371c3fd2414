// What the server was told of this device, beside the session's copy for the worker: the worker says it again when the browser gives
// it another address while no page is open.
import { appDatabase } from '../databases.ts';
import { CURRENT, DEVICE, type Mirror } from '../session-mirror.ts';

/** By a page. */
export interface ToldDevice {
  readonly session_id: string;
  /** The input of `POST /config/device/update`. */
  readonly record: unknown;
  /** What pushes are subscribed to with: the server's public key. */
  readonly vapid_public_key: string;
}

/**
 * By a page; null: nothing that was told holds any more. Does nothing if the session is another one meanwhile. Never rejects:
 * without it only what the browser changes with every page closed waits for the next start.
 */
export async function noteTold(session_id: string, told: Omit<ToldDevice, 'session_id'> | null): Promise<void> {
  try {
    await appDatabase().run(async (db) => {
      const tx = db.transaction('session', 'readwrite');
      const mirror = (await tx.store.get(CURRENT)) as Mirror | undefined;
      if (mirror?.session.session_id === session_id) {
        if (told) await tx.store.put({ ...told, session_id } satisfies ToldDevice, DEVICE);
        else await tx.store.delete(DEVICE);
      }
      await tx.done;
    });
  } catch {
    // See above.
  }
}

/** Undefined if nothing was told in this session. */
export async function readTold({ session }: Mirror): Promise<ToldDevice | undefined> {
  const told = (await appDatabase()
    .run((db) => db.get('session', DEVICE))
    .catch(() => undefined)) as ToldDevice | undefined;
  return told?.session_id === session.session_id ? told : undefined;
}
