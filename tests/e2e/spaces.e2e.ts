// Spaces as people use them: found, made, joined, left; who is in follows on every screen. And what settings change for all.
import type { Locator, Page } from 'playwright/test';
import * as spaces from '#contract/spaces.ts';
import { readyOffline, storedOf } from './kit/browser.ts';
import { holdUndo, offlineBanner, openDirect, openSpace } from './kit/chat.ts';
import { newColleague, newSpace } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const about = (page: Page): Locator => page.getByRole('complementary', { name: 'About this conversation' });
const member = (page: Page, name: string): Locator => about(page).getByRole('listitem').filter({ hasText: name });
const openAbout = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'About this conversation' }).click();
  await expect(about(page)).toBeVisible();
};

test('a space is found, joined and left again, and its members see it', async ({ company: { ines, kwame }, open }) => {
  const space_id = await newSpace(ines, 'Harbour runs', []);
  await newSpace(ines, 'Only for Ines', [], 'private');
  const his = await open(kwame, { path: '/spaces' });
  const hers = await open(ines);
  await openSpace(hers, space_id);
  await openAbout(hers);
  await expect(member(hers, ines.name)).toContainText('Admin');

  await expect(his.getByText('Only for Ines')).toHaveCount(0);
  await his.getByRole('searchbox', { name: 'Find a space' }).fill('harb');
  await his.getByRole('button', { name: 'Join Harbour runs' }).click();
  // The button has gone: the keyboard goes on with the space itself.
  await expect(his.getByRole('link', { name: /Harbour runs/ })).toBeFocused();
  await expect(member(hers, kwame.name)).toBeVisible();

  await his.keyboard.press('Enter');
  await openAbout(his);
  await about(his).getByRole('button', { name: 'Leave' }).click();
  await holdUndo(his);
  await expect(his).toHaveURL(/\/connect$/);
  await expect(member(hers, kwame.name)).toHaveCount(0);
  await his.getByRole('button', { name: 'Undo' }).click();
  await expect(his).toHaveURL(new RegExp(space_id));
  await expect(member(hers, kwame.name)).toBeVisible();
});

test('a private space is made, with people in it, and leaving it asks first', async ({
  company: { ines, kwame },
  open,
}) => {
  const his = await open(kwame, { path: '/connect' });
  const hers = await open(ines, { path: '/spaces' });
  await hers.getByRole('link', { name: 'New space' }).click();
  const dialog = hers.getByRole('dialog', { name: 'New space' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Night bakers');
  await dialog.getByText('Private', { exact: true }).click();
  await dialog.getByRole('combobox').click();
  await hers.keyboard.type('kwa');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await hers.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: `Remove ${kwame.name}` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'Night bakers' })).toBeVisible();

  await his.getByRole('link', { name: /Night bakers/ }).click();
  await openAbout(his);
  await about(his).getByRole('button', { name: 'Leave' }).click();
  await his.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(his.getByRole('link', { name: /Night bakers/ })).toHaveCount(0);
});

test('an admin makes an admin, takes somebody out, and brings them back', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame, nell]);
  const page = await open(ines);
  await openSpace(page, space_id);
  await openAbout(page);
  const choose = async (name: string, item: string) => {
    await member(page, name).hover();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose(kwame.name, 'Make admin');
  await expect(member(page, kwame.name)).toContainText('Admin');
  await choose(kwame.name, 'Remove from space');
  await holdUndo(page);
  await expect(member(page, kwame.name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  // As what they were.
  await expect(member(page, kwame.name)).toContainText('Admin');
  await choose(ines.name, 'Make member');
  await expect(about(page).getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  const roles = async () => {
    const { items } = await nell.api.call(spaces.listMembers, { space_id });
    return items.map(({ role }) => role).sort();
  };
  await expect.poll(roles).toEqual(['admin', 'member', 'member']);
});

test('a new message is begun by keyboard alone', async ({ company: { ines, kwame }, open }) => {
  const page = await open(ines, { path: '/connect' });
  await page.getByRole('button', { name: 'New message' }).first().click();
  const field = page.getByRole('dialog', { name: 'New message' }).getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type('mensah');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/connect/employee/${kwame.id}$`));
});

test('without a connection spaces can be read, and say why they cannot be joined', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const space_id = await newSpace(ines, 'Harbour runs', []);
  await newSpace(ines, 'Mill Lane crew', [kwame]);
  const page = await open(kwame, { path: '/spaces' });
  await expect(page.getByRole('button', { name: 'Join Harbour runs' })).toBeEnabled();
  await readyOffline(page);
  await server.kill();
  await page.reload();
  await expect(offlineBanner(page)).toBeVisible();
  await expect(page.getByText(/Saved copy · updated .* Joining needs a connection/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join Harbour runs' })).toBeDisabled();
  await page.getByRole('searchbox', { name: 'Find a space' }).fill('mill');
  await expect(page.getByText('Harbour runs')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Mill Lane crew/ })).toBeVisible();
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
  await page.getByRole('searchbox', { name: 'Find a space' }).fill('');
  await page.getByRole('button', { name: 'Join Harbour runs' }).click();
  await expect(page.getByRole('link', { name: /Harbour runs/ })).toHaveAttribute('href', new RegExp(space_id));
});

test('a status chosen without a connection shows at once, waits, and is seen by others then', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const his = await open(kwame);
  await openDirect(his, ines);
  const hers = await open(ines, { path: '/settings/status' });
  await readyOffline(hers);
  await server.kill();
  await expect(offlineBanner(hers)).toBeVisible();
  await hers.getByRole('radio', { name: 'Busy' }).check();
  // As it stands in what waits: the word alone stands in the app as well.
  await expect.poll(() => storedOf(hers, ['Busy\\"'])).toHaveLength(1);
  await hers.reload();
  await expect(hers.getByRole('radio', { name: 'Busy' })).toBeChecked();
  await server.start();
  await expect(offlineBanner(hers)).toHaveCount(0, { timeout: 40_000 });
  await expect(his.getByRole('main').getByText('Busy').first()).toBeVisible();
  await expect(hers.getByText('Right now they see you as busy.')).toBeVisible();
  await expect(hers.getByRole('radio', { name: 'Busy' })).toBeChecked();
});

test('a status that the server has is not taken back on the screen while the session is read anew', async ({
  company: { ines, kwame },
  open,
}) => {
  const his = await open(kwame);
  await openDirect(his, ines);
  const hers = await open(ines, { path: '/settings/status' });
  const busy = hers.getByRole('radio', { name: 'Busy' });
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await hers.route('**/api/auth/session/resolve*', async (route) => {
    await held;
    await route.continue();
  });
  await busy.check();
  await expect(his.getByRole('main').getByText('Busy').first()).toBeVisible();
  // Every frame of the time in which the write leaves the outbox.
  const seen = await busy.evaluate(async (radio: HTMLInputElement) => {
    const all = new Set<boolean>();
    for (const end = performance.now() + 2_000; performance.now() < end; ) {
      all.add(radio.checked);
      await new Promise(requestAnimationFrame);
    }
    return [...all];
  });
  expect(seen).toEqual([true]);
  release();
});
