// SQL of messages that are too old to be kept, and of how far that has come (table `message_retention`).
import type { Tx } from '../../../../platform/db/database.ts';
import { COLUMNS, type HeldMessage } from '../../repo/message-repo.ts';

const BEGIN = `INSERT INTO message_retention (company_id, removed_until) VALUES ($1, '-infinity') ON CONFLICT DO NOTHING`;
// From where the last one ended: ages of tombstones are not read again and again.
const OLD = `SELECT x.message_id FROM message x
  WHERE x.company_id = $1 AND x.created_at < $2 AND x.deleted_at IS NULL
    AND x.created_at >= (SELECT removed_until FROM message_retention WHERE company_id = $1)
  ORDER BY x.created_at, x.message_id LIMIT $3`;
const REACHED = 'UPDATE message_retention SET removed_until = $2 WHERE company_id = $1 AND removed_until < $2';
const HOLD = 'SELECT 1 FROM message WHERE company_id = $1 AND message_id = $2 FOR NO KEY UPDATE';
const HELD = `SELECT ${COLUMNS}, c.space_id, c.archived_at, c.parent_id, c.root_id, clock_timestamp()::timestamptz(3) AS now
  FROM message x JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  WHERE x.company_id = $1 AND x.message_id = $2`;

export const begin = (tx: Tx): Promise<object[]> => tx.query(BEGIN, [tx.company_id]);

/** The oldest first. `before`: ISO 8601. */
export async function listOld(tx: Tx, before: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ message_id: string }>(OLD, [tx.company_id, before, limit]);
  return rows.map(({ message_id }) => message_id);
}

/** Nothing older than this is left. */
export const reached = (tx: Tx, until: string): Promise<object[]> => tx.query(REACHED, [tx.company_id, until]);

/** Whoever may read it; nobody else changes it until the commit. */
export async function holdAny(tx: Tx, message_id: string): Promise<HeldMessage | undefined> {
  const values = [tx.company_id, message_id];
  const [, rows] = await Promise.all([tx.query(HOLD, values), tx.query<HeldMessage>(HELD, values)]);
  return rows[0];
}
