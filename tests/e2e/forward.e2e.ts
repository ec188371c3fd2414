// Passing a message on: into a sub-space, with words of one's own before it, by keys alone, and without a connection; and writing
// in a sub-space that was found by its name.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import * as spaces from '#contract/spaces.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE, readyOffline, untilKept, untilSafe } from './kit/browser.ts';
import { composer, expectTexts, message, offlineBanner, openDirect, openSpace, type } from './kit/chat.ts';
import { direct, newColleague, newSpace, newSubSpace, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Forward to' });
const comment = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Add a message' });
const inSub = (space_id: string, sub_space_id: string): chat.Address => ({
  entity_type: 'space',
  entity_id: space_id,
  sub_space_id,
});

/** Opens the dialog from the menu of a message. */
async function forward(page: Page, text: string): Promise<void> {
  const row = message(page, text).last();
  const menu = page.getByRole('menu', { name: 'Message actions' });
  // Pressed twice it closes again: a press that is told of too late has opened it.
  await expect(async () => {
    if (await menu.isVisible()) return;
    await row.focus({ timeout: 10_000 });
    await row.getByRole('button', { name: 'More actions' }).click({ timeout: 10_000 });
    await expect(menu).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await menu.getByRole('menuitem', { name: 'Forward', exact: true }).click();
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
}

test('by keys into a sub-space, with words of one’s own before it; only where one can write is offered', async ({
  open,
  company: { ines, kwame },
}) => {
  const space = await newSpace(kwame, 'Mill Lane crew', [ines]);
  const early = await newSubSpace(kwame, space, 'Early shift');
  const archived = await newSubSpace(kwame, space, 'Shift of last year');
  await kwame.api.call(spaces.archiveSubSpace, { sub_space_id: archived, archived: true });
  const of = { space_id: space, sub_space_description: '', is_private: true, employee_ids: [] };
  await kwame.api.call(spaces.createSubSpace, { ...of, sub_space_id: uuid(), sub_space_name: 'Shift leads' });
  await write(kwame, direct(ines), 'The lift is fixed.');
  const page = await open(ines);
  await openDirect(page, kwame);
  await forward(page, 'The lift is fixed.');
  await page.keyboard.type('shift');
  await expect(dialog(page).getByRole('option')).toHaveText([/Mill Lane crew › Early shift/]);
  await dialog(page).getByRole('combobox').fill('early mill');
  await expect(dialog(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(comment(page)).toBeFocused();
  await expect(dialog(page).getByRole('blockquote')).toHaveText('Kwame MensahThe lift is fixed.');
  await page.keyboard.type('Stairs are over');
  await page.keyboard.press('Enter');
  await page.keyboard.type('for all of us: www.example.com/rota.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('Forwarded to Mill Lane crew › Early shift')).toBeVisible();
  await expect
    .poll(() => textsIn(kwame, inSub(space, early)))
    .toEqual(['Stairs are over for all of us: www.example.com/rota.', 'The lift is fixed.']);
  const { items } = await kwame.api.call(chat.listMessages, inSub(space, early));
  expect(items[0]?.body?.content[1]).toEqual({
    type: 'paragraph',
    content: [
      { type: 'text', text: 'for all of us: ' },
      {
        type: 'text',
        text: 'www.example.com/rota',
        marks: [{ type: 'link', attrs: { href: 'https://www.example.com/rota' } }],
      },
      { type: 'text', text: '.' },
    ],
  });
  expect(items.map(({ forwarded }) => forwarded?.sender_id)).toEqual([undefined, kwame.id]);
  expect(await textsIn(kwame, { entity_type: 'space', entity_id: space })).toEqual([]);
  expect(await textsIn(kwame, direct(ines))).toEqual(['The lift is fixed.']);
});

test('without a connection both wait in their order, over a reload, and arrive once', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const early = await newSubSpace(ines, space, 'Early shift');
  await write(kwame, inSub(space, early), 'Morning');
  await write(kwame, direct(ines), 'The lift is fixed.');
  const page = await open(ines, { ...PHONE });
  // What is known of it shows where it was passed on to.
  await openSpace(page, space, early);
  await expect(message(page, 'Morning')).toBeVisible();
  await untilKept(page);
  await openDirect(page, kwame);
  await expect(message(page, 'The lift is fixed.')).toBeVisible();
  await readyOffline(page);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await forward(page, 'The lift is fixed.');
  await dialog(page).getByRole('option', { name: 'Mill Lane crew › Early shift' }).click();
  await comment(page).fill('For you');
  await dialog(page).getByRole('button', { name: 'Forward' }).click();
  await expect(dialog(page)).toBeHidden();
  await untilSafe(page);
  await page.goto(`/connect/space/${space}/sub-space/${early}`);
  const all = ['Morning', 'For you', 'The lift is fixed.'];
  await expectTexts(page, all);
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
  await expect.poll(() => textsIn(kwame, inSub(space, early))).toEqual(all);
  await expectTexts(page, all);
  await expect(page.getByText('Queued')).toHaveCount(0);
});

test('another place can be chosen before it is sent; who has begun words is asked before they are lost', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const ada = await newColleague(server, ines, 'Ada', 'Quaye');
  await write(kwame, direct(ines), 'The lift is fixed.');
  const page = await open(ines);
  await openDirect(page, kwame);
  await forward(page, 'The lift is fixed.');
  await page.keyboard.type('Kwame');
  await page.keyboard.press('Enter');
  await expect(comment(page)).toBeFocused();
  await page.keyboard.type('From downstairs');
  await dialog(page).getByRole('button', { name: 'Change' }).click();
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(comment(page)).toHaveValue('From downstairs');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(comment(page)).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Forward' }).click();
  await expect.poll(() => textsIn(ada, direct(ines))).toEqual(['From downstairs', 'The lift is fixed.']);
  expect(await textsIn(kwame, direct(ines))).toEqual(['The lift is fixed.']);
});

test('a new message can be begun in a sub-space', async ({ open, company: { ines, kwame } }) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const early = await newSubSpace(ines, space, 'Early shift');
  const page = await open(ines, { path: '/connect' });
  await page.getByRole('button', { name: 'New message' }).first().click();
  await page.getByRole('combobox').fill('early');
  await page.getByRole('option', { name: 'Mill Lane crew › Early shift' }).click();
  await expect(page).toHaveURL(`/connect/space/${space}/sub-space/${early}`);
  await expect(composer(page)).toBeFocused();
  await type(page, 'Rye at 12');
  await page.keyboard.press('Enter');
  await expect.poll(() => textsIn(kwame, inSub(space, early))).toEqual(['Rye at 12']);
});

test('looks well and is clean for assistive tools', async ({ open, company: { ines, kwame } }) => {
  const space = await newSpace(ines, 'Brackenford regional bakery and delivery operations', [kwame], 'private');
  await newSubSpace(ines, space, 'Maintenance of the ovens on the second floor');
  await write(kwame, direct(ines), 'The lift is fixed. It took until noon because the spare part came from far away.');
  const screens = { phone: PHONE, tablet: { viewport: { width: 820, height: 1180 } }, desktop: DESKTOP };
  for (const [size, options] of Object.entries(screens)) {
    const page = await open(ines, { ...options, ...NO_WORKER });
    await openDirect(page, kwame);
    await forward(page, 'The lift is fixed.');
    await page.keyboard.type('ovens');
    await expect(dialog(page).getByRole('option')).toHaveCount(1);
    await judge(page, `forward, where to, ${size}`);
    await page.keyboard.press('Enter');
    await expect(comment(page)).toBeFocused();
    await judge(page, `forward, with a message, ${size}`);
  }
});
