// SQL of saved messages.
import type { SavedMark } from '#contract/chat/saved.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { ListPlace } from '../messages/cursor.ts';
import type { Place } from '../place.ts';
import { READER_OF_X } from '../repo/conversation-repo.ts';
import { COLUMNS, type MessageRow } from '../repo/message-repo.ts';

const READABLE = `FROM saved_message s JOIN message x ON x.company_id = $1 AND x.message_id = s.message_id JOIN ${READER_OF_X}
  WHERE s.company_id = $1 AND s.employee_id = $2`;
// Only what may be read counts: nobody can take away what they do not see.
const COUNT = `SELECT count(*)::integer AS saved ${READABLE}`;

export async function countSaved(tx: Tx, employee_id: string): Promise<number> {
  const [row] = await tx.query<{ saved: number }>(COUNT, [tx.company_id, employee_id]);
  return row?.saved ?? 0;
}

const SAVE = `INSERT INTO saved_message (company_id, employee_id, message_id) VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING RETURNING message_id, saved_at`;

/** Nothing if it is saved already. */
export async function insertSaved(tx: Tx, employee_id: string, message_id: string): Promise<SavedMark | undefined> {
  const [row] = await tx.query<SavedMark>(SAVE, [tx.company_id, employee_id, message_id]);
  return row;
}

const TAKE = 'DELETE FROM saved_message WHERE company_id = $1 AND employee_id = $2 AND message_id = $3 RETURNING 1';

/** False if it was not saved. */
export const deleteSaved = async (tx: Tx, employee_id: string, message_id: string): Promise<boolean> =>
  (await tx.query(TAKE, [tx.company_id, employee_id, message_id])).length > 0;

const MARKS = `SELECT message_id, saved_at FROM saved_message WHERE company_id = $1 AND employee_id = $2
  ORDER BY saved_at DESC, message_id DESC`;

/** The latest first. */
export const listMarks = (tx: Tx, employee_id: string): Promise<SavedMark[]> =>
  tx.query(MARKS, [tx.company_id, employee_id]);

const MAY_READ = `SELECT 1 FROM message x JOIN ${READER_OF_X} WHERE x.company_id = $1 AND x.message_id = $3`;

/** True if the employee may read the message, or what is left of it. */
export const mayRead = async (tx: Tx, employee_id: string, message_id: string): Promise<boolean> =>
  (await tx.query(MAY_READ, [tx.company_id, employee_id, message_id])).length > 0;

export interface SavedRow extends MessageRow {
  readonly saved_at: string;
  /** The conversation whose members may read it: where it stands, or its thread's root. */
  readonly gate_id: string;
  /** The message whose thread it stands in; null if in none. */
  readonly thread_id: string | null;
  /** Null in a direct conversation. */
  readonly space_id: string | null;
  readonly is_main: boolean;
  readonly kind: Place['kind'];
  /** The other one of a direct conversation; null in a group. */
  readonly other_id: string | null;
}

const PAGE = `SELECT k.*, p.space_id, p.is_main, p.kind, CASE WHEN p.employee_low = $2 THEN p.employee_high ELSE p.employee_low END AS other_id
  FROM (SELECT ${COLUMNS}, s.saved_at, c.gate_id, c.root_id AS thread_id ${READABLE}
    AND ($3::timestamptz IS NULL OR (s.saved_at, s.message_id) < ($3, $4::uuid))
    ORDER BY s.saved_at DESC, s.message_id DESC LIMIT $5) AS k
  JOIN conversation p ON p.company_id = $1 AND p.conversation_id = k.gate_id
  ORDER BY k.saved_at DESC, k.message_id DESC`;

/** What may be read of it, the latest first, behind `place`. */
export const listPage = (tx: Tx, employee_id: string, place: ListPlace | null, limit: number): Promise<SavedRow[]> =>
  tx.query(PAGE, [tx.company_id, employee_id, ...(place ?? [null, null]), limit]);
