// Who has used the app on which day of the last two months, and when they were last here: whoever wrote, and most of the others. Plain
// SQL, in the same transaction.
import type { Tx } from '#server/platform/db/database.ts';
import type { Random } from './random.ts';

const DAYS = 60;
const PEOPLE = `SELECT employee_id FROM employee WHERE company_id = $1 AND employee_account_status = 'ACTIVE' ORDER BY work_email`;
const WROTE = `INSERT INTO activity_day (company_id, day, employee_id)
  SELECT DISTINCT $1::uuid, (created_at AT TIME ZONE $2)::date, sender_id FROM message WHERE company_id = $1 ON CONFLICT DO NOTHING`;
const CAME = `INSERT INTO activity_day (company_id, day, employee_id)
  SELECT $1, day, employee_id FROM unnest($2::date[], $3::uuid[]) AS d (day, employee_id) ON CONFLICT DO NOTHING`;
const SEEN = `INSERT INTO last_seen (company_id, employee_id, seen_at)
  SELECT $1, employee_id, max(at) FROM (
    SELECT employee_id, at FROM unnest($2::uuid[], $3::timestamptz[]) AS c (employee_id, at)
    UNION ALL SELECT sender_id, created_at FROM message WHERE company_id = $1) seen
  GROUP BY employee_id`;

/** `now` in milliseconds. */
export async function attend(tx: Tx, time_zone: string, now: number, random: Random): Promise<void> {
  const people = await tx.query<{ employee_id: string }>(PEOPLE, [tx.company_id]);
  const came: [day: string, employee_id: string][] = [];
  for (let back = DAYS; back >= 1; back--) {
    const day = new Date(now - back * 86_400_000);
    const isWeekend = [0, 6].includes(day.getUTCDay());
    // The app has been there for ten weeks, and more come every week.
    const likely = (isWeekend ? 0.3 : 0.86) * (1 - back / (DAYS * 2.5));
    for (const { employee_id } of people)
      if (random.chance(likely)) came.push([day.toISOString().slice(0, 10), employee_id]);
  }
  await tx.query(WROTE, [tx.company_id, time_zone]);
  await tx.query(CAME, [tx.company_id, came.map(([day]) => day), came.map(([, employee_id]) => employee_id)]);
  // The last one of each counts; some time between six and eight in the evening.
  const hour = () => `${String(random.int(6, 19)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`;
  const seen = came.map(([day]) => `${day}T${hour()}:00Z`);
  await tx.query(SEEN, [tx.company_id, came.map(([, employee_id]) => employee_id), seen]);
}
