// The writes about marks. They come when they are first used; what they look like until the server has answered is at once there.
import { v7 as uuid } from 'uuid';
import * as marks from '#contract/chat/marks/marks.ts';
import { type Address, callsFor, type Entry, type Message } from '#contract/chat.ts';
import type { Client } from '#src/realtime/client.ts';
import { addressKey } from '../address.ts';
import { pinPrediction, unreadPrediction, wishPrediction } from '../live/mark-predictions.ts';
import { markerScope } from '../mutations.ts';

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

/** `message` and what comes after it is unread again. `known`: the messages of its conversation on this device. */
export function markUnread(client: Client, message: Message, known: readonly Message[]): void {
  const { conversation_id, seq } = message;
  const read_seq = seq - 1;
  const { self } = client.context;
  const after = known.filter((one) => one.seq > read_seq);
  const seqsOf = (which: (one: Message) => boolean) => after.filter(which).map((one) => one.seq);
  client.outbox.enqueue({
    endpoint: marks.markUnread,
    input: { conversation_id, read_seq },
    id: uuid(),
    scope: markerScope(client, conversation_id),
    predicted: unreadPrediction({
      conversation_id,
      read_seq,
      deleted_seqs: seqsOf((one) => one.sender_id === self || one.deleted_at !== null),
      mention_seqs: seqsOf((one) => one.sender_id !== self && !one.forwarded && callsFor(one.body, self)),
    }),
    replaces: `read/${conversation_id}`,
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
