// Somebody's page in Admin → People while others change the same person, and while saving, counting and inviting fail.
import type { Locator, Page, Route } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createGroup, deleteGroup } from '#contract/people/groups.ts';
import { createRole, updateRoleMembers } from '#contract/people/roles.ts';
import { create, meta, setStatus, update } from '#contract/people.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { holdUndo } from './kit/chat.ts';
import { expect, test } from './kit/test.ts';

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true });
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const radio = (page: Page, name: string): Locator => page.getByRole('radio', { name: new RegExp(`^${name} `) });
const unsaved = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) });
const saved = (page: Page): Locator => page.getByText('Saved', { exact: true });
const unavailable = (route: Route) =>
  route.fulfill({ status: 503, json: { status: 'error', error_code: 'SERVICE_UNAVAILABLE', message: 'Later' } });

test('roles, groups and fields that a colleague changes meanwhile stay as they made them', async ({
  company: { ines, kwame },
  open,
}) => {
  const { id: employee_id } = kwame;
  const [aiders, drivers, choir, guides] = [uuid(), uuid(), uuid(), uuid()];
  for (const [group_id, group_name] of [
    [aiders, 'First aiders'],
    [drivers, 'Drivers'],
    [choir, 'Choir'],
  ] as const)
    await ines.api.call(createGroup, { group_id, group_name });
  await ines.api.call(createRole, { role_id: guides, role_name: 'Guides', permissions: [] });
  await ines.api.call(update, { employee_id, skills: ['lifts'] });
  const page = await open(ines, { path: `/admin/people/${employee_id}`, ...NO_WORKER });
  await box(page, 'First aiders').check();
  await box(page, 'Choir').check();
  await box(page, 'Admin').check();
  const skill = field(page, 'Skills');
  await skill.fill('maps');
  await skill.press('Enter');
  // Put back, it is no change.
  const position = await field(page, 'Position').inputValue();
  await field(page, 'Position').fill('Planner');
  await field(page, 'Position').fill(position);
  await expect(unsaved(page, '3 unsaved changes')).toHaveCount(1);

  await ines.api.call(update, { employee_id, group_ids: [drivers], position_title: 'Driver', skills: ['ropes'] });
  await ines.api.call(updateRoleMembers, { role_id: guides, add: [employee_id] });
  await ines.api.call(deleteGroup, { group_id: choir });
  await expect(box(page, 'Drivers')).toBeChecked();
  await expect(box(page, 'Guides')).toBeChecked();
  await expect(box(page, 'Choir')).toHaveCount(0);
  await expect(field(page, 'Position')).toHaveValue('Driver');
  await expect(unsaved(page, '3 unsaved changes')).toHaveCount(1);
  // Nobody is told of it: it is read when it is sent.
  await ines.api.call(update, { employee_id, skills: ['ropes', 'trucks'] });
  await button(page, 'Save changes').click();
  await expect(saved(page)).toBeVisible();
  const now = await ines.api.call(meta, { employee_id, select: ['group_ids', 'role_ids', 'skills', 'position_title'] });
  expect(now.group_ids?.toSorted()).toEqual([aiders, drivers].toSorted());
  expect(now.role_ids).toContain(guides);
  expect(now).toMatchObject({ skills: ['ropes', 'trucks', 'maps'], position_title: 'Driver' });
  await expect(box(page, 'Admin')).toBeChecked();
});

test('what the server finds wrong stays until it is changed, and a discard taken back overwrites nothing', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 409/);
  const page = await open(ines, { path: '/admin/people', ...NO_WORKER });
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible();
  const groups = page.url();
  await page.locator('a[href="/admin/people"]').first().click();
  await page.getByRole('link', { name: new RegExp(kwame.name) }).click();
  const address = field(page, 'Work e-mail');
  const right = await address.inputValue();
  await address.fill(ines.email);
  await button(page, 'Save changes').click();
  const taken = page.getByText('Somebody in your company has this address already.');
  await expect(taken).toBeVisible();
  await address.focus();
  await address.blur();
  await expect(taken).toBeVisible();
  await address.fill(right);
  await expect(taken).toHaveCount(0);
  await expect(button(page, 'Save changes')).toHaveCount(0);

  await field(page, 'Position').fill('Planner');
  await field(page, 'Location').fill('Mill Lane');
  await button(page, 'Discard').click();
  await holdUndo(page);
  await field(page, 'Position').fill('Dispatcher');
  await button(page, 'Undo').click();
  await expect(field(page, 'Location')).toHaveValue('Mill Lane');
  await expect(field(page, 'Position')).toHaveValue('Dispatcher');

  // Back pressed twice is one question, and who stays is on the page that the address says.
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const here = page.url();
  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(groups);
  await button(question, 'Stay').click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(here);
  await expect(field(page, 'Position')).toHaveValue('Dispatcher');
  await page.evaluate(() => history.back());
  await button(question, 'Leave').click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
});

test('a status chosen while one is saved stays chosen, and an error is there until it is read', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 503/);
  const { id: employee_id } = kwame;
  const page = await open(ines, { path: `/admin/people/${employee_id}`, ...NO_WORKER });
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/account-status\/update/, async (route) => {
    await held;
    await route.continue();
  });
  await radio(page, 'Inactive').check();
  await button(page, 'Save changes').click();
  await radio(page, 'Suspended').check();
  go();
  await expect(saved(page)).toBeVisible();
  await expect(page.locator('.ll-employee-top')).toContainText('Inactive');
  await expect(radio(page, 'Suspended')).toBeChecked();
  await expect(unsaved(page, '1 unsaved change')).toHaveCount(1);
  await page.unroute(/account-status\/update/);

  // A colleague is quicker, and nothing is left to save.
  await page.route(/account-status\/update/, async (route) => {
    await ines.api.call(setStatus, { employee_id, status: 'ACTIVE' });
    await unavailable(route);
  });
  await button(page, 'Save changes').click();
  await expect(radio(page, 'Active')).toBeChecked();
  await expect(page.getByText('This account was changed meanwhile')).toBeVisible();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(button(page, 'Save changes')).toBeDisabled();
  await judge(page, 'employee, not saved and overtaken, desktop');
  // Nor does it come back with what they do next.
  await ines.api.call(setStatus, { employee_id, status: 'INACTIVE' });
  await expect(radio(page, 'Inactive')).toBeChecked();
  await button(page, 'Dismiss').click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(button(page, 'Save changes')).toHaveCount(0);
});

test('who cannot be counted is signed out all the same, and an invitation that fails is told of', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of (400|503)/);
  const page = await open(ines, { path: '/people', ...NO_WORKER });
  await page.route(/session\/count/, unavailable);
  await page.goto(`/admin/people/${kwame.id}`);
  await button(page, 'Sign out of all devices').click();
  const question = page.getByRole('dialog', { name: 'Sign Kwame out of all devices?' });
  await button(question, 'Sign out').click();
  await expect(page.getByText('Kwame is signed out everywhere.', { exact: true })).toBeVisible();

  const employee_id = uuid();
  const work_email_id = `${employee_id}@people.example`;
  await ines.api.call(create, { employee_id, first_name: 'Ada', last_name: 'Driver', work_email_id });
  await ines.api.call(setStatus, { employee_id, status: 'INACTIVE' });
  await page.goto(`/admin/people/${employee_id}`);
  await page.setViewportSize(PHONE.viewport);
  await page.route(/invit/, unavailable);
  await radio(page, 'Active').check();
  await button(page, 'Save changes').click();
  await expect(page.getByText('a new one may not have been sent: send it again.')).toBeVisible();
  await judge(page, 'employee, invitation not sent, phone');
  await expect(radio(page, 'Invited')).toBeChecked();
  await expect(button(page, 'Send the invitation again')).toBeVisible();
});

test('who came while the page was away is nobody’s former employee until that is known', async ({
  company: { ines },
  open,
}) => {
  const page = await open(ines, { path: '/people', ...NO_WORKER });
  await expect(page.getByText('Kwame', { exact: false }).first()).toBeVisible();
  await page.goto('about:blank');
  const employee_id = uuid();
  await ines.api.call(create, {
    employee_id,
    first_name: 'Ada',
    last_name: 'Driver',
    work_email_id: `${employee_id}@people.example`,
  });
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/sync/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/admin/people/${employee_id}`);
  await expect(page.getByRole('heading', { name: 'Person', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'People' }).first()).toBeVisible();
  held.resolve();
  await expect(field(page, 'First name')).toHaveValue('Ada');
});
