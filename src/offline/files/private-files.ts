// Private files that this device has sent or opened, for when there is no connection. In Cache Storage, so that they take no
// room from what must not be lost; logging out wipes them (wipe.ts). Never rejects: what is not there is fetched again.
import { PRIVATE_CACHE } from '../databases.ts';

/** As many are kept, and as many bytes of them; the ones that came first go first. */
const MOST = 300;
const MOST_BYTES = 200_000_000;
/** Larger ones are not kept. Bytes. */
export const LARGEST_KEPT = 25_000_000;

const nameOf = (account: string): string => `${PRIVATE_CACHE}-files:${account}`;
const addressOf = (file_id: string): string => `/kept/${file_id}`;
const SIZE = 'content-length';

/** Sizes by address, oldest first; of this page's account, asked for when the first one is kept. */
let sizes: Promise<Map<string, number>> | undefined;

async function sizesIn(cache: Cache): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const key of await cache.keys()) {
    const kept = await cache.match(key);
    found.set(new URL(key.url).pathname, Number(kept?.headers.get(SIZE) ?? (await kept?.blob())?.size ?? 0));
  }
  return found;
}

/** `account`: see databases.ts. */
export async function keepFile(account: string, file_id: string, blob: Blob): Promise<void> {
  // There are none on plain http.
  if (blob.size > LARGEST_KEPT || !('caches' in globalThis)) return;
  try {
    const cache = await caches.open(nameOf(account));
    const known = await (sizes ??= sizesIn(cache));
    const address = addressOf(file_id);
    await cache.put(address, new Response(blob, { headers: { [SIZE]: String(blob.size) } }));
    known.delete(address);
    known.set(address, blob.size);
    let taken = [...known.values()].reduce((sum, size) => sum + size, 0);
    for (const [oldest, size] of known) {
      if (known.size <= MOST && taken <= MOST_BYTES) break;
      await cache.delete(oldest);
      known.delete(oldest);
      taken -= size;
    }
  } catch {
    // Full, or not allowed here: then there is room again, or there never was.
    await dropFiles(account);
  }
}

/** All of them: they can be fetched again. */
export async function dropFiles(account: string): Promise<void> {
  sizes = undefined;
  if ('caches' in globalThis) await caches.delete(nameOf(account)).catch(() => undefined);
}

export async function keptFile(account: string, file_id: string): Promise<Blob | undefined> {
  try {
    const cache = await caches.open(nameOf(account));
    return await (await cache.match(addressOf(file_id)))?.blob();
  } catch {
    return undefined;
  }
}
