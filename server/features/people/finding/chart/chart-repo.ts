// SQL of the chart: who is above somebody, who is right below, and how many there are in all. Whoever is neither active nor invited
// is looked through: those below hang at the next manager up who is, or at the top.
import type { Tx } from '../../../../platform/db/database.ts';
import { COLUMNS, type EmployeeRow } from '../../repo.ts';
import type { Place } from '../places.ts';

const OWN = COLUMNS.replace(/[a-z_]+/g, 'e.$&');
const SHOWN = "employee_account_status IN ('ACTIVE', 'INVITED')";
// Two texts, not one with OR: each has its index.
const BELOW = 'e.company_id = $1 AND e.manager_id = $2::uuid';
const TOP = 'e.company_id = $1 AND e.manager_id IS NULL AND $2::uuid IS NULL';

/** `hidden` are those who are looked through. UNION, not UNION ALL: it ends even if there were a ring. */
const level = (where: string) => `hidden AS (
    SELECT e.employee_id FROM employee e WHERE ${where} AND NOT e.${SHOWN}
    UNION
    SELECT e.employee_id FROM hidden h JOIN employee e ON e.company_id = $1 AND e.manager_id = h.employee_id
    WHERE NOT e.${SHOWN}),
  level AS NOT MATERIALIZED (
    SELECT ${OWN}, e.sort_name FROM employee e WHERE ${where} AND e.${SHOWN}
    UNION ALL
    SELECT ${OWN}, e.sort_name FROM hidden h JOIN employee e ON e.company_id = $1 AND e.manager_id = h.employee_id
    WHERE e.${SHOWN})`;

const page = (where: string) => `WITH RECURSIVE ${level(where)} SELECT ${OWN}, e.sort_name FROM level e
  WHERE (e.sort_name, e.employee_id) > ($3, $4::uuid) ORDER BY e.sort_name, e.employee_id LIMIT $5`;
const [PAGE_BELOW, PAGE_TOP] = [page(BELOW), page(TOP)];

export type LevelRow = EmployeeRow & { readonly sort_name: string };

/** Who is right below the person, or at the top for null: by name, after the place. */
export const listLevel = (tx: Tx, of: string | null, place: Place, limit: number): Promise<LevelRow[]> =>
  tx.query(of ? PAGE_BELOW : PAGE_TOP, [tx.company_id, of, ...place, limit]);

const size = (where: string) => `WITH RECURSIVE ${level(where)} SELECT count(*)::integer AS people FROM level`;
const [SIZE_BELOW, SIZE_TOP] = [size(BELOW), size(TOP)];

/** How many those are. */
export async function countLevel(tx: Tx, of: string | null): Promise<number> {
  const [row] = await tx.query<{ people: number }>(of ? SIZE_BELOW : SIZE_TOP, [tx.company_id, of]);
  return row?.people ?? 0;
}

/** One way down for the whole level: `root` is who of the level somebody is below, `next` that nobody shown is between. */
const below = (where: string) => `WITH RECURSIVE ${level(where)},
  under AS (
    SELECT l.employee_id AS root, l.employee_id, true AS shown, false AS next, true AS start FROM level l
    UNION
    SELECT u.root, e.employee_id, e.${SHOWN}, u.start OR (u.next AND NOT u.shown), false
    FROM under u JOIN employee e ON e.company_id = $1 AND e.manager_id = u.employee_id),
  counted AS (
    SELECT root, count(*) FILTER (WHERE next)::integer AS direct, count(*)::integer AS "all"
    FROM under WHERE shown AND employee_id <> root GROUP BY root)
  SELECT root, direct, "all" FROM counted WHERE root = ANY ($3::uuid[])
  UNION ALL
  SELECT NULL, l.people::integer, (l.people + (SELECT coalesce(sum("all"), 0) FROM counted))::integer
  FROM (SELECT count(*) AS people FROM under WHERE start) l`;
const [BELOW_BELOW, BELOW_TOP] = [below(BELOW), below(TOP)];

export interface Size {
  /** Who is right below, and with all who are further down. */
  readonly direct: number;
  readonly all: number;
}

const nobody: Size = { direct: 0, all: 0 };

/** How many are below the person (at the top, and in all, for null), and below each of those who are right below. */
export async function countBelow(
  tx: Tx,
  of: string | null,
  each: readonly string[],
): Promise<{ own: Size; of: (employee_id: string) => Size }> {
  const rows = await tx.query<Size & { root: string | null }>(of ? BELOW_BELOW : BELOW_TOP, [tx.company_id, of, each]);
  const sizes = new Map(rows.map(({ root, direct, all }) => [root, { direct, all }]));
  return { own: sizes.get(null) ?? nobody, of: (employee_id) => sizes.get(employee_id) ?? nobody };
}

// A path of a thousand is no chart any more: it is cut there.
const ABOVE = `WITH RECURSIVE above AS (
    SELECT employee_id, manager_id, 0 AS steps, ARRAY[employee_id] AS way
    FROM employee WHERE company_id = $1 AND employee_id = $2
    UNION ALL
    SELECT e.employee_id, e.manager_id, a.steps + 1, a.way || e.employee_id
    FROM above a JOIN employee e ON e.company_id = $1 AND e.employee_id = a.manager_id
    WHERE e.employee_id <> ALL (a.way) AND a.steps < 1000)
  SELECT ${OWN} FROM employee e JOIN above a USING (employee_id)
  WHERE e.company_id = $1 AND a.steps > 0 AND e.${SHOWN} ORDER BY a.steps DESC`;

/** Those above the person who are shown, from the top down to their own manager. */
export const listAbove = (tx: Tx, employee_id: string): Promise<EmployeeRow[]> =>
  tx.query(ABOVE, [tx.company_id, employee_id]);
