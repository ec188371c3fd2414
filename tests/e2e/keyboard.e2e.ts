// The whole of the main job with nothing but a keyboard: no step here touches a mouse, and every stop can be seen.
import type { Locator, Page } from 'playwright/test';
import { NO_WORKER } from './kit/browser.ts';
import { composer, expectStored, keepToasts, message, reaction } from './kit/chat.ts';
import { Keyboard } from './kit/keyboard.ts';
import { direct, newColleague, newSpace, newSubSpace, PASSWORD, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

test.use(NO_WORKER);

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
const button = (page: Page | Locator, name: string | RegExp): Locator => page.getByRole('button', { name });
const link = (page: Page | Locator, name: string | RegExp): Locator => page.getByRole('link', { name });

test('signing in', async ({ open, company: { ines }, watch }) => {
  watch.allow(/status of 401/);
  const page = await open(null, { path: '/sign-in' });
  const keys = new Keyboard(page);
  const email = page.getByLabel('Work e-mail');
  // The app's own form, not the one that stands while the app is on its way: that goes from under the keys.
  await expect(page.locator('#first-form')).toHaveCount(0);
  await expect(email).toBeFocused();
  expect(await keys.round()).toHaveLength(3);
  await keys.tabTo(email, 'Shift+Tab');
  await page.keyboard.type('ines');
  await keys.press('Enter');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(email).toBeFocused();
  await keys.press('Control+A');
  await page.keyboard.type(ines.email);
  await keys.press('Enter', () => expect(heading(page, 'Enter your password')).toBeVisible());

  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await keys.round();
  await keys.tabTo(password, 'Shift+Tab');
  await page.keyboard.type('not the password');
  await keys.tabTo(button(page, 'Show password'));
  await keys.press('Space');
  await expect(button(page, 'Hide password')).toBeFocused();
  await keys.tabTo(button(page, 'Log in'));
  await keys.press('Enter', () => expect(page.getByText('Provided credentials are not valid')).toBeVisible());
  await keys.tabTo(password, 'Shift+Tab');
  await keys.press('Control+A');
  await page.keyboard.type(PASSWORD);
  await keys.press('Enter', () => expect(heading(page, 'Chat')).toBeFocused());
  keys.check();
});

test('from the start to a message that is sent, changed, answered with an emoji and deleted', { tag: '@main' }, async ({
  open,
  company: { ines, kwame },
}) => {
  await write(kwame, direct(ines), 'Door seal is on.');
  const page = await open(ines);
  const keys = new Keyboard(page);

  await test.step('the skip link leads past the navigation', async () => {
    await expect(link(page, /Kwame Mensah/)).toBeVisible();
    await keys.press('Tab');
    await expect(link(page, 'Skip to content')).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await keys.press('Tab');
    await expect(button(page.getByRole('main'), 'Filter conversations')).toBeFocused();
  });

  await test.step('the rail is one stop, with arrows inside', async () => {
    const rail = page.getByRole('navigation', { name: 'Main' });
    await keys.tabTo(link(rail, 'Chat'), 'Shift+Tab');
    await keys.press('ArrowDown');
    await keys.tabTo(link(rail, 'People'), 'ArrowDown');
    await keys.press('Enter', () => expect(heading(page, 'People')).toBeFocused());
    await keys.tabTo(link(rail, 'People'), 'Shift+Tab');
    await keys.tabTo(link(rail, 'Chat'), 'ArrowUp');
    await keys.press('Enter', () => expect(heading(page, 'Chat')).toBeFocused());
  });

  await test.step('a conversation is opened from the list', async () => {
    await keys.tabTo(link(page, /Kwame Mensah/));
    await keys.press('Enter', () => expect(heading(page, kwame.name)).toBeFocused());
    // The list of messages is one stop, however much there is to press in it.
    await keys.tabTo(message(page, 'Door seal is on.'));
    await keys.tabTo(composer(page));
  });

  await test.step('a message is written, sent and changed', async () => {
    await page.keyboard.type('Oven 3 is cold');
    await keys.press('Enter', () => expect(message(page, 'Oven 3 is cold')).toBeVisible());
    await expect(composer(page)).toBeFocused();
    await expectStored(page);
    const row = message(page, /Oven 3 is/);
    const field = row.getByRole('textbox');
    await keys.press('ArrowUp', () => expect(field).toBeFocused());
    await keys.press('Escape', () => expect(field).toBeHidden());
    await expect(composer(page)).toBeFocused();
    await keys.press('ArrowUp', () => expect(field).toBeFocused());
    await page.keyboard.type(' again');
    await keys.press('Enter', () => expect(message(page, 'Oven 3 is cold again')).toBeVisible());
    await expect(field).toBeHidden();
    await expect(composer(page)).toBeFocused();
  });

  const row = message(page, 'Oven 3 is cold again');
  const more = button(row, 'More actions');
  const menu = page.getByRole('menu', { name: 'Message actions' });

  await test.step('it is answered with an emoji', async () => {
    const react = button(row.getByRole('toolbar', { name: 'Message actions' }), 'Add reaction');
    const quick = page.getByRole('toolbar', { name: 'Reactions' });
    // Not before the server has the message.
    await expect(react).toBeAttached();
    await keys.tabTo(row, 'Shift+Tab');
    await keys.tabTo(react);
    await keys.press('Enter', () => expect(quick.getByRole('button').first()).toBeFocused());
    await keys.press('Escape', () => expect(quick).toBeHidden());
    await expect(react).toBeFocused();
    await keys.press('Enter', () => expect(quick.getByRole('button').first()).toBeFocused());
    await keys.tabTo(button(quick, 'More emoji'), 'ArrowRight');
    await keys.press('Enter', () => expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused());
    await keys.press('Escape', () => expect(react).toBeFocused());
    await keys.press('Enter', () => expect(quick.getByRole('button').first()).toBeFocused());
    await keys.tabTo(button(quick, /fire/), 'ArrowRight');
    await keys.press('Enter', () => expect(reaction(page, 'Oven 3', /fire, 1, you reacted/)).toBeVisible());
    await expect(react).toBeFocused();
    // Taken back where it stands: the chip goes, and the focus with it.
    await keys.tabTo(reaction(page, 'Oven 3', /fire/), 'Shift+Tab');
    await keys.press('Enter', () => expect(reaction(page, 'Oven 3', /fire/)).toHaveCount(0));
    await expect(row).toBeFocused();
  });

  await test.step('its menu opens and closes; Edit in it comes back', async () => {
    await keys.tabTo(more);
    await keys.press('Enter', () => expect(menu.getByRole('menuitem', { name: 'Edit' })).toBeFocused());
    await keys.press('ArrowDown');
    await keys.press('Escape', () => expect(menu).toBeHidden());
    await expect(more).toBeFocused();
    await keys.press('ArrowDown', () => expect(menu.getByRole('menuitem', { name: 'Edit' })).toBeFocused());
    await keys.press('Enter', () => expect(row.getByRole('textbox')).toBeFocused());
    await keys.press('Escape', () => expect(row.getByRole('textbox')).toBeHidden());
    await expect(row).toBeFocused();
  });

  await test.step('and it is deleted', async () => {
    await keys.tabTo(more);
    await keys.press('Enter', () => expect(menu.getByRole('menuitem', { name: 'Edit' })).toBeFocused());
    await keys.tabTo(menu.getByRole('menuitem', { name: 'Delete' }), 'ArrowDown');
    await keys.press('Enter', () => expect(message(page, 'This message was deleted')).toBeFocused());
    await keys.tabTo(composer(page));
  });
  keys.check();
});

test('a new message, the pane about a space, its sub-spaces, and a space of one’s own', async ({
  open,
  company: { ines, kwame },
}) => {
  const space_id = await newSpace(ines, 'Ovens', [kwame]);
  await newSubSpace(ines, space_id, 'Early shift');
  const page = await open(ines, { path: '/connect' });
  const keys = new Keyboard(page);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await test.step('N begins a message, Escape gives the focus back', async () => {
    await expect(link(page, /Ovens/)).toBeVisible();
    await keys.tabTo(button(main, 'New message').first());
    await keys.press('n', () => expect(dialog.getByRole('combobox')).toBeFocused());
    await keys.round();
    await keys.press('Escape', () => expect(dialog).toBeHidden());
    await expect(button(main, 'New message').first()).toBeFocused();
    await keys.press('n', () => expect(dialog.getByRole('combobox')).toBeFocused());
    await page.keyboard.type('ove');
    await expect(dialog.getByRole('option')).toHaveCount(2);
    await keys.press('Enter', () => expect(composer(page)).toBeFocused());
  });

  await test.step('the pane about the space', async () => {
    const about = page.getByRole('complementary', { name: 'About this conversation' });
    // There when the pane's own code is: the pane is drawn before.
    const close = about.getByRole('button', { name: 'Close' });
    const toggle = button(main, 'About this conversation');
    await keys.tabTo(toggle);
    await keys.press('Control+.', () => expect(close).toBeVisible());
    await keys.press('Control+.', () => expect(about).toBeHidden());
    await expect(toggle).toBeFocused();
    await keys.press('Enter', () => expect(close).toBeVisible());
    const edit = about.getByRole('button', { name: 'Edit', exact: true });
    await keys.tabTo(edit);
    await keys.press('Enter', () => expect(dialog.getByLabel('Name')).toBeFocused());
    await keys.press('Escape', () => expect(dialog).toBeHidden());
    await expect(edit).toBeFocused();
    const actions = button(about, `Actions for ${kwame.name}`);
    await keys.tabTo(actions);
    await keys.press('Enter', () => expect(page.getByRole('menuitem', { name: 'Make admin' })).toBeFocused());
    await keys.press('Escape', () => expect(actions).toBeFocused());
    await expect(about).toBeVisible();
    await keys.press('Escape', () => expect(about).toBeHidden());
    await expect(toggle).toBeFocused();
    await keys.tabTo(composer(page));
    await keys.press('Control+.', () => expect(close).toBeVisible());
    await keys.tabTo(close);
    await keys.press('Enter', () => expect(about).toBeHidden());
    await expect(composer(page)).toBeFocused();
  });

  await test.step('a sub-space by its tab', async () => {
    const tab = link(page.getByRole('navigation', { name: 'Sub-spaces' }), 'Early shift');
    await keys.tabTo(tab, 'Shift+Tab');
    await keys.press('Enter', () => expect(page).toHaveURL(/\/sub-space\//));
    await expect(heading(page, 'Ovens')).toBeFocused();
    await keys.tabTo(composer(page));
  });

  await test.step('a space is made', async () => {
    await keys.tabTo(button(main, 'New message').first(), 'Shift+Tab');
    await keys.press('n', () => expect(dialog.getByRole('combobox')).toBeFocused());
    await keys.tabTo(link(dialog, 'Browse spaces'));
    await keys.press('Enter', () => expect(heading(page, 'Browse spaces')).toBeFocused());
    await keys.tabTo(link(page, 'New space'));
    await keys.press('Enter', () => expect(dialog.getByLabel('Name', { exact: true })).toBeFocused());
    await keys.round();
    await keys.press('Escape', () => expect(page).toHaveURL(/\/spaces$/));
    await expect(link(page, 'New space')).toBeFocused();
    await keys.press('Enter', () => expect(dialog.getByLabel('Name', { exact: true })).toBeFocused());
    await page.keyboard.type('Night bakers');
    await keys.tabTo(dialog.getByLabel('What it is for'));
    await page.keyboard.type('Everything after ten');
    await keys.tabTo(dialog.getByRole('radio', { name: /Public/ }));
    await keys.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: /Private/ })).toBeChecked();
    await keys.tabTo(dialog.getByRole('combobox'));
    await page.keyboard.type('kwa');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await keys.press('Enter', () => expect(button(dialog, `Remove ${kwame.name}`)).toBeVisible());
    await keys.tabTo(button(dialog, 'Create space'));
    await keys.press('Enter', () => expect(heading(page, 'Night bakers')).toBeFocused());
  });
  keys.check();

  await test.step('a space is left, and that is taken back', async () => {
    const his = await open(kwame, { path: 'about:blank' });
    await keepToasts(his);
    await his.goto(`/connect/space/${space_id}`);
    const hisKeys = new Keyboard(his);
    await expect(composer(his)).toBeVisible();
    await hisKeys.tabTo(button(his, 'About this conversation'));
    await hisKeys.press('Enter', () => expect(button(his, 'Leave')).toBeVisible());
    await hisKeys.tabTo(button(his, 'Leave'));
    await hisKeys.press('Enter', () => expect(heading(his, 'Chat')).toBeFocused());
    await hisKeys.tabTo(button(his, 'Undo'));
    await hisKeys.press('Enter', () => expect(heading(his, 'Ovens')).toBeFocused());
    hisKeys.check();
  });
});

test('status, appearance, settings, and logging out', async ({ open, company: { ines } }) => {
  const page = await open(ines, { path: '/connect' });
  const keys = new Keyboard(page);
  const account = button(page, /account of Ines Okafor/);
  const menu = page.getByRole('menu', { name: 'Account' });
  const item = (name: string) => menu.getByRole('menuitemradio', { name });
  await expect(account).toBeVisible();

  await test.step('the menu behind one’s picture', async () => {
    await keys.tabTo(account);
    await keys.press('ArrowDown', () => expect(item('Automatic')).toBeFocused());
    await keys.press('Escape', () => expect(account).toBeFocused());
    await keys.press('Enter', () => expect(item('Automatic')).toBeFocused());
    await keys.tabTo(item('Busy'), 'ArrowDown');
    await keys.press('Enter', () => expect(menu).toBeHidden());
    await expect(account).toBeFocused();
    await keys.press('Enter', () => expect(item('Busy')).toBeFocused());
    await keys.press('d');
    await expect(item('Dark')).toBeFocused();
    await keys.press('Enter', () => expect(page.locator('html')).toHaveClass(/dark/));
    await expect(account).toBeFocused();
    await keys.press('Enter', () => expect(menu.locator(':focus')).toHaveCount(1));
    await keys.tabTo(menu.getByRole('menuitem', { name: 'Settings' }), 'ArrowDown');
    await keys.press('Enter', () => expect(heading(page, 'Appearance')).toBeFocused());
  });

  await test.step('the settings', async () => {
    await keys.tabTo(page.getByRole('radio', { name: 'Dark' }));
    await keys.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    await expect(page.locator('html')).not.toHaveClass(/dark/);
    const list = page.getByRole('navigation', { name: 'Settings' });
    await keys.tabTo(link(list, 'Appearance'), 'Shift+Tab');
    await keys.tabTo(link(list, 'Status'), 'ArrowUp');
    await keys.press('Enter', () => expect(heading(page, 'Status')).toBeFocused());
    await keys.tabTo(page.getByRole('radio', { name: /^Busy/ }));
    await keys.press('ArrowUp');
    await expect(page.getByRole('radio', { name: /^Available/ })).toBeChecked();
  });

  await test.step('and out', async () => {
    await keys.tabTo(account, 'Shift+Tab');
    await keys.press('Enter', () => expect(item('Available')).toBeFocused());
    await keys.press('l');
    await keys.tabTo(menu.getByRole('menuitem', { name: 'Log out' }), 'ArrowUp');
    await keys.press('Enter', () => expect(heading(page, 'Welcome back')).toBeVisible());
    await expect(page.getByLabel('Work e-mail')).toBeFocused();
  });
  keys.check();
});

test('every stop of every screen can be seen', async ({ open, server, company: { ines, kwame } }) => {
  test.setTimeout(420_000);
  await newColleague(server, ines, 'Beatriz', 'Moura', 'Driver');
  const space_id = await newSpace(ines, 'Ovens', [kwame]);
  await newSubSpace(ines, space_id, 'Early shift');
  for (const text of ['One', 'Two', 'Three']) await write(kwame, { entity_type: 'space', entity_id: space_id }, text);
  const page = await open(ines);
  const keys = new Keyboard(page);
  const space = `/connect/space/${space_id}`;
  const there = message(page, 'Three');
  const screens: [path: string, ready: Locator, width?: number, key?: string][] = [
    ['/connect', heading(page, 'Chat')],
    [space, there],
    [space, there, 820],
    [space, there, 1440, 'Control+.'],
    // Here the pane covers a part of the conversation, or all of it, and gives way when the focus goes there.
    [space, there, 1100, 'Control+.'],
    [space, there, 820, 'Control+.'],
    ['/people', link(page, /Beatriz Moura/)],
    [`/profile/${kwame.id}`, page.getByText(kwame.email)],
    ['/spaces', link(page, /Ovens/)],
    ['/settings/status', heading(page, 'Status')],
    ['/settings/appearance', heading(page, 'Appearance')],
    ['/settings/storage', heading(page, 'Storage')],
    ['/settings/about', heading(page, 'About')],
    ['/me', heading(page, 'Me')],
    ['/me', heading(page, 'Me'), 820],
    ['/settings', heading(page, 'Settings'), 820],
  ];
  for (const [path, ready, width = 1440, key] of screens) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await expect(ready).toBeVisible();
    if (key) {
      await page.keyboard.press(key);
      await expect(page.getByRole('complementary')).toBeVisible();
    }
    await keys.round();
  }
  keys.check();
});
