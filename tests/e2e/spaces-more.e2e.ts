// Coming into private spaces, and what admins do with sub-spaces: asked, invited, answered; ordered, archived, only for some.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as joining from '#contract/spaces/joining.ts';
import * as spaces from '#contract/spaces.ts';
import { png } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { composer, holdUndo, message, offlineBanner, openSpace, say } from './kit/chat.ts';
import { newColleague, newSpace, newSubSpace, type Person, write } from './kit/people.ts';
import { about, choose, openAbout } from './kit/screen/about.ts';
import { expect, test } from './kit/test.ts';

const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Sub-spaces' });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const linkOf = async (by: Person, space_id: string): Promise<string> =>
  `/spaces/${space_id}?link=${(await by.api.call(joining.getLink, { space_id })).link_code}`;

test('a private space is asked for by its link; an admin sees it at once and lets them in', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 404/);
  const space_id = await newSpace(ines, 'Night bakers', [], 'private');
  const hers = await open(ines, { permissions: ['clipboard-read', 'clipboard-write'] });
  await openSpace(hers, space_id);
  await openAbout(hers);
  await about(hers).getByRole('button', { name: 'Link' }).click();
  await expect(hers.getByText('Link copied. Who opens it can ask to join.')).toBeVisible();
  const link = await hers.evaluate(() => navigator.clipboard.readText());

  const his = await open(kwame, { path: `/spaces/${space_id}` });
  await expect(his.getByRole('heading', { name: 'Not here' })).toBeVisible();
  await his.goto(link);
  await expect(his.getByRole('heading', { level: 1, name: 'Night bakers' })).toBeVisible();
  await his.getByRole('button', { name: 'Ask to join Night bakers' }).click();
  await expect(his.getByText('Asked to join')).toBeVisible();

  await expect(about(hers).getByRole('heading', { name: 'Waiting to join' })).toBeVisible();
  await about(hers)
    .getByRole('button', { name: `Accept ${kwame.name}` })
    .click();
  await expect(about(hers).getByRole('heading', { name: 'Waiting to join' })).toHaveCount(0);
  // Where the one who has asked stands, it opens by itself.
  await his.getByRole('link', { name: 'Open' }).click();
  await say(his, 'Good evening');
  await expect(message(hers, 'Good evening')).toBeVisible();
});

test('what is asked is taken back, and what is declined can be undone', async ({ company: { ines, kwame }, open }) => {
  const space_id = await newSpace(ines, 'Night bakers', [], 'private');
  await kwame.api.call(spaces.join, {
    space_id,
    link_code: (await ines.api.call(joining.getLink, { space_id })).link_code,
  });
  const hers = await open(ines);
  await openSpace(hers, space_id);
  await openAbout(hers);
  const decline = about(hers).getByRole('button', { name: `Decline ${kwame.name}` });
  await decline.click();
  await holdUndo(hers);
  await expect(decline).toHaveCount(0);
  await hers.getByRole('button', { name: 'Undo' }).click();
  await expect(decline).toBeVisible();
  const his = await open(kwame, { path: '/spaces' });
  await his.getByRole('button', { name: 'Take back the request to join Night bakers' }).click();
  await expect(his.getByText('You no longer ask to join Night bakers')).toBeVisible();
  // When the toast has gone it is told.
  await expect(decline).toHaveCount(0, { timeout: 60_000 });
  await expect(his.getByText('Night bakers', { exact: true })).toHaveCount(0);
});

test('a member invites, the invited accepts, an admin agrees; an invitation is declined', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame], 'private');
  const hers = await open(nell, { path: '/connect', ...PHONE });
  const his = await open(kwame);
  await openSpace(his, space_id);
  await openAbout(his);
  await about(his).getByRole('button', { name: 'Invite' }).click();
  await dialog(his).getByRole('combobox').fill('nell');
  await expect(dialog(his).getByRole('option')).toHaveCount(1);
  await his.keyboard.press('Enter');
  await dialog(his).getByRole('button', { name: 'Invite 1 colleague' }).click();
  await expect(dialog(his)).toHaveCount(0);

  await hers.getByRole('link', { name: 'You are invited to Mill Lane crew' }).click();
  await expect(hers.getByText('If you accept, its admins decide.')).toBeVisible();
  await hers.getByRole('button', { name: 'Accept Mill Lane crew' }).click();
  await expect(hers.getByText('Asked to join')).toBeVisible();
  await ines.api.call(joining.answerRequest, { space_id, employee_id: nell.id, accept: true });
  await expect(hers.getByRole('link', { name: /Mill Lane crew/ })).toBeVisible();

  const other = await newSpace(ines, 'Harbour runs', [], 'private');
  await ines.api.call(joining.invite, { space_id: other, employee_ids: [nell.id] });
  await hers.getByRole('button', { name: 'Decline Harbour runs' }).click();
  await holdUndo(hers);
  await expect(hers.getByRole('heading', { name: 'You are invited' })).toHaveCount(0);
  await hers.getByRole('button', { name: 'Undo' }).click();
  await hers.getByRole('button', { name: 'Decline Harbour runs' }).click();
  const waiting = async () => (await ines.api.call(joining.listRequests, { space_id: other })).items.length;
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
});

test('sub-spaces are ordered with the menu and with keys, archived, written in no more, and brought back', async ({
  company: { ines, kwame },
  open,
}) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  for (const name of ['Ovens', 'Vans']) await newSubSpace(ines, space_id, name);
  const hers = await open(ines);
  await openSpace(hers, space_id);
  const his = await open(kwame);
  await openSpace(his, space_id);
  await openAbout(hers);
  await choose(hers, 'Vans', 'Move up');
  await expect(tabs(his).getByRole('link')).toHaveText(['General', 'Vans', 'Ovens']);
  const link = about(hers).getByRole('link', { name: 'Vans' });
  await link.focus();
  await hers.keyboard.press('Control+Shift+ArrowDown');
  await expect(tabs(his).getByRole('link')).toHaveText(['General', 'Ovens', 'Vans']);
  await expect(link).toBeFocused();

  await tabs(his).getByRole('link', { name: 'Vans' }).click();
  await expect(composer(his)).toBeVisible();
  await choose(hers, 'Vans', 'Archive');
  await holdUndo(hers);
  await expect(his.getByText('This sub-space is archived. What was said stays readable.')).toBeVisible();
  await expect(composer(his)).toHaveCount(0);
  await expect(tabs(his).getByRole('link')).toHaveText(['General', 'Ovens']);
  await openAbout(his);
  await expect(about(his).getByRole('heading', { name: 'Archived' })).toBeVisible();
  await hers.getByRole('button', { name: 'Undo' }).click();
  await expect(composer(his)).toBeVisible();
  await choose(hers, 'Vans', 'Archive');
  await expect(composer(his)).toHaveCount(0);
  await choose(hers, 'Vans', 'Bring back');
  await say(his, 'The van is back');
  await expect(about(hers).getByRole('heading', { name: 'Archived' })).toHaveCount(0);
});

test('a private sub-space is there for whom an admin lets in, and for nobody else', async ({
  server,
  company: { ines, kwame },
  open,
  watch,
}) => {
  // Where he stands when he is taken out.
  watch.allow(/status of 404/);
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  await newColleague(server, ines, 'Otto', 'Outside');
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame, nell]);
  const hers = await open(ines);
  await openSpace(hers, space_id);
  const his = await open(kwame);
  await openSpace(his, space_id);
  const third = await open(nell);
  await openSpace(third, space_id);
  await openAbout(hers);
  await about(hers).getByRole('button', { name: 'New sub-space' }).click();
  await dialog(hers).getByLabel('Name').fill('Rota');
  await dialog(hers).getByText('Only some', { exact: true }).click();
  // Only members of the space are offered.
  await dialog(hers).getByRole('combobox').fill('otto');
  await expect(dialog(hers).getByText('Nobody else found for “otto”')).toBeVisible();
  await dialog(hers).getByRole('combobox').fill('kwa');
  await expect(dialog(hers).getByRole('option')).toHaveCount(1);
  await hers.keyboard.press('Enter');
  await dialog(hers).getByRole('button', { name: 'Create sub-space' }).click();
  await expect(hers).toHaveURL(/sub-space/);
  await tabs(his).getByRole('link', { name: 'Rota' }).click();
  // The field of before stays until the sub-space is there.
  await expect(composer(his)).toHaveAttribute('aria-placeholder', /Rota/);
  await say(his, 'Only for us');
  await expect(message(hers, 'Only for us')).toBeVisible();
  await expect(third.getByText('Rota')).toHaveCount(0);

  await openAbout(hers);
  await choose(hers, 'Rota', 'People');
  await expect(dialog(hers).getByRole('listitem')).toHaveCount(2);
  await dialog(hers).getByRole('combobox').fill('nell');
  await expect(dialog(hers).getByRole('option')).toHaveCount(1);
  await hers.keyboard.press('Enter');
  await dialog(hers).getByRole('button', { name: 'Add 1 colleague' }).click();
  await expect(tabs(third).getByRole('link', { name: 'Rota' })).toBeVisible();
  await dialog(hers)
    .getByRole('button', { name: `Remove ${kwame.name}` })
    .click();
  await expect(his.getByRole('heading', { name: 'Not here' })).toBeVisible();
  await expect(his.getByText('Only for us')).toHaveCount(0);
});

test('a space gets an image, which everybody sees, and loses it again', async ({ company: { ines, kwame }, open }) => {
  const space_id = await newSpace(ines, 'Harbour runs', [kwame], 'private');
  const hers = await open(ines);
  await openSpace(hers, space_id);
  const his = await open(kwame, { path: '/connect' });
  const face = his.getByRole('link', { name: /Harbour runs/ }).locator('img');
  await expect(face).toHaveCount(0);
  await openAbout(hers);
  const edit = async () => {
    await about(hers).getByRole('button', { name: 'Edit', exact: true }).click();
    return dialog(hers).getByRole('group', { name: 'Image' });
  };
  const field = await edit();
  const [chooser] = await Promise.all([
    hers.waitForEvent('filechooser'),
    field.getByRole('button', { name: 'Choose a picture' }).click(),
  ]);
  await chooser.setFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: png(900, 600) });
  await expect(field.locator('img')).toBeVisible();
  await dialog(hers).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(hers)).toHaveCount(0);
  await expect(face).toBeVisible();
  await (await edit()).getByRole('button', { name: 'Remove picture' }).click();
  await dialog(hers).getByRole('button', { name: 'Save' }).click();
  await expect(face).toHaveCount(0);
});

test('without a connection what is asked of one can be read, and says why it cannot be answered', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const space_id = await newSpace(ines, 'Night bakers', [], 'private');
  await ines.api.call(joining.invite, { space_id, employee_ids: [kwame.id] });
  const page = await open(kwame, { path: '/spaces' });
  await expect(page.getByRole('button', { name: 'Accept Night bakers' })).toBeEnabled();
  await readyOffline(page);
  await server.kill();
  await page.reload();
  await expect(offlineBanner(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept Night bakers' })).toBeDisabled();
  await expect(page.getByText('Answering needs a connection.')).toBeVisible();
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
  await page.getByRole('button', { name: 'Accept Night bakers' }).click();
  await expect(page.getByRole('link', { name: /Night bakers/ })).toBeVisible();
});

for (const [size, device] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`${size}: nothing for axe to find`, async ({ server, company: { ines, kwame }, open }) => {
    const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
    const beatriz = await newColleague(server, ines, 'Beatriz', 'Moura', 'Driver');
    const invited = await newSpace(ines, 'Night bakers', [], 'private');
    await ines.api.call(joining.invite, { space_id: invited, employee_ids: [kwame.id] });
    const asked = await newSpace(ines, 'Harbour runs', [], 'private');
    const link_code = (await ines.api.call(joining.getLink, { space_id: asked })).link_code;
    await kwame.api.call(spaces.join, { space_id: asked, link_code });
    await nell.api.call(spaces.join, { space_id: asked, link_code });
    await ines.api.call(joining.invite, { space_id: asked, employee_ids: [beatriz.id] });
    await newSpace(ines, 'Mill Lane crew', [kwame]);
    for (const name of ['Ovens', 'Vans']) await newSubSpace(ines, asked, name);
    const old = await newSubSpace(ines, asked, 'Summer fair');
    await write(ines, { entity_type: 'space', entity_id: asked, sub_space_id: old }, 'It was a good one');
    await ines.api.call(spaces.archiveSubSpace, { sub_space_id: old, archived: true });
    await newPrivate(ines, asked, 'Rota');
    const look = (page: Page, name: string) => judge(page, `spaces ${name}, ${size}`);
    const his = await open(kwame, { path: '/spaces', ...device, ...NO_WORKER });
    await expect(his.getByRole('heading', { name: 'You are invited' })).toBeVisible();
    await look(his, 'browse');
    await his.goto('/connect');
    await expect(his.getByRole('link', { name: 'You are invited to Night bakers' })).toBeVisible();
    await look(his, 'note');
    await his.goto(await linkOf(ines, asked));
    await expect(his.getByText('Asked to join')).toBeVisible();
    await look(his, 'one');
    const hers = await open(ines, { ...device, ...NO_WORKER });
    await hers.goto(`/connect/space/${asked}/sub-space/${old}`);
    await expect(hers.getByText('This sub-space is archived.')).toBeVisible();
    await look(hers, 'archived');
    await openAbout(hers);
    await expect(about(hers).getByRole('heading', { name: 'Waiting to join' })).toBeVisible();
    await look(hers, 'about');
    await about(hers).getByRole('button', { name: 'New sub-space' }).click();
    await dialog(hers).getByText('Only some', { exact: true }).click();
    await look(hers, 'new-sub');
    await hers.keyboard.press('Escape');
    await choose(hers, 'Rota', 'People');
    await expect(dialog(hers).getByRole('listitem')).toHaveCount(1);
    await look(hers, 'people');
  });
}

async function newPrivate(by: Person, space_id: string, sub_space_name: string): Promise<void> {
  const sub_space_id = uuid();
  await by.api.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name, is_private: true });
}
