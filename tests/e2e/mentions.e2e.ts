// Whom and what one means by an @: a colleague, everybody, a space; in a new message and in one that is edited, also without a network.
import type { Locator, Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { mentionsOf } from '#contract/rich-text.ts';
import { readyOffline } from './kit/browser.ts';
import { expectStored, expectTexts, message, offlineBanner, openDirect, openSpace, say, type } from './kit/chat.ts';
import { direct, newColleague, newSpace, type Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** The writing field, also while the list hangs on it: then it is a combobox. */
const fields = (page: Page): Locator => page.locator('.ll-composer-rich');
const options = (page: Page): Locator => page.getByRole('listbox', { name: 'People and spaces' }).getByRole('option');

/** Of the last message as the server has it. */
async function meant(person: Person, address: chat.Address): Promise<string[]> {
  const { items } = await person.api.call(chat.listMessages, { ...address, limit: '1' });
  const body = items.at(-1)?.body;
  return body ? mentionsOf(body).map(({ kind, id }) => `${kind} ${id}`) : [];
}

test('a colleague without their accents, all who are here, and a space by its name', async ({
  server,
  open,
  company: { ines, kwame },
}) => {
  const zoe = await newColleague(server, ines, 'Zoë', 'Lindqvist');
  const space_id = await newSpace(ines, 'Oven crew', [kwame]);
  const page = await open(ines);
  await openSpace(page, space_id);
  await type(page, 'Morning @a');
  await expect(options(page).first()).toHaveText(/^@all/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('and @zoe l');
  await expect(options(page)).toHaveText([/Zoë Lindqvist/]);
  await page.keyboard.press('Tab');
  await page.keyboard.type('of @ove');
  await expect(options(page)).toHaveText([/Oven crewSpace$/]);
  await options(page).first().click();
  await expect(fields(page)).toHaveText('Morning @all and @Zoë Lindqvist of @Oven crew ');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expectTexts(page, ['Morning @all and @Zoë Lindqvist of @Oven crew']);
  const all = ['all all', `employee ${zoe.id}`, `space ${space_id}`];
  await expect.poll(() => meant(kwame, { entity_type: 'space', entity_id: space_id })).toEqual(all);
  // It leads there.
  await openDirect(page, kwame);
  await type(page, '@Oven');
  await expect(options(page)).toHaveText([/Oven crew/]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await message(page, '@Oven crew').getByRole('link', { name: '@Oven crew' }).click();
  await expect(page).toHaveURL(new RegExp(`/connect/space/${space_id}`));
});

test('who was forgotten is called by an edit, also without a network', async ({
  server,
  open,
  watch,
  company: { ines, kwame },
}) => {
  watch.cutsConnections = true;
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await say(page, 'Who takes the early shift?');
  await expect(message(page, 'early shift').getByLabel('Sent')).toBeVisible();
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await expectStored(page);
  await page.keyboard.press('ArrowUp');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.type(' @kw');
  await expect(options(page)).toHaveText([new RegExp(kwame.name)]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await save.click();
  await expectTexts(page, [`Who takes the early shift? @${kwame.name}`]);
  await server.start();
  await expect.poll(() => meant(kwame, direct(ines))).toEqual([`employee ${kwame.id}`]);
  const { items } = await kwame.api.call(chat.listConversations, {});
  expect(items.find(({ entity_id }) => entity_id === ines.id)?.mention_count).toBe(1);
});
