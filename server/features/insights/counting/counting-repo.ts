// Counts in the tables of other features: numbers leave it, never a name or a word that somebody wrote.
import type { Tx } from '../../../platform/db/database.ts';
import type { Span } from '../days.ts';

/** What was sent on a day. */
export interface Sent {
  readonly day: string;
  readonly writers: number;
  readonly direct: number;
  readonly in_spaces: number;
  readonly in_groups: number;
}

// Threads are counted where their root stands. Deleted messages are, too: they were sent, and what is removed because of its age was.
const PLACED = `message m JOIN conversation c ON c.company_id = $1 AND c.conversation_id = m.conversation_id
    JOIN conversation g ON g.company_id = $1 AND g.conversation_id = c.gate_id`;
// All days in one going through: which one a message is of is where its time falls among their beginnings.
const SENT = `SELECT ($2::date[])[width_bucket(m.created_at, $3::timestamptz[])] AS day, count(DISTINCT m.sender_id)::int AS writers,
    count(*) FILTER (WHERE g.kind = 'direct')::int AS direct,
    count(*) FILTER (WHERE g.kind = 'sub_space')::int AS in_spaces,
    count(*) FILTER (WHERE g.kind = 'group')::int AS in_groups
  FROM ${PLACED} WHERE m.company_id = $1 AND m.created_at >= $4 AND m.created_at < $5 GROUP BY 1`;

const moment = (at: number): string => new Date(at).toISOString();

/** Of days that follow each other, each of them. */
export async function countSent(tx: Tx, spans: readonly Span[]): Promise<Sent[]> {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  const begins = spans.map((span) => moment(span.begins));
  const days = spans.map(({ day }) => day);
  const rows = await tx.query<Sent>(SENT, [tx.company_id, days, begins, moment(first.begins), moment(last.ends)]);
  const found = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => found.get(day) ?? { day, writers: 0, direct: 0, in_spaces: 0, in_groups: 0 });
}

export interface Voices {
  readonly writers_month: number;
  readonly spaces_month: number;
}
const VOICES = `SELECT count(DISTINCT m.sender_id)::int AS writers_month,
    count(DISTINCT g.space_id) FILTER (WHERE g.kind = 'sub_space')::int AS spaces_month
  FROM ${PLACED} WHERE m.company_id = $1 AND m.created_at >= $2 AND m.created_at < $3`;

/** Who wrote, and in how many spaces, from the one moment to before the other. */
export const countVoices = async (tx: Tx, begins: number, ends: number): Promise<Voices> =>
  (await tx.query<Voices>(VOICES, [tx.company_id, moment(begins), moment(ends)]))[0] as Voices;

export interface Active {
  readonly active: number | null;
  readonly active_week: number | null;
  readonly active_month: number | null;
}
const ACTIVE = `WITH month AS MATERIALIZED (SELECT employee_id, max(day) AS last, bool_or(day = $2::date) AS here FROM activity_day
    WHERE company_id = $1 AND day > $2::date - 30 AND day <= $2::date GROUP BY employee_id),
  begun AS MATERIALIZED (SELECT min(day) <= $2::date AS yes FROM activity_day WHERE company_id = $1)
  SELECT CASE WHEN begun.yes THEN (SELECT count(*) FILTER (WHERE here) FROM month)::int END AS active,
    CASE WHEN begun.yes THEN (SELECT count(*) FILTER (WHERE last > $2::date - 7) FROM month)::int END AS active_week,
    CASE WHEN begun.yes THEN (SELECT count(*) FROM month)::int END AS active_month
  FROM begun`;

/** Null: nothing was recorded yet. */
export const countActive = async (tx: Tx, day: string): Promise<Active> =>
  (await tx.query<Active>(ACTIVE, [tx.company_id, day]))[0] as Active;

export interface Accounts {
  readonly invited: number;
  readonly accepted: number;
  readonly reached: number;
  readonly installed: number;
  readonly notified: number;
}
const USED = `SELECT DISTINCT employee_id FROM activity_day WHERE company_id = $1 AND day > $2::date - 30 AND day <= $2::date`;
const ACCOUNTS = `WITH used AS MATERIALIZED (${USED}),
  held AS MATERIALIZED (SELECT d.employee_id, bool_or(d.info->>'app_type' = 'installed') AS installed,
      bool_or(d.permission = 'granted' AND d.address IS NOT NULL) AS notified
    FROM device d JOIN session s ON s.company_id = $1 AND s.session_id = d.session_id
    WHERE d.company_id = $1 AND s.ended_at IS NULL AND s.expires_at > now() GROUP BY d.employee_id)
  SELECT count(*)::int AS invited, count(*) FILTER (WHERE works)::int AS accepted,
    count(*) FILTER (WHERE works AND used)::int AS reached, count(*) FILTER (WHERE works AND installed)::int AS installed,
    count(*) FILTER (WHERE works AND notified)::int AS notified
  FROM (SELECT e.employee_account_status = 'ACTIVE' AS works, u.employee_id IS NOT NULL AS used, h.installed, h.notified
    FROM employee e LEFT JOIN used u ON u.employee_id = e.employee_id LEFT JOIN held h ON h.employee_id = e.employee_id
    WHERE e.company_id = $1 AND e.employee_account_status IN ('INVITED', 'ACTIVE')) one`;

/** As they are now. */
export const countAccounts = async (tx: Tx, today: string): Promise<Accounts> =>
  (await tx.query<Accounts>(ACCOUNTS, [tx.company_id, today]))[0] as Accounts;

export interface DepartmentCount {
  readonly department_id: string;
  readonly people: number;
  readonly active: number;
  readonly messages: number;
}
const DEPARTMENTS = `WITH used AS MATERIALIZED (${USED}),
  sent AS MATERIALIZED (SELECT m.sender_id, count(*)::int AS messages FROM ${PLACED}
    WHERE m.company_id = $1 AND m.created_at >= $3 AND g.kind = 'sub_space' GROUP BY m.sender_id)
  SELECT coalesce(e.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, count(*)::int AS people,
    count(u.employee_id)::int AS active, coalesce(sum(s.messages), 0)::int AS messages
  FROM employee e LEFT JOIN used u ON u.employee_id = e.employee_id LEFT JOIN sent s ON s.sender_id = e.employee_id
  WHERE e.company_id = $1 AND e.employee_account_status = 'ACTIVE' GROUP BY 1`;

/** Whoever has an account that works, by the department that they are in themselves; `begins`: from when on messages count. */
export const countDepartments = (tx: Tx, today: string, begins: number): Promise<DepartmentCount[]> =>
  tx.query(DEPARTMENTS, [tx.company_id, today, moment(begins)]);

const FOUNDED = 'SELECT created_at FROM company WHERE company_id = $1';
/** When the company was made, milliseconds. */
export const foundedAt = async (tx: Tx): Promise<number> =>
  Date.parse((await tx.query<{ created_at: string }>(FOUNDED, [tx.company_id]))[0]?.created_at ?? '');
