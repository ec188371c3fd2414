// What becomes of a message that is there: edited, deleted, reacted to. Every one of these holds the message's row, looks,
// changes and tells; what changes nothing tells nothing.
import { isDeepStrictEqual } from 'node:util';
import { tombstone } from '#contract/chat/tombstone.ts';
import {
  type edit as editEndpoint,
  type Message,
  messageDeleted,
  messageUpdated,
  type react as reactEndpoint,
  reactionAdded,
  reactionRemoved,
  type remove as removeEndpoint,
  type unreact as unreactEndpoint,
} from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { isBlank, plainText } from '#contract/rich-text.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { askEdit, askGone, askReaction } from '../../notifications/service.ts';
import { detach } from '../attachments/attachments.ts';
import { calledIn, presentMessage } from '../present.ts';
import {
  deleteReaction,
  eraseMessage,
  type HeldMessage,
  holdMessage,
  insertReaction,
  replaceBody,
} from '../repo/message-repo.ts';
import { forgetTold } from '../repo/told-repo.ts';
import { holdThread } from '../threads/thread-repo.ts';
import { tellCalled, tellDeletedReply, tellRoot } from '../threads/threads.ts';
import { withoutErased } from './erased.ts';
import { canDelete, isReadOnly, nextReaction, ownReaction } from './policy.ts';
import { followLinks } from './previews/asking.ts';
import { ownEvents } from './reachable.ts';
import type { SpacePort } from './space-port.ts';

type Answer = ResponseOf<typeof editEndpoint>;

export async function hold(tx: Tx, actor: Actor, message_id: string): Promise<HeldMessage> {
  const held = await holdMessage(tx, actor.employee_id, message_id);
  if (!held) throw new AppError('MESSAGE_NOT_FOUND');
  return held;
}

export async function holdStanding(tx: Tx, actor: Actor, message_id: string): Promise<HeldMessage> {
  const held = await hold(tx, actor, message_id);
  if (held.deleted_at) throw new AppError('MESSAGE_NOT_FOUND');
  if (held.archived_at) throw new AppError('SUB_SPACE_ARCHIVED');
  return held;
}

/** The same, for what only those do who write there. */
export async function holdWritten(tx: Tx, actor: Actor, message_id: string): Promise<HeldMessage> {
  const held = await holdStanding(tx, actor, message_id);
  if (isReadOnly(held)) throw new AppError('CONVERSATION_READ_ONLY');
  return held;
}

/** A thread comes before where its root stands, as a send takes them. After everything else that is held. */
export async function holdThreadOf(
  tx: Tx,
  { parent_id, conversation_id, thread }: Pick<HeldMessage, 'parent_id' | 'conversation_id' | 'thread'>,
): Promise<void> {
  const id = parent_id ? conversation_id : thread?.conversation_id;
  if (id) await holdThread(tx, id);
}

export const topicOf = (held: HeldMessage) => `conversation:${held.conversation_id}` as const;
const unchanged = (held: HeldMessage): Answer => ({ message: presentMessage(held), events: [] });
/** Who has the thread of it open has it before them as well. */
async function changed(tx: Tx, actor: Actor, message: Message): Promise<Answer> {
  await tellRoot(tx, message);
  return { message, events: ownEvents(tx, actor) };
}

/** One's own messages only, and of those what one wrote: not what was forwarded. */
export async function edit(tx: Tx, actor: Actor, input: ParsedOf<typeof editEndpoint>): Promise<Answer> {
  const { message_id } = input;
  const held = await holdWritten(tx, actor, message_id);
  if (isBlank(input.body) && !held.attachments) throw new AppError('MESSAGE_EMPTY');
  if (held.sender_id !== actor.employee_id || held.forwarded_at) throw new AppError('NO_PERMISSION');
  const body = await withoutErased(tx, input.body);
  if (isDeepStrictEqual(held.body, body)) return unchanged(held);
  const { seq, sender_id, now: edited_at } = held;
  await holdThreadOf(tx, held);
  const [mentions, before] = [calledIn(body), (held.body && calledIn(held.body)) ?? []];
  await Promise.all([
    replaceBody(tx, held, edited_at, { body: JSON.stringify(body), text: plainText(body), mentions }),
    emit(tx, messageUpdated, topicOf(held), { message_id, seq, sender_id, body, edited_at }),
  ]);
  askEdit(tx, message_id, before);
  await tellCalled(tx, held, mentions?.filter((id) => !before.includes(id)) ?? []);
  const message = presentMessage(held);
  const previews = await followLinks(tx, message, body);
  return changed(tx, actor, { ...message, body, edited_at, previews });
}

/** One's own; in a space any, for `spaces.manage` and by what one is in it. A second deletion answers the tombstone. */
export async function remove(
  tx: Tx,
  actor: Actor,
  spaces: SpacePort,
  { message_id }: ParsedOf<typeof removeEndpoint>,
): Promise<Answer> {
  const held = await hold(tx, actor, message_id);
  if (held.deleted_at) return unchanged(held);
  if (isReadOnly(held)) throw new AppError('CONVERSATION_READ_ONLY');
  if (!canDelete(actor.employee_id, held.sender_id, await moderates(tx, actor, spaces, held)))
    throw new AppError('NO_PERMISSION');
  const message = await erase(tx, held);
  return { message, events: ownEvents(tx, actor) };
}

/** What was said in it goes, with its files, and everybody who has it is told. It stands; the caller has looked whether it may go. */
export async function erase(tx: Tx, held: HeldMessage): Promise<Message> {
  const { message_id, seq, now: deleted_at } = held;
  const message = presentMessage(held);
  await detach(tx, message);
  await holdThreadOf(tx, held);
  await Promise.all([
    eraseMessage(tx, held, deleted_at),
    forgetTold(tx, held, deleted_at),
    emit(tx, messageDeleted, topicOf(held), { message_id, seq, deleted_at }),
  ]);
  askGone(tx, message_id);
  if (held.parent_id) await tellDeletedReply(tx, held.conversation_id);
  const gone = { ...message, ...tombstone, deleted_at };
  await tellRoot(tx, gone);
  return gone;
}

async function moderates(tx: Tx, actor: Actor, spaces: SpacePort, held: HeldMessage): Promise<boolean> {
  if (held.space_id === null || held.sender_id === actor.employee_id) return false;
  return (
    actor.permissions.has('spaces.manage') || (await spaces.mayDeleteMessages(tx, held.space_id, actor.employee_id))
  );
}

/** Each person has each emoji once. */
export async function react(
  tx: Tx,
  actor: Actor,
  { message_id, emoji }: ParsedOf<typeof reactEndpoint>,
): Promise<Answer> {
  const held = await holdStanding(tx, actor, message_id);
  const reactions = held.reactions ?? [];
  const next = nextReaction(reactions, emoji, actor.employee_id);
  if (next === null) return unchanged(held);
  if (next === 'full') throw new AppError('TOO_MANY_REACTIONS');
  const { employee_id } = actor;
  await holdThreadOf(tx, held);
  await Promise.all([
    insertReaction(tx, held, next),
    emit(tx, reactionAdded, topicOf(held), { message_id, seq: held.seq, emoji: next.emoji, employee_id }),
  ]);
  if (held.sender_id !== employee_id) askReaction(tx, message_id, employee_id, next.emoji);
  return changed(tx, actor, presentMessage({ ...held, reactions: [...reactions, next] }));
}

export async function unreact(tx: Tx, actor: Actor, input: ParsedOf<typeof unreactEndpoint>): Promise<Answer> {
  const { message_id } = input;
  const held = await hold(tx, actor, message_id);
  const { employee_id } = actor;
  const reactions = held.reactions ?? [];
  const mine = ownReaction(reactions, input.emoji, employee_id);
  if (!mine) return unchanged(held);
  const { emoji } = mine;
  await holdThreadOf(tx, held);
  await Promise.all([
    deleteReaction(tx, held, emoji, employee_id),
    emit(tx, reactionRemoved, topicOf(held), { message_id, seq: held.seq, emoji, employee_id }),
  ]);
  if (held.sender_id !== employee_id) askReaction(tx, message_id, employee_id, emoji);
  return changed(tx, actor, presentMessage({ ...held, reactions: reactions.filter((row) => row !== mine) }));
}
