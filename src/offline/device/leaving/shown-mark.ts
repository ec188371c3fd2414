// Whether anything of somebody's was shown by the system: Chromium keeps the words of it in its files after it is closed
// (scrub-notifications.ts). The worker notes it; no content. It goes with their private files when they leave (traces.ts).
import { PRIVATE_CACHE } from '../../databases.ts';

const MARK = `${PRIVATE_CACHE}-shown`;

/** Neither rejects. Without caches, or room, nothing is noted. */
export const markShown = async (): Promise<void> => {
  await of((all) => all.open(MARK));
};
export const wasShown = async (): Promise<boolean> => (await of((all) => all.has(MARK))) ?? false;

async function of<T>(work: (all: CacheStorage) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(caches);
  } catch {
    return undefined;
  }
}
