// SQL of the tables `insight_day` and `insight_department`: what was counted.
import type { Tx } from '../../../platform/db/database.ts';

/** A day as it is stored. What was not counted with it stays as it was before; of a day of too few people nothing does. */
export type DayTotals = { readonly day: string; readonly final: boolean } & {
  readonly [K in Counted]?: number | null;
};
const COLUMNS = ['writers', 'direct', 'in_spaces', 'in_groups', 'active'] as const;
const SOMETIMES = [
  ...(['writers_month', 'spaces_month', 'active_week', 'active_month'] as const),
  ...(['invited', 'accepted', 'reached', 'installed', 'notified'] as const),
] as const;
type Counted = (typeof COLUMNS)[number] | (typeof SOMETIMES)[number];
const NAMES: readonly Counted[] = [...COLUMNS, ...SOMETIMES];

const LAST = 'SELECT max(day) AS day FROM insight_day WHERE company_id = $1 AND final';
/** The last day that is not counted again. */
export const findFinal = async (tx: Tx): Promise<string | null> =>
  (await tx.query<{ day: string | null }>(LAST, [tx.company_id]))[0]?.day ?? null;

const typed = NAMES.map((name, at) => `$${at + 5}::int[]`).join(', ');
const SAVE = `INSERT INTO insight_day AS i (company_id, day, final, counted_at, ${NAMES.join(', ')})
  SELECT $1, d.day, d.final, $2, ${NAMES.map((name) => `d.${name}`).join(', ')}
  FROM unnest($3::date[], $4::boolean[], ${typed}) AS d (day, final, ${NAMES.join(', ')})
  ON CONFLICT (company_id, day) DO UPDATE SET final = excluded.final, counted_at = excluded.counted_at,
    ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')},
    ${SOMETIMES.map((name) => `${name} = CASE WHEN excluded.direct IS NOT NULL THEN coalesce(excluded.${name}, i.${name}) END`).join(', ')}
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

/** Null where too few people would be shown: that stands nowhere. */
export interface DepartmentRow {
  readonly department_id: string;
  readonly people: number | null;
  readonly active_share: number | null;
  readonly messages: number | null;
}
const HOLD = "SELECT pg_advisory_xact_lock(hashtextextended('insights:' || $1::text, 0))";
const CLEAR = 'DELETE FROM insight_department WHERE company_id = $1';
const FILL = `INSERT INTO insight_department (company_id, day, department_id, people, active_share, messages)
  SELECT $1, $2, d.* FROM unnest($3::uuid[], $4::int[], $5::int[], $6::int[]) AS d`;
const DONE = 'SELECT 1 FROM insight_department WHERE company_id = $1 AND day >= $2 LIMIT 1';
/** Until that day, or a later one. */
export const areDepartmentsCounted = async (tx: Tx, day: string): Promise<boolean> =>
  (await tx.query(DONE, [tx.company_id, day])).length > 0;

/** In the place of what was counted before, unless another server was faster. `day`: the last of which they are. */
export async function saveDepartments(tx: Tx, day: string, rows: readonly DepartmentRow[]): Promise<void> {
  await tx.query(HOLD, [tx.company_id]);
  if (await areDepartmentsCounted(tx, day)) return;
  await tx.query(CLEAR, [tx.company_id]);
  const columns = (['department_id', 'people', 'active_share', 'messages'] as const).map((name) =>
    rows.map((row) => row[name]),
  );
  await tx.query(FILL, [tx.company_id, day, ...columns]);
}

const FRESH = 'SELECT 1 FROM insight_day WHERE company_id = $1 AND counted_at > $2 LIMIT 1';
/** Somebody counted the company after that moment, milliseconds. */
export const wasCountedSince = async (tx: Tx, at: number): Promise<boolean> =>
  (await tx.query(FRESH, [tx.company_id, new Date(at).toISOString()])).length > 0;

// At the hour, or at the day's end in whatever zone: an hour is short enough for both.
const LATE = `SELECT c.company_id FROM company c WHERE NOT EXISTS (SELECT FROM insight_day i
  WHERE i.company_id = c.company_id AND i.counted_at > now() - interval '1 hour') ORDER BY c.company_id`;
/** In a system transaction: companies that were not counted for an hour. */
export const listLate = async (tx: Tx): Promise<string[]> =>
  (await tx.query<{ company_id: string }>(LATE)).map(({ company_id }) => company_id);
