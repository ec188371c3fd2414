// The app's own files. Every navigation gets an answer: one left to the browser hangs in Chromium when offline.
import { type CachedResponseWillBeUsedCallbackParam, cacheNames } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { type PrecacheEntry, worker } from '../worker.ts';
import { KeepingController } from './keeping-controller.ts';
import { withKeptScreen } from './kept-screen.ts';
import { byRarity, renewUsed, takeAlong, USED } from './rare.ts';

declare global {
  interface WorkerGlobalScope {
    /** Put in by the build: everything that must be there offline, and what few need. */
    readonly __WB_MANIFEST: PrecacheEntry[];
  }
}

/** The Service Worker Static Routing API; not yet in the types of the library. */
interface StaticRouting {
  addRoutes(rule: { condition: { or: { urlPattern: string }[] }; source: { cacheName: string } }): Promise<void>;
}

/** Not the app's pages: calls, and files with an extension. Workbox tests what is asked for behind the path along with it. */
const NOT_PAGES = [/^\/api\//, /^[^?]*\/[^/?]+\.[a-z0-9]+(?:\?|$)/i];

export function serveApp(): void {
  const { all, rare } = byRarity(self.__WB_MANIFEST);
  const names = rare.map(({ url }) => url);
  worker.addEventListener('install', (event) => {
    routePast(event, all);
    event.waitUntil(takeAlong(names));
  });
  // Not waited for: what a page asks for waits until the worker is active.
  worker.addEventListener('activate', () => void renewUsed(names).catch(() => undefined));
  const controller = new KeepingController();
  controller.precache(all);
  registerRoute(new PrecacheRoute(controller));
  cleanupOutdatedCaches();
  const page = controller.createHandlerBoundToURL('/index.html');
  registerRoute(
    new NavigationRoute((asked) => withKeptScreen(asked.url.pathname, page(asked)), { denylist: NOT_PAGES }),
  );
  const offline = async () => new Response('This needs a connection.', { status: 503 });
  registerRoute(new NavigationRoute(new NetworkOnly({ plugins: [{ handlerDidError: offline }] })));
  // Parts that are too large or too rare to be fetched in advance.
  const plugins = [{ cacheWillUpdate: onlyFound, cachedResponseWillBeUsed: orOfBefore }];
  registerRoute(isAsset, new CacheFirst({ cacheName: USED, plugins }));
}

/**
 * Chromium answers with the files of the shell by itself, without asking the worker for each of some twenty: what is the same as
 * precaching, sooner. Not more than those: what is not in that cache comes from the network, and would be kept nowhere.
 */
function routePast(event: ExtendableEvent & Partial<StaticRouting>, files: readonly PrecacheEntry[]): void {
  const or = files.filter(({ revision }) => !revision).map(({ url }) => ({ urlPattern: `/${url}` }));
  if (!event.addRoutes || or.length === 0) return;
  // Without it everything is as it was.
  event.waitUntil(
    event.addRoutes({ condition: { or }, source: { cacheName: cacheNames.precache } }).catch(() => undefined),
  );
}

const isAsset = ({ url }: { url: URL }): boolean =>
  url.origin === worker.location.origin && url.pathname.startsWith('/assets/');

/** A window of the version before may still be open. */
const orOfBefore = async ({ cachedResponse, request }: CachedResponseWillBeUsedCallbackParam) =>
  cachedResponse ?? caches.match(request, { cacheName: cacheNames.precache });

const onlyFound = async ({ response }: { response: Response }): Promise<Response | null> =>
  response.status === 200 ? response : null;
