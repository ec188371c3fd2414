// Admin → Dashboard: figures, charts that are read by pointer and keyboard or as a table, small groups hidden, ranges in the address,
// a file; and how it looks.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import type { Company } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const path = '/admin/dashboard';
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1, name: 'Dashboard' });
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const reader = (page: Page, name: string): Locator => page.getByRole('slider', { name });
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });

const DEPARTMENTS = `INSERT INTO department (company_id, department_id, name)
  SELECT $1::uuid, gen_random_uuid(), name FROM unnest(ARRAY['Bakery', 'Drivers', 'Head office', 'Night packing', 'Shops']) AS name`;
/** Bakery 22, Drivers 14, Head office 6, Night packing 3, Shops 17; nine have not come yet. */
const PEOPLE = `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key,
    employee_account_status, activated_at, sort_name, search_text, department_id)
  SELECT $1::uuid, gen_random_uuid(), 'Row', n::text, a.a, a.a, CASE WHEN n <= 62 THEN 'ACTIVE' ELSE 'INVITED' END,
    CASE WHEN n <= 62 THEN now() END, 'row', 'row', (SELECT department_id FROM department d WHERE d.company_id = $1
      AND d.name = CASE WHEN n <= 22 THEN 'Bakery' WHEN n <= 36 THEN 'Drivers' WHEN n <= 42 THEN 'Head office' WHEN n <= 45 THEN 'Night packing' ELSE 'Shops' END)
  FROM generate_series(1, 71) n, LATERAL (SELECT n || '@' || gen_random_uuid() AS a) a`;
const ACTIVITY = `INSERT INTO activity_day SELECT e.company_id, current_date - b, e.employee_id
  FROM employee e CROSS JOIN generate_series(0, 29) b
  WHERE e.company_id = $1 AND e.employee_account_status = 'ACTIVE' AND abs(hashtext(e.work_email)) % 9 > 1
    AND abs(hashtext(e.work_email || b)) % 100 < 12
  ON CONFLICT DO NOTHING`;
const COUNTED =
  'final, counted_at, active, active_week, active_month, writers, writers_month, spaces_month, direct, in_spaces, in_groups, invited, accepted, reached, installed, notified';
/**
 * Two years of days: growing, quiet on weekends. That of today is final, too: it stays as it is here, also where the server has counted it
 * meanwhile.
 */
const DAYS = `INSERT INTO insight_day (company_id, day, ${COUNTED})
  SELECT $1, current_date - b, true, now(), CASE WHEN b <= 300 THEN a END, CASE WHEN b <= 300 THEN a + 9 END,
    CASE WHEN b <= 300 THEN 40 + (300 - b) / 25 END, round(a * 0.55), round(30 + (700 - b) / 70), 9 + (700 - b) / 200,
    round(m * 0.3), round(m * 0.55), round(m * 0.15), 73, 64, 52, 31, 24
  FROM generate_series(0, 729) b, LATERAL (SELECT CASE WHEN extract(isodow FROM current_date - b) > 5 THEN 0.32 ELSE 1 END AS w) w,
    LATERAL (SELECT round((38 + (700 - b) / 60 + abs(hashtext('a' || b)) % 8) * w) AS a, (160 + (700 - b) / 8 + abs(hashtext('m' || b)) % 90) * w AS m) s
  ON CONFLICT (company_id, day) DO UPDATE SET (${COUNTED}) = ROW(${COUNTED.replace(/\w+/g, 'EXCLUDED.$&')})`;

async function fill(server: Server, { id }: Company): Promise<void> {
  for (const statement of [DEPARTMENTS, PEOPLE, ACTIVITY, DAYS]) await server.sql(statement, [id]);
}

test('figures and charts are read by pointer, keyboard and as a table; the range is in the address; it is taken as a file', async ({
  company,
  open,
  server,
}) => {
  await fill(server, company);
  const page = await open(company.ines, { path: '/', ...NO_WORKER });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('Active in 30 days', { exact: true }).first()).toBeVisible();
  await judge(page, 'dashboard, desktop');

  // By keyboard: the last day first, then the one before.
  const people = reader(page, 'Active people by day');
  await people.focus();
  const text = await people.getAttribute('aria-valuetext');
  expect(text).toMatch(/^\w+day \d+ \w+: Used the app \d+, Wrote \d+$/);
  await page.keyboard.press('ArrowLeft');
  await expect(people).not.toHaveAttribute('aria-valuetext', text ?? '');
  await expect(people).toHaveAttribute('aria-valuenow', '28');
  await page.keyboard.press('Home');
  await expect(people).toHaveAttribute('aria-valuenow', '0');
  await judge(page, 'dashboard, read by keyboard, desktop');
  // By pointer.
  const messages = reader(page, 'Messages by day');
  await messages.hover({ position: { x: 200, y: 60 } });
  await expect(card(page, 'Messages').locator('.ll-graph-reading')).toContainText('In spaces');
  await judge(page, 'dashboard, read by pointer, desktop');

  await button(card(page, 'Messages'), 'Show as table').click();
  await expect(card(page, 'Messages').getByRole('row')).toHaveCount(31);
  await judge(page, 'dashboard, as a table, desktop');
  await button(card(page, 'Messages'), 'Show as chart').click();

  await page.getByText('Year', { exact: true }).click();
  await expect(page).toHaveURL(/days=365/);
  await expect(reader(page, 'Messages by week')).toHaveAttribute('aria-valuemax', '51');
  await expect(page.getByText(/Who is active is recorded since/)).toBeVisible();
  await judge(page, 'dashboard, a year, desktop');
  await page.reload();
  await expect(reader(page, 'Active people by week')).toHaveAttribute('aria-valuemax', '51');
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
  expect(download.suggestedFilename()).toMatch(/^dashboard-\d{4}-\d\d-\d\d-365-days\.csv$/);
  expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toHaveLength(366);
});

test('small departments are hidden, and one more; on a tablet and on a phone', async ({ company, open, server }) => {
  await fill(server, company);
  // Today is counted for the first time, and the departments with it.
  await server.sql('DELETE FROM insight_day WHERE company_id = $1 AND day = current_date', [company.id]);
  const page = await open(company.ines, { path, viewport: { width: 820, height: 1100 }, ...NO_WORKER });
  await expect(card(page, 'Active people')).toBeVisible();
  await judge(page, 'dashboard, tablet');
  const departments = card(page, 'By department');
  await expect(departments.getByRole('row', { name: /^Bakery 22/ })).toBeVisible();
  await expect(departments.getByText('Too few people to show')).toHaveCount(2);
  await departments.scrollIntoViewIfNeeded();
  await judge(page, 'dashboard, departments, tablet');

  const phone = await open(company.ines, { path, ...PHONE, ...NO_WORKER });
  await expect(card(phone, 'Active people')).toBeVisible();
  await judge(phone, 'dashboard, phone');
  await card(phone, 'Active people').scrollIntoViewIfNeeded();
  await reader(phone, 'Active people by day').tap({ position: { x: 150, y: 80 } });
  await expect(card(phone, 'Active people').locator('.ll-graph-reading')).toBeVisible();
  await judge(phone, 'dashboard, chart, phone');
  await card(phone, 'By department').scrollIntoViewIfNeeded();
  await judge(phone, 'dashboard, departments, phone');
});

test('nothing of a few people, not for everybody, and without a connection as it was', async ({
  company: { id, ines, kwame },
  open,
  server,
  company,
}) => {
  const few = await open(ines, { path, ...NO_WORKER });
  await expect(few.getByRole('heading', { name: 'Too few people to show.' })).toBeVisible();
  await expect(button(few, 'Export')).toBeDisabled();
  await judge(few, 'dashboard, too few, desktop');
  const his = await open(kwame, { path, ...NO_WORKER });
  await expect(his.getByText('Only people who may see the dashboard can open it.')).toBeVisible();

  await server.sql('DELETE FROM insight_day WHERE company_id = $1', [id]);
  await fill(server, company);
  const page = await open(ines, { path });
  await readyOffline(page);
  await expect(card(page, 'Active people')).toBeVisible();
  await server.kill();
  await expect(page.getByText(/^Showing a copy from .*Seeing what came since needs a connection\.$/)).toBeVisible();
  await expect(button(page, 'Export')).toBeDisabled();
  await page.reload();
  await expect(card(page, 'Active people')).toBeVisible();
  await page.getByText('7 days', { exact: true }).click();
  await expect(page.getByText('Seeing these days needs a connection.')).toBeVisible();
  await judge(page, 'dashboard, offline, desktop');
  await server.start();
  await expect(page.getByText(/needs a connection/)).toHaveCount(0);
});
