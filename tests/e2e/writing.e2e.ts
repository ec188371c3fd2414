// Where the caret is while somebody writes more than the field shows.
import type { Page } from 'playwright/test';
import { NO_WORKER } from './kit/browser.ts';
import { composer, message, openDirect } from './kit/chat.ts';
import { direct, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

test.use(NO_WORKER);

const LINES = 30;
const HALF_LINE = 11;

/** How much of the caret's line is outside of what the field shows and outside of the window, in pixels. */
const outOfSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const field = document.activeElement?.closest('.ll-composer-field');
    const caret = getSelection()?.focusNode;
    const line = (caret instanceof Element ? caret : caret?.parentElement)?.getBoundingClientRect();
    if (!field || !line) throw new Error('Nobody is writing');
    // Lines are one paragraph each.
    const { top, bottom } = field.getBoundingClientRect();
    return Math.max(0, line.bottom - Math.min(bottom, innerHeight), Math.max(top, 0) - line.top);
  });

async function writeLines(page: Page): Promise<void> {
  for (let n = 0; n < LINES; n++) {
    await page.keyboard.type(`${n} loaves`);
    // The editor makes the new line, the browser writes into it.
    await page.keyboard.press('Shift+Enter');
    expect(await outOfSight(page), `below line ${n}`).toBeLessThan(HALF_LINE);
  }
}

test('the line that is written stays in sight, below what fits and when it is taken back', async ({
  open,
  company: { ines, kwame },
}) => {
  await write(kwame, direct(ines), 'How many?');
  const page = await open(ines);
  await openDirect(page, kwame);
  await composer(page).click();
  await expect(page.locator('.ll-composer-rich')).toBeFocused();
  await writeLines(page);
  const field = page.locator('.ll-composer-field');
  expect(await field.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
  // Undo puts the caret where the change was. What is written together is taken back together.
  await page.waitForTimeout(700);
  await page.keyboard.type('and no more');
  await field.evaluate((element) => element.scrollTo(0, 0));
  await page.keyboard.press('Control+z');
  await expect.poll(() => outOfSight(page)).toBeLessThan(HALF_LINE);
});

test('and in a message that is being edited', async ({ open, company: { ines, kwame } }) => {
  for (let n = 0; n < 20; n++) await write(kwame, direct(ines), `Order ${n}`);
  await write(ines, direct(kwame), 'So many');
  const page = await open(ines);
  await openDirect(page, kwame);
  await expect(message(page, 'So many')).toBeVisible();
  await composer(page).click();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-mode=edit] .ll-composer-rich')).toBeFocused();
  await page.keyboard.press('Control+End');
  await writeLines(page);
});
