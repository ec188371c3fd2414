// The rules of who is told what others have seen. It is mutual: who hides it is not told it of others, and what was read while
// it was hidden is not told later.
import * as contract from '#contract/chat/seen.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, emitEach } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { holdAlone } from '../../people/service.ts';
import { isReadOnly } from '../messages/policy.ts';
import { findStanding, type Written } from '../repo/message-repo.ts';
import * as repo from './seen-repo.ts';

const DEFAULT_PAGE = 50;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** For everybody who may read the message and shows what they see themselves. */
export async function listSeen(
  tx: Tx,
  { employee_id }: Actor,
  { message_id, cursor, limit = DEFAULT_PAGE }: ParsedOf<typeof contract.listSeen>,
): Promise<ResponseOf<typeof contract.listSeen>> {
  if (cursor !== undefined && !UUID.test(cursor))
    throw invalid([{ path: 'cursor', message: 'Not a cursor of this list' }]);
  const [key, shown] = await Promise.all([findStanding(tx, employee_id, message_id), repo.isShown(tx, employee_id)]);
  if (!key) throw new AppError('MESSAGE_NOT_FOUND');
  // Whom a campaign is for is for those to see who run it.
  if (isReadOnly(key)) throw new AppError('NO_PERMISSION');
  if (!shown) return { hidden: true, items: [], seen: 0, members: 0, next_cursor: null };
  const [counts, found] = await Promise.all([
    repo.countSeen(tx, key),
    repo.listSeen(tx, key, cursor ?? null, limit + 1),
  ]);
  const items = found.slice(0, limit);
  return { hidden: false, items, ...counts, next_cursor: found.length > limit ? (items.at(-1) ?? null) : null };
}

/**
 * Tells each direct conversation what its two people see of each other from now on. Whoever reads or writes in one holds their
 * marker until the commit, and asks after that whether to tell it: so nothing is told in between, and nothing is left out.
 */
export async function showSeen(
  tx: Tx,
  actor: Actor,
  { shown }: ParsedOf<typeof contract.showSeen>,
): Promise<ResponseOf<typeof contract.showSeen>> {
  const { employee_id } = actor;
  // A conversation that just begins is waited for, and the next one begins when this is done.
  await holdAlone(tx, employee_id);
  if (!(await repo.setShown(tx, employee_id, shown))) return { shown, events: [] };
  const pairs = await repo.holdPairs(tx, employee_id);
  const tellings = pairs.map(({ conversation_id, other_id, others, own }) => ({
    topic: `conversation:${conversation_id}` as const,
    payload: {
      seen: [
        { employee_id, seen_seq: shown ? others : null },
        { employee_id: other_id, seen_seq: shown ? own : null },
      ],
    },
  }));
  await emitEach(tx, contract.seen, tellings);
  const payload = { shown };
  const topic = `employee:${employee_id}` as const;
  const revision = await emit(tx, contract.seenShown, topic, payload);
  // What the conversations are told may be thousands of events: it comes as everything comes that others do.
  return { shown, events: [{ topic, revision, name: contract.seenShown.name, payload }] };
}

/**
 * A message was written in a direct conversation. Every device takes that for reading up to it, of those who show what they have
 * seen; so it is made true, or taken back. The sender's marker is held since the write: nobody switches that any more, but until
 * then somebody may have, which the write did not see.
 */
export async function settleShown(tx: Tx, sender_id: string, written: Written, present: boolean): Promise<void> {
  if (present) return void (await repo.showWritten(tx, sender_id, written));
  const { conversation_id } = written;
  const shown = await repo.findShown(tx, sender_id, conversation_id);
  if (!shown) return;
  const { other_id, shown_seq } = shown;
  await emit(tx, contract.seen, `conversation:${conversation_id}`, {
    seen: [{ employee_id: other_id, seen_seq: shown_seq }],
  });
}
