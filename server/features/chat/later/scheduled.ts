// The rules of messages that wait for their time: made, changed, taken away, sent before it. Sending them at it is sending-job.ts.

import type { Attach, Attachment } from '#contract/chat/attachment.ts';
import type { Scheduled } from '#contract/chat/scheduled.ts';
import * as contract from '#contract/chat/scheduled.ts';
import type { Address } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { isBlank } from '#contract/rich-text.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, revisionOf } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import type { Attached } from '../attachments/attachments.ts';
import { withoutErased } from '../messages/erased.ts';
import { ownEvents, requireReachable } from '../messages/reachable.ts';
import { requireAddress } from '../messages/reading.ts';
import { BY_HAND, type Manner, send } from '../messages/send.ts';
import { placeOf } from '../place.ts';
import { findConversation } from '../repo/conversation-repo.ts';
import { isArchived } from '../repo/membership-repo.ts';
import { findQuoted } from '../repo/message-repo.ts';
import { checkOpen, requireRoot } from '../threads/threads.ts';
import * as repo from './scheduled-repo.ts';

const MAX_SCHEDULED = 1_000;
/** How far a device's clock may be off. */
const SLACK_MS = 30_000;

type Answer = ResponseOf<typeof contract.schedule>;

/** Refused for what stands against it now; what will by then, nobody knows. `attached`: the files of the input. */
export async function schedule(
  tx: Tx,
  actor: Actor,
  { message_id, body, attachments: _, reply_to, due_at, ...address }: ParsedOf<typeof contract.schedule>,
  attached: Attached = [],
): Promise<Answer> {
  if (attached === 'gone') throw new AppError('FILE_NOT_FOUND');
  if (isBlank(body) && !attached.length) throw new AppError('MESSAGE_EMPTY');
  const due = requireTime(due_at);
  await requireOpen(tx, actor.employee_id, address);
  if (reply_to && !(await findQuoted(tx, actor.employee_id, reply_to))) throw new AppError('MESSAGE_NOT_FOUND');
  const made = await repo.insertScheduled(tx, actor.employee_id, {
    message_id,
    address,
    body: await withoutErased(tx, body),
    attachments: [...attached],
    reply_to: reply_to ?? null,
    due_at: due,
  });
  if (!made) throw invalid([{ path: 'message_id', message: 'This id belongs to another message' }]);
  if ((await repo.countScheduled(tx, actor.employee_id)) > MAX_SCHEDULED) throw new AppError('TOO_MANY_SCHEDULED');
  return tell(tx, actor, made);
}

/** One that could not be sent waits again, for the time that is given. */
export async function reschedule(
  tx: Tx,
  actor: Actor,
  { message_id, body, due_at }: ParsedOf<typeof contract.reschedule>,
): Promise<Answer> {
  const held = await hold(tx, actor, message_id);
  if (body && isBlank(body) && !held.attachments.length) throw new AppError('MESSAGE_EMPTY');
  const due = due_at ? requireTime(due_at) : held.due_at;
  if (held.error_code && !due_at) throw new AppError('SCHEDULE_TIME');
  const next: Scheduled = { ...held, body: await withoutErased(tx, body ?? held.body), due_at: due, error_code: null };
  await repo.updateScheduled(tx, next);
  return tell(tx, actor, next);
}

export async function unschedule(
  tx: Tx,
  actor: Actor,
  { message_id }: ParsedOf<typeof contract.unschedule>,
): Promise<Answer> {
  await hold(tx, actor, message_id);
  await remove(tx, actor, message_id);
  return { events: ownEvents(tx, actor) };
}

/** As if it were written now: it comes into the conversation, and waits no more. */
export async function sendScheduled(
  tx: Tx,
  actor: Actor,
  { message_id }: ParsedOf<typeof contract.sendScheduled>,
): Promise<Answer> {
  await sendHeld(tx, actor, await hold(tx, actor, message_id), BY_HAND);
  return { events: ownEvents(tx, actor) };
}

/** Sends one that is held. Throws what chat.send throws; then nothing of the transaction may be committed. */
export async function sendHeld(
  tx: Tx,
  actor: Actor,
  { message_id, address, body, attachments, reply_to }: Scheduled,
  manner: Manner,
): Promise<void> {
  const files = attachments.length ? { attachments: attachments.map(asked) } : {};
  await send(tx, actor, { ...address, message_id, body, ...files, ...(reply_to && { reply_to }) }, attachments, manner);
  await remove(tx, actor, message_id);
}

/** As its sender asked for it. */
const asked = ({ file_id, duration, waveform, alt }: Attachment): Attach => ({
  file_id,
  ...(duration !== null && waveform !== null && { duration, waveform }),
  ...(alt && { alt }),
});

/** Needs a snapshot. */
export async function listScheduled(
  tx: Tx,
  { employee_id }: Actor,
): Promise<ResponseOf<typeof contract.listScheduled>> {
  const [items, revision] = await Promise.all([
    repo.listScheduled(tx, employee_id),
    revisionOf(tx, `employee:${employee_id}`),
  ]);
  return { items, revision };
}

async function hold(tx: Tx, { employee_id }: Actor, message_id: string): Promise<Scheduled> {
  const held = await repo.holdScheduled(tx, employee_id, message_id);
  if (!held) throw new AppError('SCHEDULED_NOT_FOUND');
  return held;
}

async function remove(tx: Tx, { employee_id }: Actor, message_id: string): Promise<void> {
  await repo.deleteScheduled(tx, message_id);
  await emit(tx, contract.scheduledRemoved, `employee:${employee_id}`, { message_id });
}

async function tell(tx: Tx, actor: Actor, item: Scheduled): Promise<Answer> {
  await emit(tx, contract.scheduledChanged, `employee:${actor.employee_id}`, item);
  return { events: ownEvents(tx, actor) };
}

/** As the database keeps it. SCHEDULE_TIME if it is too soon or too late. */
function requireTime(text: string): string {
  const ahead = Date.parse(text) - Date.now();
  if (ahead < contract.SCHEDULE_MIN_MS - SLACK_MS || ahead > contract.SCHEDULE_MAX_MS + SLACK_MS)
    throw new AppError('SCHEDULE_TIME');
  return new Date(text).toISOString();
}

/** Not found, unless the employee could write there now. */
async function requireOpen(tx: Tx, employee_id: string, address: Address): Promise<void> {
  const conversation = await findConversation(tx, employee_id, placeOf(employee_id, address));
  if (!conversation) {
    if (address.entity_type !== 'thread') return requireAddress(tx, employee_id, address);
    return checkOpen(await requireRoot(tx, employee_id, address.entity_id));
  }
  if (address.entity_type === 'campaign') throw new AppError('CONVERSATION_READ_ONLY');
  if (address.entity_type === 'employee') await requireReachable(tx, [address.entity_id]);
  if (await isArchived(tx, employee_id, conversation.conversation_id)) throw new AppError('SUB_SPACE_ARCHIVED');
}
