// Who leaves something unsaved is asked, or finds it again: on pages of the administration, in dialogs, and of a message that is being
// edited; who logs out is asked about what is unsent.
import type { Page, Request } from 'playwright/test';
import * as people from '#contract/people.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { composer, log, message, openDirect, say, type } from './kit/chat.ts';
import { direct, newSpace, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const pages = [
  { path: '/admin/branding', field: 'Company', written: 'Harbour & Sons' },
  { path: '/admin/company', field: 'Shortest password', written: '11' },
  { path: '/admin/roles/new', field: 'Name', written: 'Front desk' },
  { path: '/admin/groups/new', field: 'What it is for', written: 'Whoever works at night' },
];

for (const { path, field, written } of pages)
  test(`${path}: asked before it is lost`, async ({ company: { ines }, open }) => {
    const page = await open(ines, { path, ...NO_WORKER });
    const typed = page
      .getByRole('main')
      .locator('input')
      .and(page.getByLabel(field, { exact: true }));
    const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
    const away = page.getByRole('link', { name: 'Departments', exact: true });
    await typed.fill(written);
    await away.click();
    await expect(asks).toContainText('What you changed here would be lost.');
    await judge(page, `unsaved, ${path}`);
    await asks.getByRole('button', { name: 'Stay' }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(typed).toHaveValue(written);
    await away.click();
    await asks.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/departments$/);
    await page.goto(path);
    await expect(typed).not.toHaveValue(written);
    // Nothing is unsaved: nobody is asked.
    await away.click();
    await expect(page).toHaveURL(/departments$/);
  });

test('a new role is left by saving it, and values are asked about, too', async ({ company: { ines }, open }) => {
  const page = await open(ines, { path: '/admin/roles/new', ...NO_WORKER });
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('main').getByLabel('Name', { exact: true }).fill('Front desk');
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page).toHaveURL(/\/admin\/roles\/[\da-f-]{36}$/);
  await expect(asks).toHaveCount(0);
  await page.goto('/admin/values');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByRole('link', { name: 'Departments', exact: true }).click();
  await expect(asks).toBeVisible();
  await asks.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/values$/);
});

test('a group: what is saved is not asked about, what is changed back is saved, and a deleted one is not kept', async ({
  company: { ines },
  open,
}) => {
  const page = await open(ines, { path: '/admin/groups/new', ...NO_WORKER });
  const name = page.getByRole('main').getByLabel('Name', { exact: true });
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
  const away = page.getByRole('link', { name: 'Departments', exact: true });
  await name.fill('Night shift');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page).toHaveURL(/\/admin\/groups\/[\da-f-]{36}$/);
  await expect(asks).toHaveCount(0);
  for (const given of ['Late shift', 'Night shift']) {
    await name.fill(given);
    await away.click();
    await expect(asks).toBeVisible();
    await asks.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: given })).toBeVisible();
  }
  await page.reload();
  await expect(name).toHaveValue('Night shift');
  await name.fill('Of no use');
  await page.getByRole('button', { name: 'Delete group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
  await expect(page).toHaveURL(/\/admin\/groups$/);
  await expect(asks).toHaveCount(0);
});

test('an edit that was begun is found again by who looked elsewhere', async ({ company: { ines, kwame }, open }) => {
  await newSpace(ines, 'Ovens', [kwame]);
  await write(ines, direct(kwame), 'The seal is on.');
  const page = await open(ines, { path: '/connect', ...NO_WORKER });
  const talk = page.getByRole('link', { name: /The seal is on\./ });
  const field = log(page).getByRole('textbox', { name: 'Message' });
  const title = page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('heading', { level: 1 });
  // The keys come right after the messages.
  const edit = () =>
    expect(async () => {
      if (!(await field.isVisible())) {
        await title.focus();
        await page.keyboard.press('e');
      }
      await expect(field).toBeVisible({ timeout: 2_000 });
    }).toPass();
  await talk.click();
  await message(page, 'The seal is on.').hover();
  await page.keyboard.press('Escape');
  await edit();
  await expect(field).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' Almost');
  await expect(field).toHaveText('The seal is on. Almost');
  await page.getByRole('link', { name: 'Ovens' }).click();
  // What was open before stays until the next one is there.
  await expect(page).toHaveURL(/\/connect\/space\//);
  await expect(field).toHaveCount(0);
  await expect(composer(page)).toBeVisible();
  await talk.click();
  await expect(page).toHaveURL(/\/connect\/employee\//);
  await expect(log(page).getByText('The seal is on.')).toBeVisible();
  await edit();
  await expect(field).toHaveText('The seal is on. Almost');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
});

const OLD = 'Building 4';
const TYPED = 'Mill Lane, second yard';

/** Resolves once every part that the page has asked for is there, and has been drawn. */
function partsOf(page: Page): () => Promise<void> {
  const coming = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') coming.add(request);
  });
  page.on('requestfinished', (request) => coming.delete(request));
  page.on('requestfailed', (request) => coming.delete(request));
  return async () => {
    await expect.poll(() => coming.size).toBe(0);
    await page.evaluate(async () => {
      for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(done));
    });
  };
}

/** One's own profile in a dialog, with another place typed into it. `ready`: what has to be there before anything is typed. */
async function typedProfile(page: Page, ready?: () => Promise<void>) {
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  const field = dialog.getByRole('textbox', { name: 'Location' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field).toBeVisible();
  await ready?.();
  await field.fill(TYPED);
  const asks = dialog.getByRole('alertdialog', { name: 'Leave without saving?' });
  const within = (name: string) => dialog.getByRole('button', { name, exact: true });
  return { dialog, field, asks, within };
}

test('a dialog with something typed in it asks, by whatever slip it would be closed', async ({
  company: { ines, kwame },
  open,
}) => {
  await ines.api.call(people.update, { employee_id: kwame.id, location: OLD });
  const page = await open(kwame, { path: `/profile/${kwame.id}`, ...NO_WORKER });
  const { dialog, field, asks, within } = await typedProfile(page);
  await page.keyboard.press('Escape');
  await expect(asks).toContainText('What you changed here would be lost.');
  await expect(within('Stay')).toBeFocused();
  await judge(page, 'unsaved, dialog');
  // The same key again means to stay; the browser closes it whatever is said to that one, and it stands up again.
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('Escape');
    await expect(asks).toHaveCount(0);
    await expect(field).toHaveValue(TYPED);
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(asks).toBeVisible();
  }
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('!');
  await page.mouse.click(4, 4);
  await expect(asks).toBeVisible();
  await within('Stay').click();
  await expect(field).toBeFocused();
  await within('Close').click();
  await expect(asks).toBeVisible();
  await within('Stay').click();
  await expect(field).toHaveValue(`${TYPED}!`);
  await within('Save').click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`${TYPED}!`, { exact: true })).toBeVisible();
});

test('going back and closing the tab ask as well, and only while something is unsaved', async ({
  company: { ines, kwame },
  open,
}) => {
  await ines.api.call(people.update, { employee_id: kwame.id, location: OLD });
  const page = await open(kwame, { path: '/connect', ...NO_WORKER });
  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  await page
    .getByRole('link', { name: new RegExp(kwame.name) })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/profile/${kwame.id}`));
  // What asks at a step back is a part of its own, which comes with the dialog. Come while one types, it is not shown at once.
  const { dialog, field, asks, within } = await typedProfile(page, partsOf(page));
  for (const presses of [1, 2]) {
    for (let n = 0; n < presses; n++) await page.evaluate(() => history.back());
    await expect(asks).toContainText('What you changed here would be lost.');
    await within('Stay').click();
    await expect(asks).toHaveCount(0);
    await expect(field).toHaveValue(TYPED);
    await expect(page).toHaveURL(new RegExp(`/profile/${kwame.id}`));
  }
  await field.press('End');
  await page.keyboard.type('!');
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(field).toHaveValue(`${TYPED}!`);
  await page.evaluate(() => history.back());
  await within('Leave').click();
  await expect(page).toHaveURL(/\/people$/);
  await expect(dialog).toHaveCount(0);
  await page.goForward();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field).toHaveValue(OLD);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/people$/);
});

test('who means to leave leaves, and who has changed nothing is not asked', async ({
  company: { ines, kwame },
  open,
}) => {
  await ines.api.call(people.update, { employee_id: kwame.id, location: OLD });
  const page = await open(kwame, { path: `/profile/${kwame.id}`, ...PHONE, ...NO_WORKER });
  const { dialog, field, within } = await typedProfile(page);
  await page.keyboard.press('Escape');
  await judge(page, 'unsaved, dialog, phone');
  await within('Leave').click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field).toHaveValue(OLD);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a new space that is half filled in is kept, too', async ({ company: { ines }, open }) => {
  const page = await open(ines, { path: '/spaces', ...NO_WORKER });
  const dialog = page.getByRole('dialog', { name: 'New space' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await page.getByRole('link', { name: 'New space' }).first().click();
  await name.fill('Night shift');
  // Each asks or takes the question back; none gives up what is typed, however fast they come.
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Night shift');
  const question = dialog.getByRole('alertdialog');
  await expect(async () => {
    if (await question.count()) await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(name).toHaveValue('Night shift');
  await page.mouse.click(4, 4);
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/spaces$/);
});

test('what is written in another tab while the menu stands open is asked about', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const left = await open(ines);
  await openDirect(left, kwame);
  const right = await left.context().newPage();
  await openDirect(right, kwame);
  await server.kill();
  await left.getByRole('button', { name: /account of/ }).click();
  const item = left.getByRole('menuitem', { name: 'Log out' });
  await expect(item).toBeVisible();
  await say(right, 'said at the door');
  await expect(left.getByText('said at the door').first()).toBeVisible();
  await item.click();
  const question = left.getByRole('dialog', { name: 'Log out before everything is sent?' });
  await expect(question).toContainText('1 change has not been sent yet.');
  await server.start();
  await expect(left.getByRole('dialog', { name: 'Log out?' })).toContainText('Everything has been sent by now.');
});

test('what is typed right before the page is left stands there again, also without a connection', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await server.kill();
  let text = '';
  for (const word of ['The ', 'ovens ', 'are ', 'hot']) {
    await type(page, word);
    text += word;
    // Not a moment to write it down.
    await page.reload();
    await expect(composer(page)).toHaveText(text.trimEnd());
    await page.keyboard.press('Control+End');
  }
});
