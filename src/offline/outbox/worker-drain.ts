// The outbox sent by the service worker: as whoever the mirror says is signed in, telling open pages what changed.
import type { Session } from '#contract/auth.ts';
import { createSender, type Keeper } from '../../api/sender.ts';
import { accountOf } from '../databases.ts';
import { bringFiles } from '../files/bring-files.ts';
import { readMirror, rotateMirror, SESSION_CHANNEL, type SessionMessage } from '../session-mirror.ts';
import { type Drained, drain } from './drain.ts';
import { type OutboxStore, openOutbox } from './store.ts';

/** A store whose memory has what the disk did not take: nobody else can send that. It stays open. */
export interface Given {
  readonly account: string;
  readonly store: OutboxStore;
  readonly signal: AbortSignal;
}

/**
 * Sends everything that waits, unless a page is at it or nobody is signed in. With `given` it waits for the page to end; rejects if
 * its signal fires until then.
 */
export async function sendFromWorker(given?: Given): Promise<Drained> {
  const mirror = await readMirror();
  const account = mirror && accountOf(mirror.session);
  if (!account || (given && given.account !== account))
    return { left: 0, heldMs: Number.POSITIVE_INFINITY, stopped: null, waitMs: 0, reached: false, stuck: new Set() };
  const pages = new BroadcastChannel(`limelight:${account}`);
  const store = given?.store ?? openOutbox(account);
  try {
    const { send } = createSender({ base: () => mirror.api, keeper: mirrorKeeper() });
    return await drain({
      account,
      store,
      send,
      ...(given ? { signal: given.signal } : { ifAvailable: true }),
      bring: (record, tools) => bringFiles(mirror.api, record, tools),
      // The same words as between tabs (realtime/tabs.ts).
      onChange: () => pages.postMessage({ type: 'outbox', added: false }),
    });
  } finally {
    pages.close();
    if (!given) store.close();
  }
}

function mirrorKeeper(): Keeper {
  const change = async (values: Partial<Session> & { session_id: string }) => {
    await rotateMirror(values);
    const mirror = await readMirror();
    if (!mirror) return;
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.postMessage({ session: mirror.session, fromWorker: true } satisfies SessionMessage);
    channel.close();
  };
  return {
    read: async () => (await readMirror())?.session ?? null,
    rotate: ({ session_id }, { access_token }) => (access_token ? change({ access_token, session_id }) : undefined),
    replace: change,
  };
}
