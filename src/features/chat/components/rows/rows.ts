// From messages to what stands below one another on the screen: days, the mark of what is new, grouped messages. Pure.
import type { Message } from '#contract/chat.ts';
import { day, dayKey, yearOf } from '#src/kit/ui/format/dates.ts';

/** Where a message is on its way. Colleagues' messages are always `sent`. */
export type Delivery = 'queued' | 'failed' | 'sent' | 'seen';

export interface ShownMessage {
  readonly message: Message;
  readonly delivery: Delivery;
  /** Why it failed. */
  readonly error_code: string | null;
  /** An edit, reaction or deletion of it waits in the outbox. */
  readonly pending: boolean;
  /** The record in the outbox of its last edit that was refused. */
  readonly refused?: string | undefined;
}

export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  /** `since`: the time of the last one read before, where that is here. */
  | { readonly kind: 'new'; readonly key: 'new'; readonly since: string | null }
  | { readonly kind: 'waiting'; readonly key: 'waiting' }
  /** `first`: with picture and name; the following of the same person stand close below. */
  | { readonly kind: 'message'; readonly key: string; readonly shown: ShownMessage; readonly first: boolean };

/** What the list brings into view; each object once. */
export type Goal =
  | { readonly kind: 'end' | 'mark' }
  /** The first message of that moment (ISO 8601) or later, at the top. */
  | { readonly kind: 'time'; readonly at: string }
  /** `message`: shown with a light on it for a moment; `edit`: not led to where it is in view. */
  | { readonly kind: 'message' | 'edit'; readonly seq: number; readonly message_id: string };

/** Messages of one person within this time form a group. Milliseconds. */
const GROUP_MS = 5 * 60_000;

export interface RowsInput {
  /** In rising seq, what waits at the end. */
  readonly messages: readonly ShownMessage[];
  /** Messages after this seq were unread when the conversation was opened; null: nothing was. */
  readonly newAfter: number | null;
  readonly self_id: string;
  /** Then what waits stands below no line: it would be gone before it is read, and everything would jump twice. */
  readonly online: boolean;
}

export function rowsOf({ messages, newAfter, self_id, online }: RowsInput): Row[] {
  const rows: Row[] = [];
  let before: ShownMessage | undefined;
  let marked = newAfter === null;
  let lined = online;
  for (const shown of messages) {
    const { message } = shown;
    const newDay = !before || dayKey(before.message.created_at) !== dayKey(message.created_at);
    if (newDay)
      rows.push({
        kind: 'day',
        key: `day-${dayKey(message.created_at)}-${message.seq}`,
        at: message.created_at,
      });
    const marks = !marked && message.seq > (newAfter ?? 0) && message.sender_id !== self_id;
    if (marks) {
      rows.push({ kind: 'new', key: 'new', since: before?.message.created_at ?? null });
      marked = true;
    }
    const waits = !lined && shown.delivery === 'queued';
    if (waits) {
      rows.push({ kind: 'waiting', key: 'waiting' });
      lined = true;
    }
    const first = newDay || marks || waits || !before || !sameGroup(before.message, message);
    rows.push({ kind: 'message', key: message.message_id, shown, first });
    before = shown;
  }
  return rows;
}

/** Of a message that the server has. The number that an unsent one stands under may become another one's. */
export const seqOf = (row: Row): number =>
  row.kind === 'message' && row.shown.delivery !== 'queued' && row.shown.delivery !== 'failed'
    ? row.shown.message.seq
    : 0;

const sameGroup = (a: Message, b: Message): boolean =>
  a.sender_id === b.sender_id && Date.parse(b.created_at) - Date.parse(a.created_at) < GROUP_MS;

/** The row to be brought into view; undefined: the end. What is not there (any more) has the place where it would be. */
export function goalIn(rows: readonly Row[], goal: Goal): number | undefined {
  const find = (is: (row: Row) => boolean) => {
    const at = rows.findIndex(is);
    return at < 0 ? undefined : at;
  };
  if (goal.kind === 'mark') return find(({ kind }) => kind === 'new');
  if (goal.kind === 'time') {
    const first = find((row) => row.kind === 'message' && row.shown.message.created_at >= goal.at);
    // With its day above it.
    return first !== undefined && rows[first - 1]?.kind === 'day' ? first - 1 : first;
  }
  if ('seq' in goal) return find(({ key }) => key === goal.message_id) ?? find((row) => seqOf(row) >= goal.seq);
  return undefined;
}

/** "Today", "Yesterday", "Monday 9 November", and with the year when it is another one. */
export function dayLabel(at: string, now: number = Date.now()): string {
  const today = new Date(now);
  if (dayKey(at) === dayKey(today)) return 'Today';
  // Noon: a day may be an hour shorter or longer.
  if (dayKey(at) === dayKey(new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1, 12)))
    return 'Yesterday';
  return yearOf(at) === yearOf(now) ? day(at) : `${day(at)} ${yearOf(at)}`;
}

/** The last message that one may still change. What was forwarded are somebody else's words. */
export const lastToEdit = (shown: readonly ShownMessage[], self_id: string): Message | undefined =>
  shown.findLast(
    ({ message, delivery }) =>
      message.sender_id === self_id && !message.deleted_at && !message.forwarded && delivery !== 'failed',
  )?.message;
