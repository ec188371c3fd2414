// SQL that mirrors who is in a space into its conversations. The spaces feature decides who that is.
import type { Tx } from '../../../platform/db/database.ts';
import { type HeardRow, READER, REVISION } from './conversation-repo.ts';

const HOLD_CONVERSATIONS = `SELECT c.conversation_id FROM conversation c
  WHERE c.company_id = $1 AND c.conversation_id = ANY($2::uuid[]) ORDER BY c.conversation_id FOR SHARE`;
const HOLD_TOPICS = `SELECT t.topic FROM topic t WHERE t.company_id = $1
  AND t.topic IN (SELECT 'conversation:' || id FROM unnest($2::uuid[]) AS id) ORDER BY t.topic FOR SHARE`;
const ENTER = `INSERT INTO conversation_member (company_id, conversation_id, employee_id, read_seq, joined_seq, since_seq,
    since_revision)
  SELECT $1, c.conversation_id, e.employee_id, c.last_seq, c.last_seq, CASE WHEN $4::boolean THEN c.last_seq ELSE 0 END,
    CASE WHEN $4::boolean THEN ${REVISION} ELSE 0 END FROM conversation c CROSS JOIN unnest($3::uuid[]) AS e (employee_id)
  WHERE c.company_id = $1 AND c.conversation_id = ANY($2::uuid[]) ON CONFLICT DO NOTHING`;
const HEARD = `SELECT conversation_id, since_seq, since_revision FROM conversation_member
  WHERE company_id = $1 AND conversation_id = ANY($2::uuid[]) AND employee_id = $3`;

/**
 * Until the commit nothing is said or changed in these conversations of a space: their state as read from now on is what a
 * newcomer's first event follows upon. A message waits at the conversation, everything else at the topic.
 */
export async function holdConversations(tx: Tx, conversation_ids: readonly string[]): Promise<void> {
  const values = [tx.company_id, conversation_ids];
  await Promise.all([tx.query(HOLD_CONVERSATIONS, values), tx.query(HOLD_TOPICS, values)]);
}

/** Into these conversations, with everything that is there counting as read; `hidden`: and hidden from them. Answers how one of them hears these. */
export async function enter(
  tx: Tx,
  conversation_ids: readonly string[],
  employee_ids: readonly [string, ...string[]],
  hidden: boolean,
): Promise<HeardRow[]> {
  const [, heard] = await Promise.all([
    tx.query(ENTER, [tx.company_id, conversation_ids, employee_ids, hidden]),
    tx.query<HeardRow>(HEARD, [tx.company_id, conversation_ids, employee_ids[0]]),
  ]);
  return heard;
}

const HOLD_OWN = `SELECT 1 FROM conversation c JOIN conversation_member m ON m.company_id = $1
    AND m.conversation_id = c.conversation_id AND m.employee_id = $3
  WHERE c.company_id = $1 AND c.space_id = $2 ORDER BY c.conversation_id FOR UPDATE OF m`;
const EXIT = `DELETE FROM conversation_member m USING conversation c
  WHERE c.company_id = $1 AND c.space_id = $2 AND m.company_id = $1 AND m.conversation_id = c.conversation_id
    AND m.employee_id = $3 RETURNING m.conversation_id`;

/** Out of all conversations of the space, and of the threads in them that they follow; answers their ids. */
export const exit = (tx: Tx, space_id: string, employee_id: string): Promise<string[]> =>
  exitBy(tx, HOLD_OWN, EXIT, [tx.company_id, space_id, employee_id]);

async function exitBy(tx: Tx, hold: string, leave: string, values: unknown[]): Promise<string[]> {
  // Two statements in one packet: a thread that they begin to follow right now is seen by the second.
  const [, rows] = await Promise.all([tx.query(hold, values), tx.query<{ conversation_id: string }>(leave, values)]);
  return rows.map((row) => row.conversation_id);
}

const HOLD_ONE = `SELECT 1 FROM conversation_member
  WHERE company_id = $1 AND conversation_id = $2 AND employee_id = $3 FOR UPDATE`;
const EXIT_ONE = `DELETE FROM conversation_member m USING conversation c
  WHERE c.company_id = $1 AND c.gate_id = $2 AND m.company_id = $1 AND m.conversation_id = c.conversation_id
    AND m.employee_id = $3 RETURNING m.conversation_id`;

/** Out of one of them, and of its threads; answers their ids. */
export const exitOne = (tx: Tx, conversation_id: string, employee_id: string): Promise<string[]> =>
  exitBy(tx, HOLD_ONE, EXIT_ONE, [tx.company_id, conversation_id, employee_id]);

const HOLD_GATE = 'SELECT 1 FROM conversation WHERE company_id = $1 AND conversation_id = $2 FOR NO KEY UPDATE';
const ARCHIVE = 'UPDATE conversation SET archived_at = $3 WHERE company_id = $1 AND gate_id = $2';

/** With its threads. Since when nothing is written in it; null if it is in use again. Who is just writing in it is waited for. */
export const setArchived = async (tx: Tx, conversation_id: string, archived_at: string | null): Promise<void> => {
  await Promise.all([
    tx.query(HOLD_GATE, [tx.company_id, conversation_id]),
    tx.query(ARCHIVE, [tx.company_id, conversation_id, archived_at]),
  ]);
};

const IS_ARCHIVED = `SELECT 1 FROM conversation c JOIN ${READER}
  WHERE c.company_id = $1 AND c.conversation_id = $3 AND c.archived_at IS NOT NULL`;

/** True if the employee may read the conversation, and it can only be read. */
export const isArchived = async (tx: Tx, employee_id: string, conversation_id: string): Promise<boolean> =>
  (await tx.query(IS_ARCHIVED, [tx.company_id, employee_id, conversation_id])).length > 0;
