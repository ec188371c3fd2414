// The picture that the next start begins with (src/boot/keep-screen.ts), as text in Cache Storage: where the worker can read it,
// and gone with the session (leaving/). Of one screen only, the last: what is deleted or taken back afterwards would
// stand in all others for as long as nobody opens them. Put there by the worker (sw/shell/kept-screen.ts): the page may be going at
// that very moment (files/answering-cache.ts).
import { accountOf, keptScreenPath, PRIVATE_CACHE } from '../databases.ts';
import { openAnswering } from '../files/answering-cache.ts';
import { type Mirror, readMirror } from '../session-mirror.ts';
import type { KeptScreen, ScreenMessage } from './kept-screen.ts';

const KIND = `${PRIVATE_CACHE}-screen:`;
const nameOf = (account: string): string => KIND + account;

/** Milliseconds: nobody waits longer for it than they would wait for the app. */
const READ_MS = 1_000;

/** By the worker. In the place of what was kept. Never rejects. */
export async function putScreen({ account, paths, text }: ScreenMessage): Promise<void> {
  if (!paths.length) return dropScreens(account);
  const addresses = paths.map(keptScreenPath);
  const isTheirs = (mirror?: Mirror) => mirror && accountOf(mirror.session) === account;
  try {
    if (!isTheirs(await readMirror())) return;
    const cache = await openAnswering(nameOf(account));
    await Promise.all(addresses.map((address) => cache.put(address, new Response(text))));
    for (const key of await cache.keys()) {
      if (!addresses.includes(new URL(key.url).pathname)) await cache.delete(key);
    }
    // Signed out meanwhile: what has just been wiped must not be back.
    if (!isTheirs(await readMirror())) await dropScreens(account);
  } catch {
    // No room, or not allowed here: the next start shows the ring for a moment.
    await dropScreens(account);
  }
}

/** By the worker. What was kept of this address by whoever is signed in; undefined if there is nothing. Never rejects. */
export async function readScreen(pathname: string): Promise<KeptScreen | undefined> {
  try {
    // A database that somebody holds keeps no page waiting.
    const late = new Promise<undefined>((done) => setTimeout(done, READ_MS));
    const [mirror, names] = await Promise.all([Promise.race([readMirror(), late]), caches.keys()]);
    // Of somebody whose leaving was cut short it is still there.
    for (const name of names.filter((one) => mirror && one === nameOf(accountOf(mirror.session)))) {
      const kept = await (await openAnswering(name, READ_MS)).match(keptScreenPath(pathname));
      if (kept) return (await kept.json()) as KeptScreen;
    }
  } catch {
    // Then there is none.
  }
  return undefined;
}

/** Never rejects. */
export async function dropScreens(account: string): Promise<void> {
  if ('caches' in globalThis) await caches.delete(nameOf(account)).catch(() => undefined);
}
