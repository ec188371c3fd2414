// Sending: exactly once, in the order of the conversation, and the first message that two people exchange.
import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { type Address, entryAdded, type Message, messageCreated, type send as sendEndpoint } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { isBlank, plainText, type RichText } from '#contract/rich-text.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, subscribe } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { askMessage } from '../../notifications/service.ts';
import { type Attached, typeOf } from '../attachments/attachments.ts';
import { putFiles } from '../attachments/attachments-repo.ts';
import { attachmentsIn } from '../attachments/kept.ts';
import { settleShown } from '../marks/seen.ts';
import { type Place, placeOf } from '../place.ts';
import { calledIn, colleagueEntry, presentMessage, presentQuote, presentState } from '../present.ts';
import { findConversation, findStates, insertDirect, insertMembers, isInSpace } from '../repo/conversation-repo.ts';
import { isArchived } from '../repo/membership-repo.ts';
import {
  type Draft,
  findQuoted,
  findSendEvents,
  findSent,
  type Quoted,
  type SentRow,
  type Written,
  writeMessage,
} from '../repo/message-repo.ts';
import { enterThread, tellReply } from '../threads/threads.ts';
import { withoutErased } from './erased.ts';
import { isReadOnly } from './policy.ts';
import { askPreviews } from './previews/asking.ts';
import { ownEvents, requireReachable } from './reachable.ts';

type Input = ParsedOf<typeof sendEndpoint>;
/** Without where. */
type Said = Omit<Input, keyof Address>;
type Answer = ResponseOf<typeof sendEndpoint>;

/**
 * How it comes to be sent. `present`: the sender is just doing it; if not, others are not shown that they have read what came
 * before. `scheduled_for`: when it should have been sent, if that is late.
 */
export type Manner = Pick<Draft, 'present' | 'scheduled_for'>;
export const BY_HAND: Manner = { present: true, scheduled_for: null };

/**
 * A repeat of the same message answers what is stored of it, however long ago that was, with the events of its first time as
 * far as the log reaches back, and tells nobody again. `attached`: the files of the input.
 */
export async function send(
  tx: Tx,
  actor: Actor,
  input: Input,
  attached: Attached = [],
  manner = BY_HAND,
): Promise<Answer> {
  const place = placeOf(actor.employee_id, input);
  if (isReadOnly(place)) throw await whyNot(tx, actor.employee_id, place);
  return sendTo(tx, actor, place, input, attached, manner);
}

/** Who is not in it is not told that it is there. */
async function whyNot(tx: Tx, sender_id: string, place: Place): Promise<AppError> {
  const there = await findConversation(tx, sender_id, place);
  return new AppError(there ? 'CONVERSATION_READ_ONLY' : 'CAMPAIGN_NOT_FOUND');
}

/** The same at a place that whoever calls has looked at: also where nobody writes by the calls of chat. */
export async function sendTo(
  tx: Tx,
  actor: Actor,
  place: Place,
  input: Said,
  attached: Attached,
  manner: Manner,
): Promise<Answer> {
  const source = await findSource(tx, actor.employee_id, input);
  const said = await withoutErased(tx, bodyOf(input, source));
  const draft = { ...draftOf({ ...input, said }, source, attached), ...manner };
  const sending = { tx, sender_id: actor.employee_id, place, draft };
  if (source === 'gone') return loadSent(sending, 'MESSAGE_NOT_FOUND');
  if (attached === 'gone') return loadSent(sending, 'FILE_NOT_FOUND');
  if (isBlank(input.body) && !sending.draft.attachments.length) throw new AppError('MESSAGE_EMPTY');
  const others = place.kind === 'direct' ? [place.low, place.high].filter((id) => id !== actor.employee_id) : [];
  // In one packet with the first attempt. That nobody may write to the other matters only if this is no repeat.
  const [refusal, first] = await Promise.all([refusalOf(tx, others), attempt(sending)]);
  let [written, opened] = [first, null as Members];
  if (!written) {
    const repeat = await findRepeat(sending);
    if (repeat) return repeat;
    if (refusal) throw refusal;
    const there = await findConversation(tx, actor.employee_id, place);
    if (there && (await isArchived(tx, actor.employee_id, there.conversation_id)))
      throw new AppError('SUB_SPACE_ARCHIVED');
    if (sending.draft.reply && there && sending.draft.reply.conversation_id !== there.conversation_id)
      throw elsewhere();
    opened = await open(sending);
    written = await attempt(sending);
  }
  // The same request, twice at once, may have come in between.
  if (!written) return loadRepeat(sending);
  if (refusal) throw refusal;
  const message = fresh(sending, written, source);
  const { attachments } = sending.draft;
  if (attachments.length) await putFiles(tx, written, idsOf(attachments));
  await Promise.all([
    emit(tx, messageCreated, `conversation:${written.conversation_id}`, message),
    place.kind === 'direct' && settleShown(tx, actor.employee_id, written, manner.present),
  ]);
  if (others.length || place.kind !== 'direct') askMessage(tx, message.message_id, actor.employee_id);
  await askPreviews(tx, message.message_id, message.body);
  if (place.kind === 'thread') await tellReply(tx, written, sending, opened ?? []);
  else if (opened) await tellBoth(tx, written.conversation_id, opened);
  return { message, events: ownEvents(tx, actor) };
}

interface Sending {
  readonly tx: Tx;
  readonly sender_id: string;
  readonly place: Place;
  readonly draft: Draft;
}
/** Whom a conversation was opened to, or who follows a thread since just now; null if it was there. */
type Members = readonly string[] | null;

/** What is answered or forwarded; `gone` if there is nothing of it (any more) that the sender may read. */
async function findSource(tx: Tx, sender_id: string, { reply_to, forward_of }: Said): Promise<Source> {
  if (reply_to && forward_of) throw invalid([{ path: 'forward_of', message: 'Not together with reply_to' }]);
  const message_id = reply_to ?? forward_of;
  if (!message_id) return null;
  const quoted = await findQuoted(tx, sender_id, message_id);
  // Whoever answers has seen it: a tombstone is quoted as such.
  return quoted && (reply_to || quoted.body) ? quoted : 'gone';
}
type Source = Quoted | 'gone' | null;

/** A forward says what was written, not what the request says of it. */
const bodyOf = ({ forward_of, body }: Said, source: Source): RichText =>
  (forward_of && source && source !== 'gone' && source.body) || body;

/** `said`: the body as it is kept. A forward calls nobody anew. */
function draftOf(input: Said & { said: RichText }, source: Source, attached: Attached): Omit<Draft, keyof Manner> {
  const { message_id, body, said, reply_to, forward_of } = input;
  const asked = JSON.stringify(body);
  const files = input.attachments?.length ? JSON.stringify(input.attachments) : '';
  // Without a source: as ever, so that messages from before sources repeat as well.
  const digest = createHash('sha256')
    .update(`${reply_to || forward_of ? `${asked}${reply_to}${forward_of}` : asked}${files}`)
    .digest();
  const found = source === 'gone' ? null : source;
  const attachments = forward_of ? attachmentsIn(found?.attachments) : attached === 'gone' ? [] : attached;
  return {
    message_id,
    type: typeOf(said, attachments),
    attachments,
    body: said === body ? asked : JSON.stringify(said),
    text: plainText(said),
    digest,
    mentions: forward_of ? null : calledIn(said),
    reply: reply_to ? found : null,
    forwarded: forward_of && found ? originOf(found) : null,
  };
}

/** A forward of a forward names who wrote it first. */
const originOf = ({ sender_id, created_at, forwarded_sender_id, forwarded_at }: Quoted): Message['forwarded'] =>
  forwarded_sender_id && forwarded_at
    ? { sender_id: forwarded_sender_id, created_at: forwarded_at }
    : { sender_id, created_at };

const idsOf = (attachments: Draft['attachments']) => attachments.map((one) => one.file_id);

/** Not found, unless it was sent while its source and its files were there. */
async function loadSent(sending: Sending, missing: 'MESSAGE_NOT_FOUND' | 'FILE_NOT_FOUND'): Promise<Answer> {
  const repeat = await findRepeat(sending);
  if (!repeat) throw new AppError(missing);
  return repeat;
}

/** Why nobody may write to them, or null. */
async function refusalOf(tx: Tx, employee_ids: readonly string[]): Promise<AppError | null> {
  try {
    if (employee_ids.length) await requireReachable(tx, employee_ids);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Nothing if there is no such conversation to the sender, or if the message is there. */
async function attempt({ tx, sender_id, place, draft }: Sending): Promise<Written | undefined> {
  try {
    return await writeMessage(tx, sender_id, place, draft);
  } catch (error) {
    // The same id was written at the same moment, here or elsewhere. As a serialisation failure this makes the transaction
    // run again, and then it sees that message.
    if ((error as { constraint?: string }).constraint !== 'message_once') throw error;
    throw Object.assign(new Error('Another transaction has just written this message'), { code: '40001' });
  }
}

const taken = () => invalid([{ path: 'message_id', message: 'This id belongs to another message' }]);

/** The message as it stands, if it was sent before. INVALID_REQUEST if its id belongs to something else. */
async function findRepeat({ tx, sender_id, place, draft }: Sending): Promise<Answer | undefined> {
  const sent = await findSent(tx, sender_id, draft.message_id);
  if (!sent) return undefined;
  if (!isAt(sent, place) || sent.sender_id !== sender_id || !sent.digest.equals(draft.digest)) throw taken();
  const message = presentMessage(sent);
  // Who has left since hears that it was sent, and nothing of what others have done there.
  if (!sent.may_read)
    return { message: { ...message, reactions: [], reply_to: null, pinned: null, thread: null }, events: [] };
  return { message, events: await findSendEvents(tx, sent) };
}

async function loadRepeat(sending: Sending): Promise<Answer> {
  const repeat = await findRepeat(sending);
  if (!repeat && sending.draft.reply) throw elsewhere();
  if (!repeat) throw new Error('The conversation is there, but cannot be written to');
  return repeat;
}

const elsewhere = () => invalid([{ path: 'reply_to', message: 'A message of another conversation' }]);

function isAt(sent: SentRow, place: Place): boolean {
  if (place.kind === 'thread') return sent.kind === 'thread' && sent.root_id === place.root_id;
  if (place.kind === 'group' || place.kind === 'campaign') return sent.conversation_id === place.conversation_id;
  if (place.kind === 'direct') return sent.kind === 'direct' && sent.low === place.low && sent.high === place.high;
  if (sent.kind !== 'sub_space' || sent.space_id !== place.space_id) return false;
  return place.sub_space_id === null ? sent.is_main : sent.conversation_id === place.sub_space_id;
}

/** Makes the pair's conversation, unless the other one just did. Spaces are joined, not made: not found. */
async function open({ tx, sender_id, place }: Sending): Promise<Members> {
  if (place.kind === 'thread') return enterThread(tx, sender_id, place.root_id);
  if (place.kind === 'group') throw new AppError('GROUP_NOT_FOUND');
  if (place.kind === 'campaign') throw new AppError('CAMPAIGN_NOT_FOUND');
  if (place.kind === 'sub_space')
    throw new AppError((await isInSpace(tx, sender_id, place.space_id)) ? 'SUB_SPACE_NOT_FOUND' : 'SPACE_NOT_FOUND');
  const conversation_id = uuid();
  if (!(await insertDirect(tx, conversation_id, place.low, place.high))) return null;
  const members = place.low === place.high ? [place.low] : [place.low, place.high];
  await insertMembers(tx, conversation_id, members);
  for (const employee_id of members) subscribe(tx, { employee_id, add: [`conversation:${conversation_id}`] });
  return members;
}

const fresh = ({ sender_id, draft }: Sending, written: Written, source: Source): Message => ({
  message_id: draft.message_id,
  conversation_id: written.conversation_id,
  seq: written.seq,
  sender_id,
  type: draft.type,
  body: JSON.parse(draft.body) as Message['body'],
  attachments: [...draft.attachments],
  previews: [],
  created_at: written.created_at,
  edited_at: null,
  deleted_at: null,
  scheduled_for: draft.scheduled_for,
  reactions: [],
  reply_to: draft.reply && source && source !== 'gone' ? presentQuote(source.reply_to) : null,
  forwarded: draft.forwarded,
  pinned: null,
  thread: null,
});

/** The new conversation comes into both lists, with its first message. */
async function tellBoth(tx: Tx, conversation_id: string, members: readonly string[]): Promise<void> {
  const tell = async (employee_id: string) => {
    const [row] = await findStates(tx, employee_id, [conversation_id]);
    if (!row) throw new Error('Who was let in is not in');
    await emit(tx, entryAdded, `employee:${employee_id}`, colleagueEntry(row.other_id, presentState(row)));
  };
  // One after the other, by id: whoever tells two people takes their topics in the same order.
  for (const employee_id of members) await tell(employee_id);
  // Told before the message that they contain: who has the empty conversation open begins with the entry to follow it.
  tx.events.push(...tx.events.splice(0, tx.events.length - members.length));
}
