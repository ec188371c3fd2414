// Parts that few people open: none fetches them in advance; who has opened one has it from then on, in each new version too.

/** Where parts are kept that were used. Their names change with their content. */
export const USED = 'assets-lazy';

const RARE = /^assets\/(?:admin|operator)-/;

/** What is fetched in advance, and what is not. */
export const byRarity = <File extends { readonly url: string }>(files: readonly File[]) => ({
  all: files.filter(({ url }) => !RARE.test(url)),
  rare: files.filter(({ url }) => RARE.test(url)),
});

/** The file of a part whatever its content is: without the eight signs that stand for that. */
const fileOf = (path: string): string => path.replace(/^\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');

/** Those of `rare` that are there in another version. `kept`: the paths of what was used. */
export function missing(rare: readonly string[], kept: readonly string[]): string[] {
  const files = new Set(kept.map(fileOf));
  return rare.filter((path) => files.has(fileOf(path)) && !kept.includes(`/${path}`));
}

/** Scripts and styles that were used and that this version does not know: what it does not need, or fetches once more. */
export const outdated = (rare: readonly string[], kept: readonly string[]): string[] =>
  kept.filter((path) => /\.(?:js|css)$/.test(path) && !rare.includes(path.slice(1)));

const paths = async (cache: Cache): Promise<string[]> => (await cache.keys()).map(({ url }) => new URL(url).pathname);

/** Before this version takes over: fetches what an earlier one had. Without a connection it is fetched when it is used. */
export async function takeAlong(rare: readonly string[]): Promise<void> {
  const cache = await caches.open(USED);
  await cache.addAll(missing(rare, await paths(cache))).catch(() => undefined);
}

/** Once this version has taken over. */
export async function dropOutdated(rare: readonly string[]): Promise<void> {
  const cache = await caches.open(USED);
  await Promise.all(outdated(rare, await paths(cache)).map((path) => cache.delete(path)));
}
