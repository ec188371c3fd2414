// From messages to what stands below one another on the screen: days, the mark of what is new, grouped messages. Pure.
import dayjs from 'dayjs';
import type { Message } from '#contract/chat.ts';

/** Where a message is on its way. Colleagues' messages are always `sent`. */
export type Delivery = 'queued' | 'failed' | 'sent' | 'seen';

export interface ShownMessage {
  readonly message: Message;
  readonly delivery: Delivery;
  /** Why it failed. */
  readonly error_code: string | null;
  /** An edit, reaction or deletion of it waits in the outbox. */
  readonly pending: boolean;
}

export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'new'; readonly key: 'new'; readonly since: string | null }
  | { readonly kind: 'waiting'; readonly key: 'waiting' }
  /** `first`: with picture and name; the following of the same person stand close below. */
  | { readonly kind: 'message'; readonly key: string; readonly shown: ShownMessage; readonly first: boolean };

/** Messages of one person within this time form a group. Milliseconds. */
const GROUP_MS = 5 * 60_000;

export interface RowsInput {
  /** In rising seq, what waits at the end. */
  readonly messages: readonly ShownMessage[];
  /** Messages after this seq were unread when the conversation was opened; null: nothing was. */
  readonly newAfter: number | null;
  /** When the reader was here last, for "New since 08:45". */
  readonly newSince: string | null;
  readonly self_id: string;
}

export function rowsOf({ messages, newAfter, newSince, self_id }: RowsInput): Row[] {
  const rows: Row[] = [];
  let before: ShownMessage | undefined;
  let marked = newAfter === null;
  let waiting = false;
  for (const shown of messages) {
    const { message } = shown;
    const newDay = !before || !dayjs(before.message.created_at).isSame(message.created_at, 'day');
    if (newDay)
      rows.push({
        kind: 'day',
        key: `day-${dayjs(message.created_at).format('YYYY-MM-DD')}-${message.seq}`,
        at: message.created_at,
      });
    const marks = !marked && message.seq > (newAfter ?? 0) && message.sender_id !== self_id;
    if (marks) {
      rows.push({ kind: 'new', key: 'new', since: newSince });
      marked = true;
    }
    const waits = !waiting && shown.delivery === 'queued';
    if (waits) {
      rows.push({ kind: 'waiting', key: 'waiting' });
      waiting = true;
    }
    const first = newDay || marks || waits || !before || !sameGroup(before.message, message);
    rows.push({ kind: 'message', key: message.message_id, shown, first });
    before = shown;
  }
  return rows;
}

const sameGroup = (a: Message, b: Message): boolean =>
  a.sender_id === b.sender_id && Date.parse(b.created_at) - Date.parse(a.created_at) < GROUP_MS;

/** "Today", "Yesterday", "Monday 9 November", and with the year when it is another one. */
export function dayLabel(at: string, now: number = Date.now()): string {
  const day = dayjs(at);
  const today = dayjs(now);
  if (day.isSame(today, 'day')) return 'Today';
  if (day.isSame(today.subtract(1, 'day'), 'day')) return 'Yesterday';
  return day.format(day.year() === today.year() ? 'dddd D MMMM' : 'dddd D MMMM YYYY');
}
