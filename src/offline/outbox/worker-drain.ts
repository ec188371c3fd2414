// The outbox sent by the service worker: as whoever the mirror says is signed in, telling open pages what changed.
import type { Session } from '#contract/auth.ts';
import { createSender, type Keeper } from '../../api/sender.ts';
import { accountOf } from '../databases.ts';
import { bringFiles } from '../files/bring-files.ts';
import { readMirror, rotateMirror, SESSION_CHANNEL, type SessionMessage } from '../session-mirror.ts';
import { type Drained, drain } from './drain.ts';
import { openOutbox } from './store.ts';

/** Sends everything that waits, unless a page is at it or nobody is signed in. */
export async function sendFromWorker(): Promise<Drained> {
  const mirror = await readMirror();
  if (!mirror)
    return { left: 0, heldMs: Number.POSITIVE_INFINITY, stopped: null, waitMs: 0, reached: false, stuck: new Set() };
  const account = accountOf(mirror.session);
  const pages = new BroadcastChannel(`limelight:${account}`);
  const store = openOutbox(account);
  try {
    const { send } = createSender({ base: () => mirror.api, keeper: mirrorKeeper() });
    return await drain({
      account,
      store,
      send,
      ifAvailable: true,
      bring: (record, tools) => bringFiles(mirror.api, record, tools),
      // The same words as between tabs (realtime/tabs.ts).
      onChange: () => pages.postMessage({ type: 'outbox', added: false }),
    });
  } finally {
    pages.close();
    store.close();
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
