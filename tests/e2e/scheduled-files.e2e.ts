// Files in messages that are sent later: they wait with the message, on this device while there is no connection, and go with it.
import type { Locator, Page } from 'playwright/test';
import * as scheduled from '#contract/chat/scheduled.ts';
import { plainText } from '#contract/rich-text.ts';
import { judge } from './kit/axe.ts';
import { readyOffline, storedOf, untilSafe } from './kit/browser.ts';
import { holdUndo, log, message, offlineBanner, openDirect, type } from './kit/chat.ts';
import { attach, drawn, filesOn, image, text, tray } from './kit/files.ts';
import type { Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** A server that was killed is found again within this time. */
const AGAIN = 40_000;

const rows = (page: Page): Locator => page.getByRole('main').getByRole('listitem');
async function scheduleHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Schedule message' }).click();
  await page.getByRole('menuitem', { name: /09:00/ }).first().click();
  await expect(tray(page)).toHaveCount(0);
}
async function openList(page: Page): Promise<void> {
  await page.getByRole('link', { name: /scheduled/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scheduled' })).toBeVisible();
}
/** What the server has of it: the words and the files of each. */
const waiting = async (by: Person) =>
  (await by.api.call(scheduled.listScheduled, {})).items.map(({ body, attachments }) => [
    plainText(body),
    attachments.map(({ name }) => name),
  ]);

test('chosen now, sent at its time with what was described', async ({ open, company: { ines, kwame } }) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await attach(page, image('oven.png'), text('recipe.txt'));
  await expect(tray(page).getByRole('listitem')).toHaveCount(2);
  await type(page, 'For tomorrow');
  await scheduleHere(page);
  // Without a word.
  await attach(page, image('door.png'));
  await expect(tray(page).getByRole('listitem')).toHaveCount(1);
  await scheduleHere(page);
  await expect.poll(() => waiting(ines)).toHaveLength(2);
  await openList(page);
  await expect(rows(page).filter({ hasText: 'For tomorrow' })).toContainText('oven.png, recipe.txt');
  await expect(rows(page).filter({ hasText: 'door.png' })).toBeVisible();
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await judge(page, `scheduled with files, ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await rows(page).filter({ hasText: 'For tomorrow' }).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Scheduled message' });
  await expect(dialog.getByText('Its files stay with it.')).toBeVisible();
  await judge(page, 'scheduled with files, edited', { within: 'dialog' });
  await page.keyboard.press('Escape');
  // Deleted, and taken back.
  await rows(page).filter({ hasText: 'door.png' }).getByRole('button', { name: 'Delete' }).click();
  await holdUndo(page);
  await expect.poll(() => waiting(ines)).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await waiting(ines)).flat(2).sort())
    .toEqual(['', 'For tomorrow', 'door.png', 'oven.png', 'recipe.txt']);
  const his = await open(kwame);
  await openDirect(his, ines);
  const [plan] = (await ines.api.call(scheduled.listScheduled, {})).items.filter(({ body }) => plainText(body));
  await ines.api.call(scheduled.sendScheduled, { message_id: plan?.message_id ?? '' });
  await drawn(message(his, 'For tomorrow').getByRole('img', { name: 'oven.png' })).toEqual([640, 480]);
});

test('what is not ready yet goes along, and what is chosen meanwhile stays', async ({
  open,
  company: { ines, kwame },
}) => {
  const page = await open(ines);
  await page.context().addInitScript(() => {
    // A large picture on a slow phone: looked at for as long as nobody says otherwise.
    const [look, held] = [createImageBitmap, Promise.withResolvers<void>()];
    Object.assign(window, {
      createImageBitmap: async (...given: [ImageBitmapSource]) => {
        await held.promise;
        return look(...given);
      },
      goOn: held.resolve,
    });
  });
  await openDirect(page, kwame);
  await page.reload();
  await type(page, 'With a picture');
  await attach(page, image('oven.png'));
  await page.getByRole('button', { name: 'Schedule message' }).click();
  await page.getByRole('menuitem', { name: /09:00/ }).first().click();
  await page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
  await expect.poll(() => waiting(ines)).toEqual([['With a picture', ['oven.png']]]);
  await expect(tray(page)).toHaveCount(0);
});

test('without a connection they wait on this device, deleted and taken back, over a reload', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await expect.poll(() => storedOf(page, ['Mensah'])).toHaveLength(1);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  for (const name of ['oven', 'door']) {
    await attach(page, image(`${name}.png`));
    await type(page, `The ${name}`);
    await page.getByRole('button', { name: 'Schedule message' }).click();
    await page.getByRole('menuitem', { name: /09:00/ }).first().click();
    await expect(tray(page)).toHaveCount(0);
  }
  await untilSafe(page);
  await page.reload();
  await openList(page);
  await expect(rows(page)).toHaveCount(2);
  const oven = rows(page).filter({ hasText: 'The oven' });
  await expect(oven).toContainText('oven.png');
  await oven.getByRole('button', { name: 'Delete' }).click();
  await holdUndo(page);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(oven).toContainText('oven.png');
  await rows(page).filter({ hasText: 'The door' }).getByRole('button', { name: 'Send now' }).click();
  await expect(rows(page)).toHaveCount(1);
  await openDirect(page, kwame);
  await expect(log(page).getByRole('img', { name: 'door.png' })).toBeVisible();
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: AGAIN });
  await expect.poll(() => waiting(ines), { timeout: AGAIN }).toEqual([['The oven', ['oven.png']]]);
  await expect.poll(() => filesOn(kwame, ines), { timeout: AGAIN }).toEqual([['door.png']]);
});
