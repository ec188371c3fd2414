// Managing people reaches as far as one's own permissions: what the server would refuse somebody is not offered to them.
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createRole, listRoles, updateRoleMembers } from '#contract/people/roles.ts';
import { create, meta, remove, setStatus } from '#contract/people.ts';
import { waitForMail } from '#tests/kit/mails.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE } from './kit/browser.ts';
import { newColleague } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const account = (page: Page) => page.getByRole('button', { name: 'Account', exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('who manages people, but no roles, is offered nothing against an owner', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const ada = await newColleague(server, ines, 'Ada', 'Lovelace');
  const role_id = uuid();
  await ines.api.call(createRole, { role_id, role_name: 'Helpers', permissions: ['people.manage'] });
  await ines.api.call(updateRoleMembers, { role_id, add: [kwame.id] });

  const page = await open(kwame, { path: `/admin/people/${ada.id}`, ...NO_WORKER });
  for (const name of ['Reset two-step sign-in', 'Export their data', 'Remove Ada'])
    await expect(button(page, name)).toBeVisible();
  await expect(field(page, 'Work e-mail')).toBeEnabled();
  await expect(page.getByRole('radio')).toHaveCount(3);
  await field(page, 'Phone').fill('call me');
  await button(page, 'Save changes').click();
  await expect(page.getByText('Invalid phone number')).toBeVisible();

  await page.goto(`/admin/people/${ines.id}`);
  await expect(field(page, 'Position')).toBeEnabled();
  await expect(field(page, 'Work e-mail')).toBeDisabled();
  await expect(page.getByText('Only somebody who may do as much')).toBeVisible();
  // They come with the roles, as the hint above has gone for Ada.
  await expect(button(page, /^Reset two-step|^Export their|^Remove/)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: 'Account' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await judge(page, 'a person beyond one’s reach, desktop');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'a person beyond one’s reach, phone');
  await page.setViewportSize(DESKTOP.viewport);

  await page.goto(`/profile/${ada.id}`);
  await account(page).click();
  for (const name of ['Edit', 'Deactivate', 'Remove'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  await page.goto(`/profile/${ines.id}`);
  await account(page).click();
  await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem')).toHaveCount(1);
});

test('who could do more is brought back and erased by nobody who may do less', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const [ada, ben] = [
    await newColleague(server, ines, 'Ada', 'Lovelace'),
    await newColleague(server, ines, 'Ben', 'Baker'),
  ];
  const admin = (await ines.api.call(listRoles, {})).items.find(({ built_in }) => built_in === 'admin');
  await ines.api.call(updateRoleMembers, { role_id: admin?.role_id ?? '', add: [ada.id] });
  const role_id = uuid();
  await ines.api.call(createRole, { role_id, role_name: 'Helpers', permissions: ['people.manage'] });
  await ines.api.call(updateRoleMembers, { role_id, add: [kwame.id] });
  for (const { id } of [ada, ben]) await ines.api.call(remove, { employee_id: id });

  const page = await open(kwame, { path: '/admin/people?statuses=["DELETED"]', ...NO_WORKER });
  // The row leads there, and offers nothing that a removed account cannot have.
  await button(page, 'Actions for Ben Baker').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Open']);
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await expect(button(page, 'Restore Ben')).toBeVisible();
  await expect(button(page, 'Erase now')).toBeVisible();
  await page.goto(`/admin/people/${ada.id}`);
  await expect(page.getByText('They could do what you may not')).toBeVisible();
  await expect(button(page, /^Restore|^Erase/)).toHaveCount(0);
  await judge(page, 'somebody who has left beyond one’s reach, desktop');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'somebody who has left beyond one’s reach, phone');
});

test('an administrator sees who owns the company, and can make nobody an owner', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const ada = await newColleague(server, ines, 'Ada', 'Lovelace');
  const owner = await open(ines, { path: `/admin/people/${kwame.id}`, ...NO_WORKER });
  await owner.getByRole('checkbox', { name: 'Admin', exact: true }).check();
  await button(owner, 'Save changes').click();
  await expect(owner.getByText('Saved', { exact: true })).toBeVisible();
  const page = await open(kwame, { path: `/admin/people/${ines.id}`, ...NO_WORKER });
  const box = page.getByRole('checkbox', { name: 'Owner', exact: true });
  await expect(box).toBeChecked();
  await expect(box).toBeDisabled();
  await page.goto(`/admin/people/${ada.id}`);
  await expect(page.getByRole('checkbox', { name: 'Admin', exact: true })).toBeEnabled();
  await expect(box).toHaveCount(0);
});

test('somebody who never accepted the invitation is invited again, from their profile, too', async ({
  company: { ines },
  open,
  server,
  watch,
}) => {
  // That they are not active is what the server says first.
  watch.allow(/400/);
  const employee_id = uuid();
  const work_email_id = `${employee_id}@example.com`;
  await ines.api.call(create, { employee_id, first_name: 'Ada', last_name: 'Lovelace', work_email_id });
  await ines.api.call(setStatus, { employee_id, status: 'INACTIVE' });
  const page = await open(ines, { path: `/profile/${employee_id}`, ...NO_WORKER });
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await expect(page.getByText('Ada Lovelace never accepted the invitation')).toBeVisible();
  // The second: one came when the account was made.
  await waitForMail(server.dataDir, work_email_id, 2);
  expect(await ines.api.call(meta, { employee_id, select: ['employee_account_status'] })).toMatchObject({
    employee_account_status: 'INVITED',
  });
});
