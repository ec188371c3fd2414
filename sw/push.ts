// Pushes: something is always shown, one notification for each conversation, and nothing of whoever is not signed in here any
// more. What a tap does stands in notification-click.ts.
import { FCM_KEY, type PushData, type PushPayload } from '#contract/notifications/push.ts';
import { setBadge } from '#src/offline/badge.ts';
import { accountOf } from '#src/offline/databases.ts';
import { markShown } from '#src/offline/device/leaving/shown-mark.ts';
import { findMirror } from '#src/offline/session-mirror.ts';
import { worker } from './worker.ts';

/** What a notification carries: its push, when that was written, and how many of them it stands for. */
export type Carried = PushData & {
  readonly title: string;
  readonly body: string;
  readonly count: number;
  /** Not known of what an older worker has shown. */
  readonly timestamp?: number;
};

/**
 * Where the browser would show the push by itself (Declarative Web Push), it hands the worker, since ours are `mutable`, what it
 * would show, and no data. If the worker shows nothing, or not in time, that is shown.
 */
interface Push extends PushEvent {
  readonly notification?: (Notification & { readonly timestamp?: number; readonly navigate?: string }) | null;
  readonly appBadge?: number | null;
}

/** Of the Notifications API, what the WebWorker library of TypeScript leaves out. */
interface Options extends Omit<NotificationOptions, 'badge'> {
  badge?: string | undefined;
  renotify?: boolean;
  timestamp?: number;
  /** Absolute: where a tap leads without asking the worker. */
  navigate?: string | undefined;
  actions?: readonly { action: string; title: string; type?: 'button' | 'text'; placeholder?: string }[];
}

const ICON = '/icons/icon-192.png';
/** In one colour, for the bar of the system. */
const BADGE = '/icons/monochrome-512.png';

/** The pushes that came so far: shown, or failed. */
let earlier: Promise<unknown> = Promise.resolve();

export function showPushes(): void {
  // One after the other: the later counts the earlier, and Chromium forgets a notification that is being shown while another
  // asks for those that stand there.
  worker.addEventListener('push', (event) => {
    const shown = earlier.then(() => receive(event));
    earlier = shown.catch(() => undefined);
    event.waitUntil(shown);
  });
}

async function receive(event: Push): Promise<void> {
  const payload = event.notification ? declaredIn(event) : payloadIn(event.data);
  const mirror = await findMirror();
  // Whoever it is for may be signed in, or not: it is said that there is something, and no more.
  const navigate = event.notification ? `${worker.location.origin}/` : undefined;
  if (mirror === 'unread') await show('Limelight', { body: 'There is something new.', tag: 'unknown', navigate });
  else if (!mirror || (payload && accountOf(payload.notification.data) !== accountOf(mirror.session))) {
    const body = 'Something new for somebody who is signed out here.';
    await show('Limelight', { body, tag: 'signed-out', navigate });
    // Whoever is signed in now subscribes anew at their next start.
    await (await worker.registration.pushManager.getSubscription())?.unsubscribe();
  } else if (payload) await showMessage(payload, Boolean(event.notification));
  // What the browser shows by itself says more.
  else if (!event.notification) await show('Limelight', { body: 'There is something new.', tag: 'unknown' });
}

/** `declared`: the browser wants to know where a tap leads; elsewhere taps are ours. */
async function showMessage({ notification, app_badge }: PushPayload, declared: boolean): Promise<void> {
  const { tag, data, timestamp, silent, icon, lang, dir } = notification;
  for (const one of await worker.registration.getNotifications()) if (data.clear.includes(one.tag)) one.close();
  const [there] = await worker.registration.getNotifications({ tag });
  const before = there?.data as Carried | undefined;
  const came = { ...data, timestamp, title: notification.title, body: notification.body };
  const [again, late] = [order(before, came) === 0, order(before, came) > 0];
  const { title, body, ...what } = late && before ? before : came;
  const isRead = before?.message && before.message.seq <= (data.read_seq ?? 0);
  const count = (isRead ? 0 : (before?.count ?? 0)) + (again ? 0 : 1);
  await markShown();
  await show(count > 1 ? `${title} (${count})` : title, {
    body,
    tag,
    // A company's picture is no silhouette, and ours beside it would be another's: the system then has one of its own.
    ...(icon && { icon, badge: undefined }),
    lang,
    dir,
    silent,
    timestamp,
    navigate: declared ? worker.location.origin + what.path : undefined,
    renotify: !silent && !again,
    data: { ...what, title, body, count } satisfies Carried,
    ...(what.message && { actions: actions() }),
  });
  if (app_badge !== undefined) await setBadge(app_badge);
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of windows) page.postMessage({ type: 'shown', tag });
}

/**
 * Which of two is later, where both are messages of one conversation; 0: it is the same one, come twice. What is no message, or has none
 * with it as announcements have, is the same if it was written at the same moment and says the same.
 */
function order(before: Carried | undefined, came: Omit<Carried, 'count'>): number {
  if (before?.message && came.message) return before.message.seq - came.message.seq;
  return before && before.timestamp === came.timestamp && before.body === came.body ? 0 : -1;
}

/** Typing in a notification is for browsers that know it; others open the conversation. */
function actions(): NonNullable<Options['actions']> {
  return [
    { action: 'reply', title: 'Reply', type: 'text', placeholder: 'Write a message' },
    { action: 'read', title: 'Mark read' },
  ];
}

const show = (title: string, options: Options): Promise<void> =>
  worker.registration.showNotification(title, { icon: ICON, badge: BADGE, ...options } as NotificationOptions);

/** The same of what the browser has read already. */
function declaredIn({ notification, appBadge }: Push): PushPayload | null {
  const { title, body, tag, lang, icon, silent, timestamp = Date.now(), navigate = '', data } = notification ?? {};
  const told = { title, body, navigate, tag, lang, dir: 'auto', silent: silent === true, timestamp, data };
  const payload = {
    notification: { ...told, ...(icon && { icon }) },
    ...(appBadge != null && { app_badge: appBadge }),
  };
  return isOurs(payload) ? payload : null;
}

/** Null for what is not a push of ours: nothing, something else, or of a version that we don't know. */
function payloadIn(sent: PushMessageData | null): PushPayload | null {
  try {
    const payload = unwrapped(sent?.json());
    return isOurs(payload) ? payload : null;
  } catch {
    return null;
  }
}

function isOurs(payload: unknown): payload is PushPayload {
  const { title, tag, data } = (payload as Partial<PushPayload> | undefined)?.notification ?? {};
  return Boolean(title && tag && data?.company_id && Array.isArray(data.clear));
}

/** Firebase Cloud Messaging has it among the data of a message of its own; a push service has it as it is. */
function unwrapped(sent: unknown): Partial<PushPayload> | undefined {
  const within = (sent as { data?: Readonly<Record<string, unknown>> } | undefined)?.data?.[FCM_KEY];
  return (typeof within === 'string' ? JSON.parse(within) : sent) as Partial<PushPayload> | undefined;
}
