// What events and waiting writes do to a run of messages. Pure.

import * as marks from '#contract/chat/marks/events.ts';
import { messagePreviewed } from '#contract/chat/previews/preview.ts';
import * as threads from '#contract/chat/threads.ts';
import { tombstone } from '#contract/chat/tombstone.ts';
import * as chat from '#contract/chat.ts';
import type { EventFrame, PayloadOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { plainText } from '#contract/rich-text.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { LiveContext } from '#src/realtime/live-query.ts';

/** A write about a message that the cached data does not have yet, or that was refused. */
export interface PendingWrite {
  readonly outbox_id: string;
  readonly kind: 'send' | 'edit' | 'delete' | 'react' | 'pin' | 'preview';
  /** `acked`: the server has it. `failed`: it refused, see `error_code`; then only a `send` is shown as if it were done, and of an edit what was typed. */
  readonly state: OutboxItem['state'];
  readonly error_code: string | null;
  /** False: only this tab's memory has it. */
  readonly saved: boolean;
}

/** A message with what waits about it; nothing waits for those without `pending`. */
export type ShownMessage = chat.Message & { readonly pending?: readonly PendingWrite[] };

/** The output of chat.listMessages, with `items` in rising seq and without a gap. */
export type Messages = Omit<ResponseOf<typeof chat.listMessages>, 'items'> & {
  readonly items: readonly ShownMessage[];
};

/** How many messages a device keeps of a conversation. */
export const KEPT = 100;
/** How many a run may have before whoever looks at it cuts it (reading/window.ts), and before it is cut unseen. */
export const MOST = 400;
const HELD = 500;

export function reduceMessages(data: Messages, { name, revision, payload }: EventFrame): Messages {
  return { ...change(data, name, payload), revision };
}

/** The newest ones. */
export const trimMessages = (data: Messages): Messages =>
  data.items.length > KEPT ? { ...data, items: data.items.slice(-KEPT), has_before: true } : data;

function change(data: Messages, name: string, payload: unknown): Messages {
  switch (name) {
    case chat.messageCreated.name:
      return withCreated(data, payload as PayloadOf<typeof chat.messageCreated>);
    case chat.messageUpdated.name: {
      const { message_id, body, edited_at } = payload as PayloadOf<typeof chat.messageUpdated>;
      return withOne(withQuotes(data, message_id, body), message_id, (message) =>
        message.deleted_at ? message : { ...message, body, edited_at },
      );
    }
    case chat.messageDeleted.name: {
      const { message_id, deleted_at } = payload as PayloadOf<typeof chat.messageDeleted>;
      return withOne(withQuotes(data, message_id, null), message_id, (message) =>
        message.deleted_at ? message : { ...message, ...tombstone, deleted_at },
      );
    }
    case marks.messagePinned.name: {
      const { message_id, pinned } = payload as PayloadOf<typeof marks.messagePinned>;
      return withOne(data, message_id, (message) => (message.deleted_at ? message : { ...message, pinned }));
    }
    case messagePreviewed.name: {
      const { message_id, previews } = payload as PayloadOf<typeof messagePreviewed>;
      return withOne(data, message_id, (message) => (message.deleted_at ? message : { ...message, previews }));
    }
    case threads.threadUpdated.name: {
      const { message_id, thread } = payload as PayloadOf<typeof threads.threadUpdated>;
      return withOne(data, message_id, (message) => ({ ...message, thread }));
    }
    case threads.threadRootUpdated.name:
      return { ...data, root: payload as chat.Message };
    case chat.reactionAdded.name: {
      const { message_id, emoji, employee_id } = payload as PayloadOf<typeof chat.reactionAdded>;
      return withOne(data, message_id, (message) => withReaction(message, emoji, employee_id));
    }
    case chat.reactionRemoved.name: {
      const { message_id, emoji, employee_id } = payload as PayloadOf<typeof chat.reactionRemoved>;
      return withOne(data, message_id, (message) => withoutReaction(message, emoji, employee_id));
    }
    default:
      return data;
  }
}

/** At the end, if the end is here. */
function withCreated(data: Messages, message: chat.Message): Messages {
  const last = data.items.at(-1);
  if (data.has_after || (last && message.seq <= last.seq)) return data;
  if (data.items.length >= HELD) return { ...data, items: [...data.items.slice(-KEPT), message], has_before: true };
  return { ...data, items: [...data.items, message] };
}

function withOne(data: Messages, message_id: string, work: (message: ShownMessage) => ShownMessage): Messages {
  const at = data.items.findLastIndex((message) => message.message_id === message_id);
  const message = data.items[at];
  if (!message) return data;
  const next = work(message);
  return next === message ? data : { ...data, items: data.items.with(at, next) };
}

/** Whoever answers a message quotes it as it is now. */
function withQuotes(data: Messages, message_id: string, body: chat.Message['body']): Messages {
  if (!data.items.some((message) => message.reply_to?.message_id === message_id)) return data;
  const change = body ? { text: chat.previewOf(plainText(body)) } : { text: '', label: '', deleted: true };
  const items = data.items.map((message) =>
    message.reply_to?.message_id === message_id && !message.reply_to.deleted
      ? { ...message, reply_to: { ...message.reply_to, ...change } }
      : message,
  );
  return { ...data, items };
}

function withReaction(message: ShownMessage, emoji: string, employee_id: string): ShownMessage {
  if (message.deleted_at) return message;
  const at = message.reactions.findIndex((reaction) => reaction.emoji === emoji);
  const found = message.reactions[at];
  if (!found) return { ...message, reactions: [...message.reactions, { emoji, employee_ids: [employee_id] }] };
  if (found.employee_ids.includes(employee_id)) return message;
  const more = { emoji, employee_ids: [...found.employee_ids, employee_id] };
  return { ...message, reactions: message.reactions.with(at, more) };
}

function withoutReaction(message: ShownMessage, emoji: string, employee_id: string): ShownMessage {
  const found = message.reactions.find((reaction) => reaction.emoji === emoji);
  if (!found?.employee_ids.includes(employee_id)) return message;
  const employee_ids = found.employee_ids.filter((other) => other !== employee_id);
  const reactions = employee_ids.length
    ? message.reactions.map((reaction) => (reaction === found ? { emoji, employee_ids } : reaction))
    : message.reactions.filter((reaction) => reaction !== found);
  return { ...message, reactions };
}

const kinds: Readonly<Record<string, PendingWrite['kind']>> = {
  [chat.messageCreated.name]: 'send',
  [chat.messageUpdated.name]: 'edit',
  [chat.messageDeleted.name]: 'delete',
  [chat.reactionAdded.name]: 'react',
  [chat.reactionRemoved.name]: 'react',
  [marks.messagePinned.name]: 'pin',
  [messagePreviewed.name]: 'preview',
};

/** With one waiting write of this conversation. */
export function predictInMessages(data: Messages, item: OutboxItem, _context: LiveContext): Messages {
  let next = data;
  for (const { name, payload } of item.predicted) {
    const kind = kinds[name];
    if (!kind) continue;
    const { message_id } = payload as { message_id: string };
    const there = next.items.some((message) => message.message_id === message_id);
    // The socket was faster than the answer: the message is in the data, and no longer waits.
    if (kind === 'send' ? there || next.has_after : !there) continue;
    if (kind === 'send') next = withCreated(next, placed(next, payload as PredictedMessage));
    else if (item.state !== 'failed') next = change(next, name, payload);
    // What can still be taken back looks as it will be: it does not wait for anything.
    if (item.held_until && item.state === 'queued') continue;
    next = withOne(next, message_id, (message) => ({
      ...message,
      pending: [...(message.pending ?? []), pendingOf(item, kind)],
    }));
  }
  return next;
}

/**
 * With one waiting write about something else that shows here: an answer in the thread of one of these messages, or, in a
 * thread (`key`), what is done with its root.
 */
export function predictAround(data: Messages, key: string, { scope, state, predicted }: OutboxItem): Messages {
  if (state === 'failed') return data;
  const [kind, root_id = ''] = scope.split('/');
  let next = data;
  for (const { name, payload } of predicted) {
    const { message_id } = payload as { message_id?: string };
    const { root } = next;
    if (kind === 'thread' && name === chat.messageCreated.name)
      next = withOne(next, root_id, (message) => withReply(message, payload as PredictedMessage));
    else if (root && root.message_id === message_id && key === `thread/${message_id}`)
      next = { ...next, root: change({ ...next, items: [root] }, name, payload).items[0] ?? root };
  }
  return next;
}

function withReply(message: ShownMessage, { message_id, sender_id, created_at }: PredictedMessage): ShownMessage {
  const { conversation_id = message_id, replies = 0, employee_ids = [] } = message.thread ?? {};
  const people = employee_ids.length < 3 ? new Set([...employee_ids, sender_id]) : employee_ids;
  const thread = { conversation_id, replies: replies + 1, latest_at: created_at, employee_ids: [...people] };
  return { ...message, thread };
}

const pendingOf = ({ id, state, error_code, saved }: OutboxItem, kind: PendingWrite['kind']): PendingWrite => ({
  outbox_id: id,
  kind,
  state,
  error_code,
  saved,
});

/** A message as its sender knows it before the server has numbered it. */
export type PredictedMessage = Pick<chat.Message, 'message_id' | 'sender_id' | 'body' | 'created_at'> &
  Partial<Pick<chat.Message, 'attachments' | 'reply_to' | 'forwarded'>>;

const placed = (data: Messages, message: PredictedMessage): chat.Message =>
  numbered(message, data.conversation_id ?? message.message_id, (data.items.at(-1)?.seq ?? 0) + 1);

/** `conversation_id`: where there is no conversation yet, the message's own id stands in. */
export const numbered = (message: PredictedMessage, conversation_id: string, seq: number): chat.Message => ({
  // As bare as what is left of a message, but for what its sender knows.
  ...tombstone,
  thread: null,
  edited_at: null,
  deleted_at: null,
  ...message,
  conversation_id,
  seq,
  type: 'text',
});
