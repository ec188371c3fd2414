// A cache that answers. In Chromium (156, measured), one page of a hundred that goes while it puts something into a cache leaves
// that cache without an answer for everybody who asks it, until the browser is closed. Others are well, and deleting it heals it;
// only who asks all of them at once (caches.match without a name) makes everybody wait.

/** Long enough for a slow disk that is at work. */
const ANSWER_MS = 10_000;

/**
 * Opens the cache; one that has not answered after `ms` milliseconds is thrown away with what it holds, and opened anew. Rejects
 * if the browser refuses.
 */
export async function openAnswering(name: string, ms = ANSWER_MS): Promise<Cache> {
  const cache = await caches.open(name);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, ms, true);
  });
  // Whatever is asked for stands behind what it is stuck at.
  const isLate = await Promise.race([late, cache.match('/')]).finally(() => clearTimeout(timer));
  if (isLate !== true) return cache;
  await caches.delete(name);
  return caches.open(name);
}
