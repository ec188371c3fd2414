// Every write of chat: the request, what it looks like until the server has answered, and its place in the outbox.
import { v7 as uuid } from 'uuid';
import type { Address, Message } from '#contract/chat.ts';
import * as contract from '#contract/chat.ts';
import type { RichText } from '#contract/rich-text.ts';
import type { Client } from '#src/realtime/client.ts';
import { addressKey } from './address.ts';
import {
  deletePrediction,
  editPrediction,
  reactPrediction,
  readPrediction,
  sendPrediction,
} from './live/predictions.ts';

const now = () => new Date().toISOString();

/** Resolves once the message is on this device's disk; to false if only memory has it. */
export function send(client: Client, address: Address, body: RichText): Promise<boolean> {
  const message_id = uuid();
  return client.outbox.enqueue({
    endpoint: contract.send,
    input: { ...address, message_id, body },
    id: message_id,
    scope: addressKey(address),
    predicted: sendPrediction(message_id, client.context.self, body, now()),
  }).saved;
}

/** A message that waits is changed in the outbox itself; what the server may have is edited by a write of its own. */
export async function edit(client: Client, address: Address, message: Message, body: RichText): Promise<void> {
  const { message_id, created_at } = message;
  const again = {
    endpoint: contract.send,
    input: { ...address, message_id, body },
    predicted: sendPrediction(message_id, client.context.self, body, created_at),
  };
  if (isWaiting(client, message_id) && (await client.outbox.edit(message_id, again))) return;
  client.outbox.enqueue({
    endpoint: contract.edit,
    input: { message_id, body },
    id: uuid(),
    scope: addressKey(address),
    predicted: editPrediction(message, body, now()),
    target: message_id,
  });
}

export function remove(client: Client, address: Address, message: Message): { undo: () => Promise<boolean> } {
  const { message_id } = message;
  const { item } = client.outbox.enqueue({
    endpoint: contract.remove,
    input: { message_id },
    id: uuid(),
    scope: addressKey(address),
    predicted: deletePrediction(message, now()),
    target: message_id,
  });
  return { undo: () => client.outbox.discard(item.id) };
}

export function toggleReaction(client: Client, address: Address, message: Message, emoji: string): void {
  const { message_id } = message;
  const mine = message.reactions.some(
    (reaction) => reaction.emoji === emoji && reaction.employee_ids.includes(client.context.self),
  );
  client.outbox.enqueue({
    endpoint: mine ? contract.unreact : contract.react,
    input: { message_id, emoji },
    id: uuid(),
    scope: addressKey(address),
    predicted: reactPrediction(message, emoji, client.context.self, !mine),
    target: message_id,
  });
}

/** Of several that wait only the last matters. */
export function markRead(client: Client, conversation_id: string, read_seq: number): void {
  client.outbox.enqueue({
    endpoint: contract.markRead,
    input: { conversation_id, read_seq },
    id: uuid(),
    scope: `read/${conversation_id}`,
    predicted: readPrediction(conversation_id, read_seq),
    replaces: `read/${conversation_id}`,
  });
}

const isWaiting = (client: Client, id: string): boolean =>
  client.outbox.state.items.some((item) => item.id === id && item.state !== 'acked');
