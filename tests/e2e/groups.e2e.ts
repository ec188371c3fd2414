// Groups in the browser: begun by choosing several, the same again, what is said in one, its name, its people, how it looks.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createGroup } from '#contract/chat/groups.ts';
import type * as chat from '#contract/chat.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { composer, message, offlineBanner, say } from './kit/chat.ts';
import { newColleague, type Person, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const listed = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name });
const about = (page: Page): Locator => page.getByRole('complementary', { name: 'About this conversation' });
const at = (entity_id: string): chat.Address => ({ entity_type: 'group', entity_id });

async function choose(dialog: Locator, ...people: readonly Person[]): Promise<void> {
  for (const person of people) {
    await dialog.getByRole('combobox', { name: 'Colleagues' }).fill(person.name);
    await dialog.getByRole('option', { name: person.name }).click();
  }
}
async function openGroupDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New message' }).first().click();
  await page.getByRole('dialog', { name: 'New message' }).getByRole('button', { name: 'New group' }).click();
  return page.getByRole('dialog', { name: 'New group' });
}

test('a group is begun, written in, renamed, joined by others and left', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe');
  const omar = await newColleague(server, ines, 'Omar', 'Haddad');
  const [hers, his] = [await open(ines, { path: '/connect' }), await open(kwame, { path: '/connect' })];
  const dialog = await openGroupDialog(hers);
  await choose(dialog, kwame);
  await dialog.getByRole('button', { name: 'Open group' }).click();
  await expect(dialog.getByText('Choose at least two colleagues')).toBeVisible();
  await choose(dialog, nell);
  await dialog.getByRole('button', { name: 'Open group' }).click();
  await expect(hers).toHaveURL(/\/connect\/group\//);
  await expect(hers.getByRole('heading', { level: 1, name: 'Kwame and Nell' })).toBeVisible();
  await expect(composer(hers)).toBeVisible();
  await say(hers, 'Who takes the van?');
  await expect(listed(his, /Ines and Nell/)).toContainText('Ines: Who takes the van?');
  await listed(his, /Ines and Nell/).click();
  await expect(message(his, 'Who takes the van?')).toBeVisible();
  const url = hers.url();

  // The same people again: the one that there is.
  await hers.goto('/connect');
  const again = await openGroupDialog(hers);
  await choose(again, nell, kwame);
  await again.getByRole('button', { name: 'Open group' }).click();
  await expect(hers).toHaveURL(url);

  await hers.getByRole('button', { name: 'About this conversation' }).click();
  await about(hers).getByRole('button', { name: 'Rename' }).click();
  const rename = hers.getByRole('dialog', { name: 'Rename group' });
  await rename.getByLabel('Name').fill('Van people');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(his.getByRole('heading', { level: 1, name: 'Van people' })).toBeVisible();
  await about(hers).getByRole('button', { name: 'Add' }).click();
  const add = hers.getByRole('dialog', { name: 'Add people' });
  await choose(add, omar);
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  // Whom one has chosen is listed in it, too.
  await expect(add).toBeHidden();
  await expect(about(hers).getByRole('listitem').filter({ hasText: 'Omar Haddad' })).toBeVisible();
  await expect(his.getByText('4 people')).toBeVisible();
  expect(await textsIn(omar, at(url.split('/').at(-1) ?? ''))).toEqual(['Who takes the van?']);

  await his.getByRole('button', { name: 'About this conversation' }).click();
  await about(his).getByRole('button', { name: 'Leave' }).click();
  await his
    .getByRole('dialog', { name: /Leave Van people/ })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(his).toHaveURL(/\/connect$/);
  await expect(listed(his, /Van people/)).toHaveCount(0);
  await expect(about(hers).getByRole('listitem').filter({ hasText: 'Kwame' })).toHaveCount(0);
});

test('without a connection it is read and written in as any conversation', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe');
  const input = { conversation_id: uuid(), employee_ids: [kwame.id, nell.id], name: 'Bakers' };
  const { entry } = await ines.api.call(createGroup, input);
  await write(kwame, at(entry.entity_id), 'Rye at one');
  const page = await open(ines, { path: `/connect/group/${entry.entity_id}` });
  await expect(message(page, 'Rye at one')).toBeVisible();
  await readyOffline(page);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await say(page, 'I will be late');
  await page.getByRole('button', { name: 'About this conversation' }).click();
  await expect(about(page).getByText('Changing a group needs a connection.')).toBeVisible();
  await expect(about(page).getByRole('button', { name: 'Rename' })).toBeDisabled();
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
  await expect.poll(() => textsIn(nell, at(entry.entity_id))).toEqual(['Rye at one', 'I will be late']);
});

test('looks well and is clean for assistive tools', async ({ open, server, company: { ines, kwame } }) => {
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  const omar = await newColleague(server, ines, 'Omar', 'Haddad', 'Driver');
  const employee_ids = [kwame.id, nell.id, omar.id];
  const { entry } = await ines.api.call(createGroup, { conversation_id: uuid(), employee_ids });
  await write(kwame, at(entry.entity_id), 'Rye at one, or is the small oven still out?');
  await write(ines, at(entry.entity_id), 'It is back. One is fine.');
  await write(nell, at(entry.entity_id), 'I bring the flour.');
  for (const [size, options] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    const page = await open(ines, { ...options, ...NO_WORKER, path: '/connect' });
    await expect(listed(page, /Kwame, Nell and Omar/)).toBeVisible();
    await judge(page, `groups ${size} list`);
    const dialog = await openGroupDialog(page);
    await choose(dialog, kwame);
    await judge(page, `groups ${size} new`);
    await page.goto(`/connect/group/${entry.entity_id}`);
    await expect(message(page, 'I bring the flour.')).toBeVisible();
    await judge(page, `groups ${size} conversation`);
    await page.getByRole('button', { name: 'About this conversation' }).click();
    await expect(about(page).getByRole('heading', { name: 'People' })).toBeVisible();
    await judge(page, `groups ${size} about`);
    await page.context().close();
  }
});
