// Counts in the tables of other features: numbers leave it, never a name or a word that somebody wrote.
import { MIN_GROUP } from '#contract/insights.ts';
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

/** Who wrote, and in which spaces. */
export interface Voices {
  readonly senders: readonly string[];
  readonly spaces: readonly string[];
}
const VOICES = `SELECT coalesce(array_agg(DISTINCT m.sender_id) FILTER (WHERE m.sender_id IS NOT NULL), '{}') AS senders,
    coalesce(array_agg(DISTINCT g.space_id) FILTER (WHERE g.kind = 'sub_space'), '{}') AS spaces
  FROM ${PLACED} WHERE m.company_id = $1 AND m.created_at >= $2 AND m.created_at < $3`;

/** From the one moment to before the other. Ids, so that pieces of a month can be put together: they are stored nowhere. */
export const findVoices = async (tx: Tx, begins: number, ends: number): Promise<Voices> =>
  (await tx.query<Voices>(VOICES, [tx.company_id, moment(begins), moment(ends)]))[0] as Voices;

// Of people whose account works: what is shown beside it is how many they are.
const HERE = `activity_day a JOIN employee e ON e.company_id = $1 AND e.employee_id = a.employee_id
    AND e.employee_account_status = 'ACTIVE'`;
const ACTIVE_DAYS = `SELECT a.day, count(*)::int AS active FROM ${HERE}
  WHERE a.company_id = $1 AND a.day >= $2::date AND a.day <= $3::date GROUP BY a.day`;
/** Of each day on which anybody was. */
export const countActiveDays = async (tx: Tx, first: string, last: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await tx.query<{ day: string; active: number }>(ACTIVE_DAYS, [tx.company_id, first, last]);
  return new Map(rows.map(({ day, active }) => [day, active]));
};

export interface Active {
  readonly active_week: number;
  readonly active_month: number;
}
const ACTIVE = `SELECT count(*) FILTER (WHERE last > $3::date - 7)::int AS active_week, count(*)::int AS active_month
  FROM (SELECT a.employee_id, max(a.day) AS last FROM ${HERE}
    WHERE a.company_id = $1 AND a.day >= $2::date AND a.day <= $3::date GROUP BY a.employee_id) one`;
/** On any of the days from `first` on that end with `day`. */
export const countActive = async (tx: Tx, first: string, day: string): Promise<Active> =>
  (await tx.query<Active>(ACTIVE, [tx.company_id, first, day]))[0] as Active;

const BEGUN = 'SELECT min(day) AS day FROM activity_day WHERE company_id = $1';
/** From which day on it is known who used the app. */
export const firstActivity = async (tx: Tx): Promise<string | null> =>
  (await tx.query<{ day: string | null }>(BEGUN, [tx.company_id]))[0]?.day ?? null;

export interface Accounts {
  readonly invited: number;
  readonly accepted: number;
  readonly reached: number;
  readonly installed: number;
  readonly notified: number;
}
const USED = `SELECT DISTINCT employee_id FROM activity_day WHERE company_id = $1 AND day >= $2::date AND day <= $3::date`;
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

/** As they are now; used on any of the days from `first` to `today`. */
export const countAccounts = async (tx: Tx, first: string, today: string): Promise<Accounts> =>
  (await tx.query<Accounts>(ACCOUNTS, [tx.company_id, first, today]))[0] as Accounts;

const WRITTEN = `SELECT m.sender_id AS employee_id, count(*)::int AS messages FROM ${PLACED}
  WHERE m.company_id = $1 AND m.created_at >= $2 AND m.created_at < $3 AND g.kind = 'sub_space' GROUP BY m.sender_id`;
export interface Written {
  readonly employee_id: string;
  readonly messages: number;
}
/** In spaces, from the one moment to before the other, by who did. */
export const countWritten = (tx: Tx, begins: number, ends: number): Promise<Written[]> =>
  tx.query(WRITTEN, [tx.company_id, moment(begins), moment(ends)]);

export interface DepartmentCount {
  readonly department_id: string;
  readonly people: number;
  readonly active: number;
  readonly messages: number;
}
const DEPARTMENTS = `WITH used AS MATERIALIZED (${USED}),
  sent AS MATERIALIZED (SELECT * FROM unnest($4::uuid[], $5::int[]) AS s (sender_id, messages))
  SELECT coalesce(e.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, count(*)::int AS people,
    count(u.employee_id)::int AS active, coalesce(sum(s.messages), 0)::int AS messages
  FROM employee e LEFT JOIN used u ON u.employee_id = e.employee_id LEFT JOIN sent s ON s.sender_id = e.employee_id
  WHERE e.company_id = $1 AND e.employee_account_status = 'ACTIVE' GROUP BY 1`;

/** Whoever has an account that works, by the department that they are in themselves; active from the one day to the other. */
export const countDepartments = (
  tx: Tx,
  first: string,
  last: string,
  written: ReadonlyMap<string, number>,
): Promise<DepartmentCount[]> =>
  tx.query(DEPARTMENTS, [tx.company_id, first, last, [...written.keys()], [...written.values()]]);

const FOUNDED = 'SELECT created_at FROM company WHERE company_id = $1';
/** When the company was made, milliseconds. */
export const foundedAt = async (tx: Tx): Promise<number> =>
  Date.parse((await tx.query<{ created_at: string }>(FOUNDED, [tx.company_id]))[0]?.created_at ?? '');

const ENOUGH = `SELECT activated_at FROM employee WHERE company_id = $1 AND employee_account_status = 'ACTIVE'
  ORDER BY activated_at NULLS LAST OFFSET $2::int - 1 LIMIT 1`;
/** When those whose accounts work now became MIN_GROUP; `at` is null if that is not known. Undefined: they are fewer. */
export const findEnough = async (tx: Tx): Promise<{ readonly at: string | null } | undefined> => {
  const [row] = await tx.query<{ activated_at: string | null }>(ENOUGH, [tx.company_id, MIN_GROUP]);
  return row && { at: row.activated_at };
};
