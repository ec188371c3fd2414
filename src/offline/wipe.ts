// Taking away what a session leaves outside of its databases: small storage, private files, notifications, the badge.
// Databases are deleted by who has them open (realtime/client.ts) and by sweepCaches.
import { PRIVATE_CACHE } from './databases.ts';
import { wipeLocal } from './storage.ts';

/** Never rejects: what cannot be reached cannot be read by the next person either. */
export async function wipeTraces(): Promise<void> {
  wipeLocal();
  await Promise.allSettled([wipePrivateCaches(), closeNotifications()]);
}

async function wipePrivateCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(PRIVATE_CACHE)) await caches.delete(name);
}

async function closeNotifications(): Promise<void> {
  await navigator.clearAppBadge?.();
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}
