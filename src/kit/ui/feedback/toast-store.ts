// One toast at a time. It leaves after 8 seconds of not being looked at; another one replaces it.
import { proxy, ref } from 'valtio';

/** How long a toast stays, in milliseconds; the clock stands while it is hovered or focused. */
export const TOAST_MS = 8000;

export type ToastEnd = 'action' | 'timeout' | 'replaced' | 'closed';

export interface ToastOptions {
  text: string;
  /** "Undo", "See it". Ends the toast. */
  action?: { label: string; run: () => void };
  /** Called once when the toast is gone, with the reason; a deferred delete goes through on everything but `action`. */
  onEnd?: (end: ToastEnd) => void;
  /** Milliseconds, default 8000. Infinity: until somebody acts. */
  duration?: number;
}

export interface Toast extends ToastOptions {
  id: number;
}

const store = proxy<{ toast: Toast | undefined }>({ toast: undefined });
/** Read with `useSnapshot(toasts).toast`. */
export const toasts: Readonly<{ toast: Toast | undefined }> = store;

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let left = 0;
let since = 0;

/** Shows it at once. Returns the way to take it away (which does nothing when another one has come). */
export function showToast(options: ToastOptions): () => void {
  endToast('replaced');
  lastId += 1;
  const id = lastId;
  store.toast = ref({ ...options, id });
  left = options.duration ?? TOAST_MS;
  resumeToast();
  return () => {
    if (store.toast?.id === id) endToast('closed');
  };
}

/** Ends the toast that stands, if one does. */
export function endToast(end: ToastEnd): void {
  const toast = store.toast;
  if (!toast) return;
  clearTimeout(timer);
  timer = undefined;
  store.toast = undefined;
  if (end === 'action') toast.action?.run();
  toast.onEnd?.(end);
}

/** Stops the clock (hover, focus). */
export function pauseToast(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  left -= Date.now() - since;
}

/** Lets the clock go on with what was left. */
export function resumeToast(): void {
  if (timer !== undefined || !store.toast || left === Number.POSITIVE_INFINITY) return;
  since = Date.now();
  timer = setTimeout(() => endToast('timeout'), Math.max(left, 0));
}
