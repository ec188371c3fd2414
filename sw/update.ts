// A new version waits until it is asked for, or until every window is closed: taking over under an open page would take
// away the parts which that page has not loaded yet.
import { worker } from './worker.ts';

export function takeOverWhenAsked(): void {
  worker.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
    if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void worker.skipWaiting();
  });
  // The page that has just installed the worker: what it still loads goes through the caches, too.
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
}
