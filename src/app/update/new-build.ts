// Reloads into the build that the server has now. The old worker still holds the old page, so it has to go first; and when
// the server does not answer, nothing may be thrown away, because those copies are the offline app.
import { busy, unsavedForms } from '#src/offline/device/busy.ts';

const ANSWER_MS = 4000;
const TAKE_OVER_MS = 15_000;

const after = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));

/** Waits until this worker is in charge, or is none any more. */
function takeOver(worker: ServiceWorker): Promise<unknown> {
  const done = new Promise<void>((resolve) => {
    const step = () => {
      if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' });
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', step);
    step();
  });
  return Promise.race([done, after(TAKE_OVER_MS)]);
}

/** Asks the server for its worker: the one request that no worker and no cache can answer in its place. */
async function refresh(registration: ServiceWorkerRegistration): Promise<boolean> {
  const asked = registration.update().then(
    () => true,
    () => false,
  );
  if (!(await Promise.race([asked, after(ANSWER_MS)]))) return false;
  const next = registration.installing ?? registration.waiting;
  if (next) await takeOver(next);
  return true;
}

/** Reloads, after deleting the caches that section 4 names. Resolves false, doing neither, when the server is unreachable. */
export async function reloadIntoNewBuild(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration && !(await refresh(registration))) return false;
  if ('caches' in globalThis) {
    // Not the worker's own, which carries the address of the app, and with it perhaps these words: it is the app offline.
    for (const name of await caches.keys())
      if (/vite|assets/.test(name) && !name.startsWith('workbox-')) await caches.delete(name);
  }
  location.reload();
  return true;
}

/** What a reload would cost is for the person to decide. */
const isFree = (): boolean => !busy.count && !unsavedForms.size;

/**
 * Asks for a part that could not be had. Reloads, and answers true, if it is there by now and only this page cannot have it: some browsers
 * (Chromium 150; no more in 156) remember for as long as a page lives that a module could not be loaded, and by import alone
 * nobody would be asked.
 * @param message names the part: the error's.
 */
export async function isPageInTheWay(message: string): Promise<boolean> {
  const url = /https?:\/\/\S+\.js\b/.exec(message)?.[0];
  if (!url || new URL(url).origin !== location.origin) return false;
  // oxlint-disable-next-line no-restricted-globals -- no call of the server's, but a file of the app
  const answer = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
  if (!answer?.ok) return false;
  return import(/* @vite-ignore */ url).then(
    () => false,
    () => isFree() && reloadIntoNewBuild(),
  );
}
