// What this version has in advance, and for a while what the one before had: another window may still be of that one, with
// something written in it, and open a part that it has not opened yet.
import { PrecacheController } from 'workbox-precaching';
import { obsolete } from './obsolete.ts';

/** Where the addresses stand that a version has in advance; not one of the files. */
const OWN = '/own-files';

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
    const own = [...this.getURLsToCacheKeys().values()];
    const before: string[] = (await (await cache.match(OWN))?.json()) ?? [];
    const deletedCacheRequests = obsolete(kept, { wanted: new Set(own), before: new Set(before) });
    await Promise.all(deletedCacheRequests.map((url) => cache.delete(url)));
    await cache.put(OWN, Response.json(own));
    return { deletedCacheRequests };
  }
}
