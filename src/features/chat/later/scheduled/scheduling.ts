// The writes about scheduled messages. What never left this device is changed in the outbox itself; what the server may have, by
// a write of its own.
import { v7 as uuid } from 'uuid';
import type { Attachment } from '#contract/chat/attachment.ts';
import type { Scheduled } from '#contract/chat/scheduled.ts';
import * as contract from '#contract/chat/scheduled.ts';
import type { Address } from '#contract/chat.ts';
import { send as sendEndpoint } from '#contract/chat.ts';
import type { RichText } from '#contract/rich-text.ts';
import type { Client } from '#src/realtime/client.ts';
import { addressKey } from '../../address.ts';
import { sendPrediction } from '../../live/predictions.ts';
import type { Chosen } from '../../message-parts/attaching/chosen.ts';
import { attach } from '../../mutations.ts';

export interface ScheduleAs {
  /** The message that it answers. */
  readonly reply_to?: string | null | undefined;
  /** Files of this device, which go before it. */
  readonly chosen?: readonly Chosen[];
  /** Instead: files that the server has. */
  readonly attachments?: readonly Attachment[];
}

/** `due_at`: ISO 8601. Resolves once it is on this device's disk, with its files; to false if only memory has it. */
export async function schedule(
  client: Client,
  address: Address,
  body: RichText,
  due_at: string,
  { reply_to = null, chosen = [], attachments = [] }: ScheduleAs = {},
): Promise<boolean> {
  const held = chosen.length ? await hold(client, chosen) : null;
  const all = held?.attachments ?? [...attachments];
  const item: Scheduled = {
    message_id: uuid(),
    address,
    body,
    attachments: all,
    reply_to,
    due_at,
    error_code: null,
  };
  const write = { ...creation(item), id: item.message_id, scope: scopeOf(item) };
  const { saved } = client.outbox.enqueue({ ...write, ...(held && { files: held.files }) });
  return (await saved) && held?.kept !== false;
}

/** Other words; another time, where one is given. */
export async function reschedule(client: Client, item: Scheduled, body: RichText, due_at?: string): Promise<void> {
  const { message_id } = item;
  const next = { ...item, body, due_at: due_at ?? item.due_at, error_code: null };
  if (isWaiting(client, message_id) && (await client.outbox.edit(message_id, creation(next)))) return;
  await forgetRefused(client, message_id);
  client.outbox.enqueue({
    endpoint: contract.reschedule,
    input: { message_id, body, ...(due_at && { due_at }) },
    id: uuid(),
    scope: scopeOf(item),
    predicted: [{ name: contract.scheduledChanged.name, payload: next }],
    target: message_id,
  });
}

/** Resolves to the way back. */
export async function unschedule(client: Client, item: Scheduled): Promise<() => void> {
  const { message_id, address, body, due_at, reply_to, attachments } = item;
  const chosen = await chosenAgain(client, item);
  const again = () => void schedule(client, address, body, due_at, { reply_to, chosen, attachments });
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

/** What only this device has becomes a message like any other, in one step: it is never in neither place. */
export async function sendNow(client: Client, item: Scheduled): Promise<void> {
  const { message_id, address, body, reply_to, attachments } = item;
  const message = {
    endpoint: sendEndpoint,
    input: { ...address, message_id, body, ...attached(attachments), ...(reply_to && { reply_to }) },
    scope: addressKey(address),
    predicted: sendPrediction({
      message_id,
      sender_id: client.context.self,
      body,
      created_at: new Date().toISOString(),
      attachments: attachments ?? [],
    }),
  };
  if (isWaiting(client, message_id) && (await client.outbox.edit(message_id, message))) return;
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
  const { message_id, address, body, attachments, reply_to, due_at } = item;
  return {
    endpoint: contract.schedule,
    input: { ...address, message_id, body, due_at, ...attached(attachments), ...(reply_to && { reply_to }) },
    predicted: [{ name: contract.scheduledChanged.name, payload: item }],
  };
};

// What waits may be from before there were any.
const attached = (attachments: readonly Attachment[] | undefined) =>
  attachments?.length ? { attachments: attachments.map(attach) } : {};

const hold = async (client: Client, chosen: readonly Chosen[]) =>
  (await import('../../message-parts/attaching/send-files.ts')).holding(client, chosen);

/** The files of one that this device has not sent yet, as if they were chosen anew: those of its record go with that. */
async function chosenAgain({ account, outbox }: Client, { message_id, attachments }: Scheduled): Promise<Chosen[]> {
  const files = outbox.state.items.find(({ id }) => id === message_id)?.files;
  if (!files) return [];
  const { heldFiles } = await import('#src/offline/files/held-files.ts');
  const again = attachments.map(async (one) => {
    const file = files.find(({ id }) => id === one.file_id);
    const blob = file && (await heldFiles(account).get(file.id));
    return blob ? [{ ...one, file_id: uuid(), blob, stamped: file.key.split('/').at(-1) ?? file.name }] : [];
  });
  return (await Promise.all(again)).flat();
}

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
