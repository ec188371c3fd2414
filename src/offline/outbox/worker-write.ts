// A write by the worker, which has no screen to predict on: it lies in the outbox like one of a page, open pages show it, and it
// is sent at once if it can be.
import { accountOf } from '../databases.ts';
import { readMirror } from '../session-mirror.ts';
import type { Drained } from './drain.ts';
import type { OutboxDraft } from './record.ts';
import { openOutbox } from './store.ts';
import { sendFromWorker } from './worker-drain.ts';

export type WorkerWrite = Pick<OutboxDraft, 'id' | 'scope' | 'method' | 'path' | 'body' | 'predicted'> &
  Partial<Pick<OutboxDraft, 'target' | 'replaces'>>;

/** Resolves once it is on the disk and was tried; null if `account` is not the one that is signed in here, or the disk refused. */
export async function writeFromWorker(account: string, version: string, write: WorkerWrite): Promise<Drained | null> {
  const mirror = await readMirror();
  if (!mirror || accountOf(mirror.session) !== account) return null;
  const store = openOutbox(account);
  try {
    const { saved } = await store.add({
      query: null,
      target: null,
      replaces: null,
      ...write,
      account,
      app_version: version,
      created_at: new Date().toISOString(),
      attempts: 0,
      state: 'queued',
      error_code: null,
      frames: [],
    });
    if (!saved) return null;
  } finally {
    store.close();
  }
  const pages = new BroadcastChannel(`limelight:${account}`);
  // The same words as between tabs (realtime/page/tabs.ts). The page that leads sends it; without one we do.
  pages.postMessage({ type: 'outbox', added: true });
  pages.close();
  return sendFromWorker();
}
