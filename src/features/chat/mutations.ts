// The writes of chat that a first visit may need: the request, what it looks like until the server has answered, and its place in
// the outbox. The rarer ones are in message-parts/mutations.ts.
import { v7 as uuid } from 'uuid';
import { type Attachment, labelOf } from '#contract/chat/attachment.ts';
import { plainEmoji } from '#contract/chat/emoji.ts';
import * as contract from '#contract/chat.ts';
import { type Address, type Message, previewOf, type Quote } from '#contract/chat.ts';
import { plainText, type RichText } from '#contract/rich-text.ts';
import type { Client } from '#src/realtime/client.ts';
import { addressKey } from './address.ts';
import { conversationsKey } from './live/keys.ts';
import type { Conversations } from './live/live-list.ts';
import { reactPrediction, readPrediction, sendPrediction } from './live/predictions.ts';

const now = () => new Date().toISOString();

/** What a message is sent as, besides its text. */
export interface SendAs {
  /** What is answered: a message of the same conversation that the server knows. */
  readonly reply_to?: Quote | null | undefined;
  /** The message that is passed on; its text and files are sent. */
  readonly forward_of?: Message | undefined;
  /** Files that the server has, or that go before the message. */
  readonly attachments?: readonly Attachment[] | undefined;
}

/** Resolves once the message is on this device's disk; to false if only memory has it. */
export function send(client: Client, address: Address, body: RichText, as: SendAs = {}): Promise<boolean> {
  const message_id = uuid();
  return client.outbox.enqueue(sending(client, address, message_id, body, now(), as)).saved;
}

export function sending(
  client: Client,
  address: Address,
  message_id: string,
  body: RichText,
  created_at: string,
  { reply_to, forward_of, attachments = [] }: SendAs,
) {
  const { context } = client;
  return {
    endpoint: contract.send,
    input: {
      ...address,
      message_id,
      body,
      ...(reply_to && { reply_to: reply_to.message_id }),
      ...(forward_of && { forward_of: forward_of.message_id }),
      ...(attachments.length && { attachments: attachments.map(attach) }),
    },
    id: message_id,
    scope: addressKey(address),
    // What a thread is about may wait itself.
    ...(address.entity_type === 'thread' && { target: address.entity_id }),
    predicted: sendPrediction({
      message_id,
      sender_id: context.self,
      body,
      created_at,
      attachments: [...(forward_of?.attachments ?? attachments)],
      ...(reply_to && { reply_to }),
      ...(forward_of && { forwarded: forward_of.forwarded || pick(forward_of) }),
    }),
  };
}

/** As its sender asks for it. */
export const attach = ({ file_id, duration, waveform, alt }: Attachment) =>
  duration === null || waveform === null ? { file_id, ...(alt && { alt }) } : { file_id, duration, waveform };

const pick = ({ sender_id, created_at }: Message) => ({ sender_id, created_at });

/** A message as those who answer it quote it. */
export const quoteOf = ({ message_id, seq, sender_id, body, attachments }: Message): Quote => ({
  message_id,
  seq,
  sender_id,
  text: body ? previewOf(plainText(body)) : '',
  label: labelOf(attachments),
  deleted: body === null,
});

/** With or without U+FE0F an emoji is one (contract/chat/emoji.ts), and goes by what stands on the message. */
export function toggleReaction(client: Client, address: Address, message: Message, wanted: string): void {
  const { message_id } = message;
  const { self } = client.context;
  // The very same last, as the server looks for them.
  const twins = message.reactions
    .filter(({ emoji }) => plainEmoji(emoji) === plainEmoji(wanted))
    .sort((a, b) => Number(a.emoji === wanted) - Number(b.emoji === wanted));
  const mine = twins.findLast(({ employee_ids }) => employee_ids.includes(self));
  const emoji = (mine ?? twins.at(-1))?.emoji ?? wanted;
  client.outbox.enqueue({
    endpoint: mine ? contract.unreact : contract.react,
    input: { message_id, emoji },
    id: uuid(),
    scope: addressKey(address),
    predicted: reactPrediction(message, emoji, self, !mine),
    target: message_id,
  });
}

/** What is chosen of who sees what one has seen, and the markers whose order with that matters (message-parts/seen/showing.ts). */
export const SHOWING = 'seen';

/** Behind a choice that waits; and before the next one, of who hides it: what is read meanwhile is not shown later. */
export function markerScope({ outbox, queryClient }: Client, conversation_id: string): string {
  const waits = outbox.state.items.some(({ scope, state }) => scope === SHOWING && state === 'queued');
  const hides = queryClient.getQueryData<Conversations>(conversationsKey)?.shows_seen === false;
  return waits || hides ? SHOWING : `read/${conversation_id}`;
}

/** Of several that wait only the last matters. */
export const readingOf = (client: Client, conversation_id: string, read_seq: number) => ({
  endpoint: contract.markRead,
  input: { conversation_id, read_seq },
  id: uuid(),
  scope: markerScope(client, conversation_id),
  predicted: readPrediction(conversation_id, read_seq),
  replaces: `read/${conversation_id}`,
});

export function markRead(client: Client, conversation_id: string, read_seq: number): void {
  client.outbox.enqueue(readingOf(client, conversation_id, read_seq));
}
