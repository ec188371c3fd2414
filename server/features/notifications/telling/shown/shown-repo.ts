// SQL of what may stand on people's screens: noted with each push, and taken back, once, when it was read elsewhere.
import type { Tx } from '../../../../platform/db/database.ts';
import type { MessageRow, Period } from '../pushing-repo.ts';

const SHOW = `INSERT INTO notification_shown AS n (company_id, employee_id, conversation_id, seq)
  SELECT $1, t.employee_id, t.conversation_id, max(t.seq) FROM jsonb_to_recordset($2::jsonb) AS t (employee_id uuid, conversation_id uuid, seq integer)
  GROUP BY t.employee_id, t.conversation_id
  ON CONFLICT (company_id, employee_id, conversation_id) DO UPDATE SET seq = greatest(n.seq, excluded.seq)`;

/** A push of it may stand on somebody's screen from now on. */
export const keepShown = (
  tx: Tx,
  rows: readonly Pick<MessageRow, 'employee_id' | 'conversation_id' | 'seq'>[],
): Promise<object[]> => tx.query(SHOW, [tx.company_id, JSON.stringify(rows)]);

const SHOW_ENTRIES = `INSERT INTO notification_shown_entry AS n (company_id, employee_id, tag, notification_id)
  SELECT $1, t.employee_id, t.tag, t.notification_id
  FROM jsonb_to_recordset($2::jsonb) AS t (employee_id uuid, tag text, notification_id uuid)
  ON CONFLICT (company_id, employee_id, tag) DO UPDATE SET notification_id = excluded.notification_id`;
const HIDE_ENTRIES = `DELETE FROM notification_shown_entry n USING jsonb_to_recordset($2::jsonb) AS t (employee_id uuid, tag text)
  WHERE n.company_id = $1 AND n.employee_id = t.employee_id AND n.tag = t.tag`;

export interface ShownEntry {
  readonly employee_id: string;
  readonly tag: string;
  /** Undefined: what stands there from now on is no entry of the list. */
  readonly notification_id?: string | undefined;
}

/** The same of entries of the list, each tag of a person once. */
export async function keepShownEntries(tx: Tx, rows: readonly ShownEntry[]): Promise<void> {
  const of = (those: readonly ShownEntry[]) => [tx.company_id, JSON.stringify(those)];
  const [entries, others] = [rows.filter((row) => row.notification_id), rows.filter((row) => !row.notification_id)];
  if (entries.length) await tx.query(SHOW_ENTRIES, of(entries));
  if (others.length) await tx.query(HIDE_ENTRIES, of(others));
}

const SHOW_SUMMARIES = `INSERT INTO notification_shown_summary (company_id, employee_id, since, until)
  SELECT $1, t.employee_id, t.since, t.until FROM jsonb_to_recordset($2::jsonb) AS t (employee_id uuid, since timestamptz, until timestamptz)
  ON CONFLICT (company_id, employee_id) DO UPDATE SET since = excluded.since, until = excluded.until`;

/** The same of what quiet hours were told of at their end. */
export const keepShownSummaries = (tx: Tx, periods: readonly Period[]): Promise<object[]> =>
  tx.query(SHOW_SUMMARIES, [tx.company_id, JSON.stringify(periods)]);

const CLEAR = `DELETE FROM notification_shown n WHERE n.company_id = $1 AND n.employee_id = ANY($2) AND NOT EXISTS (
    SELECT FROM conversation_member m WHERE m.company_id = $1 AND m.conversation_id = n.conversation_id
      AND m.employee_id = n.employee_id AND m.read_seq < n.seq)
  RETURNING n.employee_id, 'c:' || n.conversation_id AS tag`;
const CLEAR_ENTRIES = `DELETE FROM notification_shown_entry n WHERE n.company_id = $1 AND n.employee_id = ANY($2) AND NOT EXISTS (
    SELECT FROM notification e WHERE e.company_id = $1 AND e.employee_id = n.employee_id
      AND e.notification_id = n.notification_id AND NOT e.is_read)
  RETURNING n.employee_id, n.tag`;

type Cleared = Pick<ShownEntry, 'employee_id' | 'tag'>;

/** What was read, where it stands or in the list, or may not be seen any more: each once. */
export async function takeRead(tx: Tx, employee_ids: readonly string[]): Promise<Cleared[]> {
  const values = [tx.company_id, employee_ids];
  return [...(await tx.query<Cleared>(CLEAR, values)), ...(await tx.query<Cleared>(CLEAR_ENTRIES, values))];
}

const SUMMARIES =
  'SELECT employee_id, since, until FROM notification_shown_summary WHERE company_id = $1 AND employee_id = ANY($2)';
const CLEAR_SUMMARIES = 'DELETE FROM notification_shown_summary WHERE company_id = $1 AND employee_id = ANY($2)';

export const listSummaries = (tx: Tx, employee_ids: readonly string[]): Promise<Period[]> =>
  tx.query(SUMMARIES, [tx.company_id, employee_ids]);
export const dropSummaries = (tx: Tx, employee_ids: readonly string[]): Promise<object[]> =>
  tx.query(CLEAR_SUMMARIES, [tx.company_id, employee_ids]);
