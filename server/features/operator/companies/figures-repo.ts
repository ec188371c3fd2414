// Figures of companies, counted in tables of other features: numbers and times leave it, nothing else.
import type { Database, Tx } from '../../../platform/db/database.ts';

export interface CompanyRow {
  readonly company_id: string;
  readonly company_name: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly created_at: string;
}
export interface Figures {
  readonly people: number;
  readonly messages: number;
  readonly storage: number;
  readonly active_at: string | null;
}

// Ids are made in the order of time: the newest first.
const PAGE = `SELECT company_id, company_name, status, created_at FROM company
  WHERE position(lower($1) IN lower(company_name)) > 0 AND ($2::uuid IS NULL OR company_id < $2) ORDER BY company_id DESC LIMIT $3`;
const ONE = 'SELECT company_id, company_name, status, created_at FROM company WHERE company_id = $1';
// Seqs have no gaps: the last of each conversation is how many there are, without counting them.
const FIGURES = `SELECT
  (SELECT count(*)::int FROM employee WHERE company_id = $1 AND employee_account_status <> 'DELETED') AS people,
  (SELECT coalesce(sum(last_seq), 0)::bigint FROM conversation WHERE company_id = $1) AS messages,
  (SELECT coalesce(sum(size), 0)::bigint FROM file WHERE company_id = $1 AND removed_at IS NULL) AS storage,
  (SELECT max(last_used_at) FROM session WHERE company_id = $1) AS active_at`;
const within = (days: number) =>
  `count(DISTINCT employee_id) FILTER (WHERE last_used_at > now() - interval '${days} days')::int`;
const ACTIVE = `SELECT ${within(1)} AS day, ${within(7)} AS week, ${within(30)} AS month FROM session WHERE company_id = $1`;
const DAILY = `SELECT d.day::date AS day, count(m.created_at)::int AS count
  FROM generate_series(current_date - 29, current_date, interval '1 day') AS d (day)
  LEFT JOIN message m ON m.company_id = $1 AND m.created_at >= current_date - 29
    AND m.created_at >= d.day AND m.created_at < d.day + interval '1 day'
  GROUP BY d.day ORDER BY d.day`;

export const findPage = (
  db: Database,
  query: string,
  before: string | undefined,
  most: number,
): Promise<CompanyRow[]> => db.system((tx) => tx.query(PAGE, [query, before ?? null, most]));

/** In the company's own transaction. */
export const findOne = async (tx: Tx): Promise<CompanyRow | undefined> =>
  (await tx.query<CompanyRow>(ONE, [tx.company_id]))[0];
export const findFigures = async (tx: Tx): Promise<Figures> =>
  (await tx.query<Figures>(FIGURES, [tx.company_id]))[0] as Figures;
export const findActive = async (tx: Tx): Promise<{ day: number; week: number; month: number }> =>
  (await tx.query<{ day: number; week: number; month: number }>(ACTIVE, [tx.company_id]))[0] as never;
export const findDaily = (tx: Tx): Promise<{ day: string; count: number }[]> => tx.query(DAILY, [tx.company_id]);
