// Parts that few people open, or that are nothing without a connection (ways to sign in other than by password): none fetches them
// in advance; who has opened one has it from then on, in each new version too.

/** Where parts are kept that were used. Their names change with their content. */
export const USED = 'assets-lazy';

/** Nobody waits longer for what is not needed. Milliseconds. */
const PATIENCE_MS = 5_000;

const RARE = /^assets\/(?:admin|auth-more|operator)-/;

/** What is fetched in advance, and what is not. */
export const byRarity = <File extends { readonly url: string }>(files: readonly File[]) => ({
  all: files.filter(({ url }) => !RARE.test(url)),
  rare: files.filter(({ url }) => RARE.test(url)),
});

/** A file's part: its name without the eight signs that stand for the content, and without its kind. */
const partOf = (path: string): string => path.replace(/^\//, '').replace(/-[\w-]{8}\.\w+$/, '');

/** The files of the parts that are there in one version or another. `kept`: the paths of what was used. */
export function missing(rare: readonly string[], kept: readonly string[]): string[] {
  const parts = new Set(kept.map(partOf));
  return rare.filter((path) => parts.has(partOf(path)) && !kept.includes(`/${path}`));
}

/**
 * Scripts and styles that were used and that this version does not know: what it does not need, or fetches once more. A part
 * that could not be fetched yet stays in its old version: by that it is known that it was used.
 */
export function outdated(rare: readonly string[], kept: readonly string[]): string[] {
  const awaited = new Set(missing(rare, kept).map(partOf));
  return kept.filter(
    (path) => /\.(?:js|css)$/.test(path) && !rare.includes(path.slice(1)) && !awaited.has(partOf(path)),
  );
}

const paths = async (cache: Cache): Promise<string[]> => (await cache.keys()).map(({ url }) => new URL(url).pathname);

async function fetchMissing(rare: readonly string[]): Promise<void> {
  const cache = await caches.open(USED);
  await cache.addAll(missing(rare, await paths(cache)));
}

/** Before this version takes over: fetches what an earlier one had. Neither a cache that is silent nor a lost connection holds it up. */
export async function takeAlong(rare: readonly string[]): Promise<void> {
  const late = new Promise<void>((done) => setTimeout(done, PATIENCE_MS));
  await Promise.race([fetchMissing(rare).catch(() => undefined), late]);
}

/** Once this version has taken over: what could not be had before, or was opened meanwhile; then the old ones go. */
export async function renewUsed(rare: readonly string[]): Promise<void> {
  await fetchMissing(rare).catch(() => undefined);
  const cache = await caches.open(USED);
  await Promise.all(outdated(rare, await paths(cache)).map((path) => cache.delete(path)));
}
