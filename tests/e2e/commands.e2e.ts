// What a message that begins with `/` does.
import type { Locator, Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { mentionsOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { holdBack, NO_WORKER } from './kit/browser.ts';
import { expectTexts, openDirect, openSpace, type } from './kit/chat.ts';
import { direct, newColleague, newSpace, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

test.use(NO_WORKER);

const listed = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Conversations', exact: true }).getByRole('link', { name });
/** The writing field, also while a list hangs on it: then it is a combobox. */
const field = (page: Page): Locator => page.locator('.ll-composer-rich');

test('a list of what can be done; what there is no command for is sent as text only when asked again', async ({
  open,
  company: { ines, kwame },
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await type(page, '/');
  await expect(options.first()).toBeVisible();
  await expect(options.filter({ hasText: '/mute' })).toHaveCount(0);
  // What can be done with the entry comes with the entry, also into the open list.
  await write(kwame, direct(ines), 'Hello');
  await expect(options.filter({ hasText: '/mute' })).toHaveCount(1);
  await page.keyboard.type('shr');
  await expect(options).toHaveText([/^\/shrug words/]);
  await page.keyboard.press('Tab');
  await expect(field(page)).toHaveText('/shrug ');
  await page.keyboard.type('No idea');
  await page.keyboard.press('Enter');
  await expectTexts(page, ['Hello', 'No idea ¯\\_(ツ)_/¯']);
  await expect(field(page)).toHaveText('');
  await page.keyboard.type('/giphy cats');
  await expect(page.getByText('There is no command /giphy.')).toBeVisible();
  await page.keyboard.press('Enter');
  // That was a question: now the way on is pointed at.
  await expect(options.filter({ hasText: 'Send it as text' })).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveText('/giphy cats');
  await page.keyboard.press('Enter');
  await expectTexts(page, ['Hello', 'No idea ¯\\_(ツ)_/¯', '/giphy cats']);
  await expect(field(page)).toHaveText('');
  // A path is a path, and Esc makes text of anything.
  for (const [text, key] of [
    ['/etc/hosts', 'Enter'],
    ['/away', 'Escape'],
  ] as const) {
    await page.keyboard.type(text);
    if (key === 'Escape') await expect(options).toHaveCount(1);
    await page.keyboard.press(key);
    // What is typed into what is being sent is another test's.
    if (key === 'Enter') await expect(field(page)).toHaveText('');
  }
  await page.keyboard.press('Enter');
  await expectTexts(page, ['Hello', 'No idea ¯\\_(ツ)_/¯', '/giphy cats', '/etc/hosts', '/away']);
});

test('whoever does not pause between Enter and the next word sends what they meant', async ({
  open,
  company: { ines, kwame },
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await type(page, 'Hello');
  const words = Array.from({ length: 12 }, (_, at) => `Word ${at}`);
  await page.keyboard.press('Enter');
  // Each is stored while the next is typed.
  for (const word of words) {
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
  }
  await expectTexts(page, ['Hello', ...words]);
  await expect.poll(() => textsIn(kwame, direct(ines))).toEqual(['Hello', ...words]);
});

test('who is faster than the editor is not taken at their word either', async ({ open, company: { ines, kwame } }) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const page = await open(ines, NO_WORKER);
  const come = await holdBack(page, 'editor-*.js');
  await page.goto(`/connect/space/${space_id}`);
  // What can be done here is known with the space.
  await expect(listed(page, /Mill Lane crew/)).toBeVisible();
  await page.locator('textarea').fill('/mute');
  await page.keyboard.press('Enter');
  come();
  await expect(listed(page, /Mill Lane crew/).getByLabel('Muted')).toBeVisible();
  await expect(field(page)).toHaveText('');
  await expectTexts(page, []);
});

test('they do what they say', async ({ open, server, company: { ines, kwame } }) => {
  const ada = await newColleague(server, ines, 'Ada', 'Quaye');
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame], 'private');
  const page = await open(ines);
  await openSpace(page, space_id);
  await type(page, '/mute');
  await page.keyboard.press('Enter');
  await expect(listed(page, /Mill Lane crew/).getByLabel('Muted')).toBeVisible();
  await expect(field(page)).toHaveText('');
  await type(page, '/busy');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('You are shown as busy.')).toBeVisible();
  await type(page, '/invite ');
  await expect(page.getByRole('option', { name: /^\/invite/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveText('/invite ');
  await page.keyboard.type('@Ada');
  // The list of the key before stays until the next one is there.
  await expect(page.getByRole('option')).toHaveText([/Ada Quaye/]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Added Ada Quaye')).toBeVisible();
  await expect
    .poll(async () => (await ada.api.call(chat.listConversations, {})).items.map(({ entity_id }) => entity_id))
    .toEqual([space_id]);
  await type(page, '/search seal');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search people, spaces and messages' })).toHaveValue('seal');
  await page.keyboard.press('Escape');
  await type(page, '/leave');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Leave Mill Lane crew? Only an admin can add you again.')).toBeVisible();
  await ines.api.call(spaces.updateMember, { space_id, employee_id: kwame.id, role: 'admin' });
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/connect$/);
  await expect(listed(page, /Mill Lane crew/)).toHaveCount(0);
  expect(await textsIn(kwame, { entity_type: 'space', entity_id: space_id })).toEqual([]);
});

test('what is typed while one is being done stays, one that leads elsewhere leaves nothing, and a name stays a name', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  await newColleague(server, ines, 'Ada', 'Quaye');
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const space = { entity_type: 'space', entity_id: space_id } as const;
  const page = await open(kwame);
  await openSpace(page, space_id);
  const name = async (text: string, who: RegExp) => {
    await page.keyboard.type(text);
    // The list of the key before stays until the next one is there.
    await expect(page.getByRole('option')).toHaveText([who]);
    await page.keyboard.press('Enter');
  };
  await test.step('typed meanwhile', async () => {
    let go = () => {};
    const held = new Promise<void>((done) => (go = done));
    const asked = page.waitForRequest(/\/api\/spaces\/invitation\/new/);
    await page.route(/\/api\/spaces\/invitation\/new/, async (route) => {
      await held;
      await route.continue();
    });
    await type(page, '/invite ');
    await name('@Ada', /Ada Quaye/);
    await page.keyboard.press('Enter');
    await asked;
    await page.keyboard.type('she knows the ovens');
    go();
    await expect(page.getByText('Invited Ada Quaye')).toBeVisible();
    await expect(field(page)).toHaveText('she knows the ovens');
  });
  await test.step('a name', async () => {
    await field(page).fill('/shrug ');
    await name('@Ines', /Ines Okafor/);
    await page.keyboard.type('no idea');
    await page.keyboard.press('Enter');
    await expectTexts(page, ['@Ines Okafor no idea ¯\\_(ツ)_/¯']);
    const called = async () => {
      const { items } = await ines.api.call(chat.listMessages, space);
      return items.flatMap(({ body }) => (body ? mentionsOf(body).map(({ id }) => id) : []));
    };
    await expect.poll(called).toEqual([ines.id]);
  });
  await test.step('elsewhere', async () => {
    await type(page, '/leave');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/connect$/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(listed(page, /Mill Lane crew/)).toBeVisible();
    await openSpace(page, space_id);
    await expect(field(page)).toHaveText('');
    await expect(listed(page, /Draft: /)).toHaveCount(0);
  });
});
