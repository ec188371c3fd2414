// SQL of what may stand on people's screens: noted with each push, and taken down, for a day, when it was read elsewhere.
import type { Tx } from '../../../../platform/db/database.ts';
import type { MessageRow, Period } from '../pushing-repo.ts';

const SHOW = `INSERT INTO notification_shown AS n (company_id, employee_id, conversation_id, seq)
  SELECT $1, t.employee_id, t.conversation_id, max(t.seq) FROM jsonb_to_recordset($2::jsonb) AS t (employee_id uuid, conversation_id uuid, seq integer)
  GROUP BY t.employee_id, t.conversation_id
  ON CONFLICT (company_id, employee_id, conversation_id) DO UPDATE SET seq = greatest(n.seq, excluded.seq), cleared_at = NULL`;

/** A push of it may stand on somebody's screen from now on. */
export const keepShown = (
  tx: Tx,
  rows: readonly Pick<MessageRow, 'employee_id' | 'conversation_id' | 'seq'>[],
): Promise<object[]> => tx.query(SHOW, [tx.company_id, JSON.stringify(rows)]);

const SHOW_ENTRIES = `INSERT INTO notification_shown_entry AS n (company_id, employee_id, tag, notification_id)
  SELECT $1, t.employee_id, t.tag, t.notification_id
  FROM jsonb_to_recordset($2::jsonb) AS t (employee_id uuid, tag text, notification_id uuid)
  ON CONFLICT (company_id, employee_id, tag) DO UPDATE SET notification_id = excluded.notification_id, cleared_at = NULL`;
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
  ON CONFLICT (company_id, employee_id) DO UPDATE SET since = excluded.since, until = excluded.until, cleared_at = NULL`;

/** The same of what quiet hours were told of at their end. */
export const keepShownSummaries = (tx: Tx, periods: readonly Period[]): Promise<object[]> =>
  tx.query(SHOW_SUMMARIES, [tx.company_id, JSON.stringify(periods)]);

// What was read, where it stands or in the list, or may not be seen any more.
const IS_READ = `NOT EXISTS (SELECT FROM conversation_member m WHERE m.company_id = $1 AND m.conversation_id = n.conversation_id
  AND m.employee_id = n.employee_id AND m.read_seq < n.seq)`;
const IS_READ_ENTRY = `NOT EXISTS (SELECT FROM notification e WHERE e.company_id = $1 AND e.employee_id = n.employee_id
  AND e.notification_id = n.notification_id AND NOT e.is_read)`;
const OF = 'n.company_id = $1 AND n.employee_id = $2';
// As long as a push service may keep a push: one that says it may take the place of one that said it.
const IS_OLD = "n.cleared_at <= now() - interval '1 day'";
const IS_SAID = `(n.cleared_at IS NULL OR NOT ${IS_OLD})`;

const TAGS = `SELECT tag FROM (
    SELECT 'c:' || n.conversation_id AS tag, n.cleared_at FROM notification_shown n WHERE ${OF} AND ${IS_SAID} AND ${IS_READ}
    UNION ALL SELECT n.tag, n.cleared_at FROM notification_shown_entry n WHERE ${OF} AND ${IS_SAID} AND ${IS_READ_ENTRY}) AS read
  WHERE tag <> $3 GROUP BY tag ORDER BY bool_or(cleared_at IS NULL) DESC, max(cleared_at) DESC, tag LIMIT $4`;

/** What may be taken down of somebody's, without `but`: first what no push service was told of, then what was told last. */
export const listRead = async (tx: Tx, employee_id: string, but: string, most: number): Promise<string[]> =>
  (await tx.query<{ tag: string }>(TAGS, [tx.company_id, employee_id, but, most])).map(({ tag }) => tag);

// What somebody else holds is told of once more. Who waited for it while holding another could wait for ever.
const cleared = (table: string, key: string, isRead: string) => `WITH t AS MATERIALIZED (
    SELECT n.${key}, n.cleared_at FROM ${table} n
    WHERE ${OF} AND (${IS_OLD} OR (n.cleared_at IS NULL AND ${isRead})) FOR UPDATE OF n SKIP LOCKED),
  over AS (DELETE FROM ${table} n USING t WHERE ${OF} AND n.${key} = t.${key} AND t.cleared_at IS NOT NULL)
  UPDATE ${table} n SET cleared_at = now() FROM t WHERE ${OF} AND n.${key} = t.${key} AND t.cleared_at IS NULL`;
const CLEARED = [
  cleared('notification_shown', 'conversation_id', `'c:' || n.conversation_id = ANY($3) AND ${IS_READ}`),
  cleared('notification_shown_entry', 'tag', `n.tag = ANY($3) AND ${IS_READ_ENTRY}`),
];

/** A push service was told of these, and what was told for a day is done with. */
export async function noteRead(tx: Tx, employee_id: string, tags: readonly string[]): Promise<void> {
  for (const statement of CLEARED) await tx.query(statement, [tx.company_id, employee_id, tags]);
}

const STANDING_SUMMARY = `SELECT n.employee_id, n.since, n.until FROM notification_shown_summary n WHERE ${OF} AND ${IS_SAID}`;
const CLEARED_SUMMARY = `UPDATE notification_shown_summary n SET cleared_at = now()
  WHERE ${OF} AND n.until = $3 AND n.cleared_at IS NULL`;

/** None, or the one that may stand there. */
export const findSummary = async (tx: Tx, employee_id: string): Promise<Period | undefined> =>
  (await tx.query<Period>(STANDING_SUMMARY, [tx.company_id, employee_id]))[0];
export const noteSummary = (tx: Tx, { employee_id, until }: Period): Promise<object[]> =>
  tx.query(CLEARED_SUMMARY, [tx.company_id, employee_id, until]);
