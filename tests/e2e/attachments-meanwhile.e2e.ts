// Files that take a while: what is done meanwhile is not disturbed, and a file goes once, as it was when it was chosen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import * as scheduled from '#contract/chat/scheduled.ts';
import * as chat from '#contract/chat.ts';
import { plainText } from '#contract/rich-text.ts';
import { composer, message, openDirect, openSpace, type } from './kit/chat.ts';
import { attach, filesOn, image, send, tray } from './kit/files.ts';
import { direct, newSpace, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** A large picture on a slow phone: looked at for as long as nobody says otherwise. Returns the way to say so. */
async function slowLook(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const [look, held] = [createImageBitmap, Promise.withResolvers<void>()];
    Object.assign(window, {
      createImageBitmap: async (...given: [ImageBitmapSource]) => {
        await held.promise;
        return look(...given);
      },
      goOn: held.resolve,
    });
  });
  return () => page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
}

test('who writes in a thread while a picture is being looked at stays there', async ({
  company: { ines, kwame },
  open,
}) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await write(kwame, { entity_type: 'space', entity_id: space }, 'Oven 3 is back');
  const page = await open(ines);
  await openSpace(page, space);
  const goOn = await slowLook(page);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await page.getByLabel('Files to attach').setInputFiles([image('oven.png')]);
  await message(page, 'Oven 3').hover();
  await message(page, 'Oven 3').getByRole('button', { name: 'Reply in thread' }).click();
  const field = page.getByRole('region', { name: 'Thread', exact: true }).getByRole('textbox', { name: 'Message' });
  await expect(field).toBeFocused();
  await page.keyboard.type('For');
  await goOn();
  await expect(conversation.getByRole('list', { name: 'Attached files' })).toBeVisible();
  await page.keyboard.type(' good?');
  await expect(field).toHaveText('For good?');
});

test('a file that is being scheduled does not go with what is sent meanwhile', async ({
  company: { ines, kwame },
  open,
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  const goOn = await slowLook(page);
  await type(page, 'With a picture');
  await attach(page, image('oven.png'));
  await page.getByRole('button', { name: 'Schedule message' }).click();
  await page.getByRole('menuitem', { name: /09:00/ }).first().click();
  await composer(page).focus();
  await page.keyboard.type('Now');
  await page.keyboard.press('Enter');
  await goOn();
  const waiting = async () => {
    const { items } = await ines.api.call(scheduled.listScheduled, {});
    return items.map(({ body, attachments }) => [plainText(body), attachments.map(({ name }) => name)]);
  };
  await expect.poll(waiting).toEqual([['With a picture', ['oven.png']]]);
  await expect.poll(() => filesOn(kwame, ines)).toEqual([[]]);
  await expect(tray(page)).toHaveCount(0);
});

test('a file that was changed after it was chosen goes as it was then', async ({ company: { ines, kwame }, open }) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  const folder = mkdtempSync(join(tmpdir(), 'limelight-e2e-changed-'));
  const path = join(folder, 'recipe.txt');
  writeFileSync(path, 'Flour 500 g');
  await page.getByLabel('Files to attach').setInputFiles(path);
  await expect(tray(page).getByRole('listitem')).toHaveCount(1);
  writeFileSync(path, 'Flour 650 g, and a line more');
  await send(page);
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['recipe.txt']]);
  const [sent] = (await kwame.api.call(chat.listMessages, direct(ines))).items;
  expect(sent?.attachments[0]?.size).toBe('Flour 500 g'.length);
  rmSync(folder, { recursive: true });
});
