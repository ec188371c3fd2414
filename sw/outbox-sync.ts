// Background Sync: sends what waits with every page closed, in the same way as a page does.
import { SYNC_TAG } from '#src/offline/background-sync.ts';
import { sendFromWorker } from '#src/offline/outbox/worker-drain.ts';
import { worker } from './worker.ts';

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

export function sendOutboxOnSync(): void {
  worker.addEventListener('sync', (event: Event) => {
    const sync = event as SyncEvent;
    if (sync.tag === SYNC_TAG) sync.waitUntil(send());
  });
}

/** Rejects when something could not be sent for want of a connection, or not yet: the browser then wakes us again. */
async function send(): Promise<void> {
  const { left, heldMs, stopped } = await sendFromWorker();
  if (heldMs < Number.POSITIVE_INFINITY) throw new Error('Something is held');
  if (left && (stopped === 'unreachable' || stopped === 'throttled')) throw new Error('Not everything could be sent');
}
