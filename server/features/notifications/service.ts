// What other features ask of notifications: that somebody looks, once this is committed, who is to be told. One row in the packet of
// the commit, and nothing is read or waited for. What becomes of it stands in telling/.
import { v7 as uuid } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import { enqueuePushes, type NewPush } from './devices/pushing.ts';

export { appsOf, countDevices, dropDevices } from './devices/device-repo.ts';
export { relabelling } from './list/relabelling-repo.ts';

interface Asked {
  readonly kind: 'message' | 'edit' | 'message_gone' | 'reaction' | 'joining' | 'joined' | 'left';
  readonly message_id?: string;
  readonly space_id?: string;
  readonly employee_id?: string | undefined;
  readonly actor_id?: string;
  readonly emoji?: string;
  readonly before?: readonly string[];
}

const ASK = `INSERT INTO notification_job (company_id, job_id, kind, message_id, space_id, employee_id, actor_id, emoji, before)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

function ask(tx: Tx, { kind, message_id, space_id, employee_id, actor_id, emoji, before }: Asked): void {
  const what = [message_id, space_id, employee_id, actor_id, emoji, before].map((value) => value ?? null);
  tx.lastly(ASK, [tx.company_id, uuid(), kind, ...what]);
}

/** A message was written. By that its sender has read what came before, unless it was sent in their absence. */
export const askMessage = (tx: Tx, message_id: string, actor_id: string): void =>
  ask(tx, { kind: 'message', message_id, actor_id });

/** A message says something else; `before`: whom it called until now, as `message.mentions`. */
export const askEdit = (tx: Tx, message_id: string, before: readonly string[]): void =>
  ask(tx, { kind: 'edit', message_id, before });

/** A message was deleted. */
export const askGone = (tx: Tx, message_id: string): void => ask(tx, { kind: 'message_gone', message_id });

/** Somebody reacted to somebody else's message, or does no more. */
export const askReaction = (tx: Tx, message_id: string, actor_id: string, emoji: string): void =>
  ask(tx, { kind: 'reaction', message_id, actor_id, emoji });

/** Who is invited to the space or asks to come in, or who may answer that, is another than before. `employee_id`: whom it is about. */
export const askJoining = (tx: Tx, space_id: string, employee_id?: string): void =>
  ask(tx, { kind: 'joining', space_id, employee_id });

/** Who had asked to come in was let in. */
export const askJoined = (tx: Tx, space_id: string, employee_id: string, actor_id: string): void =>
  ask(tx, { kind: 'joined', space_id, employee_id, actor_id });

/** Somebody may read less than before. */
export const askLeft = (tx: Tx, employee_id: string): void => ask(tx, { kind: 'left', employee_id });

const ASK_READ = `INSERT INTO notification_job (company_id, job_id, kind, employee_id)
  SELECT $1, $2, 'read', $3 WHERE EXISTS (SELECT FROM notification n WHERE n.company_id = $1 AND n.employee_id = $3
    AND n.conversation_id = $4 AND n.seq <= $5 AND NOT n.is_read AND n.kind <> 'reaction')`;

/** Somebody has read a conversation up to there: written only if an entry of their list is read by that. */
export function askRead(tx: Tx, employee_id: string, conversation_id: string, read_seq: number): void {
  tx.lastly(ASK_READ, [tx.company_id, uuid(), employee_id, conversation_id, read_seq]);
}

/** Something for one person that is no news of others: to their devices, without a sound. */
export const pushTo = (
  tx: Tx,
  employee_id: string,
  said: Pick<NewPush, 'tag' | 'title' | 'body' | 'path'>,
): Promise<void> => enqueuePushes(tx, [{ ...said, employee_id, kind: 'own', silent: true }]);

const TABLES = ['setting', 'level', 'due', 'waiting', 'shown', 'shown_entry', 'shown_summary'].map(
  (kind) => `notification_${kind}`,
);

/** Somebody is erased: what they wanted to hear of and what they were told is gone. */
export async function forget(tx: Tx, employee_id: string): Promise<void> {
  for (const table of ['notification', ...TABLES])
    await tx.query(`DELETE FROM ${table} WHERE company_id = $1 AND employee_id = $2`, [tx.company_id, employee_id]);
}
