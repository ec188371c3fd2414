// SQL of the tables `insight_day` and `insight_department`: what was counted.
import type { Tx } from '../../../platform/db/database.ts';
import type { Accounts, Active, DepartmentCount, Sent, Voices } from './counting-repo.ts';

/** A day as it is stored. What was not counted with it stays as it was before. */
export type DayTotals = Sent & Partial<Voices & Active & Accounts> & { readonly final: boolean };
type Counted = Exclude<keyof DayTotals, 'day' | 'final'>;

const COLUMNS = ['writers', 'direct', 'in_spaces', 'in_groups'] as const;
const SOMETIMES = [
  ...(['writers_month', 'spaces_month', 'active', 'active_week', 'active_month'] as const),
  ...(['invited', 'accepted', 'reached', 'installed', 'notified'] as const),
];
const NAMES: readonly Counted[] = [...COLUMNS, ...SOMETIMES];

const HOLD = "SELECT pg_try_advisory_xact_lock(hashtextextended('insights:' || $1::text, 0)) AS held";
/** True: nobody else counts the company before the commit. */
export const holdCounting = async (tx: Tx): Promise<boolean> =>
  (await tx.query<{ held: boolean }>(HOLD, [tx.company_id]))[0]?.held ?? false;

const LAST = `SELECT max(day) FILTER (WHERE final) AS final, max(day) AS last FROM insight_day WHERE company_id = $1`;
/** The last day that is not counted again, and the last one at all. */
export const findLast = async (tx: Tx): Promise<{ final: string | null; last: string | null }> =>
  (await tx.query<{ final: string | null; last: string | null }>(LAST, [tx.company_id]))[0] ?? {
    final: null,
    last: null,
  };

const typed = NAMES.map((name, at) => `$${at + 5}::int[]`).join(', ');
const SAVE = `INSERT INTO insight_day AS i (company_id, day, final, counted_at, ${NAMES.join(', ')})
  SELECT $1, d.day, d.final, $2, ${NAMES.map((name) => `d.${name}`).join(', ')}
  FROM unnest($3::date[], $4::boolean[], ${typed}) AS d (day, final, ${NAMES.join(', ')})
  ON CONFLICT (company_id, day) DO UPDATE SET final = excluded.final, counted_at = excluded.counted_at,
    ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')},
    ${SOMETIMES.map((name) => `${name} = coalesce(excluded.${name}, i.${name})`).join(', ')}
  WHERE NOT i.final`;

/** `at`: milliseconds. */
export const saveDays = (tx: Tx, days: readonly DayTotals[], at: number): Promise<object[]> =>
  tx.query(SAVE, [
    tx.company_id,
    new Date(at).toISOString(),
    days.map(({ day }) => day),
    days.map(({ final }) => final),
    ...NAMES.map((name) => days.map((day) => day[name] ?? null)),
  ]);

/** Numbers that are null stand nowhere. */
export type DepartmentRow = Pick<DepartmentCount, 'department_id'> & {
  readonly [K in Exclude<keyof DepartmentCount, 'department_id'>]: DepartmentCount[K] | null;
};
const CLEAR = 'DELETE FROM insight_department WHERE company_id = $1';
const FILL = `INSERT INTO insight_department (company_id, department_id, people, active, messages)
  SELECT $1, d.* FROM unnest($2::uuid[], $3::int[], $4::int[], $5::int[]) AS d`;

/** In the place of what was counted before. */
export async function saveDepartments(tx: Tx, rows: readonly DepartmentRow[]): Promise<void> {
  await tx.query(CLEAR, [tx.company_id]);
  const columns = (['department_id', 'people', 'active', 'messages'] as const).map((name) =>
    rows.map((row) => row[name]),
  );
  await tx.query(FILL, [tx.company_id, ...columns]);
}

// At the hour, or at the day's end in whatever zone: an hour is short enough for both.
const LATE = `SELECT c.company_id FROM company c WHERE NOT EXISTS (SELECT FROM insight_day i
  WHERE i.company_id = c.company_id AND i.counted_at > now() - interval '1 hour') ORDER BY c.company_id`;
/** In a system transaction: companies that were not counted for an hour. */
export const listLate = async (tx: Tx): Promise<string[]> =>
  (await tx.query<{ company_id: string }>(LATE)).map(({ company_id }) => company_id);
