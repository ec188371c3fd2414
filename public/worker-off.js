// Served as /sw.js while the operator has switched the worker off (WORKER_OFF=1), for when a broken one is out there: a
// browser always asks the server itself for a worker's script, so this reaches everybody on the next visit. It takes the
// worker and its copies of the app away. What people have written and read is in other places, and stays.
const worker = globalThis;

/** A window that has the app in it says so; one that stands there with what a broken worker gave it says nothing. */
const ANSWER_MS = 2000;

/** True if there was a worker before: only then does a window need another page. Otherwise it would reload for ever. */
let replaces = false;

worker.addEventListener('install', () => {
  replaces = worker.registration.active !== null;
  void worker.skipWaiting();
});

worker.addEventListener('activate', (event) => event.waitUntil(leave()));

// A page that began while this was being taken away has put it back in place by asking for its worker (Chromium); its app says so.
worker.addEventListener('message', (event) => {
  if (event.data?.type === 'uncontrolled') event.waitUntil(worker.registration.unregister());
});

async function leave() {
  for (const name of await caches.keys()) if (!name.startsWith('private')) await caches.delete(name);
  let broken = [];
  if (replaces) {
    await worker.clients.claim();
    const windows = await worker.clients.matchAll({ type: 'window' });
    const works = await Promise.all(windows.map(isApp));
    broken = windows.filter((_, at) => !works[at]);
  }
  await worker.registration.unregister();
  // Not waited for: the new page comes when this is over.
  for (const window of broken) window.navigate(window.url).catch(() => undefined);
}

/** What somebody writes in an app that works is left alone. */
function isApp(window) {
  const { port1, port2 } = new MessageChannel();
  window.postMessage({ type: 'alive?' }, [port2]);
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, ANSWER_MS, false);
  });
}
