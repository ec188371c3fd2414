// A new version waits until it is asked for, or until every window is closed. Asked for by one window it is in charge of all: what
// another one has not loaded yet it still gets (shell/keeping-controller.ts).
import { worker } from './worker.ts';

export function takeOverWhenAsked(): void {
  worker.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
    if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void worker.skipWaiting();
  });
  // The page that has just installed the worker: what it still loads goes through the caches, too.
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
}
