// Background Sync: the browser wakes the worker when there is a network, even with every page closed. An extra where it
// exists (Chromium); pages send by themselves all the same.

/** The tag that sw/outbox-sync.ts listens for. */
export const SYNC_TAG = 'outbox';

interface WithSync {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** To be called when something waits. Never throws. */
export async function askForBackgroundSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as
      | (ServiceWorkerRegistration & WithSync)
      | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Not granted, or no worker yet.
  }
}
