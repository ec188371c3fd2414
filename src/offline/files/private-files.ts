// Private files that this device has sent or opened, for when there is no connection. In Cache Storage, so that they take no
// room from what must not be lost; logging out wipes them (wipe.ts). Never rejects: what is not there is fetched again.
import { PRIVATE_CACHE } from '../databases.ts';

/** As many are kept; the ones that came first go first. */
const MOST = 300;
/** Larger ones are not kept. Bytes. */
export const LARGEST_KEPT = 25_000_000;

const nameOf = (account: string): string => `${PRIVATE_CACHE}-files:${account}`;
const addressOf = (file_id: string): string => `/kept/${file_id}`;

/** `account`: see databases.ts. */
export async function keepFile(account: string, file_id: string, blob: Blob): Promise<void> {
  // There are none on plain http.
  if (blob.size > LARGEST_KEPT || !('caches' in globalThis)) return;
  try {
    const cache = await caches.open(nameOf(account));
    await cache.put(addressOf(file_id), new Response(blob));
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(key);
  } catch {
    // Full, or not allowed here: then there is room again, or there never was.
    await caches.delete(nameOf(account)).catch(() => undefined);
  }
}

export async function keptFile(account: string, file_id: string): Promise<Blob | undefined> {
  try {
    const cache = await caches.open(nameOf(account));
    return await (await cache.match(addressOf(file_id)))?.blob();
  } catch {
    return undefined;
  }
}
