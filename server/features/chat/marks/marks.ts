// The rules of marks: pins, earlier versions, markers set back, wishes for the list.

import * as marked from '#contract/chat/marks/events.ts';
import * as contract from '#contract/chat/marks/marks.ts';
import type { Scheduled } from '#contract/chat/scheduled.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { holdAlone } from '../../people/service.ts';
import { hold, holdThreadOf, holdWritten, topicOf } from '../messages/messages.ts';
import { ownEvents } from '../messages/reachable.ts';
import { requireAddress } from '../messages/reading.ts';
import { onlyOfOne, pageOfSpace } from '../messages/whole-space.ts';
import { placeOf } from '../place.ts';
import { presentMessage } from '../present.ts';
import { findConversation } from '../repo/conversation-repo.ts';
import { findQuoted, findStanding, type HeldMessage, listVersions } from '../repo/message-repo.ts';
import { listPinnedInSpace } from '../repo/whole-space-repo.ts';
import { tellRoot } from '../threads/threads.ts';
import { findUnread, holdEntry, holdPins, listPinned, saveWishes, setMarkerBack, setPin } from './marks-repo.ts';

const MAX_PINS = 100;
/** A page of a whole space. */
const DEFAULT_PINS = 50;

/** For everybody who may read the message; of a deleted one nothing is left. */
export async function history(
  tx: Tx,
  actor: Actor,
  { message_id }: ParsedOf<typeof contract.history>,
): Promise<ResponseOf<typeof contract.history>> {
  const key = await findStanding(tx, actor.employee_id, message_id);
  if (!key) throw new AppError('MESSAGE_NOT_FOUND');
  return { versions: await listVersions(tx, key) };
}

type Answer = ResponseOf<typeof contract.pin>;

/** A second pin leaves the first. */
export async function pin(tx: Tx, actor: Actor, { message_id }: ParsedOf<typeof contract.pin>): Promise<Answer> {
  const held = await holdWritten(tx, actor, message_id);
  if (held.pinned_at) return { message: presentMessage(held), events: [] };
  if ((await holdPins(tx, held.conversation_id)) >= MAX_PINS) throw new AppError('TOO_MANY_PINS');
  return mark(tx, actor, held, { employee_id: actor.employee_id, at: held.now });
}

export async function unpin(tx: Tx, actor: Actor, { message_id }: ParsedOf<typeof contract.unpin>): Promise<Answer> {
  const held = await hold(tx, actor, message_id);
  if (!held.pinned_at) return { message: presentMessage(held), events: [] };
  return mark(tx, actor, held, null);
}

async function mark(tx: Tx, actor: Actor, held: HeldMessage, pinned: Answer['message']['pinned']): Promise<Answer> {
  const { message_id, seq } = held;
  await holdThreadOf(tx, held);
  await Promise.all([
    setPin(tx, held, pinned),
    emit(tx, marked.messagePinned, topicOf(held), { message_id, seq, pinned }),
  ]);
  const message = { ...presentMessage(held), pinned };
  await tellRoot(tx, message);
  return { message, events: ownEvents(tx, actor) };
}

/** Needs a snapshot. Nothing while two colleagues have not written yet. */
export async function listPins(
  tx: Tx,
  { employee_id }: Actor,
  { whole_space, cursor, limit, ...address }: ParsedOf<typeof contract.listPins>,
): Promise<ResponseOf<typeof contract.listPins>> {
  if (whole_space) {
    const { rows, next_cursor } = await pageOfSpace(tx, employee_id, { ...address, cursor }, limit ?? DEFAULT_PINS, {
      list: listPinnedInSpace,
      placeOf: ({ pinned_at, message_id }) => [pinned_at, message_id],
    });
    return { items: rows.map(presentMessage), next_cursor };
  }
  onlyOfOne({ cursor, limit });
  const conversation = await findConversation(tx, employee_id, placeOf(employee_id, address));
  if (!conversation) {
    await requireAddress(tx, employee_id, address);
    return { items: [] };
  }
  return { items: (await listPinned(tx, conversation)).map(presentMessage) };
}

/** Told to the caller's own devices alone: what others are told of it does not go back. */
export async function markUnread(
  tx: Tx,
  actor: Actor,
  { conversation_id, read_seq: wanted }: ParsedOf<typeof contract.markUnread>,
): Promise<ResponseOf<typeof contract.markUnread>> {
  if (!(await setBack(tx, actor, conversation_id, wanted))) throw new AppError('CONVERSATION_NOT_FOUND');
  return { events: ownEvents(tx, actor) };
}

/** What is unread to somebody stays so, whatever `work` writes there in their name while they are not there. */
export async function keepUnread(
  tx: Tx,
  actor: Actor,
  { address, reply_to }: Pick<Scheduled, 'address' | 'reply_to'>,
  work: () => Promise<void>,
): Promise<void> {
  const { employee_id } = actor;
  const place = placeOf(employee_id, address);
  let there = await findConversation(tx, employee_id, place);
  if (!there && place.kind === 'direct') {
    // The other one may just be writing the first message: it is waited for, and the next one comes after `work`.
    await holdAlone(tx, employee_id);
    there = await findConversation(tx, employee_id, place);
  }
  if (!there) return work();
  // What is answered comes before where it stands, as in a send: nobody waits in a circle.
  if (reply_to) await findQuoted(tx, employee_id, reply_to);
  const before = await findUnread(tx, employee_id, there.conversation_id, place.kind);
  await work();
  if (before !== undefined) await setBack(tx, actor, there.conversation_id, before);
}

/** False if they are not in the conversation. */
async function setBack(tx: Tx, { employee_id }: Actor, conversation_id: string, wanted: number): Promise<boolean> {
  const marker = await setMarkerBack(tx, employee_id, conversation_id, wanted);
  if (!marker) return false;
  const { read_seq, deleted_seqs, mention_seqs, moved, revision } = marker;
  if (moved)
    await emit(tx, marked.unread, `employee:${employee_id}`, {
      conversation_id,
      revision,
      read_seq,
      deleted_seqs: deleted_seqs ?? [],
      mention_seqs: mention_seqs ?? [],
    });
  return true;
}

export async function updateEntry(
  tx: Tx,
  actor: Actor,
  { entity_type, entity_id, ...wanted }: ParsedOf<typeof contract.updateEntry>,
): Promise<ResponseOf<typeof contract.updateEntry>> {
  const which = { entity_type, entity_id };
  if (!(await holdEntry(tx, actor.employee_id, which))) throw new AppError('CONVERSATION_NOT_FOUND');
  const wishes = await saveWishes(tx, actor.employee_id, which, wanted);
  await emit(tx, marked.entryUpdated, `employee:${actor.employee_id}`, { ...which, ...wishes });
  return { ...wishes, events: ownEvents(tx, actor) };
}
