// SQL of what there is to celebrate: the days of the next weeks beside the days of the year on which people were born or came.
import type { Tx } from '../../../../platform/db/database.ts';

export interface CelebrationRow {
  readonly employee_id: string;
  readonly kind: 'birthday' | 'anniversary';
  readonly day: string;
  readonly years: number | null;
  /** Of all, those beyond the limit included. */
  readonly total: number;
}

const TODAY = 'SELECT (now() AT TIME ZONE $1)::date AS today';
// The day after a 28 February that is the 1 March: a year without the 29th.
const LIST = `WITH day AS (
    SELECT day::date AS day, to_char(day, 'MM-DD') AS yearly FROM generate_series($2::date, $2::date + $3::integer, interval '1 day') AS day
    UNION ALL
    SELECT day::date, '02-29' FROM generate_series($2::date, $2::date + $3::integer, interval '1 day') AS day
    WHERE to_char(day, 'MM-DD') = '02-28' AND to_char(day + interval '1 day', 'MM-DD') = '03-01'),
  found AS (
    SELECT e.employee_id, 'birthday' AS kind, d.day, NULL::integer AS years, e.sort_name
    FROM employee e JOIN day d ON d.yearly = to_char(e.birth_date, 'MM-DD')
    WHERE e.company_id = $1 AND e.employee_account_status = 'ACTIVE' AND NOT 'birth_date' = ANY (e.hidden_fields)
    UNION ALL
    SELECT e.employee_id, 'anniversary', d.day, (extract(year FROM d.day) - extract(year FROM e.joining_date))::integer, e.sort_name
    FROM employee e JOIN day d ON d.yearly = to_char(e.joining_date, 'MM-DD')
    WHERE e.company_id = $1 AND e.employee_account_status = 'ACTIVE' AND NOT 'joining_date' = ANY (e.hidden_fields)
      AND extract(year FROM d.day) > extract(year FROM e.joining_date))
  SELECT employee_id, kind, day, years, count(*) OVER ()::integer AS total FROM found ORDER BY day, sort_name, employee_id, kind LIMIT $4`;

/** The day that it is in the time zone. */
export async function todayIn(tx: Tx, time_zone: string): Promise<string> {
  const [row] = await tx.query<{ today: string }>(TODAY, [time_zone]);
  if (!row) throw new Error('There is no today');
  return row.today;
}

/** From `today` to so many days later, the soonest first, `most` of them. */
export const listCelebrations = (tx: Tx, today: string, ahead: number, most: number): Promise<CelebrationRow[]> =>
  tx.query(LIST, [tx.company_id, today, ahead, most]);
