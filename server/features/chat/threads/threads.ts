// The rules of threads: how one begins, who follows it, and what is told of it where its root stands.
import { v7 as uuid } from 'uuid';
import * as contract from '#contract/chat/threads.ts';
import type { Message } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, revisionOf, subscribe } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { isReadOnly } from '../messages/policy.ts';
import { ownEvents, requireReachable } from '../messages/reachable.ts';
import { presentQuote, presentState } from '../present.ts';
import { EVERYBODY } from '../repo/conversation-repo.ts';
import { holdConversations } from '../repo/membership-repo.ts';
import type { Draft, HeldMessage, Written } from '../repo/message-repo.ts';
import * as repo from './thread-repo.ts';

const MAX_THREADS = 500;

/** Needs a snapshot. */
export async function listThreads(tx: Tx, { employee_id }: Actor): Promise<ResponseOf<typeof contract.listThreads>> {
  const [rows, revision] = await Promise.all([
    repo.listThreads(tx, employee_id, MAX_THREADS),
    revisionOf(tx, `employee:${employee_id}`),
  ]);
  return { items: rows.map(present), revision };
}

const present = (row: repo.ThreadRow): contract.Thread => ({
  ...homeOf(row),
  root: presentQuote(row.root),
  state: { ...presentState(row), sub_space_id: null },
});

function homeOf({ space_id, parent_id, parent_other_id }: repo.ThreadRow) {
  if (space_id !== null) return { entity_type: 'space', entity_id: space_id, sub_space_id: parent_id } as const;
  return parent_other_id === null
    ? ({ entity_type: 'group', entity_id: parent_id, sub_space_id: null } as const)
    : ({ entity_type: 'employee', entity_id: parent_other_id, sub_space_id: null } as const);
}

export async function follow(
  tx: Tx,
  actor: Actor,
  { message_id, following }: ParsedOf<typeof contract.follow>,
): Promise<ResponseOf<typeof contract.follow>> {
  const { employee_id } = actor;
  const root = await repo.findRoot(tx, employee_id, message_id);
  if (!root) throw new AppError('MESSAGE_NOT_FOUND');
  if (!root.thread_id) throw new AppError('THREAD_NOT_FOUND');
  const conversation_id = root.thread_id;
  if (following) {
    await holdConversations(tx, [conversation_id]);
    await tellFollowers(tx, conversation_id, await repo.insertFollowers(tx, message_id, [employee_id], null));
  } else if (await repo.deleteFollower(tx, conversation_id, employee_id)) {
    await emit(tx, contract.threadUnfollowed, `employee:${employee_id}`, { message_id, conversation_id });
    subscribe(tx, { employee_id, remove: [`conversation:${conversation_id}`] });
  }
  return { following, events: ownEvents(tx, actor) };
}

/** MESSAGE_NOT_FOUND unless it is a message of which there could be a thread. */
export async function requireRoot(tx: Tx, employee_id: string, message_id: string): Promise<repo.Root> {
  return rootOr404(await repo.findRoot(tx, employee_id, message_id));
}

function rootOr404(root: repo.Root | undefined): repo.Root {
  if (!root) throw new AppError('MESSAGE_NOT_FOUND');
  if (root.parent_id) throw invalid([{ path: 'entity_id', message: 'A message of a thread has no thread' }]);
  return root;
}

/** Refuses where nobody answers. */
export function checkOpen(root: repo.Root): void {
  if (isReadOnly(root)) throw new AppError('CONVERSATION_READ_ONLY');
  if (root.archived_at) throw new AppError('SUB_SPACE_ARCHIVED');
}

/** Before somebody answers who does not follow it: begins the thread if it is not there. Answers who follows it by that. */
export async function enterThread(tx: Tx, sender_id: string, root_id: string): Promise<string[]> {
  const root = rootOr404(await repo.holdRoot(tx, sender_id, root_id));
  checkOpen(root);
  const isNew = await repo.insertThread(tx, uuid(), root_id, root);
  return repo.insertFollowers(tx, root_id, isNew ? [sender_id, root.sender_id] : [sender_id], null);
}

/** An answer was written, and is told in the thread. `entered`: who follows the thread since just now. */
export async function tellReply(
  tx: Tx,
  { conversation_id, seq, created_at }: Written,
  { sender_id, draft: { mentions } }: { readonly sender_id: string; readonly draft: Pick<Draft, 'mentions'> },
  entered: readonly string[],
): Promise<void> {
  const told = await repo.countReply(tx, conversation_id, created_at, sender_id);
  if (told.low && told.high) await requireReachable(tx, [told.low === sender_id ? told.high : told.low]);
  const followers = await letFollow(tx, told.root_id, { seq, sender_id }, mentions);
  await tellSummary(tx, told);
  await tellFollowers(tx, conversation_id, [...entered, ...followers]);
}

type Answered = Pick<Message, 'seq' | 'sender_id'>;

/** Whom an answer calls follows the thread from that answer on. Answers who did not follow it before. */
async function letFollow(
  tx: Tx,
  root_id: string,
  { seq, sender_id }: Answered,
  mentions: readonly string[] | null,
): Promise<string[]> {
  // Who is called with everybody else is not called to follow.
  const called = mentions?.filter((id) => id !== EVERYBODY && id !== sender_id) ?? [];
  return called.length ? repo.insertFollowers(tx, root_id, called, seq) : [];
}

/** An answer calls people whom it did not call before; after everything else of it is told. The thread is held. */
export async function tellCalled(
  tx: Tx,
  { root_id, conversation_id, ...answer }: Answered & Pick<HeldMessage, 'root_id' | 'conversation_id'>,
  called: readonly string[],
): Promise<void> {
  if (root_id) await tellFollowers(tx, conversation_id, await letFollow(tx, root_id, answer, called));
}

/** An answer was deleted, and that is told in the thread. */
export const tellDeletedReply = async (tx: Tx, conversation_id: string): Promise<void> =>
  tellSummary(tx, await repo.recountReplies(tx, conversation_id));

/** A message that has a thread is another than it was. */
export async function tellRoot(tx: Tx, message: Message): Promise<void> {
  if (!message.thread) return;
  await emit(tx, contract.threadRootUpdated, `conversation:${message.thread.conversation_id}`, inItsThread(message));
}

/** A root as it stands in its thread: without what changes by what happens elsewhere. */
export const inItsThread = (message: Message): Message => ({ ...message, thread: null, reply_to: null });

async function tellSummary(tx: Tx, told: repo.Told): Promise<void> {
  const { conversation_id, parent_id, root_id, root_seq, replies, replied_at, repliers } = told;
  const revision = await revisionOf(tx, `conversation:${conversation_id}`);
  await emit(tx, contract.threadUpdated, `conversation:${parent_id}`, {
    message_id: root_id,
    seq: root_seq,
    thread: { conversation_id, replies, latest_at: replied_at, employee_ids: [...repliers] },
    revision,
  });
}

/** They hear it from now on, and are told of it before what else this transaction tells: that is in the state which they get. */
async function tellFollowers(tx: Tx, conversation_id: string, employee_ids: readonly string[]): Promise<void> {
  const before = tx.events.length;
  // By id: whoever tells several people takes their topics in the same order.
  for (const employee_id of employee_ids.toSorted()) {
    const row = await repo.findThread(tx, employee_id, conversation_id);
    if (!row) throw new Error('Who was let in is not in');
    subscribe(tx, { employee_id, add: [`conversation:${conversation_id}`] });
    await emit(tx, contract.threadFollowed, `employee:${employee_id}`, present(row));
  }
  tx.events.push(...tx.events.splice(0, before));
}
