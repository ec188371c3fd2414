// What this version has in advance, and for a while what the one before had: another window may still be of that one, with
// something written in it, and open a part that it has not opened yet.
import { PrecacheController } from 'workbox-precaching';
import { obsolete } from './obsolete.ts';

export class KeepingController extends PrecacheController {
  override activate(event: ExtendableEvent): ReturnType<PrecacheController['activate']> {
    const done = this.#deleteObsolete();
    event.waitUntil(done);
    return done;
  }

  /** In the very cache that a window of the version before is answered from without the worker (`routePast`). */
  async #deleteObsolete(): Promise<{ deletedCacheRequests: string[] }> {
    const cache = await caches.open(this.strategy.cacheName);
    const kept = (await cache.keys()).map(({ url }) => url);
    const deletedCacheRequests = obsolete(kept, new Set(this.getURLsToCacheKeys().values()));
    await Promise.all(deletedCacheRequests.map((url) => cache.delete(url)));
    return { deletedCacheRequests };
  }
}
