// Admin → Company settings: the rules that hold for everybody, changed, refused, seen by another administrator, and without a connection.
import type { Page } from 'playwright/test';
import { get } from '#contract/company.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { expect, test } from './kit/test.ts';

const path = '/admin/company';
const rules = (page: Page) => page.getByRole('region', { name: 'Time, passwords, spaces, messages and accounts' });
const select = (page: Page, name: string) => rules(page).getByRole('combobox', { name, exact: true });
const number = (page: Page, name: string) => rules(page).getByRole('spinbutton', { name, exact: true });
const day = (page: Page, name: string) => rules(page).getByRole('checkbox', { name, exact: true });
const button = (page: Page, name: string) => rules(page).getByRole('button', { name, exact: true });
/** Radios and boxes of this kind lie under what is seen of them. */
const choice = (page: Page, text: string) => rules(page).getByText(text, { exact: true });

for (const [name, device] of [
  ['desktop', {}],
  ['phone', PHONE],
] as const)
  test(`every rule is changed and holds, ${name}`, async ({ company: { ines }, open }) => {
    const page = await open(ines, { path, ...device, ...NO_WORKER });
    const other = await open(ines, { path, ...NO_WORKER });
    await select(page, 'Time zone').selectOption('Asia/Tokyo');
    await choice(page, 'Saturday').click();
    await expect(day(page, 'Saturday')).toBeChecked();
    await number(page, 'Shortest password').fill('12');
    await choice(page, 'Only permitted people').click();
    await select(page, 'Currency').selectOption('CHF');
    await number(page, 'Worth of one point').fill('0.25');
    await select(page, 'Keep messages').selectOption('365');
    await expect(page.getByText(/Every message older than 1 year is removed for everybody/)).toBeVisible();
    await expect(select(page, 'Remove deactivated accounts')).toHaveValue('90');
    await select(page, 'Remove deactivated accounts').selectOption({ label: 'After 180 days' });
    await expect(page.getByText(/^Accounts that have been deactivated for 180 days are removed/)).toBeVisible();
    await judge(page, `company rules, changed, ${name}`);
    // Another window shows what is saved, and keeps what is being changed there.
    await number(other, 'Shortest password').fill('9');
    await button(page, 'Save').click();
    await expect(page.getByText('The settings are saved.')).toBeVisible();
    await expect(button(page, 'Save')).toBeDisabled();
    await expect(select(other, 'Time zone')).toHaveValue('Asia/Tokyo');
    await expect(select(other, 'Keep messages')).toHaveValue('365');
    await expect(select(other, 'Remove deactivated accounts')).toHaveValue('180');
    await expect(number(other, 'Shortest password')).toHaveValue('9');
    await button(other, 'Discard').click();
    await expect(number(other, 'Shortest password')).toHaveValue('12');
    const { settings } = await ines.api.call(get, {});
    expect(settings).toMatchObject({
      time_zone: 'Asia/Tokyo',
      work_week: [0, 1, 2, 3, 4, 5],
      password_min_length: 12,
      space_creation: 'permitted',
      retention_days: 365,
      deactivated_days: 180,
      currency: 'CHF',
      point_unit_value: 0.25,
    });
  });

test('what would be refused is said beside it and not sent', async ({ company: { ines }, open }) => {
  const page = await open(ines, { path, ...NO_WORKER });
  await number(page, 'Shortest password').fill('3');
  await expect(page.getByText('A number from 6 to 64.')).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();
  for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) await choice(page, name).click();
  await expect(page.getByText('At least one day.')).toBeVisible();
  await judge(page, 'company rules, refused, desktop');
  await button(page, 'Discard').click();
  await expect(number(page, 'Shortest password')).toHaveValue('8');
  await expect(day(page, 'Monday')).toBeChecked();
  await expect(page.getByText('At least one day.')).toHaveCount(0);
});

test('without a connection they are read and not changed', async ({ company: { ines }, open, server }) => {
  const page = await open(ines, { path });
  await readyOffline(page);
  await expect(select(page, 'Keep messages')).toHaveValue('');
  await server.kill();
  await page.reload();
  await expect(number(page, 'Shortest password')).toHaveValue('8');
  await expect(choice(page, 'Changing it needs a connection.')).toBeVisible();
  await number(page, 'Shortest password').fill('10');
  await expect(button(page, 'Save')).toBeDisabled();
  await judge(page, 'company rules, offline, desktop');
});
