// Admin → People: found, filtered, selected with shift and changed at once; one person's page; and how it looks.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as people from '#contract/people.ts';
import { waitForMail } from '#tests/kit/mails.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { holdUndo } from './kit/chat.ts';
import { image } from './kit/files.ts';
import { expect, test } from './kit/test.ts';
import { box, button, choose, fill, path, rows, SIZES } from './managed-people.fixture.ts';

/** On somebody's page: what is not saved is counted, kept from being lost by a slip, and taken back; it stands there at the end. */
async function writesNotSaved(page: Page): Promise<void> {
  const position = page.getByRole('textbox', { name: 'Position' });
  const address = page.getByRole('textbox', { name: 'Work e-mail' });
  const unsaved = (text: string): Locator => page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) });
  const right = await address.inputValue();
  await position.fill('Planner');
  await page.getByRole('checkbox', { name: 'First aiders' }).check();
  await expect(unsaved('2 unsaved changes')).toHaveCount(1);
  await address.fill('ben@people');
  await address.blur();
  await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible();
  await expect(unsaved('3 unsaved changes, 1 field to fix')).toHaveCount(1);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await judge(page, `employee, ${size}`);
  }
  await button(page, 'Save changes').click();
  await expect(address).toBeFocused();

  // By a link and by the way back alike.
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'See profile' }).click();
  await expect(question).toContainText('3 unsaved changes to Ben Driver would be lost.');
  await judge(page, 'employee, leaving unsaved, desktop');
  await button(question, 'Stay').click();
  await page.goBack();
  await button(question, 'Stay').click();
  await expect(question).toHaveCount(0);
  await expect(position).toHaveValue('Planner');

  await button(page, 'Discard').click();
  await holdUndo(page);
  await expect(position).toHaveValue('Driver');
  await expect(address).toHaveValue(right);
  await expect(page.getByText('Invalid email address')).toHaveCount(0);
  // What was pressed is gone: the keyboard goes on at the fields.
  await expect(page.getByRole('form', { name: 'Edit Ben Driver' })).toBeFocused();
  await button(page, 'Undo').click();
  await address.fill(right);
  await expect(unsaved('2 unsaved changes')).toHaveCount(1);
}

test('people are found, selected with shift, and changed at once', async ({ company: { ines }, open }) => {
  await fill(ines);
  const page = await open(ines, { path, ...NO_WORKER });
  const ada = rows(page).filter({ hasText: 'Ada Driver' });
  await expect(ada).toContainText(/Invited.*No open invitation/s);
  await page.getByRole('searchbox', { name: 'Find people' }).fill('driver');
  await expect(page.getByText('4 people found', { exact: true })).toBeVisible();
  await judge(page, 'people, admin, desktop');

  await box(page, 'Ada Driver').check();
  await box(page, 'Cleo Driver').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected people' });
  await expect(bar).toContainText('3 selected');
  await judge(page, 'people, admin, selected, desktop');
  await choose(page, 'Set department', 'Logistics');
  await expect(page.getByText('3 people moved to Logistics.', { exact: true })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Logistics' })).toHaveCount(3);
  await box(page, 'Ada Driver').check();
  await choose(page, 'Set status', 'Active');
  await expect(page.getByText('1 person invited again: they have never accepted.', { exact: true })).toBeVisible();
  await expect(ada).toContainText(/Sent (just now|\d mins ago)/);

  await choose(page, 'Last seen', 'Not seen in 30 days', 'Filter by last seen');
  await expect(page.getByText('4 people found', { exact: true })).toBeVisible();
  await choose(page, 'Last seen', 'Seen this year', 'Filter by last seen: Not seen in 30 days');
  await expect(page.getByText('Nobody fits', { exact: false })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find people' }).fill('');
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/seen=year/);
  await judge(page, 'people, admin, last seen, desktop');
  await button(page, 'Clear last seen').click();
  await page.getByRole('searchbox', { name: 'Find people' }).fill('driver');
  await expect(page.getByText('4 people found', { exact: true })).toBeVisible();

  await choose(page, 'Department', 'Logistics', 'Filter by department');
  await expect(page.getByText('3 people found', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/departments=/);
  await button(page, 'Name').click();
  await expect(rows(page).first()).toContainText('Cleo Driver');
  await page.reload();
  await expect(rows(page).first()).toContainText('Cleo Driver');
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole('link', { name: /Ben Driver/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Driver' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveValue(/.+/);
  await writesNotSaved(page);
  await button(page, 'Save changes').click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(button(page, 'Save changes')).toHaveCount(0);
  await page.goBack();
  await expect(rows(page).filter({ hasText: 'Ben Driver' })).toContainText('Planner');
});

test('each row has a menu of what may be done with the person', async ({ company: { ines, kwame }, open }) => {
  await fill(ines);
  const page = await open(ines, { path, ...NO_WORKER });
  const menuOf = async (name: string): Promise<Locator> => {
    await button(page, `Actions for ${name}`).click();
    const menu = page.getByRole('menu', { name: `Actions for ${name}` });
    await expect(menu.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    return menu;
  };
  const mine = await menuOf(ines.name);
  // Nobody switches themselves off by a slip, or writes to themselves from here.
  await expect(mine.getByRole('menuitem', { name: /Suspend|Message/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const his = rows(page).filter({ hasText: kwame.name });
  await (await menuOf(kwame.name)).getByRole('menuitem', { name: 'Suspend' }).click();
  await holdUndo(page);
  await expect(his).toContainText('Suspended');
  await button(page, 'Undo').click();
  await expect(his).toContainText('Active');
  await (await menuOf(kwame.name)).getByRole('menuitem', { name: 'Suspend' }).click();
  await expect(his).toContainText('Suspended');
  await (await menuOf(kwame.name)).getByRole('menuitem', { name: 'Activate' }).click();
  await expect(his).toContainText('Active');
  await menuOf(kwame.name);
  await judge(page, 'people, admin, row menu, desktop');
  await page.getByRole('menuitem', { name: 'People manager' }).click();
  await expect(his).toContainText('People manager');
  await (await menuOf(kwame.name)).getByRole('menuitem', { name: 'Message' }).click();
  await expect(page).toHaveURL(new RegExp(`/connect/employee/${kwame.id}`));
  // Who manages people but no roles is not offered what would be refused.
  const theirs = await open(kwame, { path, ...NO_WORKER });
  await button(theirs, `Actions for ${ines.name}`).click();
  const menu = theirs.getByRole('menu', { name: `Actions for ${ines.name}` });
  await expect(menu.getByRole('menuitem', { name: 'Message' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: /Suspend|Employee/ })).toHaveCount(0);
});

test('on a phone each person is a card', async ({ company: { ines, kwame }, open }) => {
  await fill(ines);
  const page = await open(ines, { path, ...PHONE, ...NO_WORKER });
  await expect(rows(page).filter({ hasText: 'Ada Driver' })).toContainText('Invited');
  await box(page, 'Ada Driver').check();
  await expect(page.getByRole('region', { name: 'Selected people' })).toContainText('1 selected');
  await judge(page, 'people, admin, phone');
  const his = await open(kwame, { path, ...NO_WORKER });
  await expect(his.getByText('Only people who may manage people can see and change this.')).toBeVisible();
});

test('everybody is taken as a file, and an empty one to fill in', async ({ company: { ines }, open }) => {
  await fill(ines);
  const page = await open(ines, { path, ...NO_WORKER });
  const take = async (item: string): Promise<{ name: string; text: string }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), choose(page, 'Export', item)]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'latin1') };
  };
  const values = await take('People as CSV');
  expect(values.name).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/);
  expect(values.text).toContain('Ada,Driver,');
  const template = await take('Template for Excel');
  expect(template.name).toBe('people-template.xlsx');
  expect(template.text.startsWith('PK')).toBe(true);
  await page.setViewportSize(PHONE.viewport);
  await button(page, 'Export').click();
  await expect(page.getByRole('menu', { name: 'Export' })).toBeVisible();
  await judge(page, 'people, admin, export, phone');
});

/** By the button of the photo, as the person at the device does it. */
async function choosePhoto(page: Page, within: Page | Locator = page): Promise<void> {
  const opener = within.getByRole('button', { name: /^(Choose a|Change) picture$/ });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()]);
  await chooser.setFiles(image('face.png'));
  await expect(button(within, 'Remove picture')).toBeVisible();
}

/** On his page: he is sent a link, and signed out while he looks on. */
async function helpsAndSignsOut(page: Page, { dataDir }: { dataDir: string }, his: Page): Promise<void> {
  const address = await page.getByRole('textbox', { name: 'Work e-mail' }).inputValue();
  await button(page, 'Send password reset').click();
  await expect(page.getByText(`A link to choose a new password is on its way to ${address}.`)).toBeVisible();
  await waitForMail(dataDir, address, 1, 'Choose a new password');
  const everywhere = button(page, /^Sign out of \d+ devices?$/);
  await everywhere.click();
  const question = page.getByRole('dialog', { name: /^Sign Kwame out of \d+ devices?\?$/ });
  await judge(page, 'employee, sign out, desktop');
  await button(question, 'Sign out').click();
  await expect(page.getByText('Kwame is signed out everywhere.', { exact: true })).toBeVisible();
  await expect(his.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  // There is nothing left to press, and the keyboard goes on beside it.
  await expect(everywhere).toHaveCount(0);
  await expect(button(page, 'Send password reset')).toBeFocused();
}

test('a colleague’s picture and account are changed on their page', async ({
  company: { ines, kwame },
  open,
  server,
  watch,
}) => {
  // His own page, once it is signed out.
  watch.allow(/status of 401/);
  const seen = () =>
    ines.api.call(people.meta, { employee_id: kwame.id, select: ['profile_url', 'employee_account_status'] });
  const page = await open(ines, { path: `${path}/${kwame.id}`, ...NO_WORKER });
  const status = (name: string): Locator => page.getByRole('radio', { name: new RegExp(`^${name} `) });
  const save = async (): Promise<void> => {
    const saved = page.getByText('Saved', { exact: true });
    await expect(saved).toHaveCount(0);
    await button(page, 'Save changes').click();
    await expect(saved).toBeVisible();
  };
  await expect(status('Active')).toBeChecked();
  await helpsAndSignsOut(page, server, await open(kwame, { path: '/people', ...NO_WORKER }));
  await choosePhoto(page);
  // Nobody else sees it before it is saved.
  expect((await seen()).profile_url).toBeNull();
  await status('Inactive').check();
  await expect(page.getByText('Once you save, they are signed out on all devices.')).toBeVisible();
  await status('Inactive').evaluate((radio) => radio.scrollIntoView({ block: 'center' }));
  await judge(page, 'employee, account, desktop');
  await save();
  expect(await seen()).toEqual({
    profile_url: expect.stringMatching(/^\/api\/files\//),
    employee_account_status: 'INACTIVE',
  });
  await expect(page.locator('.ll-employee-top', { hasText: kwame.name })).toContainText('Inactive');
  await page.getByRole('heading', { level: 1, name: kwame.name }).scrollIntoViewIfNeeded();
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await judge(page, `employee, photo, ${size}`);
  }
  await page.reload();
  await status('Active').check();
  await button(page, 'Remove picture').click();
  await save();
  expect(await seen()).toEqual({ profile_url: null, employee_account_status: 'ACTIVE' });

  // One’s own account stands there, to be seen.
  await page.goto(`${path}/${ines.id}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Account' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('what a colleague does to the account meanwhile is not undone, and a save done by half says so', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  const { id: employee_id } = kwame;
  const page = await open(ines, { path: `${path}/${employee_id}`, ...NO_WORKER });
  const radio = (name: string): Locator => page.getByRole('radio', { name: new RegExp(`^${name} `) });
  const set = (status: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED') => ines.api.call(people.setStatus, { employee_id, status });
  const seen = () =>
    ines.api.call(people.meta, { employee_id, select: ['position_title', 'location', 'employee_account_status'] });
  const saved = page.getByText('Saved', { exact: true });
  const overtaken = page.getByText('This account was changed meanwhile');
  // Taken back, it is no choice.
  await radio('Inactive').check();
  await radio('Active').check();
  await set('SUSPENDED');
  await expect(radio('Suspended')).toBeChecked();
  await expect(overtaken).toHaveCount(0);
  // Chosen while it stood otherwise, it is dropped.
  await radio('Active').check();
  await set('INACTIVE');
  await expect(radio('Inactive')).toBeChecked();
  await expect(overtaken).toBeVisible();
  await judge(page, 'employee, account changed meanwhile, desktop');
  await page.getByRole('textbox', { name: 'Position' }).fill('Planner');
  await button(page, 'Save changes').click();
  await expect(saved).toBeVisible();
  await expect(overtaken).toHaveCount(0);
  expect(await seen()).toMatchObject({ position_title: 'Planner', employee_account_status: 'INACTIVE' });
  await expect(saved).toHaveCount(0);

  // The first of two calls is done and the other is refused: what is saved is not sent again.
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  watch.allow(/status of 503/);
  const busy = { status: 'error', error_code: 'SERVICE_UNAVAILABLE', message: 'Later' };
  await page.route(/account-status\/update/, (route) => route.fulfill({ status: 503, json: busy }));
  await page.getByRole('textbox', { name: 'Location' }).fill('Mill Lane');
  await radio('Suspended').check();
  await button(page, 'Save changes').click();
  await expect(page.getByRole('alert')).toContainText('The details are saved. The account is not changed:');
  await judge(page, 'employee, saved by half, desktop');
  expect(await seen()).toMatchObject({ location: 'Mill Lane', employee_account_status: 'INACTIVE' });
  await page.unroute(/account-status\/update/);
  sent.length = 0;
  await button(page, 'Save changes').click();
  await expect(saved).toBeVisible();
  expect(await seen()).toMatchObject({ employee_account_status: 'SUSPENDED' });
  expect(sent.filter((one) => one.endsWith('/meta/update'))).toEqual([]);
});

test('somebody who never accepted is invited by activating them on their page', async ({
  company: { ines },
  open,
  watch,
}) => {
  // Asked for as it was before, and refused: that is how it is known.
  watch.allow(/status of 400/);
  const employee_id = uuid();
  const work_email_id = `${uuid()}@people.example`;
  await ines.api.call(people.create, { employee_id, first_name: 'Ada', last_name: 'Driver', work_email_id });
  await ines.api.call(people.setStatus, { employee_id, status: 'INACTIVE' });
  const page = await open(ines, { path: `${path}/${employee_id}`, ...NO_WORKER });
  await page.getByRole('radio', { name: /^Active / }).check();
  await button(page, 'Save changes').click();
  await expect(page.getByText('Ada Driver never accepted the invitation: a new one is on its way.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Invited/ })).toBeChecked();
});

test('somebody new comes with a picture, and is invited again from their page', async ({ company: { ines }, open }) => {
  const page = await open(ines, { path, ...PHONE, ...NO_WORKER });
  await button(page, 'Add a person').click();
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Driver');
  await dialog.getByLabel('Work e-mail').fill(`${uuid()}@people.example`);
  await choosePhoto(page, dialog);
  await judge(page, 'add a person, phone');
  await button(dialog, 'Send the invitation').click();
  await expect(dialog).toBeHidden();
  const { items } = await ines.api.call(people.list, { query: 'Ada' });
  expect(items).toMatchObject([{ profile_url: expect.stringMatching(/^\/api\/files\//) }]);
  await page.getByRole('link', { name: /Ada Driver/ }).click();
  await expect(page.getByRole('radio', { name: /^Invited/ })).toBeChecked();
  await button(page, 'Send the invitation again').click();
  await expect(page.getByText('A new invitation is on its way.')).toBeVisible();
});
