// One clock for all relative times on the page: "2 mins ago" must not stay for an hour, and must not tick in each row.
import { useSyncExternalStore } from 'react';

const STEP = 30_000;
let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Until what was read last is a step old; no longer where the device's clock was set back. */
function wait(): void {
  const go = () => {
    tick();
    wait();
  };
  timer = setTimeout(go, Math.min(now + STEP - Date.now(), STEP));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    wait();
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Nobody has looked for a while: not when they begin to listen, which would draw what has just been drawn once more. */
function read(): number {
  if (timer === undefined && Math.abs(Date.now() - now) >= STEP) now = Date.now();
  return now;
}

/** Milliseconds since 1970, moving every half minute and when the page becomes visible again. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read);
}
