// Private files that this device has sent or opened, for when there is no connection. In Cache Storage, so that they take no
// room from what must not be lost; logging out wipes them (device/leaving/traces.ts). Never rejects: what is not there is fetched again.
import { PRIVATE_CACHE } from '../databases.ts';
import { openAnswering } from './answering-cache.ts';

/** As many are kept, and as many bytes of them; the ones that came first go first, also when the disk is full. */
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

/** What could not be read is read again by who asks next. */
function sizesOf(cache: Cache): Promise<Map<string, number>> {
  const asked = (sizes ??= sizesIn(cache));
  asked.catch(() => {
    if (sizes === asked) sizes = undefined;
  });
  return asked;
}

/** `account`: see databases.ts. */
export async function keepFile(account: string, file_id: string, blob: Blob): Promise<void> {
  // There are none on plain http.
  if (blob.size > LARGEST_KEPT || !('caches' in globalThis)) return;
  try {
    const cache = await openAnswering(nameOf(account));
    const known = await sizesOf(cache);
    const address = addressOf(file_id);
    const put = () => cache.put(address, new Response(blob, { headers: { [SIZE]: String(blob.size) } }));
    await put().catch(async () => {
      await dropOldest(cache, known, known.size, bytesOf(known) / 2);
      await put();
    });
    known.delete(address);
    known.set(address, blob.size);
    await dropOldest(cache, known, MOST, MOST_BYTES);
  } catch {
    // Not allowed here, or the disk is full of something else: then there is room for that again.
    await dropFiles(account);
  }
}

const bytesOf = (known: ReadonlyMap<string, number>): number =>
  [...known.values()].reduce((sum, size) => sum + size, 0);

/** Until there are at most so many, of so many bytes together. */
async function dropOldest(cache: Cache, known: Map<string, number>, most: number, mostBytes: number): Promise<void> {
  let taken = bytesOf(known);
  for (const [oldest, size] of known) {
    if (known.size <= most && taken <= mostBytes) break;
    await cache.delete(oldest);
    known.delete(oldest);
    taken -= size;
  }
}

/** Room for what must not be lost: the older half goes. */
export async function dropOlderFiles(account: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const cache = await openAnswering(nameOf(account));
    const known = await sizesOf(cache);
    await dropOldest(cache, known, known.size, bytesOf(known) / 2);
  } catch {
    // Then all of them go, as the next one who needs room sees to.
  }
}

/** All of them: they can be fetched again. */
export async function dropFiles(account: string): Promise<void> {
  sizes = undefined;
  if ('caches' in globalThis) await caches.delete(nameOf(account)).catch(() => undefined);
}

export async function keptFile(account: string, file_id: string): Promise<Blob | undefined> {
  try {
    const cache = await openAnswering(nameOf(account));
    return await (await cache.match(addressOf(file_id)))?.blob();
  } catch {
    return undefined;
  }
}
