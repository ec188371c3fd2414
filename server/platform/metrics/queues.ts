// The queues in the database: how much waits in each, of all companies together.
import type { Database } from '../db/database.ts';

/** Tables whose rows are work that is to be done; each can be seen in a system transaction. */
export const QUEUES = [
  'mail',
  'push',
  'notification_job',
  'notification_due',
  'notification_waiting',
  'preview_job',
  'scheduled_message',
  'audit_pending',
] as const;

/** Counting more would cost more than it tells. */
const MOST = 10_000;
const COUNT = `SELECT ${QUEUES.map((name) => `(SELECT count(*)::int FROM (SELECT FROM ${name} LIMIT ${MOST}) AS waiting) AS ${name}`).join(', ')}`;

/** Rows by queue. Rejects where the database does not answer. */
export async function waitingIn(db: Database): Promise<Partial<Record<string, number>>> {
  const [row] = await db.system((tx) => tx.query<Record<string, number>>(COUNT));
  return row ?? {};
}
