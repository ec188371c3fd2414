// Taking away what a session leaves outside of its databases: private files, notifications, pushes, the badge. Loaded when somebody
// leaves; where that cannot be, there was no worker yet, and so nothing of it but files, which the next start takes away (sweep.ts).
import { PRIVATE_CACHE } from '../../databases.ts';
import { dropOwned, SHARED } from '../../files/shared.ts';
import { readLocal } from '../../storage.ts';

/** `handed`: what another app has handed over since for who signs in next is spared. Never rejects: what cannot be reached cannot be read by the next person either. */
export async function wipeTraces(handed = false): Promise<void> {
  // In another tab somebody is signed in by now: what is not theirs sweep.ts takes away.
  if (readLocal('userSession')) return;
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await Promise.allSettled([
    wipePrivateCaches(handed),
    navigator.clearAppBadge?.(),
    closeNotifications(registration),
    endPushes(),
  ]);
}

async function wipePrivateCaches(handed: boolean): Promise<void> {
  for (const name of await caches.keys())
    if (handed && name === SHARED) await dropOwned().catch(() => caches.delete(name));
    else if (name.startsWith(PRIVATE_CACHE)) await caches.delete(name);
}

async function closeNotifications(registration?: ServiceWorkerRegistration): Promise<void> {
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/** The server has ended them with the session; a push service that cannot be reached has scrub.ts go on, not wait. */
export async function endPushes(): Promise<void> {
  if (readLocal('userSession')) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
