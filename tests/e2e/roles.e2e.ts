// Admin → Roles: what a role allows counts at once for who has it; what is refused; and how it looks.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createRole, deleteRole } from '#contract/people/roles.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { holdUndo, offlineBanner } from './kit/chat.ts';
import type { Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const path = '/admin/roles';
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page, name: string | RegExp): Locator => page.getByRole('main').getByRole('link', { name });
const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name });
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const people = (page: Page): Locator => page.getByRole('region', { name: 'People' });
const note = (page: Page, text: string): Locator => page.getByText(text, { exact: true });

const define = async (by: Person, role_name: string, permissions: string[]): Promise<string> => {
  const role_id = uuid();
  await by.api.call(createRole, { role_id, role_name, permissions });
  return role_id;
};

test('a role is made, given, changed and deleted; who has it sees at once what it allows', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 409/);
  const [hers, his] = [await open(ines, { path, ...NO_WORKER }), await open(kwame, { path: '/people', ...NO_WORKER })];
  await expect(note(hers, 'None yet. Make one when the five above do not fit.')).toBeVisible();
  await expect(row(hers, /^Owner/)).toContainText('1 person');
  await judge(hers, 'roles, desktop');
  await expect(heading(his, 'People')).toBeVisible();
  await expect(button(his, 'Add a person')).toHaveCount(0);

  await row(hers, 'New role').click();
  await expect(heading(hers, 'New role')).toBeFocused();
  await button(hers, 'Create role').click();
  await expect(hers.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(note(hers, 'This field is required')).toBeVisible();
  await hers.keyboard.type('communicator');
  await hers.keyboard.press('Enter');
  await expect(note(hers, 'There is a role with this name already.')).toBeVisible();
  await judge(hers, 'new role, refused, desktop');
  await hers.getByRole('textbox', { name: 'Name' }).fill('Front desk');
  await hers.keyboard.press('Tab');
  await expect(box(hers, 'Manage people')).toBeFocused();
  await hers.keyboard.press('Space');
  await hers.keyboard.press('Enter');
  await expect(heading(hers, 'Front desk')).toBeVisible();
  await expect(button(hers, 'Save')).toBeDisabled();

  await button(people(hers), 'Add people').click();
  const dialog = hers.getByRole('dialog', { name: 'Give Front desk to people' });
  await expect(dialog.getByRole('combobox', { name: 'Colleagues' })).toBeFocused();
  await hers.keyboard.type('kwa');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await hers.keyboard.press('Enter');
  await judge(hers, 'role, giving, desktop');
  await button(dialog, 'Add 1 person').click();
  await expect(people(hers).getByRole('listitem')).toHaveText(new RegExp(kwame.name));
  await expect(button(his, 'Add a person')).toBeVisible();
  await judge(hers, 'role, desktop');

  await box(hers, 'Manage people').uncheck();
  await box(hers, 'Create spaces').check();
  await expect(note(hers, '2 unsaved changes')).toBeVisible();
  await button(hers, 'Save').click();
  await expect(button(his, 'Add a person')).toHaveCount(0);
  await expect(button(hers, 'Save')).toBeDisabled();

  await button(people(hers), `Take the role from ${kwame.name}`).click();
  await holdUndo(hers);
  await expect(people(hers).getByRole('listitem')).toHaveCount(0);
  await expect(people(hers).getByRole('heading', { name: 'People' })).toBeFocused();
  await hers.getByRole('button', { name: 'Undo' }).click();
  await expect(people(hers).getByRole('listitem')).toHaveCount(1);

  await button(hers, 'Delete role').click();
  const asks = hers.getByRole('dialog', { name: 'Delete Front desk?' });
  await expect(asks).toContainText('1 person loses what it allows immediately.');
  await button(asks, 'Delete role').click();
  await expect(note(hers, 'Front desk is deleted.')).toBeVisible();
  await expect(heading(hers, 'Roles')).toBeFocused();
  await expect(row(hers, /^Front desk/)).toHaveCount(0);
});

test('those made with the company are copied, and the last owner stays; on a phone', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 40[39]/);
  const page = await open(ines, { path, ...PHONE, ...NO_WORKER });
  await row(page, /^Communicator/).click();
  await expect(note(page, 'Made with the company. What it allows cannot be changed.')).toBeVisible();
  await expect(box(page, 'Manage campaigns')).toBeChecked();
  await expect(box(page, 'Manage campaigns')).toBeDisabled();
  await expect(note(page, 'Nobody has it yet.')).toBeVisible();
  await judge(page, 'role, built in, phone');
  await page.getByRole('link', { name: 'Make a copy' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Copy of Communicator');
  await expect(box(page, 'Manage campaigns')).toBeChecked();
  await expect(box(page, 'Manage people')).not.toBeChecked();
  await button(page, 'Create role').click();
  await expect(heading(page, 'Copy of Communicator')).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();
  await judge(page, 'role, copied, phone');

  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await judge(page, 'roles, phone');
  await row(page, /^Owner/).click();
  await button(people(page), `Take the role from ${ines.name}`).click();
  await expect(note(page, 'A company needs an owner: make somebody else an owner first.')).toBeVisible();
  await expect(people(page).getByRole('listitem')).toHaveCount(1);

  await page.getByRole('link', { name: ines.name }).click();
  await expect(page.getByRole('link', { name: 'Owner', exact: true })).toBeVisible();
  // Who manages no roles is not shown the way, and told so at the address.
  const his = await open(kwame, { path, ...NO_WORKER });
  await expect(note(his, 'Only people who may manage roles can see and change what each role allows.')).toBeVisible();
  await expect(his.getByRole('navigation', { name: 'Main' }).getByRole('link')).not.toHaveCount(0);
  await expect(his.getByRole('navigation').getByRole('link', { name: /^(Admin|Roles)$/ })).toHaveCount(0);
});

test('without a connection the roles are shown as they were, and one that is gone says so', async ({
  company: { ines },
  open,
  server,
}) => {
  const role_id = await define(ines, 'Night shift', ['people.manage', 'clockin.manage']);
  const page = await open(ines, { path: `${path}/${role_id}` });
  await readyOffline(page);
  await expect(box(page, 'Manage clock-in')).toBeChecked();
  await expect(note(page, 'Nobody has it yet.')).toBeVisible();
  await server.kill();
  await expect(note(page, 'Changing it needs a connection.')).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();
  await expect(button(page, 'Delete role')).toBeDisabled();
  await expect(button(people(page), 'Add people')).toBeDisabled();
  await page.reload();
  await expect(box(page, 'Manage clock-in')).toBeChecked();
  await expect(note(page, 'Seeing who has it needs a connection.')).toBeVisible();
  await judge(page, 'role, offline, desktop');
  await server.start();
  await expect(note(page, 'Nobody has it yet.')).toBeVisible({ timeout: 30_000 });
  await expect(offlineBanner(page)).toHaveCount(0);
  await ines.api.call(deleteRole, { role_id });
  await expect(note(page, 'This role does not exist any more.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'See all roles' }).click();
  await expect(row(page, /^Employee/)).toBeVisible();
  await expect(row(page, /^Night shift/)).toHaveCount(0);
});
