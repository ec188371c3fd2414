// Admin → People → Import: a spreadsheet is chosen, its columns checked, each row looked at, brought in and undone; and how it looks.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createDepartment } from '#contract/people/departments.ts';
import * as people from '#contract/people.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { offlineBanner } from './kit/chat.ts';
import type { Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const path = '/admin/people/import';
const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true });
const note = (page: Page | Locator, text: string | RegExp): Locator => page.getByText(text, { exact: true });
const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') });
const step = (page: Page): Locator => page.getByRole('list', { name: 'Steps' }).locator('[aria-current]');

const choose = (page: Page, name: string, lines: readonly string[]): Promise<void> =>
  page.getByLabel('Spreadsheet').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });

async function colleague({ api }: Person, first_name: string): Promise<string> {
  const work_email_id = `${first_name.toLowerCase()}-${uuid().slice(-8)}@people.example`;
  const name = { first_name, last_name: 'Driver', position_title: 'Driver' };
  await api.call(people.create, { employee_id: uuid(), ...name, work_email_id, send_invitation: false });
  return work_email_id;
}

test('a spreadsheet becomes people, and is undone', async ({ company: { ines }, open, watch }) => {
  watch.allow(/status of 400/);
  const [ada, ben] = [await colleague(ines, 'Ada'), await colleague(ines, 'Ben')];
  const domain = `${uuid().slice(-8)}.example`;
  const page = await open(ines, { path: '/admin/people', ...NO_WORKER });
  await page.getByRole('main').getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import people' })).toBeFocused();
  await expect(step(page)).toHaveText(/Choose file/);
  await expect(note(page, 'None in the last 30 days.')).toBeVisible();
  await judge(page, 'import, desktop');

  await choose(page, 'photo.png', ['x']);
  await expect(note(page, 'Choose a CSV file or an Excel workbook (.xlsx).')).toBeVisible();
  await choose(page, 'nobody.csv', ['First name;E-mail']);
  await expect(note(page, /^There are no people in this file/)).toBeVisible();

  await choose(page, 'new-starters-nov.csv', [
    'First name;Last name;E-mail;Site;Job title;Badge',
    `Rosa;Lindgren;rosa@${domain};00712;Driver;7`,
    `Leo;Castellane;leo@${domain};Mill Lane;;8`,
    `;;${ada};Mill Lane;Planner;9`,
    `;;${ben};;Driver;10`,
    'Ade;Balogun;ade.balogun@;;;11',
    `;Zhao;ling@${domain};;;12`,
  ]);
  await expect(heading(page, 'What each column holds')).toBeVisible();
  await expect(step(page)).toHaveText(/Check columns/);
  await expect(note(page, /^new-starters-nov\.csv, 6 rows\. One column is left out\.$/)).toBeVisible();
  const badge = page.getByRole('combobox', { name: 'What Badge holds' });
  await expect(badge).toHaveValue('');
  await badge.selectOption('Pronouns');
  await judge(page, 'import, columns, desktop');
  await badge.selectOption('Leave out');
  await button(page, 'Look at every row').click();

  await expect(step(page)).toHaveText(/Look at every row/);
  const kinds = page.getByRole('radiogroup', { name: 'Rows' });
  await expect(kinds).toHaveText(/2new people1will be changed1the same as now2need a fix/);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('E-mail: Invalid email address');
  await expect(rows(page).last()).toContainText('First name: The first name is missing');
  await judge(page, 'import, rows, desktop');
  await kinds.getByText('will be changed').click();
  await expect(rows(page)).toHaveText([/4Ada Driver.*Will change: job title, location/]);
  await button(page, 'Download rows with problems').click();
  const saving = page.waitForEvent('download');
  await page.getByText('As CSV', { exact: true }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved).toContain('Problem');
  expect(saved.trim().split('\r\n')).toHaveLength(3);
  await expect(page.getByRole('switch', { name: 'Send invitations' })).not.toBeChecked();

  await button(page, 'Import 3 people, skip 2').click();
  await expect(note(page, '2 added, 1 changed, 2 skipped.')).toBeVisible();
  await judge(page, 'import, done, desktop');
  await page.reload();
  await expect(note(page, '2 added, 1 changed, 2 skipped.')).toBeVisible();
  await page.getByRole('link', { name: 'See people' }).click();
  await expect(page.getByRole('link', { name: /Rosa Lindgren/ })).toContainText('Driver, 00712');

  await page.goBack();
  await button(page, 'New import').click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /new-starters-nov\.csv/ })
    .click();
  await button(page, 'Undo this import').click();
  const asks = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(asks).toContainText('2 people it added are removed, and 1 person it changed gets back what stood there');
  await judge(page, 'import, undoing, desktop');
  await button(asks, 'Undo import').click();
  await expect(note(page, 'Undone.')).toBeVisible();
  await expect(button(page, 'Undo this import')).toHaveCount(0);
  await page.getByRole('link', { name: 'See people' }).click();
  await expect(page.getByRole('link', { name: /Ada Driver/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Rosa Lindgren/ })).toHaveCount(0);
});

test('a department that is not there is asked about once', async ({ company: { ines }, open }) => {
  const at = `${uuid().slice(-8)}.example`;
  const [night, canteen, old] = ['Night shift', 'Canteen', 'Old building'].map((name) => `${name} ${uuid().slice(-4)}`);
  await ines.api.call(createDepartment, { department_id: uuid(), department_name: `Facilities ${at}` });
  const page = await open(ines, { path, ...NO_WORKER });
  await choose(page, 'shifts.csv', [
    'First name;Last name;E-mail;Department',
    `Rosa;Lindgren;rosa@${at};${night}`,
    `Leo;Castellane;leo@${at};${night}`,
    `Ade;Balogun;ade@${at};${canteen}`,
    `Ling;Zhao;ling@${at};${old}`,
  ]);
  await button(page, 'Look at every row').click();
  const questions = page.getByRole('region', { name: '3 departments in the file are not in Limelight' });
  await expect(rows(page)).toHaveCount(4);
  await expect(note(questions, '2 rows')).toBeVisible();
  await judge(page, 'import, departments, desktop');

  const what = (name = '') => questions.getByRole('combobox', { name: `What ${name} is` });
  await what(canteen).selectOption(`Use Facilities ${at}`);
  await expect(rows(page)).toHaveCount(3);
  await what(old).selectOption('Leave department as it is');
  await expect(rows(page)).toHaveCount(2);
  await what(night).selectOption('Create it');
  const kinds = page.getByRole('radiogroup', { name: 'Rows' });
  await expect(kinds).toHaveText(/4new people0will be changed0the same as now0need a fix/);
  await expect(questions).toContainText('New departments are made when the import runs.');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'import, departments, phone');

  // Taken back, and all at once.
  await what(canteen).selectOption('Skip these rows');
  await what(night).selectOption('Skip these rows');
  await expect(kinds).toHaveText(/3need a fix/);
  await button(questions, 'Create the other 2').click();
  await expect(kinds).toHaveText(/0need a fix/);
  await page.reload();
  await button(page, 'Look at every row').click();
  await expect(what(old)).toHaveValue('leave');
  await expect(what(canteen)).toHaveValue('create');
  await button(page, 'Import 4 people').click();
  await expect(note(page, '4 added.')).toBeVisible();
  await page.getByRole('link', { name: 'See people' }).click();
  await expect(page.getByRole('row', { name: /Ade Balogun/ })).toContainText(canteen as string);
});

test('people are known by their number, and who is not in the file is deactivated where it is ticked', async ({
  company: { ines, kwame },
  open,
  server,
  watch,
}) => {
  watch.allow(/status of 409/);
  const names = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana'];
  const addresses: string[] = [];
  for (const name of names) addresses.push(await colleague(ines, name));
  await server.sql(
    "UPDATE employee SET employee_account_status = 'ACTIVE', activated_at = now() WHERE work_email = ANY ($1)",
    [addresses],
  );
  const line = (address: string, number: string) => `${address};${number}`;
  const known = addresses.slice(0, -1).map((address, n) => line(address, `00${n}`));
  const page = await open(ines, { path, ...NO_WORKER });
  await choose(page, 'staff.csv', ['E-mail;Staff no.', line(ines.email, '0071'), ...known]);
  await expect(page.getByRole('combobox', { name: 'What Staff no. holds' })).toHaveValue('employee_number');
  await button(page, 'Look at every row').click();
  const box = page.getByRole('checkbox', { name: 'Deactivate people who are not in this file (2)' });
  await expect(box).not.toBeChecked();
  await button(page, 'See who they are').click();
  const absent = page.getByRole('list', { name: 'People who are not in this file' });
  await expect(absent.getByRole('listitem')).toHaveText([/^Hana Driver/, new RegExp(`^${kwame.name}`)]);
  await expect(button(page, 'Import 8 people')).toBeVisible();
  await box.check();
  await judge(page, 'import, missing, desktop');
  await page.setViewportSize({ width: 820, height: 1180 });
  await judge(page, 'import, missing, tablet');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'import, missing, phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await button(page, 'Import 8 people, deactivate 2').click();
  await expect(note(page, '8 changed, 2 deactivated.')).toBeVisible();
  await button(page, 'Who was not in the file').click();
  await expect(absent.getByRole('listitem')).toHaveText([/^Hana.*Deactivated$/, /^Kwame.*Deactivated$/]);
  await judge(page, 'import, deactivated, desktop');

  await page.goto(`/admin/people/${kwame.id}`);
  const number = page.getByRole('textbox', { name: 'Employee number' });
  await number.fill('0071');
  await button(page, 'Save changes').click();
  await expect(note(page, 'Somebody else has this employee number, here or among those who have left.')).toBeVisible();
  await number.fill('0072');
  await button(page, 'Save changes').click();
  await expect(note(page, 'Saved')).toBeVisible();
  await judge(page, 'employee, number, desktop');
  await page.setViewportSize({ width: 820, height: 1400 });
  await judge(page, 'employee, number, tablet');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'employee, number, phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin/people');
  await button(page, 'Columns').click();
  await page.getByRole('menu', { name: 'Columns' }).getByText('Employee number', { exact: true }).click();
  await expect(rows(page).filter({ hasText: kwame.name })).toContainText('0072');
  await judge(page, 'people, numbers, desktop');

  await page.goto(path);
  await page
    .getByRole('main')
    .getByRole('link', { name: /staff\.csv/ })
    .click();
  await button(page, 'Undo this import').click();
  const asks = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(asks).toContainText('and 2 people it deactivated are active again.');
  await button(asks, 'Undo import').click();
  await expect(note(page, 'Undone.')).toBeVisible();
  await button(page, 'Who was not in the file').click();
  await expect(absent.getByRole('listitem')).toHaveText([/^Hana.*Active again$/, /^Kwame.*Active again$/]);

  await button(page, 'New import').click();
  await choose(page, 'part.csv', ['E-mail;Staff no.', ...known.slice(0, 3)]);
  await button(page, 'Look at every row').click();
  await expect(page.getByRole('checkbox', { name: /^Deactivate people who are not in this file/ })).toBeDisabled();
  await expect(note(page, /^6 people are more than a fifth of your active people\./)).toBeVisible();
  await judge(page, 'import, too many missing, desktop');
});

test('on a phone; a file of unknown headings asks for its columns; and who may not', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 404/);
  const page = await open(ines, { path, ...PHONE, ...NO_WORKER });
  await judge(page, 'import, phone');
  const rest = Array.from({ length: 8 }, (_, n) => `Person ${n};p${n}-${uuid().slice(-6)}@people.example`);
  await choose(page, 'people.csv', ['Wer;Wo', ...rest, 'Nobody;nowhere']);
  await expect(note(page, /Limelight does not know which column holds the work e-mail/)).toBeVisible();
  await button(page, 'Look at every row').click();
  await expect(note(page, 'Say which column holds the work e-mail, or the employee number.')).toBeVisible();
  await page.getByRole('combobox', { name: 'What Wer holds' }).selectOption('Whole name');
  await page.getByRole('combobox', { name: 'What Wo holds' }).selectOption('Work e-mail');
  await judge(page, 'import, columns, phone');
  await button(page, 'Look at every row').click();
  await expect(page.getByRole('radio', { name: '8 new people' })).toBeVisible();
  await judge(page, 'import, rows, phone');
  await page.getByRole('switch', { name: 'Send invitations' }).check();
  await button(page, 'Import 8 people, skip 1').click();
  await expect(note(page, '8 added, 1 skipped.')).toBeVisible();
  await judge(page, 'import, done, phone');

  const his = await open(kwame, { path, ...NO_WORKER });
  await expect(note(his, 'Only people who may manage people can see and change this.')).toBeVisible();
  await page.goto('/admin/people/import?import_id=0190d3c8-7dec-71d0-a765-00a0c91e6bf6');
  await expect(note(page, 'This import is no longer there')).toBeVisible();
});

test('without a connection it says so, and goes on with one', async ({ company: { ines }, open, server }) => {
  const page = await open(ines, { path });
  await readyOffline(page);
  await choose(page, 'people.csv', ['Name,Email', `Pat Person,pat-${uuid().slice(-6)}@people.example`]);
  await button(page, 'Look at every row').click();
  await expect(button(page, 'Import 1 person')).toBeEnabled();
  await server.kill();
  await expect(button(page, 'Import 1 person')).toBeDisabled();
  await page.reload();
  await expect(note(page, 'Seeing the import needs a connection.')).toBeVisible();
  await judge(page, 'import, offline, desktop');
  await server.start();
  await button(page, 'Look at every row').click({ timeout: 30_000 });
  await expect(offlineBanner(page)).toHaveCount(0);
  await button(page, 'Import 1 person').click();
  await expect(note(page, '1 added.')).toBeVisible();
});
