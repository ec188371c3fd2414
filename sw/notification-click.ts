// A tap on a notification: leads to the exact place, in the window that is open if there is one; Reply and Mark read need none.
import { v7 as uuid } from 'uuid';
import { SYNC_TAG } from '#src/offline/background-sync.ts';
import { accountOf } from '#src/offline/databases.ts';
import { type WorkerWrite, writeFromWorker } from '#src/offline/outbox/worker-write.ts';
import { readOf, replyOf } from './notification-writes.ts';
import type { Carried } from './push.ts';
import { pathOfUnsaid } from './unsaid.ts';
import { worker } from './worker.ts';

/** A page that lives answers within this time. Milliseconds. */
const ANSWER_MS = 1_000;
/** And one that was asleep within this. */
const WAKE_MS = 3_000;

interface Click extends NotificationEvent {
  /** What was typed into the notification. */
  readonly reply?: string | null;
}

export function followTaps(): void {
  worker.addEventListener('notificationclick', (event: Click) => {
    event.notification.close();
    event.waitUntil(follow(event));
  });
}

async function follow({ notification, action, reply }: Click): Promise<void> {
  const data = notification.data as Carried | null;
  const { message } = data ?? {};
  const text = reply?.trim();
  if (data && message && action === 'reply' && text)
    return write(data, replyOf(message, text, uuid(), data.employee_id), text);
  if (data && message && action === 'read') return write(data, readOf(message, uuid()));
  await open(data?.path ?? '/');
}

/** What cannot be done here is shown where it can be. `text`: what nobody else has. */
async function write(data: Carried, made: WorkerWrite, text?: string): Promise<void> {
  const account = accountOf(data);
  const drained = await writeFromWorker(account, __APP_VERSION__, made);
  if (!drained) return open((text && (await pathOfUnsaid(account, text))) || data.path);
  if (drained.left) await syncLater();
}

/** Where there is no Background Sync, the next page that starts sends it. */
async function syncLater(): Promise<void> {
  const { sync } = worker.registration as { sync?: { register(tag: string): Promise<void> } };
  await sync?.register(SYNC_TAG).catch(() => undefined);
}

async function open(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin);
  const to = url.origin === worker.location.origin ? url.pathname + url.search + url.hash : '/';
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const best = pages.find((page) => page.focused) ?? pages.find((page) => page.visibilityState === 'visible');
  const page = best ?? pages[0];
  if (!page) return void (await worker.clients.openWindow(to));
  const focused = await page.focus().catch(() => page);
  const there = goes(focused, to);
  if (await within(ANSWER_MS, there)) return;
  try {
    await worker.clients.openWindow(to);
  } catch {
    // Chromium lets a tap focus a window or open one, not both. One that is asleep wakes up; one that is only starting, or stuck, has
    // nothing open that the browser would not ask about.
    if (!(await within(WAKE_MS, there))) await focused.navigate(to).catch(() => undefined);
  }
}

/** Without a reload, so that nothing that is open there is lost. Resolves when the page has answered. */
function goes(page: WindowClient, url: string): Promise<true> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = () => done(true);
    page.postMessage({ type: 'open', url }, [port2]);
  });
}

const within = (ms: number, work: Promise<true>): Promise<boolean> =>
  Promise.race([work, new Promise<false>((done) => setTimeout(done, ms, false))]);
