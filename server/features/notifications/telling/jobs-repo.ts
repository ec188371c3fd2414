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
const TAKE = `DELETE FROM notification_job WHERE company_id = $1 AND job_id = ANY (ARRAY(SELECT job_id FROM notification_job
    WHERE company_id = $1 AND due_at <= now() ORDER BY due_at, job_id LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING job_id, kind, message_id, space_id, employee_id, actor_id, emoji, before, after_id, attempts`;

/** They are gone with the commit, together with what became of them; in the order in which they came. */
export const takeJobs = async (tx: Tx, most: number): Promise<Job[]> =>
  (await tx.query<Job>(TAKE, [tx.company_id, most])).sort((a, b) => (a.job_id < b.job_id ? -1 : 1));

const PUT_BACK = `INSERT INTO notification_job (company_id, job_id, kind, message_id, space_id, employee_id, actor_id, emoji,
    before, after_id, attempts, due_at)
  SELECT $1, j.job_id, j.kind, j.message_id, j.space_id, j.employee_id, j.actor_id, j.emoji, j.before, j.after_id, j.attempts,
    now() + make_interval(secs => $3)
  FROM jsonb_to_recordset($2::jsonb) AS j (job_id uuid, kind text, message_id uuid, space_id uuid, employee_id uuid,
    actor_id uuid, emoji text, before uuid[], after_id uuid, attempts integer)`;

/** For what is left of them. Seconds. */
export const putBack = (tx: Tx, jobs: readonly Job[], delay = 0): Promise<object[]> =>
  tx.query(PUT_BACK, [tx.company_id, JSON.stringify(jobs), delay]);
