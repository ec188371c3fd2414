// Admin → Departments and Groups: a tree that is built and taken apart, a group that keeps itself current; and how they look.
import type { Locator, Page } from 'playwright/test';
import { update } from '#contract/people.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { expect, test } from './kit/test.ts';

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const note = (page: Page, text: string): Locator => page.getByText(text, { exact: true });
const make = async (page: Page, department: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'New department' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(department);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, `Change ${department}`)).toBeVisible();
};
const pick = async (page: Page, department: string, item: string): Promise<void> => {
  await button(page, `Change ${department}`).press('Enter');
  await page.getByRole('menuitem', { name: item }).click();
};

test('departments are made below one another, moved and dissolved', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 409/);
  const page = await open(ines, { path: '/admin/departments', ...NO_WORKER });
  await expect(note(page, 'No departments yet')).toBeVisible();
  await judge(page, 'departments, empty, desktop');
  await button(page, 'New department').click();
  await make(page, 'Trade');
  await pick(page, 'Trade', 'New department below');
  await make(page, 'Shops');
  await button(page, 'New department').click();
  await make(page, 'Office');
  await judge(page, 'departments, desktop');

  await pick(page, 'Shops', 'Rename or move');
  const form = page.getByRole('dialog', { name: 'Shops' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Office');
  await form.getByRole('combobox', { name: 'Stands below' }).selectOption({ label: 'Nothing: at the top' });
  await button(form, 'Save').click();
  await expect(note(page, 'There is a department with this name in the same place already.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Stores');
  await form.getByRole('combobox', { name: 'Stands below' }).selectOption({ label: 'Office' });
  await button(form, 'Save').click();
  await expect(form).toHaveCount(0);

  // What others change is seen at once.
  const departments = await ines.api.call((await import('#contract/people/departments.ts')).listDepartments, {});
  const stores = departments.items.find((one) => one.department_name === 'Stores');
  await ines.api.call(update, { employee_id: kwame.id, department_id: stores?.department_id ?? null });
  await expect(page.getByRole('listitem').filter({ hasText: 'Office' }).first()).toContainText('1 person');

  await pick(page, 'Office', 'Delete');
  const asks = page.getByRole('dialog', { name: 'Delete Office?' });
  await expect(asks).toContainText('In it: 1 department.');
  await asks.getByRole('combobox', { name: 'They go to' }).selectOption({ label: 'Trade' });
  await button(asks, 'Delete department').click();
  await expect(button(page, 'Change Office')).toHaveCount(0);
  await button(page, 'Departments in Trade').press('Enter');
  await expect(button(page, 'Change Stores')).toHaveCount(0);
});

test('a group by criteria counts who fits while it is written, and follows; on a phone', async ({
  company: { ines, kwame },
  open,
}) => {
  await ines.api.call(update, { employee_id: kwame.id, location: 'Mill Lane' });
  const page = await open(ines, { path: '/admin/groups', ...PHONE, ...NO_WORKER });
  await expect(note(page, 'No groups yet')).toBeVisible();
  await page.getByRole('link', { name: 'New group' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Millers');
  await page.getByRole('radio', { name: /By criteria/ }).check();
  await page.getByRole('combobox', { name: 'Criterion 1', exact: true }).selectOption({ label: 'Location' });
  await page.getByRole('combobox', { name: 'Criterion 1, comparison' }).selectOption({ label: 'contains' });
  await page.getByRole('textbox', { name: 'Criterion 1, value' }).fill('mill');
  await expect(page.getByRole('status').filter({ hasText: '1 person fits now' })).toContainText(kwame.name);
  await judge(page, 'new group, phone');
  await button(page, 'Create group').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Millers' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'In it: 1 person' })).toBeVisible();
  await ines.api.call(update, { employee_id: ines.id, location: 'Old mill' });
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await expect(page.getByRole('link', { name: /Millers/ })).toContainText('2 people');
  await judge(page, 'groups, phone');
});
