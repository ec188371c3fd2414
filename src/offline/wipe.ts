// What others left on this device, at a start: whether there is anything to be taken away, which is loaded only then.
import { CACHE, OUTBOX, PRIVATE_CACHE } from './databases.ts';
import { readLocal } from './storage.ts';

/** Takes away what others left here (device/leaving/tidy.ts): what a logout that was cut short could not. `api`: as of `writeMirror`. Never rejects. */
export const sweepCaches = (account: string | null, api?: string): Promise<void> =>
  isBlank()
    // A browser that does not tell: device/leaving/sweep.ts does what can be done.
    .catch(() => false)
    .then(async (blank) => blank || (await import('./device/leaving/tidy.ts')).tidy(account, api))
    .catch(() => undefined) as Promise<void>;

/** Nobody's data is here, as on a first visit: the page to sign in need not fetch what takes it away, which is as large as itself. */
async function isBlank(): Promise<boolean> {
  const [databases, names] = await Promise.all([indexedDB.databases(), caches.keys()]);
  const all = [...names, ...databases.map(({ name = '' }) => name)];
  return (
    !readLocal('leaving') && !all.some((name) => [CACHE, OUTBOX, PRIVATE_CACHE].some((kind) => name.startsWith(kind)))
  );
}
