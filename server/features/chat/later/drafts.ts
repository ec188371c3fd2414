// The rules of drafts: what was typed last counts, on whatever device. Told to nobody but the caller's own devices.
import * as contract from '#contract/chat/drafts.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { isBlank } from '#contract/rich-text.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, revisionOf } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { withoutErased } from '../messages/erased.ts';
import { isReadOnly } from '../messages/policy.ts';
import { ownEvents } from '../messages/reachable.ts';
import { requireAddress } from '../messages/reading.ts';
import { placeOf } from '../place.ts';
import { findConversation } from '../repo/conversation-repo.ts';
import { findReadable } from '../repo/message-repo.ts';
import { requireRoot } from '../threads/threads.ts';
import * as repo from './drafts-repo.ts';

const MAX_DRAFTS = 1_000;

export async function keepDraft(
  tx: Tx,
  actor: Actor,
  { body, reply_to, typed_at, ...address }: ParsedOf<typeof contract.keepDraft>,
): Promise<ResponseOf<typeof contract.keepDraft>> {
  const { employee_id } = actor;
  const place = placeOf(employee_id, address);
  const there = await findConversation(tx, employee_id, place);
  if (!there) await requireAddress(tx, employee_id, address);
  const root = place.kind === 'thread' && !there ? await requireRoot(tx, employee_id, place.root_id) : place;
  if (isReadOnly(root)) throw new AppError('CONVERSATION_READ_ONLY');
  const isEmpty = isBlank(body);
  const kept = await repo.upsertDraft(tx, employee_id, {
    address,
    body: isEmpty ? null : await withoutErased(tx, body),
    reply_to: reply_to && !isEmpty ? await findReply(tx, employee_id, reply_to, there?.conversation_id) : null,
    // What JavaScript takes for a time, PostgreSQL need not: 30 February, the year 0.
    typed_at: new Date(Math.max(0, Date.parse(typed_at))).toISOString(),
  });
  if (!kept) return { events: [] };
  if (kept.body && (await repo.countDrafts(tx, employee_id)) > MAX_DRAFTS) throw new AppError('TOO_MANY_DRAFTS');
  await emit(tx, contract.draftChanged, `employee:${employee_id}`, kept);
  return { events: ownEvents(tx, actor) };
}

/** A deleted one, too: whoever answers has seen it, and sending quotes it as deleted. */
async function findReply(
  tx: Tx,
  employee_id: string,
  message_id: string,
  conversation_id: string | undefined,
): Promise<contract.Draft['reply_to']> {
  const found = await findReadable(tx, employee_id, message_id);
  if (!found) throw new AppError('MESSAGE_NOT_FOUND');
  if (found.conversation_id !== conversation_id)
    throw invalid([{ path: 'reply_to', message: 'A message of another conversation' }]);
  return { message_id, seq: found.seq, sender_id: found.sender_id };
}

/** Needs a snapshot. */
export async function listDrafts(tx: Tx, { employee_id }: Actor): Promise<ResponseOf<typeof contract.listDrafts>> {
  const [items, revision] = await Promise.all([
    repo.listDrafts(tx, employee_id),
    revisionOf(tx, `employee:${employee_id}`),
  ]);
  return { items, revision };
}
