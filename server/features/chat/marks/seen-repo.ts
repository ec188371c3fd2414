// SQL of who has seen what, and of who does not show it.
import type { Tx } from '../../../platform/db/database.ts';
import { hides } from '../repo/conversation-repo.ts';
import type { Standing, Written } from '../repo/message-repo.ts';

const IS_SHOWN = `SELECT NOT ${hides('$2')} AS shown`;

/** True if the employee shows what they have seen. */
export async function isShown(tx: Tx, employee_id: string): Promise<boolean> {
  const [row] = await tx.query<{ shown: boolean }>(IS_SHOWN, [tx.company_id, employee_id]);
  return row?.shown ?? true;
}

const HIDE = `INSERT INTO seen_hidden (company_id, employee_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`;
const SHOW = `DELETE FROM seen_hidden WHERE company_id = $1 AND employee_id = $2 RETURNING 1`;

/** False if it was so already. */
export const setShown = async (tx: Tx, employee_id: string, shown: boolean): Promise<boolean> =>
  (await tx.query(shown ? SHOW : HIDE, [tx.company_id, employee_id])).length > 0;

// Of a message: $2 its conversation, $3 its seq, $4 its sender. Found by the first columns of the primary key.
const THERE = `FROM conversation_member m WHERE m.company_id = $1 AND m.conversation_id = $2 AND m.employee_id <> $4 AND m.joined_seq < $3`;
const HAS_SEEN = `m.shown_seq >= $3 AND NOT ${hides('m.employee_id')}`;

const COUNTS = `SELECT count(*)::integer AS members, (count(*) FILTER (WHERE ${HAS_SEEN}))::integer AS seen ${THERE}`;
const PAGE = `SELECT m.employee_id ${THERE} AND ${HAS_SEEN} AND ($5::uuid IS NULL OR m.employee_id > $5)
  ORDER BY m.employee_id LIMIT $6`;

const keyOf = (tx: Tx, { conversation_id, seq, sender_id }: Standing) => [
  tx.company_id,
  conversation_id,
  seq,
  sender_id,
];

export interface Counts {
  readonly seen: number;
  /** Who is in the conversation and was when it was sent, without its sender. */
  readonly members: number;
}

export async function countSeen(tx: Tx, key: Standing): Promise<Counts> {
  const [row] = await tx.query<Counts>(COUNTS, keyOf(tx, key));
  return row ?? { seen: 0, members: 0 };
}

/** Who has seen it and shows it, by id, behind `after`. */
export const listSeen = async (tx: Tx, key: Standing, after: string | null, limit: number): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(PAGE, [...keyOf(tx, key), after, limit])).map((row) => row.employee_id);

const SHOW_WRITTEN = `UPDATE conversation_member m SET shown_seq = $4
  WHERE m.company_id = $1 AND m.conversation_id = $3 AND m.employee_id = $2 AND m.shown_seq < $4 AND NOT ${hides('$2')}`;

/** Whoever writes up to `seq` and shows what they see has shown to have read up to it. Nothing if that is known. */
export const showWritten = (tx: Tx, employee_id: string, { conversation_id, seq }: Written): Promise<object[]> =>
  tx.query(SHOW_WRITTEN, [tx.company_id, employee_id, conversation_id, seq]);

const SHOWN = `SELECT m.shown_seq, o.employee_id AS other_id FROM conversation_member m
  JOIN conversation_member o ON o.company_id = $1 AND o.conversation_id = $3 AND o.employee_id <> $2
  WHERE m.company_id = $1 AND m.conversation_id = $3 AND m.employee_id = $2
    AND NOT ${hides('$2')} AND NOT ${hides('o.employee_id')}`;

/** Of a direct conversation: to whom the employee shows what they have seen, and how far; nothing if one of the two hides it. */
export async function findShown(
  tx: Tx,
  employee_id: string,
  conversation_id: string,
): Promise<{ other_id: string; shown_seq: number } | undefined> {
  const [row] = await tx.query<{ other_id: string; shown_seq: number }>(SHOWN, [
    tx.company_id,
    employee_id,
    conversation_id,
  ]);
  return row;
}

/** Two people's direct conversation, as one of them has it. */
export interface Pair {
  readonly conversation_id: string;
  readonly other_id: string;
  /** How far the other one has shown to have read, and how far oneself. */
  readonly others: number;
  readonly own: number;
}

const OWN_PAIRS = `FROM conversation_member m
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = m.conversation_id AND c.kind = 'direct'
  JOIN conversation_member o ON o.company_id = $1 AND o.conversation_id = m.conversation_id`;
const HOLD_PAIRS = `SELECT 1 ${OWN_PAIRS} WHERE m.company_id = $1 AND m.employee_id = $2
  ORDER BY o.conversation_id, o.employee_id FOR NO KEY UPDATE OF o`;
const PAIRS = `SELECT m.conversation_id, o.employee_id AS other_id, o.shown_seq AS others, m.shown_seq AS own ${OWN_PAIRS}
  WHERE m.company_id = $1 AND m.employee_id = $2 AND o.employee_id <> $2 AND NOT ${hides('o.employee_id')}`;

/**
 * The direct conversations with those who show what they have seen. Until the commit nobody reads or writes in any of the
 * employee's, nor switches that for themselves if they are in one.
 */
export async function holdPairs(tx: Tx, employee_id: string): Promise<Pair[]> {
  const values = [tx.company_id, employee_id];
  // Two statements in one packet: the second sees what was committed while the first waited.
  const [, pairs] = await Promise.all([tx.query(HOLD_PAIRS, values), tx.query<Pair>(PAIRS, values)]);
  return pairs;
}
