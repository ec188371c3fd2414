// What others left on this device, at a start: whether there is anything to be taken away, which is loaded only then.
import { CACHE, OUTBOX, PRIVATE_CACHE } from './databases.ts';

/**
 * Takes away what others left here (device/sweep.ts): what a logout that was cut short could not. Resolves with whether there was
 * anything; never rejects.
 */
export const sweepCaches = (account: string | null): Promise<boolean> =>
  isBlank()
    .then(async (blank) => !blank && (await import('./device/sweep.ts')).sweep(account))
    .catch(() => false);

/** Nobody's data is here, as on a first visit: the page to sign in need not fetch what takes it away, which is as large as itself. */
async function isBlank(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    const kept = databases.some(({ name = '' }) => name.startsWith(CACHE) || name.startsWith(OUTBOX));
    return !kept && !(await caches.keys()).some((name) => name.startsWith(PRIVATE_CACHE));
  } catch {
    // A browser that does not tell: device/sweep.ts does what can be done.
    return false;
  }
}
