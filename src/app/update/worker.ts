// Registers the service worker, unless the page has done that (src/boot/start.inline.ts), and tells when a new version waits. It never
// takes over by itself under an open page, and no page is reloaded but by the person in it, and not before what a reload would cost is
// over. Loaded after the page.
import { subscribe } from 'valtio/vanilla';
import { reportError } from '#contract/system/error-report.ts';
import { busy, unsavedForms } from '#src/offline/device/busy.ts';
import { app } from '#src/realtime/app.ts';
import { recordReplays } from './replay/replays.ts';
import { reportErrors } from './report-errors.ts';
import { isUnsaved, watchFields } from './unsaved.ts';
import { update } from './update.ts';

/** While somebody looks, it is asked for this often; and on coming back, but not more often than the second. */
const CHECK_MS = 60 * 60_000;
const AGAIN_MS = 5 * 60_000;
/** After this time the offer stands again instead. */
const TAKE_OVER_MS = 20_000;
/** A worker that waits for nobody, like public/worker-off.js, is in charge by then. */
const WAITS_MS = 200;

const WORKER = '/sw.js';

interface TrustedTypes {
  createPolicy(name: 'limelight', rules: { createScriptURL(): string }): { createScriptURL(url: string): string };
}

/** As the page's policy asks for it (tools/vite/boot-html.ts), where the browser knows that: no other address becomes a worker's. */
function workerUrl(): string {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('limelight', { createScriptURL: () => WORKER }).createScriptURL(WORKER) ?? WORKER;
}

/** Who was told that something is lost is not asked once more, by the browser. */
const reload = () => {
  if (anyway) unsavedForms.clear();
  location.reload();
};
let takeOver: () => void = reload;

/** The person has been told that something is lost by it. */
let anyway = false;

/** Lets the new version take over and reloads the page. `told`: that something unsaved is lost. */
export function applyUpdate(told = anyway): void {
  update.asked = true;
  anyway = told;
  whenFree(() => {
    takeOver();
    // An old worker that is in the middle of something delays it, at times for minutes.
    setTimeout(() => {
      update.asked = anyway = false;
    }, TAKE_OVER_MS);
  });
}

function whenFree(work: () => void): void {
  const end = subscribe(busy, () => look());
  const look = () => {
    if (busy.count && update.asked) return;
    end();
    // Typed since: then the offer stands again, and with the next press it is asked about.
    if (!anyway && isUnsaved()) update.asked = false;
    if (update.asked) work();
  };
  look();
}

/** "Later": not shown again until the next one. */
export function postponeUpdate(): void {
  update.ready = update.asked = anyway = false;
}

/**
 * To be called once, where there are workers. From then on errors are reported, too: what does that comes with this file.
 * @param onMessage what the worker tells its pages (an address to open, a push).
 */
export async function registerWorker(onMessage: (data: unknown) => void): Promise<void> {
  watchErrors();
  watchFields();
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    // public/worker-off.js asks whether this window is the app, or what a broken worker made of it.
    ports[0]?.postMessage('yes');
    onMessage(data);
  });
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // Otherwise the first visit: the page came with the same version. One that was loaded past the worker is not controlled either.
    if (controlled || update.asked || update.ready) {
      // Perhaps asked for in another tab. What this page has not loaded yet may be gone, but when to reload is for who is in it.
      takeOver = reload;
      if (update.asked) applyUpdate();
      else update.ready = true;
    }
    controlled = true;
  });
  // Refused in some private windows and by some policies: the app then works without being offline.
  const registration = await serviceWorker.register(workerUrl(), { updateViaCache: 'none' }).catch(() => undefined);
  if (registration) follow(registration);
  // A worker that is there and has nothing to do with this page: public/worker-off.js goes then.
  if (!serviceWorker.controller) registration?.active?.postMessage({ type: 'uncontrolled' });
  let checked = Date.now();
  const check = (after: number) => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < after) return;
    checked = Date.now();
    registration?.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => check(AGAIN_MS));
  setInterval(() => check(CHECK_MS), AGAIN_MS);
}

/** Offers each new version once it waits, whoever has found it, and however many there were before it under this page. */
function follow(registration: ServiceWorkerRegistration): void {
  const offer = (next: ServiceWorker) => {
    // The first one of all has nobody to wait for.
    if (registration.waiting !== next || !registration.active) return;
    update.ready = true;
    takeOver = () => registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  };
  const watch = (next: ServiceWorker | null) => {
    const look = () => void (next?.state === 'installed' && setTimeout(offer, WAITS_MS, next));
    next?.addEventListener('statechange', look);
    look();
  };
  // Of both: the one that is still being installed may fail.
  watch(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
}

/** The collector hears of the error first; without that, what was recorded would be of nothing. */
function watchErrors(): void {
  const replays = recordReplays(__APP_VERSION__);
  reportErrors(__APP_VERSION__, async (report) => {
    const recorded = replays.ids();
    const { passed_on } = await app.call(reportError, { ...report, recorded }, { skipAuth: true, keepSession: true });
    if (recorded && passed_on) replays.reported(recorded);
  });
}
