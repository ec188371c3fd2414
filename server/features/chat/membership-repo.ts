// SQL that mirrors who is in a space into its conversations. The spaces feature decides who that is.
import type { Tx } from '../../platform/db/database.ts';

const HOLD_CONVERSATIONS = `SELECT c.conversation_id FROM conversation c
  WHERE c.company_id = $1 AND c.space_id = $2 ORDER BY c.conversation_id FOR SHARE`;
const HOLD_TOPICS = `SELECT t.topic FROM topic t WHERE t.company_id = $1 AND t.topic IN (
  SELECT 'conversation:' || c.conversation_id FROM conversation c WHERE c.company_id = $1 AND c.space_id = $2)
  ORDER BY t.topic FOR SHARE`;
const ENTER = `INSERT INTO conversation_member (company_id, conversation_id, employee_id, read_seq)
  SELECT $1, c.conversation_id, e.employee_id, c.last_seq FROM conversation c CROSS JOIN unnest($3::uuid[]) AS e (employee_id)
  WHERE c.company_id = $1 AND c.space_id = $2 ON CONFLICT DO NOTHING`;

/**
 * Until the commit nothing is said or changed in the space's conversations: their state as read from now on is what a
 * newcomer's first event follows upon. A message waits at the conversation, everything else at the topic.
 */
export async function holdConversations(tx: Tx, space_id: string): Promise<string[]> {
  const values = [tx.company_id, space_id];
  const [rows] = await Promise.all([
    tx.query<{ conversation_id: string }>(HOLD_CONVERSATIONS, values),
    tx.query(HOLD_TOPICS, values),
  ]);
  return rows.map((row) => row.conversation_id);
}

/** Into all conversations of the space, with everything that is there counting as read. */
export const enter = (tx: Tx, space_id: string, employee_ids: readonly string[]): Promise<object[]> =>
  tx.query(ENTER, [tx.company_id, space_id, employee_ids]);

const EXIT = `DELETE FROM conversation_member m USING conversation c
  WHERE c.company_id = $1 AND c.space_id = $2 AND m.company_id = $1 AND m.conversation_id = c.conversation_id
    AND m.employee_id = $3 RETURNING m.conversation_id`;

/** Out of all conversations of the space; answers their ids. */
export const exit = async (tx: Tx, space_id: string, employee_id: string): Promise<string[]> =>
  (await tx.query<{ conversation_id: string }>(EXIT, [tx.company_id, space_id, employee_id])).map(
    (row) => row.conversation_id,
  );
