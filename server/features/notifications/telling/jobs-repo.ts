// SQL of the queue: what has happened and was not looked at yet.
import type { Tx } from '../../../platform/db/database.ts';

export interface Job {
  readonly job_id: string;
  readonly kind: 'message' | 'edit' | 'changed' | 'message_gone' | 'reaction' | 'joining' | 'joined' | 'read' | 'left';
  readonly message_id: string | null;
  readonly space_id: string | null;
  readonly employee_id: string | null;
  readonly actor_id: string | null;
  readonly emoji: string | null;
  readonly before: readonly string[] | null;
  readonly after_id: string | null;
  readonly attempts: number;
}

const WAITING = `SELECT DISTINCT company_id FROM (SELECT company_id FROM notification_job WHERE due_at <= now()
  ORDER BY due_at LIMIT 1000) AS first`;

/** In a system transaction: companies in which something waits. */
export const listCompanies = async (tx: Tx): Promise<string[]> =>
  (await tx.query<{ company_id: string }>(WAITING)).map((row) => row.company_id);

// What another server is at is not waited for.
const take = (which: string) => `DELETE FROM notification_job WHERE company_id = $1 AND job_id = ANY (ARRAY(
    SELECT job_id FROM notification_job j WHERE company_id = $1 AND due_at <= now() AND ${which}
    ORDER BY due_at, job_id LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING job_id, kind, message_id, space_id, employee_id, actor_id, emoji, before, after_id, attempts`;
// Messages that come into nobody's list.
const EASY = `kind IN ('message', 'edit') AND NOT EXISTS (SELECT FROM message x
    JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
    WHERE x.company_id = $1 AND x.message_id = j.message_id AND (x.mentions IS NOT NULL OR c.kind = 'thread'))`;
const TAKE_EASY = take(EASY);
const TAKE_NEXT = take('true');

const inOrder = (jobs: Job[]) => jobs.sort((a, b) => (a.job_id < b.job_id ? -1 : 1));

/**
 * Many that can be done together: nobody's list gets an entry by them, so nobody who writes or reads waits for all of them. They are
 * gone with the commit, together with what became of them; in the order in which they came.
 */
export const takeEasyJobs = async (tx: Tx, most: number): Promise<Job[]> =>
  inOrder(await tx.query<Job>(TAKE_EASY, [tx.company_id, most]));

/** The one that has waited longest, whatever it is; gone with the commit. */
export const takeNextJob = async (tx: Tx): Promise<Job | undefined> =>
  (await tx.query<Job>(TAKE_NEXT, [tx.company_id, 1]))[0];

const PUT_BACK = `INSERT INTO notification_job (company_id, job_id, kind, message_id, space_id, employee_id, actor_id, emoji,
    before, after_id, attempts, due_at)
  SELECT $1, j.job_id, j.kind, j.message_id, j.space_id, j.employee_id, j.actor_id, j.emoji, j.before, j.after_id, j.attempts,
    now() + make_interval(secs => $3)
  FROM jsonb_to_recordset($2::jsonb) AS j (job_id uuid, kind text, message_id uuid, space_id uuid, employee_id uuid,
    actor_id uuid, emoji text, before uuid[], after_id uuid, attempts integer)`;

/** They are due again: for what is left of them. Seconds. */
export const putBack = (tx: Tx, jobs: readonly Job[], delay = 0): Promise<object[]> =>
  tx.query(PUT_BACK, [tx.company_id, JSON.stringify(jobs), delay]);

const POSTPONE = `UPDATE notification_job SET attempts = attempts + 1, error_code = $4, due_at = now() + make_interval(secs => $3)
  WHERE company_id = $1 AND job_id = $2`;
const DROP = 'DELETE FROM notification_job WHERE company_id = $1 AND job_id = $2';

/** It could not be done. Seconds. */
export const postponeJob = (tx: Tx, job_id: string, delay: number, error_code: string): Promise<object[]> =>
  tx.query(POSTPONE, [tx.company_id, job_id, delay, error_code]);
export const dropJob = (tx: Tx, job_id: string): Promise<object[]> => tx.query(DROP, [tx.company_id, job_id]);
