// The app's own files. Every navigation gets an answer: one left to the browser hangs in Chromium when offline.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { withKeptScreen } from './kept-screen.ts';
import { type PrecacheEntry, worker } from './worker.ts';

declare global {
  interface WorkerGlobalScope {
    /** Put in by the build: everything that must be there offline. */
    readonly __WB_MANIFEST: PrecacheEntry[];
  }
}

/** Not the app's pages: calls, and files with an extension. */
const NOT_PAGES = [/^\/api\//, /\/[^/]+\.[a-z0-9]+$/i];

export function serveApp(): void {
  precacheAndRoute(self.__WB_MANIFEST);
  cleanupOutdatedCaches();
  const page = createHandlerBoundToURL('/index.html');
  registerRoute(
    new NavigationRoute((asked) => withKeptScreen(asked.url.pathname, page(asked)), { denylist: NOT_PAGES }),
  );
  const offline = async () => new Response('This needs a connection.', { status: 503 });
  registerRoute(new NavigationRoute(new NetworkOnly({ plugins: [{ handlerDidError: offline }] })));
  // Parts that are too large or too rare to be fetched in advance. Their names change with their content.
  registerRoute(isAsset, new CacheFirst({ cacheName: 'assets-lazy', plugins: [{ cacheWillUpdate: onlyFound }] }));
}

const isAsset = ({ url }: { url: URL }): boolean =>
  url.origin === worker.location.origin && url.pathname.startsWith('/assets/');

const onlyFound = async ({ response }: { response: Response }): Promise<Response | null> =>
  response.status === 200 ? response : null;
