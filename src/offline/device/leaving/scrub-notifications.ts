// Makes Chromium forget what it has shown. It writes each notification into a log of the profile, and closing one adds to that: the
// words stay, for as long as the profile is there (measured; tests/e2e/leaving.e2e.ts searches the files). No page can delete them.
// But what is written comes into files once there is enough of it, and files that are looked into so often are merged, without
// what is deleted: so much is written, and looked for, under one notification, without a sound. Loaded when somebody leaves.

const TAG = 'scrub';
/** Bytes: as much as one notification may carry, nearly. Four million fill a file. */
const PIECE = 1_000_000;
/** Two files: the one that what was shown comes into, and one above it. */
const UNDER = 10;
/** One more: with it go the files that nothing refers to any more. */
const ABOVE = 5;
/** Each looks through all that is there; a file is merged with what it covers after as many as it has pieces of 16 kB. */
const LOOKS = 25;
const ROUNDS = 5;
/** Between them files are written and merged. Milliseconds. */
const PAUSE_MS = 100;

/**
 * To be called when those that are to be forgotten are closed. Does nothing where notifications are not allowed: then none can be
 * shown. Resolves with whether all is done that can be. Never rejects.
 */
export async function scrubNotifications(): Promise<boolean> {
  // Chromium alone has it; others keep them in another way, which no page can do anything about.
  if (!('userAgentData' in navigator) || globalThis.Notification?.permission !== 'granted') return true;
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration) return true;
  try {
    await fill(registration, UNDER);
    await close(registration);
    for (let round = 0; round < ROUNDS; round++) {
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      for (let look = 0; look < LOOKS; look++) await registration.getNotifications();
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    await fill(registration, ABOVE);
    return true;
  } catch {
    // No room, or not allowed any more.
    return false;
  } finally {
    await close(registration).catch(() => undefined);
  }
}

async function fill(registration: ServiceWorkerRegistration, pieces: number): Promise<void> {
  // What compresses well would not fill a file.
  const data = new Uint8Array(PIECE);
  for (let piece = 0; piece < pieces; piece++) {
    for (let at = 0; at < PIECE; at += 50_000) crypto.getRandomValues(data.subarray(at, at + 50_000));
    const body = 'Removing what was shown on this device.';
    await registration.showNotification('Limelight', { tag: TAG, body, silent: true, data });
  }
}

async function close(registration: ServiceWorkerRegistration): Promise<void> {
  for (const one of await registration.getNotifications({ tag: TAG })) one.close();
}
