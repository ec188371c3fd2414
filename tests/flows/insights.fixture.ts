// Companies for the tests of the dashboard: people that are only rows, and messages that were sent when a test says.
import { v7 as uuid } from 'uuid';
import { type Dashboard, getDashboard, type Range } from '#contract/insights.ts';
import { countCompany } from '#server/features/insights/counting/counting.ts';
import type { TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';

const PEOPLE = `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key,
    employee_account_status, activated_at, sort_name, search_text, department_id)
  SELECT $1, id, 'Row', id::text, id || '@rows.example', id || '@rows.example', $3, CASE WHEN $3 = 'ACTIVE' THEN $5::timestamptz END,
    'row', 'row', $4 FROM unnest($2::uuid[]) AS id`;

/** Colleagues whose accounts work, for years unless `since` says otherwise, but who never come. */
export async function addRows(
  app: TestApp,
  company_id: string,
  count: number,
  { status = 'ACTIVE', department_id = null as string | null, since = '2020-01-01T12:00:00Z' } = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuid());
  await app.sql(PEOPLE, [company_id, ids, status, department_id, since]);
  return ids;
}

export const setActive = (app: TestApp, company_id: string, day: string, people: readonly string[]) =>
  app.sql('INSERT INTO activity_day SELECT $1, $2, id FROM unnest($3::uuid[]) AS id ON CONFLICT DO NOTHING', [
    company_id,
    day,
    people,
  ]);

export const setSentAt = (app: TestApp, message_ids: readonly string[], at: string) =>
  app.sql('UPDATE message SET created_at = $2 WHERE message_id = ANY ($1)', [message_ids, at]);

export const setFounded = (app: TestApp, company_id: string, at: string) =>
  app.sql('UPDATE company SET created_at = $2 WHERE company_id = $1', [company_id, at]);

/** Counts now, or as if it were another moment. */
export const count = ({ app }: TestApp, company_id: string, now?: string): Promise<void> =>
  countCompany(app.context.db, company_id, now ? Date.parse(now) : Date.now());

export interface CountedDay {
  readonly day: string;
  readonly final: boolean;
  readonly active: number | null;
  readonly writers: number | null;
  readonly direct: number | null;
  readonly in_spaces: number | null;
  readonly in_groups: number | null;
}
/** What is stored of the company's days, oldest first. */
export const counted = (app: TestApp, company_id: string): Promise<CountedDay[]> =>
  app.sql(
    `SELECT day::text, final, active, writers, direct, in_spaces, in_groups FROM insight_day WHERE company_id = $1 ORDER BY day`,
    [company_id],
  );

export const read = (by: TestClient, days: Range = '7'): Promise<Dashboard> => by.call(getDashboard, { days });
