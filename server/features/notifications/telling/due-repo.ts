// SQL of pushes that are about to be sent, and of people who are told later, at once.
import type { Settings } from '#contract/notifications.ts';
import type { Tx } from '../../../platform/db/database.ts';

export interface Due {
  readonly employee_id: string;
  /** The message, or the list's entry. */
  readonly subject_id: string;
  readonly is_message: boolean;
  readonly since: string;
}

const PUT = `INSERT INTO notification_due (company_id, employee_id, subject_id, is_message, since, due_at)
  SELECT $1, d.employee_id, d.subject_id, d.is_message, d.since, now() + make_interval(secs => d.delay)
  FROM jsonb_to_recordset($2::jsonb) AS d (employee_id uuid, subject_id uuid, is_message boolean, since timestamptz, delay float8)
  ON CONFLICT DO NOTHING`;

/** `delay`: seconds. */
export const putDue = (tx: Tx, due: readonly (Due & { readonly delay: number })[]): Promise<object[]> =>
  tx.query(PUT, [tx.company_id, JSON.stringify(due)]);

const COMPANIES = (table: string) =>
  `SELECT DISTINCT company_id FROM (SELECT company_id FROM ${table} WHERE due_at <= now() ORDER BY due_at LIMIT 1000) AS first`;
const DUE_IN = COMPANIES('notification_due');
const WAITING_IN = COMPANIES('notification_waiting');

/** In a system transaction: companies in which something is due. */
export const listDueCompanies = async (tx: Tx, of: 'due' | 'waiting'): Promise<string[]> =>
  (await tx.query<{ company_id: string }>(of === 'due' ? DUE_IN : WAITING_IN)).map((row) => row.company_id);

const NEXT = `SELECT least((SELECT min(due_at) FROM notification_due), (SELECT min(due_at) FROM notification_waiting)) AS due_at`;

/** In a system transaction: when the next is due; null if nothing waits. */
export async function findNextTime(tx: Tx): Promise<string | null> {
  const [row] = await tx.query<{ due_at: string | null }>(NEXT);
  return row?.due_at ?? null;
}

// Materialized, as the next one: the planner may run a subquery again for each row, and each time it would find other ones.
const TAKE = `WITH t AS MATERIALIZED (SELECT employee_id, subject_id FROM notification_due
    WHERE company_id = $1 AND due_at <= now() ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  DELETE FROM notification_due d USING t
  WHERE d.company_id = $1 AND d.employee_id = t.employee_id AND d.subject_id = t.subject_id
  RETURNING d.employee_id, d.subject_id, d.is_message, d.since`;

/** They are gone with the commit, with what became of them. */
export const takeDue = (tx: Tx, most: number): Promise<Due[]> => tx.query(TAKE, [tx.company_id, most]);

export type Means = 'push' | 'mail';
export interface Waiting {
  readonly employee_id: string;
  readonly means: Means;
  readonly since: string;
  readonly due_at: string;
}

const WAIT = `INSERT INTO notification_waiting AS w (company_id, employee_id, means, since, due_at)
  SELECT $1, t.employee_id, t.means, t.since, t.due_at
  FROM jsonb_to_recordset($2::jsonb) AS t (employee_id uuid, means text, since timestamptz, due_at timestamptz)
  ON CONFLICT (company_id, employee_id, means) DO UPDATE
    SET since = least(w.since, excluded.since), due_at = least(w.due_at, excluded.due_at)`;

/** Each person once for each of the means. Who waits already goes on waiting, for both, until the first time of the two. */
export const wait = (tx: Tx, waiting: readonly Waiting[]): Promise<object[]> =>
  tx.query(WAIT, [tx.company_id, JSON.stringify(waiting)]);

const WAITING_FOR = `SELECT employee_id FROM notification_waiting
  WHERE company_id = $1 AND employee_id = ANY($2) AND means = $3 AND since <= $4`;

/** Who of these people waits already, for what is as old as that. */
export const listWaiters = async (
  tx: Tx,
  employee_ids: readonly string[],
  means: Means,
  since: string,
): Promise<Set<string>> => {
  const rows = await tx.query<{ employee_id: string }>(WAITING_FOR, [tx.company_id, employee_ids, means, since]);
  return new Set(rows.map((row) => row.employee_id));
};

// Pushes first: what they cannot tell any more goes into the mail, which must not have left before.
const TAKE_WAITING = `WITH t AS MATERIALIZED (SELECT employee_id, means FROM notification_waiting
    WHERE company_id = $1 AND due_at <= now() ORDER BY due_at, means DESC LIMIT $2 FOR UPDATE SKIP LOCKED)
  DELETE FROM notification_waiting d USING t
  WHERE d.company_id = $1 AND d.employee_id = t.employee_id AND d.means = t.means
  RETURNING d.employee_id, d.means, d.since, d.due_at`;

/** The same of who waits. */
export const takeWaiting = (tx: Tx, most: number): Promise<Waiting[]> => tx.query(TAKE_WAITING, [tx.company_id, most]);

export interface Recipient extends Omit<Settings, 'levels'> {
  readonly employee_id: string;
  readonly first_name: string;
  readonly work_email: string;
  readonly time_zone: string;
}
const RECIPIENTS = `SELECT e.employee_id, e.first_name, e.work_email, e.time_zone, s.awake, s.paused_until,
    coalesce(s.hide_text, false) AS hide_text, coalesce(s.mail_digest, true) AS mail_digest
  FROM employee e LEFT JOIN notification_setting s ON s.company_id = $1 AND s.employee_id = e.employee_id
  WHERE e.company_id = $1 AND e.employee_id = ANY($2) AND e.employee_account_status = 'ACTIVE'`;

/** Those of them whose accounts are active. */
export async function listRecipients(tx: Tx, employee_ids: readonly string[]): Promise<Map<string, Recipient>> {
  const rows = await tx.query<Recipient>(RECIPIENTS, [tx.company_id, [...new Set(employee_ids)]]);
  return new Map(rows.map((row) => [row.employee_id, row]));
}
