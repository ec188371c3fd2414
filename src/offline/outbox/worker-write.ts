// A write by the worker, which has no screen to predict on: it lies in the outbox like one of a page, open pages show it, and it
// is sent at once if it can be.
import { makeRoomIn } from '../cache/make-room.ts';
import { accountOf } from '../databases.ts';
import { readMirror } from '../session-mirror.ts';
import type { Drained } from './drain.ts';
import { isUnsent, type OutboxDraft } from './record.ts';
import { openOutbox } from './store.ts';
import { type Given, sendFromWorker } from './worker-drain.ts';

/** After a tap a browser lets the worker open a page for about ten seconds: what cannot be sent until then is shown there. Milliseconds. */
const PATIENCE_MS = 7_000;

export type WorkerWrite = Pick<OutboxDraft, 'id' | 'scope' | 'method' | 'path' | 'body' | 'predicted'> &
  Partial<Pick<OutboxDraft, 'target' | 'replaces'>>;

/**
 * Resolves once it is on the disk and was tried. One that the disk does not take is sent from memory. Null if nothing of it will
 * be left: `account` is not the one that is signed in here, or neither the disk nor the server took it.
 */
export async function writeFromWorker(account: string, version: string, write: WorkerWrite): Promise<Drained | null> {
  const mirror = await readMirror();
  if (!mirror || accountOf(mirror.session) !== account) return null;
  // A disk that is slow to refuse takes its time from that of sending.
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const store = openOutbox(account, { makeRoom: (work) => makeRoomIn(account, work) });
  try {
    // So that what only memory has stands behind it.
    await store.all();
    const { saved } = await store.add(draftOf(account, version, write));
    if (!saved) return await sendUnsaved({ account, store, signal }, write.id);
  } finally {
    store.close();
  }
  const pages = new BroadcastChannel(`limelight:${account}`);
  // The same words as between tabs (realtime/page/tabs.ts). The page that leads sends it; without one we do.
  pages.postMessage({ type: 'outbox', added: true });
  pages.close();
  return sendFromWorker();
}

/** No page knows of it, and with this worker it is gone: what the server refused, too. */
async function sendUnsaved(given: Given, id: string): Promise<Drained | null> {
  const drained = await sendFromWorker(given).catch(() => null);
  const isLeft = (await given.store.all()).some((record) => record.id === id && isUnsent(record));
  return isLeft ? null : drained;
}

const draftOf = (account: string, app_version: string, write: WorkerWrite): OutboxDraft => ({
  query: null,
  target: null,
  replaces: null,
  ...write,
  account,
  app_version,
  created_at: new Date().toISOString(),
  attempts: 0,
  state: 'queued',
  error_code: null,
  frames: [],
});
