// SQL of threads: their roots, who follows them, and what is told of them where the root stands. Their messages are messages
// like any other (../repo/message-repo.ts).
import type { Tx } from '../../../platform/db/database.ts';
import type { Place } from '../place.ts';
import { READER, READER_OF_X, SEES_C, STATES, type StateRow } from '../repo/conversation-repo.ts';
import { QUOTE, type QuoteRow } from '../repo/message-repo.ts';

export interface Root {
  readonly conversation_id: string;
  readonly sender_id: string;
  readonly space_id: string | null;
  /** Not null for a message of a thread, which is the root of none. */
  readonly parent_id: string | null;
  /** Of the conversation that it stands in. */
  readonly kind: Place['kind'];
  readonly archived_at: string | null;
  /** Null as long as nobody has answered. */
  readonly thread_id: string | null;
}

const ROOT = `SELECT x.conversation_id, x.sender_id, c.space_id, c.parent_id, c.kind, c.archived_at,
    (SELECT t.conversation_id FROM conversation t WHERE t.company_id = $1 AND t.root_id = x.message_id) AS thread_id
  FROM message x JOIN ${READER_OF_X} WHERE x.company_id = $1 AND x.message_id = $3`;
// A sub-space that is just being archived is waited for, and so is somebody who leaves it.
const HOLD_ROOT = `${ROOT} FOR SHARE OF c FOR KEY SHARE OF m`;
const AS_IT_IS = 'SELECT 1 FROM message x WHERE x.company_id = $1 AND x.message_id = $2 FOR SHARE';

/** A message that the employee may read. */
export async function findRoot(tx: Tx, employee_id: string, message_id: string): Promise<Root | undefined> {
  const [row] = await tx.query<Root>(ROOT, [tx.company_id, employee_id, message_id]);
  return row;
}

/**
 * The same; until the commit its conversation is neither archived nor left by the employee, and it is not changed: whoever edits
 * or deletes it at the same time is done before, or sees the thread that begins, and tells it there.
 */
export async function holdRoot(tx: Tx, employee_id: string, message_id: string): Promise<Root | undefined> {
  // Two statements in one packet: the second sees what was committed while the first waited.
  const [, [row]] = await Promise.all([
    tx.query(AS_IT_IS, [tx.company_id, message_id]),
    tx.query<Root>(HOLD_ROOT, [tx.company_id, employee_id, message_id]),
  ]);
  return row;
}

const OPEN = `INSERT INTO conversation (company_id, conversation_id, kind, space_id, parent_id, root_id)
  VALUES ($1, $2, 'thread', $3, $4, $5) ON CONFLICT ON CONSTRAINT conversation_root DO NOTHING RETURNING 1`;

/** False if the message has one already; waits for a transaction that is just making it. */
export const insertThread = async (
  tx: Tx,
  conversation_id: string,
  root_id: string,
  { space_id, conversation_id: parent_id }: Root,
): Promise<boolean> =>
  (await tx.query(OPEN, [tx.company_id, conversation_id, space_id, parent_id, root_id])).length > 0;

// What was answered before was not for them, as with whoever enters a conversation later. An answer of their own, from when they
// followed it before, is not unread to them: that is how far they have seen it.
const FOLLOW = `INSERT INTO conversation_member (company_id, conversation_id, employee_id, read_seq, joined_seq, seen_seq)
  SELECT $1, c.conversation_id, m.employee_id, coalesce($4::integer - 1, c.last_seq), coalesce($4::integer - 1, c.last_seq),
    CASE WHEN $4 IS NULL THEN 0 ELSE c.last_seq END FROM (SELECT * FROM conversation c
    WHERE c.company_id = $1 AND c.root_id = $2) AS c
  JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = c.gate_id AND m.employee_id = ANY($3::uuid[]) AND ${SEES_C}
  FOR KEY SHARE OF m ON CONFLICT DO NOTHING RETURNING employee_id`;

/** Of these people those who may read it and did not follow it: they do now, with what is there from `unread` on unread; null: nothing. */
export const insertFollowers = async (
  tx: Tx,
  root_id: string,
  employee_ids: readonly string[],
  unread: number | null,
): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(FOLLOW, [tx.company_id, root_id, employee_ids, unread])).map(
    (row) => row.employee_id,
  );

const UNFOLLOW = `DELETE FROM conversation_member WHERE company_id = $1 AND conversation_id = $2 AND employee_id = $3 RETURNING 1`;

/** False if the employee did not follow it. */
export const deleteFollower = async (tx: Tx, conversation_id: string, employee_id: string): Promise<boolean> =>
  (await tx.query(UNFOLLOW, [tx.company_id, conversation_id, employee_id])).length > 0;

/** A thread that somebody follows. */
export type ThreadRow = StateRow & {
  readonly parent_id: string;
  /** The other one of the direct conversation that the root stands in; null in a space or a group. */
  readonly parent_other_id: string | null;
  readonly root: QuoteRow;
};

const threads = (which: string) => `
SELECT s.*, t.parent_id, CASE WHEN p.employee_low = $2 THEN p.employee_high ELSE p.employee_low END AS parent_other_id,
  (${QUOTE} AND q.seq = x.seq) AS root
FROM (${STATES} AND c.kind = 'thread' ${which}) AS s
JOIN conversation t ON t.company_id = $1 AND t.conversation_id = s.conversation_id
JOIN conversation p ON p.company_id = $1 AND p.conversation_id = t.parent_id
JOIN message x ON x.company_id = $1 AND x.message_id = t.root_id`;
const LIST = `${threads('')} ORDER BY s.latest_time DESC, s.conversation_id LIMIT $3`;
const ONE = threads('AND c.conversation_id = $3');

/** Those that the employee follows, the latest first. */
export const listThreads = (tx: Tx, employee_id: string, limit: number): Promise<ThreadRow[]> =>
  tx.query(LIST, [tx.company_id, employee_id, limit]);

export async function findThread(tx: Tx, employee_id: string, conversation_id: string): Promise<ThreadRow | undefined> {
  const [row] = await tx.query<ThreadRow>(ONE, [tx.company_id, employee_id, conversation_id]);
  return row;
}

/** A thread as it is told where its root stands. */
export interface Told {
  readonly conversation_id: string;
  readonly parent_id: string;
  readonly root_id: string;
  readonly root_seq: number;
  readonly replies: number;
  readonly replied_at: string | null;
  readonly repliers: readonly string[];
  /** Who is in the direct conversation that the root stands in; null in a space. */
  readonly low: string | null;
  readonly high: string | null;
}

const told = (set: string) => `UPDATE conversation c SET ${set} FROM message x, conversation p
  WHERE c.company_id = $1 AND c.conversation_id = $2 AND x.company_id = $1 AND x.message_id = c.root_id
    AND p.company_id = $1 AND p.conversation_id = c.parent_id
  RETURNING c.conversation_id, c.parent_id, c.root_id, x.seq AS root_seq, c.replies, c.replied_at, c.repliers,
    p.employee_low AS low, p.employee_high AS high`;
const COUNT_ONE = told(`replies = c.replies + 1, replied_at = $3, repliers =
  CASE WHEN cardinality(c.repliers) >= 3 OR $4 = ANY(c.repliers) THEN c.repliers ELSE c.repliers || $4::uuid END`);
const HOLD = 'SELECT 1 FROM conversation WHERE company_id = $1 AND conversation_id = $2 FOR NO KEY UPDATE';
const STANDING = 'FROM message r WHERE r.company_id = $1 AND r.conversation_id = $2 AND r.deleted_at IS NULL';
const RECOUNT = told(`(replies, replied_at) = (SELECT count(*), max(r.created_at) ${STANDING}),
  repliers = coalesce((SELECT array_agg(sender_id ORDER BY first) FROM
    (SELECT r.sender_id, min(r.seq) AS first ${STANDING} GROUP BY r.sender_id ORDER BY first LIMIT 3) AS early), '{}')`);

/** Whoever tells something in a thread and where its root stands takes the thread first, as a send does. */
export const holdThread = (tx: Tx, conversation_id: string): Promise<object[]> =>
  tx.query(HOLD, [tx.company_id, conversation_id]);

/** One answer more. */
export async function countReply(tx: Tx, conversation_id: string, at: string, sender_id: string): Promise<Told> {
  const [row] = await tx.query<Told>(COUNT_ONE, [tx.company_id, conversation_id, at, sender_id]);
  if (!row) throw new Error('No such thread');
  return row;
}

/** After a deletion. */
export async function recountReplies(tx: Tx, conversation_id: string): Promise<Told> {
  const values = [tx.company_id, conversation_id];
  // Two statements in one packet: the second sees what was committed while the first waited.
  const [, [row]] = await Promise.all([tx.query(HOLD, values), tx.query<Told>(RECOUNT, values)]);
  if (!row) throw new Error('No such thread');
  return row;
}

const READABLE = `SELECT c.conversation_id FROM conversation c JOIN ${READER}
  WHERE c.company_id = $1 AND c.kind = 'thread' AND c.conversation_id = ANY($3::uuid[])`;

/** Of these conversations the threads that the employee may read, following them or not. */
export const listReadable = async (tx: Tx, employee_id: string, ids: readonly string[]): Promise<string[]> =>
  (await tx.query<{ conversation_id: string }>(READABLE, [tx.company_id, employee_id, ids])).map(
    (row) => row.conversation_id,
  );
