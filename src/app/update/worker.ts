// Registers the service worker, and tells when a new version waits. It never takes over by itself under an open page.
import { proxy, ref } from 'valtio';

const CHECK_MS = 30 * 60_000;

interface Update {
  /** A new version is installed and waits for `apply`. */
  ready: boolean;
  /** Lets it take over; the page reloads. */
  apply: () => void;
  /** "Later": not shown again until the next one. */
  postpone: () => void;
}

const store = proxy<Update>({
  ready: false,
  apply: () => location.reload(),
  postpone: () => {
    store.ready = false;
  },
});
/** Read with `useSnapshot(update)`. */
export const update: Readonly<Update> = store;

/**
 * To be called once, after the page has loaded; in development there is no worker.
 * @param onMessage what the worker tells its pages (an address to open, a push).
 */
export async function registerWorker(onMessage: (data: unknown) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => onMessage(event.data));
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/sw.js', { updateViaCache: 'none' });
  worker.addEventListener('waiting', () => {
    store.ready = true;
    store.apply = ref(() => {
      worker.addEventListener('controlling', () => location.reload());
      worker.messageSkipWaiting();
    });
  });
  // Refused in some private windows and by some policies: the app then works without being offline.
  const registration = await worker.register().catch(() => undefined);
  const check = () => {
    if (document.visibilityState === 'visible') registration?.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', check);
  setInterval(check, CHECK_MS);
}
