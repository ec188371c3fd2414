// What the server refuses of what was done with a message: an edit stays with what was typed, a reaction is said and goes.
import type { Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import * as spaces from '#contract/spaces.ts';
import { readyOffline } from './kit/browser.ts';
import { composer, message, openDirect, openSpace, react, reaction, say } from './kit/chat.ts';
import { direct, newSpace, newSubSpace, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const REASON = 'Not changed. This sub-space is archived: it can only be read.';

/** Of the list of conversations, and of what is asked about before one leaves. */
async function expectNothingUnsent(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Conversations', exact: true }).getByLabel('Not sent')).toHaveCount(
    0,
  );
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
}

test('a refused edit stays with its reason and what was typed, to try again, to change or to discard', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 409/);
  watch.cutsConnections = true;
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const sub_space_id = await newSubSpace(ines, space_id, 'Ovens');
  const address: chat.Address = { entity_type: 'space', entity_id: space_id, sub_space_id };
  await write(kwame, address, 'Flour');
  const page = await open(kwame);
  await openSpace(page, space_id, sub_space_id);
  await readyOffline(page);
  const row = message(page, 'Flour');
  const archive = (archived: boolean) => ines.api.call(spaces.archiveSubSpace, { sub_space_id, archived });
  const refuse = async (more: string) => {
    await page.context().setOffline(true);
    await composer(page).click();
    await page.keyboard.press('ArrowUp');
    await expect(row.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(more);
    await page.keyboard.press('Enter');
    await expect(row.getByRole('textbox')).toHaveCount(0);
    await archive(true);
    await page.context().setOffline(false);
    await expect(row.getByRole('alert')).toContainText(REASON, { timeout: 60_000 });
  };
  const arrived = (text: string) => expect.poll(() => textsIn(kwame, address)).toEqual([text]);
  const reopen = async () => {
    await archive(false);
    await expect(composer(page)).toBeVisible();
  };

  await test.step('also after a reload, and when it is refused once more', async () => {
    await refuse(' at six');
    await expect(page.locator('.ll-toast').getByText(REASON)).toBeVisible();
    await page.reload();
    await expect(row.getByRole('alert')).toContainText(REASON);
    await expect(row.locator('.ll-rich')).toHaveText(['Flour', 'Flour at six']);
    const again = page.waitForResponse((one) => one.url().includes(chat.edit.path));
    await row.getByRole('button', { name: 'Try again' }).click();
    await again;
    await expect(row.getByRole('alert')).toContainText(REASON);
  });

  await test.step('it is tried again when that helps', async () => {
    await reopen();
    await row.getByRole('button', { name: 'Try again' }).click();
    await arrived('Flour at six');
    await expect(row.getByRole('alert')).toHaveCount(0);
  });

  await test.step('it is changed: what was typed is in the field', async () => {
    await refuse(' or seven');
    await reopen();
    await row.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(row.getByRole('textbox')).toHaveText('Flour at six or seven');
    await expect(row.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' sharp');
    await page.keyboard.press('Enter');
    await arrived('Flour at six or seven sharp');
    await expect(row.getByRole('alert')).toHaveCount(0);
  });

  await test.step('it is discarded, and nothing of it is left', async () => {
    await refuse(' today');
    await row.getByRole('button', { name: 'Discard' }).click();
    await expect(row.getByRole('alert')).toHaveCount(0);
    await expect(row.locator('.ll-rich')).toHaveText('Flour at six or seven sharp');
    await expectNothingUnsent(page);
  });
});

test('a reaction to a message that is gone meanwhile is said, and nothing of it is left', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 404/);
  watch.cutsConnections = true;
  const { message_id } = await write(kwame, direct(ines), 'Who has the keys?');
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await page.context().setOffline(true);
  await react(page, 'Who has the keys?', /fire/);
  await expect(reaction(page, 'Who has the keys?', /fire/)).toBeVisible();
  await kwame.api.call(chat.remove, { message_id });
  await page.context().setOffline(false);
  await expect(page.getByText('The message is no longer there.')).toBeVisible({ timeout: 60_000 });
  await expectNothingUnsent(page);
});

for (const { where, area } of [
  { where: 'a space', area: 'Not sent' },
  { where: 'a thread of it', area: 'Thread' },
])
  test(`what was written in ${where} one is no longer in is said, can be copied there, and goes when it is discarded`, async ({
    company: { ines, kwame },
    open,
    watch,
  }) => {
    watch.allow(/status of 404/);
    watch.cutsConnections = true;
    const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
    await write(ines, { entity_type: 'space', entity_id: space_id }, 'Flour');
    const page = await open(kwame);
    await openSpace(page, space_id);
    await readyOffline(page);
    await page.context().setOffline(true);
    const here = page.getByRole('region', { name: area, exact: true });
    if (area === 'Thread') {
      await message(page, 'Flour').hover();
      await message(page, 'Flour').getByRole('button', { name: 'Reply in thread' }).click();
      await here.getByRole('textbox', { name: 'Message', exact: true }).fill('The mill stands still');
      await page.keyboard.press('Enter');
      await expect(here.getByRole('article').filter({ hasText: 'The mill stands still' })).toBeVisible();
    } else await say(page, 'The mill stands still');
    await page.goto('/connect');
    await ines.api.call(spaces.removeMember, { space_id, employee_id: kwame.id });
    await page.context().setOffline(false);
    const toast = page.locator('.ll-toast');
    await expect(toast.getByText(/^Not sent\. (This space|The message) is no longer/)).toBeVisible({ timeout: 60_000 });
    await toast.getByRole('button', { name: 'Show' }).click();

    await expect(here.getByRole('listitem')).toHaveText([/^The mill stands still/]);
    await here.getByRole('button', { name: 'Copy text' }).click();
    await expect(page.getByText('Text copied')).toBeVisible();
    await page.reload();
    const discard = here.getByRole('button', { name: 'Discard' });
    await expect(discard).toHaveAccessibleDescription('The mill stands still');
    await discard.click();
    await expect(here.getByRole('listitem')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(here.getByRole('listitem')).toHaveText([/^The mill stands still/]);
    await discard.press('Enter');
    await expect(here.getByRole('listitem')).toHaveCount(0);
    await expect(page.locator('body'), 'the keyboard has a place on the page').not.toBeFocused();
    // When nobody takes it back any more; the pointer stands where the toast is.
    await page.mouse.move(0, 0);
    await expect(page.getByText('Message discarded')).toHaveCount(0, { timeout: 20_000 });
    await page.goto('/connect');
    await expectNothingUnsent(page);
  });
