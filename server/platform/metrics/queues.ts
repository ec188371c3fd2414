// The queues in the database: how much waits in each, of all companies together.
import type { Database } from '../db/database.ts';

/** Tables with rows that are work to be done, each seen in a system transaction; and which of its rows are, where not all. */
const TABLES = {
  mail: '',
  push: '',
  notification_job: '',
  notification_due: '',
  notification_waiting: '',
  preview_job: '',
  scheduled_message: '',
  audit_pending: '',
  data_export: "WHERE status = 'waiting'",
  erased_person: 'WHERE cleaned_at IS NULL',
} as const;
export const QUEUES = Object.keys(TABLES) as (keyof typeof TABLES)[];

/** Counting more would cost more than it tells. */
const MOST = 10_000;
const count = (name: keyof typeof TABLES) =>
  `(SELECT count(*)::int FROM (SELECT FROM ${name} ${TABLES[name]} LIMIT ${MOST}) AS waiting) AS ${name}`;
const COUNT = `SELECT ${QUEUES.map(count).join(', ')}`;

/** Rows by queue. Rejects where the database does not answer. */
export async function waitingIn(db: Database): Promise<Partial<Record<string, number>>> {
  const [row] = await db.system((tx) => tx.query<Record<string, number>>(COUNT));
  return row ?? {};
}
