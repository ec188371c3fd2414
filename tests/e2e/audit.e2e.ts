// Admin → Audit log: what was done is told in words, by part of the app, person and day; taken as a file, and checked.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { update } from '#contract/company.ts';
import { createDepartment, updateDepartment } from '#contract/people/departments.ts';
import { createGroup, updateGroupMembers } from '#contract/people/groups.ts';
import { setStatus } from '#contract/people.ts';
import { create as createSpace } from '#contract/spaces.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { expect, test } from './kit/test.ts';

const path = '/admin/audit';
const line = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });
const button = (page: Page | Locator, name: string | RegExp): Locator => page.getByRole('button', { name });

test('who did what is told in words, found by words, part, person and day, taken as a file and checked', async ({
  company: { ines, kwame },
  open,
}) => {
  await ines.api.call(update, { color_theme: 'Custom_Tron' });
  for (const status of ['INACTIVE', 'ACTIVE'] as const)
    await ines.api.call(setStatus, { employee_id: kwame.id, status });
  const page = await open(ines, { path: '/', ...NO_WORKER });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeFocused();
  await expect(line(page, `${ines.name} set the account of ${kwame.name} to inactive`)).toBeVisible();
  await expect(line(page, `${ines.name} changed the colours`)).toBeVisible();
  await judge(page, 'audit, desktop');

  await page.getByText(`set the account of ${kwame.name} to inactive`).click();
  await expect(line(page, 'to inactive')).toContainText('people.account_status_changed');
  await judge(page, 'audit, a line, desktop');
  await page.getByRole('combobox', { name: 'About' }).selectOption('Company');
  await expect(line(page, 'changed the colours')).toBeVisible();
  await expect(line(page, 'set the account of')).toHaveCount(0);
  await expect(page).toHaveURL(/area=company/);
  await page.getByRole('combobox', { name: 'About' }).selectOption('People');
  await page.getByRole('combobox', { name: 'What was done' }).selectOption('Account status changed');
  await expect(line(page, 'set the account of')).toHaveCount(2);
  await expect(page).toHaveURL(/action=people\.account_status_changed/);
  const words = page.getByRole('searchbox', { name: 'Find in the log' });
  await words.fill(`${kwame.name} inactive`);
  await expect(line(page, 'set the account of')).toHaveCount(1);
  await judge(page, 'audit, found, desktop');
  await words.fill('');
  await expect(line(page, 'set the account of')).toHaveCount(2);
  await expect(page).not.toHaveURL(/q=/);
  await page.getByRole('combobox', { name: 'About' }).selectOption('Everything');
  await button(page, 'Person: Anybody').click();
  const asks = page.getByRole('dialog', { name: 'Whose lines?' });
  await expect(asks.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(kwame.name.slice(0, 4));
  await expect(asks.getByRole('option')).toHaveCount(1);
  await judge(page, 'audit, whose, desktop');
  await page.keyboard.press('Enter');
  await expect(button(page, `Person: ${kwame.name}`)).toBeVisible();
  await expect(line(page, 'changed the colours')).toHaveCount(0);
  await expect(line(page, 'to inactive')).toBeVisible();
  await expect(line(page, `${kwame.name} signed in`).first()).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await expect(page.getByText('Nothing was recorded that fits.')).toBeVisible();
  await judge(page, 'audit, nothing, desktop');
  await button(page, 'Show everything').click();
  await expect(line(page, 'changed the colours')).toBeVisible();

  await button(page, 'Check the log').click();
  await expect(page.getByText(/^\d+ lines checked\. None was changed, put in or taken out\.$/)).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('company.config_changed');
  await judge(page, 'audit, checked, desktop');
});

test('which department, group, role or space it was is said and found; who runs the server has a name', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const [department_id, group_id] = [uuid(), uuid()];
  await ines.api.call(createDepartment, { department_id, department_name: 'Kitchen' });
  await ines.api.call(updateDepartment, { department_id, department_name: 'Pantry' });
  await ines.api.call(createGroup, { group_id, group_name: 'Night shift' });
  await ines.api.call(updateGroupMembers, { group_id, add: [kwame.id] });
  // As it is noted when an operator does it (tests/flows/operator.test.ts): here the operator's way there is not looked at.
  await server.sql('INSERT INTO audit_event (company_id, audit_id, action, detail) VALUES ($1, $2, $3, $4)', [
    ines.api.company_id,
    uuid(),
    'operator.modules_changed',
    { modules: { people: false }, switched: { people: false }, operator_id: uuid() },
  ]);
  await kwame.api.call(createSpace, { space_id: uuid(), space_name: 'Bakers' });
  await kwame.api.call(createSpace, { space_id: uuid(), space_name: 'Surprise', visibility: 'private' });
  const page = await open(ines, { path, ...NO_WORKER });
  await expect(line(page, `${kwame.name} made the space “Bakers”`)).toBeVisible();
  await expect(line(page, `${kwame.name} made a private space`)).toBeVisible();
  await expect(page.getByText('Surprise')).toHaveCount(0);
  await expect(line(page, `${ines.name} made the department “Kitchen”`)).toBeVisible();
  await expect(line(page, `${ines.name} put ${kwame.name} in the group “Night shift”`)).toBeVisible();
  await expect(line(page, 'The operator of this server switched Directory off')).toBeVisible();
  await judge(page, 'audit, named, desktop');
  await page.getByRole('searchbox', { name: 'Find in the log' }).fill('pantry');
  await expect(line(page, 'renamed the department “Kitchen” to “Pantry”')).toBeVisible();
  await expect(line(page, 'Night shift')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Find in the log' }).fill('');
  await page.getByRole('combobox', { name: 'About' }).selectOption('Spaces');
  await page.getByRole('combobox', { name: 'What was done' }).selectOption('Space made');
  await expect(line(page, 'made the space “Bakers”')).toBeVisible();
  await expect(line(page, 'Pantry')).toHaveCount(0);
  await judge(page, 'audit, spaces, desktop');
});

test('on a phone; not for everybody; and without a connection it says so', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const page = await open(ines, { path, ...PHONE });
  await readyOffline(page);
  await expect(line(page, `${ines.name} registered the company`)).toBeVisible();
  await judge(page, 'audit, phone');
  const his = await open(kwame, { path, ...NO_WORKER });
  await expect(his.getByText('Only people who may see the audit log can open it.')).toBeVisible();
  await server.kill();
  await expect(button(page, 'Export')).toBeDisabled();
  await page.reload();
  await expect(page.getByText('Seeing the log needs a connection.')).toBeVisible();
  await judge(page, 'audit, offline, phone');
});
