// Roles of a space in the browser: defined and given by an admin, what they open for who has them, how it looks.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createRole, listRoles, updateRole } from '#contract/spaces/roles.ts';
import type { SpaceAction } from '#contract/spaces/space-role.ts';
import * as spaces from '#contract/spaces.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { holdUndo, message, offlineBanner, openSpace } from './kit/chat.ts';
import { newColleague, newSpace, type Person, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const about = (page: Page): Locator => page.getByRole('complementary', { name: 'About this conversation' });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const section = (page: Page, name: string): Locator => about(page).getByRole('region', { name });
const memberRow = (page: Page, { name }: Person): Locator =>
  section(page, 'Members').getByRole('listitem').filter({ hasText: name });
const openAbout = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'About this conversation' }).click();
  await expect(about(page).getByRole('heading', { name: 'About this space' })).toBeVisible();
};
const define = async (by: Person, space_id: string, space_role_name: string, actions: SpaceAction[]) => {
  const space_role_id = uuid();
  await by.api.call(createRole, { space_id, space_role_id, space_role_name, actions });
  return space_role_id;
};
const give = (by: Person, space_id: string, { id }: Person, space_role_id: string | null) =>
  by.api.call(spaces.updateMember, { space_id, employee_id: id, role: 'member', space_role_id });

test('a role is defined, given and taken away with the keyboard; who has it sees at once what it opens', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 409/);
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const [hers, his] = [await open(ines), await open(kwame)];
  for (const page of [hers, his]) {
    await openSpace(page, space_id);
    await openAbout(page);
  }
  await expect(about(his).getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(section(his, 'Roles')).toHaveCount(0);
  await expect(section(hers, 'Roles').getByText('With a role, members do some of what admins do.')).toBeVisible();

  await section(hers, 'Roles').getByRole('button', { name: 'New role' }).focus();
  await hers.keyboard.press('Enter');
  await expect(dialog(hers).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await hers.keyboard.press('Enter');
  await expect(dialog(hers).getByText('This field is required')).toBeVisible();
  await hers.keyboard.type('Admin');
  await hers.keyboard.press('Enter');
  await expect(dialog(hers).getByText('There is a role of this name already.')).toBeVisible();
  await dialog(hers).getByRole('textbox', { name: 'Name' }).fill('Host');
  await hers.keyboard.press('Tab');
  await expect(dialog(hers).getByRole('checkbox', { name: /Edit the space/ })).toBeFocused();
  await hers.keyboard.press('Space');
  await hers.keyboard.press('Enter');
  await expect(dialog(hers)).toHaveCount(0);
  await expect(section(hers, 'Roles').getByRole('listitem')).toHaveText(/Host.*Edit the space/);
  await expect(section(hers, 'Roles').getByRole('button', { name: 'New role' })).toBeFocused();

  await section(hers, 'Members')
    .getByRole('button', { name: `Actions for ${kwame.name}` })
    .focus();
  await hers.keyboard.press('Enter');
  await expect(hers.getByRole('menuitemradio', { name: 'Member' })).toBeFocused();
  await hers.keyboard.press('ArrowDown');
  await expect(hers.getByRole('menuitemradio', { name: 'Host' })).toBeFocused();
  await hers.keyboard.press('Enter');
  await expect(memberRow(hers, kwame)).toContainText('Host');
  await expect(memberRow(his, kwame)).toContainText('Host');
  await about(his).getByRole('button', { name: 'Edit' }).click();
  await expect(dialog(his).getByRole('group', { name: 'Who can join' })).toHaveCount(0);
  await dialog(his).getByRole('textbox', { name: 'Name' }).fill('Mill Lane kitchen');
  await dialog(his).getByRole('button', { name: 'Save' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'Mill Lane kitchen' })).toBeVisible();

  await section(hers, 'Roles').getByRole('button', { name: 'Actions for Host' }).focus();
  await hers.keyboard.press('Enter');
  await hers.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await dialog(hers).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(section(hers, 'Roles').getByRole('listitem')).toHaveCount(0);
  await expect(about(his).getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(memberRow(his, kwame)).not.toContainText('Host');
});

test('what a role allows changes under the eyes of who has it', async ({ company: { ines, kwame }, open, server }) => {
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame, nell]);
  await write(nell, { entity_type: 'space', entity_id: space_id }, 'Wrong place, sorry');
  const space_role_id = await define(ines, space_id, 'Host', ['delete_messages']);
  await give(ines, space_id, kwame, space_role_id);
  const his = await open(kwame);
  await openSpace(his, space_id);
  const menu = his.getByRole('menu', { name: 'Message actions' });
  // Rows move while others grow; then the mouse is over another one.
  await expect(async () => {
    if (await menu.isVisible()) return;
    await message(his, 'Wrong place, sorry').hover({ timeout: 10_000 });
    await message(his, 'Wrong place, sorry').getByRole('button', { name: 'More actions' }).click({ timeout: 10_000 });
    await expect(menu).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await menu.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(message(his, 'Wrong place, sorry')).toHaveCount(0);
  // It can be taken back for a while; until that is over the server knows nothing of it.
  await his.mouse.move(0, 0);
  await expect.poll(() => textsIn(ines, { entity_type: 'space', entity_id: space_id })).toContain('(deleted)');

  await openAbout(his);
  await expect(about(his).getByRole('button', { name: 'Invite' })).toBeVisible();
  await ines.api.call(updateRole, { space_role_id, actions: ['manage_members', 'manage_sub_spaces'] });
  await expect(about(his).getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  await expect(section(his, 'Sub-spaces').getByRole('button', { name: 'New sub-space' })).toBeVisible();
  await expect(memberRow(his, ines).getByRole('button')).toHaveCount(0);
  await memberRow(his, nell)
    .getByRole('button', { name: `Actions for ${nell.name}` })
    .click();
  const remove = his.getByRole('menuitem', { name: 'Remove from space' });
  await expect(remove).toBeVisible();
  await expect(his.getByRole('menuitemradio')).toHaveCount(0);
  await expect(his.getByRole('menuitem', { name: 'Make admin' })).toHaveCount(0);
  await remove.click();
  await holdUndo(his);
  await expect(memberRow(his, nell)).toHaveCount(0);
  await his.getByRole('button', { name: 'Undo' }).click();
  await expect(memberRow(his, nell)).toBeVisible();
});

test('a role is edited without undoing what another admin changes meanwhile', async ({ company: { ines }, open }) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', []);
  const space_role_id = await define(ines, space_id, 'Host', ['edit_space', 'delete_messages']);
  const hers = await open(ines);
  await openSpace(hers, space_id);
  await openAbout(hers);
  const row = section(hers, 'Roles').getByRole('listitem');
  const edit = async (name: string) => {
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await hers.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(dialog(hers).getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  };
  const save = async () => {
    await dialog(hers).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(hers)).toHaveCount(0);
  };
  const all = async () =>
    (await ines.api.call(listRoles, { space_id })).items.map(({ space_role_name, actions }) => [
      space_role_name,
      actions,
    ]);
  await edit('Host');
  await ines.api.call(updateRole, { space_role_id, space_role_name: 'Lead', actions: ['edit_space'] });
  await expect(row).toHaveText(/Lead.*Edit the space$/);
  await dialog(hers)
    .getByRole('checkbox', { name: /Manage members/ })
    .check();
  await save();
  expect(await all()).toEqual([['Lead', ['edit_space', 'manage_members']]]);
  await edit('Lead');
  await ines.api.call(updateRole, { space_role_id, space_role_name: 'Host', actions: [] });
  await save();
  expect(await all()).toEqual([['Host', []]]);
});

test('who has a role is asked before they leave; so is who cannot give one back to whom they take out', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame, nell]);
  await give(ines, space_id, kwame, await define(ines, space_id, 'Host', ['manage_members']));
  await give(ines, space_id, nell, await define(ines, space_id, 'Baker', ['delete_messages']));
  const his = await open(kwame);
  await openSpace(his, space_id);
  await openAbout(his);
  await about(his).getByRole('button', { name: 'Leave' }).click();
  await expect(dialog(his)).toContainText('You can join again, but not as Host.');
  await dialog(his).getByRole('button', { name: 'Cancel' }).click();
  await expect(memberRow(his, nell)).toContainText('Baker');
  const remove = async (page: Page) => {
    await memberRow(page, nell)
      .getByRole('button', { name: `Actions for ${nell.name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Remove from space' }).click();
  };
  await remove(his);
  await expect(dialog(his)).toContainText('If they come back, they are not Baker any more.');
  await dialog(his).getByRole('button', { name: 'Cancel' }).click();

  // An admin gives it back.
  const hers = await open(ines);
  await openSpace(hers, space_id);
  await openAbout(hers);
  await remove(hers);
  await holdUndo(hers);
  await expect(memberRow(his, nell)).toHaveCount(0);
  await hers.getByRole('button', { name: 'Undo' }).click();
  await expect(memberRow(his, nell)).toContainText('Baker');
});

test('without a connection roles are seen and not changed', async ({ company: { ines, kwame }, open, server }) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await give(ines, space_id, kwame, await define(ines, space_id, 'Host', ['edit_space']));
  const page = await open(ines);
  await openSpace(page, space_id);
  await openAbout(page);
  await expect(memberRow(page, kwame)).toContainText('Host');
  await readyOffline(page);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await expect(memberRow(page, kwame)).toContainText('Host');
  await expect(section(page, 'Roles').getByRole('listitem')).toHaveText(/Host/);
  await expect(section(page, 'Roles').getByRole('button', { name: 'New role' })).toBeDisabled();
  await section(page, 'Roles').getByRole('button', { name: 'Actions for Host' }).click();
  await expect(page.getByRole('menuitem', { name: /Delete/ })).toHaveAttribute('aria-disabled', 'true');
});

test('roles look well and are clean for assistive tools', async ({ company: { ines, kwame }, open, server }) => {
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame, nell]);
  await give(ines, space_id, kwame, await define(ines, space_id, 'Host', ['edit_space', 'manage_members']));
  const long = 'Keeper of the ovens, the keys and everything else in the room';
  await give(ines, space_id, nell, await define(ines, space_id, long.slice(0, 60), []));
  const screens = { phone: PHONE, tablet: { viewport: { width: 820, height: 1180 } }, desktop: DESKTOP };
  for (const [size, options] of Object.entries(screens)) {
    const page = await open(ines, { ...options, ...NO_WORKER });
    await openSpace(page, space_id);
    await openAbout(page);
    await expect(memberRow(page, kwame)).toContainText('Host');
    await section(page, 'Members').scrollIntoViewIfNeeded();
    await judge(page, `space roles ${size} about`);
    const open_menu = memberRow(page, kwame).getByRole('button', { name: `Actions for ${kwame.name}` });
    await open_menu.click();
    await expect(page.getByRole('menuitemradio', { name: 'Host' })).toHaveAttribute('aria-checked', 'true');
    await judge(page, `space roles ${size} menu`);
    await page.keyboard.press('Escape');
    await section(page, 'Roles').getByRole('button', { name: 'Actions for Host' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(dialog(page).getByRole('checkbox', { checked: true })).toHaveCount(2);
    await judge(page, `space roles ${size} edit`);
    await page.context().close();
  }
});

test('on a phone a role is given by touch', async ({ company: { ines, kwame }, open }) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await define(ines, space_id, 'Host', ['delete_messages']);
  const page = await open(ines, PHONE);
  await openSpace(page, space_id);
  await openAbout(page);
  await memberRow(page, kwame)
    .getByRole('button', { name: `Actions for ${kwame.name}` })
    .tap();
  await page.getByRole('menuitemradio', { name: 'Host' }).tap();
  await expect(memberRow(page, kwame)).toContainText('Host');
});
