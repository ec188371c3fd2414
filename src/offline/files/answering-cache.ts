// A cache that answers. In Chromium (156, measured), one page of a hundred that goes while it puts something into a cache leaves
// that cache without an answer for everybody who asks it, until the browser is closed. Others are well, and deleting it heals it;
// only who asks all of them at once (caches.match without a name) makes everybody wait.

/** Long enough for a slow disk that is at work. */
const ANSWER_MS = 10_000;
/** And once more: this page may have slept in between, or another one has healed it. */
const AGAIN_MS = 2_000;

/** One at a time: of several, the last would throw away what the first has healed. */
const opening = new Map<string, Promise<Cache>>();

/**
 * Opens the cache; one that has not answered after `ms` milliseconds, and then not again, is thrown away with what it holds, and
 * opened anew. Rejects if the browser refuses.
 */
export function openAnswering(name: string, ms = ANSWER_MS): Promise<Cache> {
  const open =
    opening.get(name) ??
    openWell(name, ms).finally(() => {
      opening.delete(name);
    });
  opening.set(name, open);
  return open;
}

async function openWell(name: string, ms: number): Promise<Cache> {
  for (const wait of [ms, Math.min(ms, AGAIN_MS)]) {
    const cache = await caches.open(name);
    if (await answers(cache, wait)) return cache;
  }
  await caches.delete(name);
  return caches.open(name);
}

async function answers(cache: Cache, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  // Whatever is asked for stands behind what it is stuck at.
  const asked = cache.match('/').then(() => true);
  return Promise.race([late, asked]).finally(() => clearTimeout(timer));
}
