// What is pasted where the clipboard has files and a text: the files if the text is their names, the text if it has a picture beside it.
import type { Page } from 'playwright/test';
import { png } from '#tests/kit/files.ts';
import { composer, openDirect } from './kit/chat.ts';
import { filesOn, send, tray } from './kit/files.ts';
import { expect, test } from './kit/test.ts';

/** As a program that puts all of it into the clipboard. */
const paste = (page: Page, names: readonly string[], texts: Readonly<Record<string, string>>) =>
  page.evaluate(
    ([bytes, given, also]) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(also)) clipboardData.items.add(text, type);
      for (const name of given) clipboardData.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
      const init = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
    },
    [[...png(64, 48)], names, texts] as const,
  );

test('copied files come with their names, and are taken; a text with its picture stays a text', async ({
  company: { ines, kwame },
  open,
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await composer(page).click();
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible();
  // The editor, which reads HTML.
  await expect(page.locator('.ll-composer [contenteditable]')).toBeFocused();
  const items = tray(page).getByRole('listitem');

  await paste(page, ['oven.png'], { 'text/plain': 'oven.png' });
  await expect(items).toHaveCount(1);
  // An accent by itself, as macOS writes names.
  await paste(page, ['café.png', 'door.png'], { 'text/plain': 'cafe\u0301.png\r/Users/ines/door.png\n' });
  await expect(items).toHaveCount(3);
  await paste(page, ['empty.png'], { 'text/plain': '' });
  await expect(items).toHaveCount(4);
  await expect(composer(page)).toHaveText('');

  await paste(page, ['image.png'], { 'text/plain': 'Oven 4', 'text/html': '<p>Oven <b>4</b></p>' });
  await expect(composer(page)).toHaveText('Oven 4');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await expect(composer(page)).toHaveText('');
  await expect(items).toHaveCount(4);
  await send(page);
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['oven.png', 'café.png', 'door.png', 'empty.png']]);
});
