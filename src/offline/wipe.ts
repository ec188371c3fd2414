// Taking away what a session leaves outside of its databases: small storage, private files, notifications, pushes, the badge.
// Databases are deleted by who has them open (realtime/client.ts) and by device/sweep.ts.
import { CACHE, OUTBOX, PRIVATE_CACHE } from './databases.ts';
import { wipeLocal } from './storage.ts';

const UNSUBSCRIBE_MS = 2_000;

/** Never rejects: what cannot be reached cannot be read by the next person either. */
export async function wipeTraces(): Promise<void> {
  wipeLocal();
  await Promise.allSettled([wipePrivateCaches(), closeNotifications(), endPushes()]);
}

async function wipePrivateCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(PRIVATE_CACHE)) await caches.delete(name);
}

async function closeNotifications(): Promise<void> {
  await navigator.clearAppBadge?.();
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/** The server has ended them with the session; a browser that cannot reach its push service holds nobody up. */
async function endPushes(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await Promise.race([subscription?.unsubscribe(), new Promise((done) => setTimeout(done, UNSUBSCRIBE_MS))]);
}

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
