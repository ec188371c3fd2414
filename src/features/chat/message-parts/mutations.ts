// The rarer writes of chat: marks, changing and deleting what was said, all as read. They come when they are first used; what they
// look like until the server has answered is at once there.
import { v7 as uuid } from 'uuid';
import * as marks from '#contract/chat/marks/marks.ts';
import * as chat from '#contract/chat.ts';
import { type Address, type Entry, type Message } from '#contract/chat.ts';
import { callsFor, type RichText } from '#contract/rich-text.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { MOST_HELD_MS } from '#src/offline/outbox/record.ts';
import type { Client } from '#src/realtime/client.ts';
import { createOverlay } from '#src/realtime/overlay.ts';
import { addressKey } from '../address.ts';
import { conversationsKey } from '../live/keys.ts';
import type { Conversations } from '../live/live-list.ts';
import { pinPrediction, unreadPrediction, wishPrediction } from '../live/mark-predictions.ts';
import { deletePrediction, editPrediction } from '../live/predictions.ts';
import { conversations } from '../live.ts';
import { markerScope, readingOf, sending } from '../mutations.ts';

/** Pins it, or takes the pin down. */
export function togglePin(client: Client, address: Address, message: Message): void {
  const { message_id } = message;
  const pinned = message.pinned ? null : { employee_id: client.context.self, at: new Date().toISOString() };
  client.outbox.enqueue({
    endpoint: pinned ? marks.pin : marks.unpin,
    input: { message_id },
    id: uuid(),
    scope: addressKey(address),
    predicted: pinPrediction(message, pinned),
    target: message_id,
  });
}

const all = (conversation_id: string) => `all/${conversation_id}`;

/**
 * `message` and what comes after it is unread again. `known`: the messages of its conversation on this device. The markers that
 * wait go before it: the server sets back only what has come that far.
 */
export function markUnread(client: Client, message: Message, known: readonly Message[]): void {
  const { conversation_id, seq } = message;
  const read_seq = seq - 1;
  const { outbox, context } = client;
  const { self } = context;
  const back = `back/${conversation_id}`;
  const markers = new Set<string | null>([`read/${conversation_id}`, all(conversation_id), back]);
  const before = outbox.state.items.filter(({ replaces, state }) => state === 'queued' && markers.has(replaces));
  // Nothing waits behind what is held.
  for (const { id, held_until } of before) if (held_until) void outbox.release(id);
  const after = known.filter((one) => one.seq > read_seq);
  const seqsOf = (which: (one: Message) => boolean) => after.filter(which).map((one) => one.seq);
  outbox.enqueue({
    endpoint: marks.markUnread,
    input: { conversation_id, read_seq },
    id: uuid(),
    scope: before.at(-1)?.scope ?? markerScope(client, conversation_id),
    predicted: unreadPrediction({
      conversation_id,
      read_seq,
      deleted_seqs: seqsOf((one) => one.sender_id === self || one.deleted_at !== null),
      mention_seqs: seqsOf((one) => one.sender_id !== self && !one.forwarded && callsFor(one.body, self)),
    }),
    replaces: back,
  });
  showToast({ text: 'Marked unread' });
}

/** A message that waits is changed in the outbox itself; what the server may have is edited by a write of its own. */
export async function edit(client: Client, address: Address, message: Message, body: RichText): Promise<void> {
  const { message_id, created_at, reply_to, attachments } = message;
  const again = sending(client, address, message_id, body, created_at, { reply_to, attachments });
  if (isWaiting(client, message_id) && (await client.outbox.edit(message_id, again))) return;
  client.outbox.enqueue({
    endpoint: chat.edit,
    input: { message_id, body },
    id: uuid(),
    scope: addressKey(address),
    predicted: editPrediction(message, body, new Date().toISOString()),
    target: message_id,
  });
}

const isWaiting = (client: Client, id: string): boolean =>
  client.outbox.state.items.some((item) => item.id === id && item.state !== 'acked');

/** Can be taken back until `through` says that it stands, and for a while longer where nobody is left to say so. */
export function remove(
  { outbox }: Client,
  address: Address,
  message: Message,
): { undo: () => Promise<boolean>; through: () => Promise<void> } {
  const { message_id } = message;
  const { item } = outbox.enqueue({
    endpoint: chat.remove,
    input: { message_id },
    id: uuid(),
    scope: addressKey(address),
    predicted: deletePrediction(message, new Date().toISOString()),
    target: message_id,
    hold: MOST_HELD_MS,
  });
  return { undo: () => outbox.discard(item.id), through: () => outbox.release(item.id) };
}

/** Deletes it, and offers to undo that. */
export function removeMessage(client: Client, address: Address, message: Message): void {
  const { undo, through } = remove(client, address, message);
  showToast({
    text: 'Message deleted',
    action: { label: 'Undo', run: () => void undo().then(sayIfTooLate) },
    onEnd: (end) => end !== 'action' && void through(),
  });
}

function sayIfTooLate(done: boolean): void {
  if (!done) showToast({ text: 'It is on its way already.' });
}

/** Takes back what waits, or was refused. */
export const discard = ({ outbox }: Client, { message_id }: Message): void =>
  void outbox.discard(message_id).then(sayIfTooLate);

/** All that is unread as far as this device knows, and says so; until that is over it can be taken back. */
export function markAllRead(client: Client): void {
  const { outbox, queryClient, context } = client;
  const data = queryClient.getQueryData<Conversations>(conversationsKey);
  if (!data) return;
  const { items } = createOverlay(conversations, conversationsKey, context)(data, outbox.state.items);
  const ids = items
    .flatMap((entry) => entry.conversations)
    .filter(({ last_seq, read_seq, deleted_seqs }) => last_seq - read_seq > deleted_seqs.length)
    .map(({ conversation_id, last_seq }) => {
      const write = readingOf(client, conversation_id, last_seq);
      // Not in the place of a marker that waits: that stands when this is taken back.
      return outbox.enqueue({ ...write, replaces: all(conversation_id), hold: MOST_HELD_MS }).item.id;
    });
  const each = (work: (id: string) => Promise<unknown>) => void Promise.all(ids.map(work));
  if (!ids.length) return void showToast({ text: 'Nothing is unread' });
  showToast({
    text: ids.length === 1 ? 'One conversation marked as read' : `${ids.length} conversations marked as read`,
    action: { label: 'Undo', run: () => each(outbox.discard) },
    onEnd: (end) => end !== 'action' && each(outbox.release),
  });
}

/** What is not given stays. */
export function wish(client: Client, entry: Entry, wanted: Partial<Pick<Entry, 'muted' | 'pinned'>>): void {
  const { entity_type, entity_id, muted, pinned } = entry;
  const wishes = { entity_type, entity_id, muted, pinned, ...wanted };
  client.outbox.enqueue({
    endpoint: marks.updateEntry,
    input: wishes,
    id: uuid(),
    scope: `wish/${entity_id}`,
    predicted: wishPrediction(wishes),
    replaces: `wish/${entity_id}`,
  });
}

/** The link of a message to be passed on as text. */
export const messageUrl = (address: Address, { message_id, seq }: Message): string => {
  const [entity = '', id = '', sub] = addressKey(address).split('/');
  const isThread = entity === 'thread';
  const path = isThread ? 'threads' : `${entity}/${id}${sub ? `/sub-space/${sub}` : ''}`;
  const search = { ...(isThread && { thread: id }), message: message_id, seq: String(seq) };
  return `${location.origin}/connect/${path}?${new URLSearchParams(search)}`;
};
