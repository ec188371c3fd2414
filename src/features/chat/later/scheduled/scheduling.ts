// The writes about scheduled messages. What never left this device is changed in the outbox itself; what the server may have, by
// a write of its own.
import { v7 as uuid } from 'uuid';
import type { Scheduled } from '#contract/chat/scheduled.ts';
import * as contract from '#contract/chat/scheduled.ts';
import type { Address } from '#contract/chat.ts';
import { send as sendEndpoint } from '#contract/chat.ts';
import type { RichText } from '#contract/rich-text.ts';
import type { Client } from '#src/realtime/client.ts';
import { addressKey } from '../../address.ts';
import { sendPrediction } from '../../live/predictions.ts';

/** `due_at`: ISO 8601. Resolves once it is on this device's disk; to false if only memory has it. */
export function schedule(
  client: Client,
  address: Address,
  body: RichText,
  due_at: string,
  reply_to: string | null = null,
): Promise<boolean> {
  const item: Scheduled = { message_id: uuid(), address, body, reply_to, due_at, error_code: null };
  return client.outbox.enqueue({ ...creation(item), id: item.message_id, scope: scopeOf(item) }).saved;
}

/** Other words, another time. */
export async function reschedule(client: Client, item: Scheduled, body: RichText, due_at: string): Promise<void> {
  const { message_id } = item;
  const next = { ...item, body, due_at, error_code: null };
  if (isWaiting(client, message_id) && (await client.outbox.edit(message_id, creation(next)))) return;
  await forgetRefused(client, message_id);
  client.outbox.enqueue({
    endpoint: contract.reschedule,
    input: { message_id, body, due_at },
    id: uuid(),
    scope: scopeOf(item),
    predicted: [{ name: contract.scheduledChanged.name, payload: next }],
    target: message_id,
  });
}

/** Resolves to the way back. */
export async function unschedule(client: Client, item: Scheduled): Promise<() => void> {
  const { message_id } = item;
  const again = () => void schedule(client, item.address, item.body, item.due_at, item.reply_to);
  if (isWaiting(client, message_id) && (await client.outbox.discard(message_id))) return again;
  await forgetRefused(client, message_id);
  const { item: record } = client.outbox.enqueue({
    endpoint: contract.unschedule,
    input: { message_id },
    id: uuid(),
    scope: scopeOf(item),
    predicted: [{ name: contract.scheduledRemoved.name, payload: { message_id } }],
    target: message_id,
  });
  return () => void client.outbox.discard(record.id).then((back) => back || again());
}

/** What only this device has is sent as a message like any other. */
export async function sendNow(client: Client, item: Scheduled): Promise<void> {
  const { message_id, address, body, reply_to } = item;
  if (isWaiting(client, message_id) && (await client.outbox.discard(message_id))) {
    client.outbox.enqueue({
      endpoint: sendEndpoint,
      input: { ...address, message_id, body, ...(reply_to && { reply_to }) },
      id: message_id,
      scope: addressKey(address),
      predicted: sendPrediction({
        message_id,
        sender_id: client.context.self,
        body,
        created_at: new Date().toISOString(),
        attachments: [],
      }),
    });
    return;
  }
  await forgetRefused(client, message_id);
  client.outbox.enqueue({
    endpoint: contract.sendScheduled,
    input: { message_id },
    id: uuid(),
    scope: scopeOf(item),
    // It stays in the list until the server has sent it: nowhere else could it be seen meanwhile.
    predicted: [],
    target: message_id,
  });
}

const creation = (item: Scheduled) => {
  const { message_id, address, body, reply_to, due_at } = item;
  return {
    endpoint: contract.schedule,
    input: { ...address, message_id, body, due_at, ...(reply_to && { reply_to }) },
    predicted: [{ name: contract.scheduledChanged.name, payload: item }],
  };
};

const scopeOf = ({ message_id }: Scheduled): string => `scheduled/${message_id}`;

const isWaiting = ({ outbox }: Client, id: string): boolean =>
  outbox.state.items.some((item) => item.id === id && item.state !== 'acked');

/** Changes that the server has refused: what is done now takes their place. */
const forgetRefused = ({ outbox }: Client, message_id: string): Promise<unknown> =>
  Promise.all(
    outbox.state.items
      .filter(({ scope, state, id }) => scope === `scheduled/${message_id}` && state === 'failed' && id !== message_id)
      .map(({ id }) => outbox.discard(id)),
  );
