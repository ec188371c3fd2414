// Emoji by their names: what is offered while one is typed, and what it leaves alone.
import type { Locator, Page } from 'playwright/test';
import { judge } from './kit/axe.ts';
import { holdBack, NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { composer, expectTexts, openDirect, openSpace, type } from './kit/chat.ts';
import { direct, newSpace, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** The writing field, also while a list hangs on it: then it is a combobox. */
const fields = (page: Page): Locator => page.locator('.ll-composer-rich');
const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Emoji' });
const option = (page: Page, name: string): Locator => list(page).getByRole('option', { name, exact: true });

test.describe('in a conversation', () => {
  test.use(NO_WORKER);

  test('the list takes arrows, Enter, Tab, Esc and a click, and is heard', async ({
    open,
    company: { ines, kwame },
  }) => {
    const page = await open(ines);
    const field = fields(page);
    await openDirect(page, kwame);
    await type(page, 'Fresh :b');
    await expect(list(page)).toBeHidden();
    await page.keyboard.type('rea');
    await expect(option(page, 'bread')).toHaveAttribute('aria-selected', 'true');
    // The caret stays in the text, and what is pointed at is told.
    await expect(field).toBeFocused();
    await expect(field).toHaveRole('combobox');
    const active = async () => page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`);
    await expect(await active()).toHaveAccessibleName('bread');
    await page.keyboard.press('ArrowDown');
    // The list and the field are told of it one after the other.
    await expect(async () => {
      await expect(await active()).toHaveAccessibleName('breast-feeding', { timeout: 1_000 });
    }).toPass();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(list(page)).toBeHidden();
    await expect(field).toHaveRole('textbox');
    await expect(field).toHaveText('Fresh 🍞');

    await page.keyboard.type(' :thumbs');
    await expect(option(page, 'thumbs up')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(field).toHaveText('Fresh 🍞 👎');
    await page.keyboard.type(' :tada');
    await option(page, 'party popper').click();
    await expect(field).toHaveText('Fresh 🍞 👎 🎉');
    await expect(field).toBeFocused();

    await page.keyboard.type(' :bri');
    await expect(option(page, 'brick')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeHidden();
    await page.keyboard.type('d');
    await page.keyboard.press('Enter');
    await expectTexts(page, ['Fresh 🍞 👎 🎉 :brid']);
    await expect.poll(() => textsIn(kwame, direct(ines))).toEqual(['Fresh 🍞 👎 🎉 :brid']);
  });

  test('a whole name is put in at once; times, addresses, smileys and code stay as they are', async ({
    open,
    company: { ines, kwame },
  }) => {
    const page = await open(ines);
    await openDirect(page, kwame);
    await type(page, ':bread: and :thumbs_up:');
    await expect(fields(page)).toHaveText('🍞 and 👍');
    await page.keyboard.press('Enter');
    await expectTexts(page, ['🍞 and 👍']);
    const left = 'At 10:30 :) https://example.com:8080/a :D to:bread: `:bread:` end';
    for (const sign of left) {
      await page.keyboard.type(sign);
      expect(await list(page).count(), `nothing is offered at ${sign}`).toBe(0);
    }
    await page.keyboard.press('Enter');
    await expectTexts(page, ['🍞 and 👍', left.replaceAll('`', '')]);
  });

  test('whoever is faster than the list gets what they named', async ({ open, company: { ines, kwame } }) => {
    const page = await open(ines);
    const come = await holdBack(page, 'emoji-data-*.js');
    await openDirect(page, kwame);
    await expect(fields(page)).toBeVisible();
    await type(page, 'Fresh :bread: and');
    await expect(fields(page)).toHaveText('Fresh :bread: and');
    come();
    await expect(fields(page)).toHaveText('Fresh 🍞 and');
    await page.keyboard.type(' more');
    await expect(fields(page)).toHaveText('Fresh 🍞 and more');
  });

  test('and whoever is faster than the editor', async ({ open, company: { ines, kwame } }) => {
    const page = await open(ines, NO_WORKER);
    const come = await holdBack(page, 'prosemirror-*.js');
    await openDirect(page, kwame);
    await type(page, 'Fresh :bread: and :thumbs_up:');
    await expect(fields(page)).toHaveCount(0);
    come();
    await expect(fields(page)).toHaveText('Fresh 🍞 and 👍');
    await page.keyboard.press('Enter');
    await expectTexts(page, ['Fresh 🍞 and 👍']);
  });

  test('the picker’s skin tone goes for names, too', async ({ open, company: { ines, kwame } }) => {
    const page = await open(ines);
    await openDirect(page, kwame);
    await expect(fields(page)).toBeVisible();
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await page.getByRole('button', { name: 'Skin tone' }).click();
    await expect(page.getByRole('button', { name: 'Skin tone' })).toHaveText('✋🏻');
    await page.keyboard.press('Escape');
    await type(page, ':thumbs_up: :clapping');
    await expect(fields(page)).toHaveText('👍🏻 :clapping');
    await expect(option(page, 'clapping hands')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(fields(page)).toHaveText('👍🏻 👏🏻');
  });

  test('in a thread and in a message that is changed, too', async ({ open, company: { ines, kwame } }) => {
    const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
    const into = { entity_type: 'space', entity_id: space_id } as const;
    const { message_id } = await write(kwame, into, 'Oven 3 is back');
    const page = await open(ines);
    await page.goto(`/connect/space/${space_id}?thread=${message_id}`);
    const pane = page.getByRole('region', { name: 'Thread', exact: true });
    await pane.getByRole('textbox', { name: 'Message', exact: true }).click();
    await expect(pane.locator('.ll-composer-rich')).toBeFocused();
    await page.keyboard.type(':brea');
    await expect(option(page, 'bread')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(pane.locator('.ll-composer-rich')).toHaveText('🍞');

    await openSpace(page, space_id);
    await type(page, 'Warm');
    await page.keyboard.press('Enter');
    await expectTexts(page, ['Oven 3 is back', 'Warm']);
    // The text stays in the field until the device has the message.
    await expect(fields(page)).toHaveText('');
    await page.keyboard.press('ArrowUp');
    const changed = page.getByRole('article').locator('.ll-composer-rich');
    await expect(changed).toBeFocused();
    await page.keyboard.type(' :brea');
    await expect(option(page, 'bread')).toBeVisible();
    // Esc closes the list, not what is being changed.
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeHidden();
    await page.keyboard.type('d:');
    await page.keyboard.press('Enter');
    await expectTexts(page, ['Oven 3 is back', 'Warm 🍞']);
  });

  for (const [size, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ] as const) {
    test(`how it looks, ${size}`, async ({ open, company: { ines, kwame } }) => {
      await write(kwame, direct(ines), 'What is left?');
      const page = await open(ines, options);
      await openDirect(page, kwame);
      await type(page, 'A lot of :br');
      await expect(option(page, 'bread')).toBeVisible();
      await judge(page, `emoji names ${size}`);
    });
  }
});

test('without a connection, where nobody has looked at an emoji before', async ({
  open,
  watch,
  company: { ines, kwame },
}) => {
  watch.cutsConnections = true;
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await page.context().setOffline(true);
  await type(page, ':brea');
  await expect(option(page, 'bread')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(fields(page)).toHaveText('🍞');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: 'grinning face', exact: true })).toBeVisible();
});
