// Takes down what was pushed and is read, here or on another device: at once where an event says so, and at a start, or when a push
// has come after its event, what nobody here has heard of. Tags are the server's (telling/wording.ts).
import { listThreads } from '#contract/chat/threads.ts';
import { listConversations, read, unreadOf } from '#contract/chat.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import type { PushData } from '#contract/notifications/push.ts';
import * as contract from '#contract/notifications.ts';
import { app } from '#src/realtime/app.ts';

/** Of what tells how much waits, once quiet hours are over. */
const SUMMARY = 's';
/** Who reads one thing after the other has the server asked once, and so have pushes that come together. Milliseconds. */
const SOON_MS = 1_000;

interface Shown {
  readonly one: Notification;
  readonly data: Partial<PushData>;
}

/**
 * Of an announcement its conversation: as nobody answers or marks it from here, it has no message (telling/wording.ts), and which one it
 * tells of is not known.
 */
const announcedIn = ({ one: { tag }, data }: Shown): string | undefined =>
  data.message || !tag.startsWith('c:') ? undefined : tag.slice(2);

async function listShown(): Promise<Shown[]> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const all = (await registration?.getNotifications()) ?? [];
  return all.map((one) => ({ one, data: (one.data ?? {}) as Partial<PushData> }));
}

/** By an event of the personal topic. */
export async function follow(event: string, payload: unknown): Promise<void> {
  if (event === read.name) {
    const { conversation_id, read_seq } = payload as PayloadOf<typeof read>;
    await takeDown(({ message }) => message?.conversation_id === conversation_id && message.seq <= read_seq);
  } else {
    const { notification_ids } = payload as PayloadOf<typeof contract.withdrawn>;
    await takeDown(({ notification_id = '' }) => notification_ids.includes(notification_id));
  }
  // What the event does not name: all of the list up to a moment, the summary's share of what was read, and announcements.
  const left = await listShown();
  if (left.some((shown) => shown.one.tag === SUMMARY || shown.data.notification_id || announcedIn(shown))) lookSoon();
}

async function takeDown(isOver: (data: Partial<PushData>) => boolean): Promise<void> {
  for (const { one, data } of await listShown()) if (isOver(data)) one.close();
}

let planned: ReturnType<typeof setTimeout> | undefined;

/** Once nothing more has come for a moment. `spread`: milliseconds among which all that hear of the same thing are spread. */
export function lookSoon(spread = 0): void {
  clearTimeout(planned);
  // Without a connection the next start does it.
  planned = setTimeout(() => void takeDownRead().catch(() => undefined), SOON_MS + Math.random() * spread);
}

/** Asks what of it is read. Rejects without a connection. */
export async function takeDownRead(): Promise<void> {
  const shown = await listShown();
  const ours = shown.filter(
    (each) => each.data.message || each.data.notification_id || each.one.tag === SUMMARY || announcedIn(each),
  );
  if (!ours.length) return;
  const [conversations, threads, list] = await Promise.all([
    app.call(listConversations, {}),
    app.call(listThreads, {}),
    app.call(contract.list, { limit: '100' }),
  ]);
  const states = new Map(
    [...conversations.items.flatMap((entry) => entry.conversations), ...threads.items.map(({ state }) => state)].map(
      (state) => [state.conversation_id, state],
    ),
  );
  const entries = new Map(list.items.map((entry) => [entry.notification_id, entry.read]));
  const waits =
    list.unread > 0 ||
    conversations.items.some((entry) => (entry.muted ? entry.mention_count : entry.unread_message_count) > 0) ||
    threads.items.some(({ state }) => state.last_seq - state.read_seq > state.deleted_seqs.length);
  /** An entry that is not there is gone, unless it is older than all that were asked for. */
  const isEntryOver = (id: string) => entries.get(id) ?? list.next_cursor === null;
  for (const each of ours) {
    const { one, data } = each;
    const { message, notification_id } = data;
    const announced = states.get(announcedIn(each) ?? '');
    const isRead = message
      ? message.seq <= (states.get(message.conversation_id)?.read_seq ?? -1)
      : announced !== undefined && unreadOf(announced) === 0;
    const isListed = notification_id !== undefined && isEntryOver(notification_id);
    if (isRead || isListed || (one.tag === SUMMARY && !waits)) one.close();
  }
}
