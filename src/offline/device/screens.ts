// The picture that the next start begins with (src/boot/keep-screen.ts), as text in Cache Storage: where the worker can read it,
// and gone with the session (wipe.ts, sweep.ts). Of one screen only, the last: what is deleted or taken back afterwards would
// stand in all others for as long as nobody opens them.
import { keptScreenPath, PRIVATE_CACHE } from '../databases.ts';
import { isSignedIn } from '../storage.ts';

const nameOf = (account: string): string => `${PRIVATE_CACHE}-screen:${account}`;

/** In the place of what was kept; for whoever starts at one of these paths. `account`: databases.ts. Never rejects. */
export async function putScreen(account: string, paths: readonly string[], text: string): Promise<void> {
  const addresses = paths.map(keptScreenPath);
  if (!isSignedIn(account)) return;
  try {
    const cache = await caches.open(nameOf(account));
    // Put over the one before: a page that is being closed may not come to the second step.
    await Promise.all(addresses.map((address) => cache.put(address, new Response(text))));
    for (const key of await cache.keys()) {
      if (!addresses.includes(new URL(key.url).pathname)) await cache.delete(key);
    }
    // Signed out meanwhile: what has just been wiped must not be back.
    if (!isSignedIn(account)) await dropScreens(account);
  } catch {
    // No room, or not allowed here: the next start shows the ring for a moment.
    await dropScreens(account);
  }
}

/** Never rejects. */
export async function dropScreens(account: string): Promise<void> {
  if ('caches' in globalThis) await caches.delete(nameOf(account)).catch(() => undefined);
}
