// Files and pins of a whole space, beside whichever of its sub-spaces is open: seen as they come and go, opened, narrowed, and there
// without a connection.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { pin, unpin } from '#contract/chat/marks/marks.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { upload } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { PHONE, readyOffline, storedOf } from './kit/browser.ts';
import { message, offlineBanner, openSpace } from './kit/chat.ts';
import { newSpace, newSubSpace, type Person, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const about = (page: Page): Locator => page.getByRole('complementary', { name: 'About this conversation' });
const pins = (page: Page): Locator => about(page).getByRole('region', { name: 'Pinned' });
const files = (page: Page): Locator => about(page).getByRole('region', { name: 'Files' });
const openAbout = (page: Page) => page.getByRole('button', { name: 'About this conversation' }).click();
const into = (space_id: string, sub_space_id?: string): chat.Address => ({
  entity_type: 'space',
  entity_id: space_id,
  ...(sub_space_id && { sub_space_id }),
});
async function attach(by: Person, at: chat.Address, name: string, text: string): Promise<chat.Message> {
  const { file_id } = await upload(by.api, 'Flour 500 g', { folder: 'chat', name });
  return (await by.api.call(chat.send, { ...at, message_id: uuid(), body: docOf(text), attachments: [{ file_id }] }))
    .message;
}
async function pinned(by: Person, at: chat.Address, text: string): Promise<chat.Message> {
  const { message_id } = await write(by, at, text);
  return (await by.api.call(pin, { message_id })).message;
}

test('what stands in another sub-space is seen, opened, and left out again', async ({
  open,
  company: { ines, kwame },
}) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const ovens = into(space_id, await newSubSpace(ines, space_id, 'Ovens'));
  await pinned(kwame, into(space_id), 'Doors close at six');
  await attach(kwame, into(space_id), 'rota.txt', 'The rota');
  await pinned(kwame, ovens, 'Rye at 250 degrees');
  await attach(kwame, ovens, 'rye.txt', 'How we bake rye');

  const page = await open(ines);
  await openSpace(page, space_id);
  await openAbout(page);
  await expect(pins(page).getByRole('link')).toHaveText([/Rye at 250 degrees.*Ovens/, /Doors close at six.*General/]);
  await expect(files(page).getByRole('button', { name: /Open/ })).toHaveText([/rye\.txt/, /rota\.txt/]);
  await expect(files(page).getByRole('link')).toHaveText([/Ovens/, /General/]);
  await files(page).scrollIntoViewIfNeeded();
  await judge(page, 'whole space, desktop');

  const choice = about(page).getByRole('radiogroup', { name: 'Where pinned messages and files are from' });
  await choice.getByText('This sub-space').click();
  await expect(pins(page).getByRole('link')).toHaveText([/Doors close at six/]);
  await expect(files(page).getByRole('button', { name: /Open/ })).toHaveText([/rota\.txt/]);
  await expect(pins(page)).not.toContainText('General');
  await expect(files(page).getByRole('link')).toHaveCount(0);
  await judge(page, 'this sub-space, desktop');
  // By keyboard.
  await page.keyboard.press('ArrowLeft');
  await expect(choice.getByRole('radio', { name: 'Whole space' })).toBeChecked();

  // The file itself opens here; its place leads to the message.
  await files(page).getByRole('button', { name: 'Open rye.txt' }).click();
  await expect(page.getByRole('dialog')).toContainText('Flour 500 g');
  await page.keyboard.press('Escape');
  await files(page).getByRole('link', { name: 'Message with rye.txt in Ovens' }).click();
  await expect(page).toHaveURL(new RegExp(`/sub-space/${ovens.sub_space_id}`));
  await expect(message(page, 'How we bake rye')).toBeVisible();
  await openAbout(page);
  await pins(page)
    .getByRole('link', { name: /Doors close at six/ })
    .click();
  await expect(page).not.toHaveURL(/sub-space/);
  await expect(message(page, 'Doors close at six')).toBeVisible();
});

test('it follows what is done in every sub-space, and shows nothing of one that closes', async ({
  open,
  company: { ines, kwame },
}) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const ovens = into(space_id, await newSubSpace(ines, space_id, 'Ovens'));
  const office = uuid();
  const secret = { sub_space_name: 'Office', is_private: true, employee_ids: [kwame.id] };
  await ines.api.call(spaces.createSubSpace, { space_id, sub_space_id: office, ...secret });
  const page = await open(kwame);
  await openSpace(page, space_id);
  await openAbout(page);
  await expect(pins(page)).toContainText('Nothing is pinned.');
  await expect(files(page)).toContainText('Nothing was attached here yet.');

  const rye = await pinned(ines, ovens, 'Rye at 250 degrees');
  await expect(pins(page).getByRole('link', { name: /Rye at 250 degrees/ })).toBeVisible();
  await ines.api.call(chat.edit, { message_id: rye.message_id, body: docOf('Rye at 260 degrees') });
  await expect(pins(page).getByRole('link', { name: /Rye at 260 degrees/ })).toBeVisible();
  const recipe = await attach(ines, ovens, 'rye.txt', 'How we bake rye');
  await expect(files(page).getByRole('button', { name: 'Open rye.txt' })).toBeVisible();
  await ines.api.call(unpin, { message_id: rye.message_id });
  await expect(pins(page)).toContainText('Nothing is pinned.');
  await ines.api.call(chat.remove, { message_id: recipe.message_id });
  await expect(files(page)).toContainText('Nothing was attached here yet.');

  await attach(ines, into(space_id, office), 'wages.txt', 'For the office');
  await pinned(ines, into(space_id, office), 'The safe is new');
  await expect(files(page).getByRole('link', { name: /in Office/ })).toBeVisible();
  await expect(pins(page).getByRole('link', { name: /The safe is new/ })).toBeVisible();
  const secrets = ['The safe is new', 'wages.txt'];
  const kept = async () => (await storedOf(page, secrets)).toSorted();
  await expect.poll(kept).toEqual(secrets);
  await ines.api.call(spaces.removeSubSpaceMember, { sub_space_id: office, employee_id: kwame.id });
  await expect(pins(page)).toContainText('Nothing is pinned.');
  await expect(files(page)).toContainText('Nothing was attached here yet.');
  await expect.poll(kept).toEqual([]);
});

test('without a connection what was looked at is there, and what was not says so', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const ovens = into(space_id, await newSubSpace(ines, space_id, 'Ovens'));
  await pinned(kwame, into(space_id), 'Doors close at six');
  await pinned(kwame, ovens, 'Rye at 250 degrees');
  await attach(kwame, ovens, 'rye.txt', 'How we bake rye');
  const page = await open(ines, { ...PHONE });
  await openSpace(page, space_id);
  await openAbout(page);
  await expect(pins(page).getByRole('link')).toHaveCount(2);
  await expect(files(page).getByRole('button', { name: 'Open rye.txt' })).toBeVisible();
  await files(page).scrollIntoViewIfNeeded();
  await judge(page, 'whole space, phone');
  await readyOffline(page);
  await server.kill();
  await page.reload();
  await expect(offlineBanner(page)).toBeVisible();
  await openAbout(page);
  await expect(pins(page).getByRole('link')).toHaveText([/Rye at 250 degrees.*Ovens/, /Doors close at six.*General/]);
  await expect(files(page).getByRole('link', { name: 'Message with rye.txt in Ovens' })).toBeVisible();
  await about(page).getByText('This sub-space').click();
  await expect(pins(page)).toContainText('Not kept on this device yet.');
  await judge(page, 'this sub-space without a connection, phone');
  await server.start();
  await expect(pins(page).getByRole('link')).toHaveText([/Doors close at six/], { timeout: 40_000 });
  // The pane covers the conversation: it gives way to what it leads to, here as elsewhere.
  await pins(page).getByRole('link').click();
  await expect(message(page, 'Doors close at six')).toBeVisible();
  await expect(about(page)).toHaveCount(0);
  await openAbout(page);
  await files(page).getByRole('link', { name: 'Message with rye.txt in Ovens' }).click();
  await expect(message(page, 'How we bake rye')).toBeVisible();
  await expect(about(page)).toHaveCount(0);
});

test('pages go on, and what does not load can be tried again', async ({ open, watch, company: { ines } }) => {
  watch.allow(/status of 500/);
  const space_id = await newSpace(ines, 'Mill Lane crew', []);
  const ovens = into(space_id, await newSubSpace(ines, space_id, 'Ovens'));
  for (let n = 0; n < 26; n++)
    for (const at of [into(space_id), ovens]) await pinned(ines, at, `Rule ${n} of ${at.sub_space_id ? 'two' : 'one'}`);
  const page = await open(ines);
  let fails = true;
  await page.route('**/api/chat/pin/list?*', (route) => (fails ? route.fulfill({ status: 500 }) : route.continue()));
  await openSpace(page, space_id);
  await openAbout(page);
  const again = pins(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  fails = false;
  await again.click();
  await expect(pins(page).getByRole('link')).toHaveCount(50);
  await pins(page).getByRole('button', { name: 'Show more pinned messages' }).click();
  await expect(pins(page).getByRole('link')).toHaveCount(52);
  await expect(pins(page).getByRole('link').last()).toContainText('Rule 0 of one');
  await expect(pins(page).getByRole('button', { name: 'Show more pinned messages' })).toHaveCount(0);
});
