// Admin → People: what is filtered, ordered and shown is kept under a name, on all devices; renamed, put anew, deleted and taken back.
import type { Locator, Page } from 'playwright/test';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { holdUndo } from './kit/chat.ts';
import { newColleague } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const path = '/admin/people';
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const views = (page: Page): Locator => page.getByRole('group', { name: 'Your views' });
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Find people' });
const choose = async (page: Page, view: string, item: string): Promise<void> => {
  await button(page, `Change ${view}`).click();
  await page
    .getByRole('menu', { name: `View ${view}` })
    .getByRole('menuitem', { name: item })
    .click();
};

test('a view is saved, found on another device, applied, changed, deleted and taken back', async ({
  company: { ines },
  open,
  server,
  watch,
}) => {
  watch.allow(/status of 409/);
  await newColleague(server, ines, 'Ada', 'Baker', 'Baker');
  const page = await open(ines, { path, ...NO_WORKER });
  await expect(button(page, 'Export')).toBeVisible();
  await expect(views(page)).toHaveCount(0);
  await search(page).fill('baker');
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
  await button(views(page), 'Save view').click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await button(dialog, 'Save view').click();
  await expect(dialog.getByText('This field is required', { exact: true })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Our bakers');
  await judge(page, 'people, admin, save view, desktop');
  await page.keyboard.press('Enter');
  await expect(button(views(page), 'Our bakers')).toHaveAttribute('aria-pressed', 'true');
  await expect(button(views(page), 'Save view')).toHaveCount(0);
  await judge(page, 'people, admin, views, desktop');

  const phone = await open(ines, { path, ...PHONE, ...NO_WORKER });
  await expect(phone.getByText('3 people', { exact: true })).toBeVisible();
  await button(views(phone), 'Our bakers').click();
  await expect(search(phone)).toHaveValue('baker');
  await expect(phone.getByText('1 person found', { exact: true })).toBeVisible();
  await expect(phone).toHaveURL(/sort=status/);
  await judge(phone, 'people, admin, views, phone');

  await search(page).fill('nobody at all');
  await button(page, 'Show everybody').click();
  await expect(search(page)).toHaveValue('');
  await expect(page.getByText('3 people', { exact: true })).toBeVisible();
  await search(page).fill('kwame');
  await expect(page.getByText('1 person found', { exact: true })).toBeVisible();
  await button(views(page), 'Save view').click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('OUR BAKERS');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('You have a view with this name already.', { exact: true })).toBeVisible();
  await button(dialog, 'Cancel').click();
  await choose(page, 'Our bakers', 'Save what is shown now');
  await expect(button(views(page), 'Our bakers')).toHaveAttribute('aria-pressed', 'true');
  await choose(page, 'Our bakers', 'Rename');
  await page.getByRole('dialog', { name: 'Rename view' }).getByRole('textbox', { name: 'Name' }).fill('Kwame');
  await page.keyboard.press('Enter');
  await expect(button(views(page), 'Kwame')).toBeVisible();
  await choose(page, 'Kwame', 'Delete');
  await holdUndo(page);
  await expect(button(views(page), 'Kwame')).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(button(views(page), 'Kwame')).toHaveAttribute('aria-pressed', 'true');
});
