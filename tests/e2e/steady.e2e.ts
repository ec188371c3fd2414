// What one reads stays where it is: while one writes and sends, when a thread beside it is closed, and what one clicks gets the focus.
import type { Page } from 'playwright/test';
import { celebrations } from '#contract/people/finding/celebrations.ts';
import { update } from '#contract/people.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { composer, log, message, type } from './kit/chat.ts';
import { direct, newColleague, newSpace, past, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const fromEnd = (page: Page): Promise<number> =>
  log(page).evaluate((list) => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight));

test('what is being sent stands at once where it will stand', async ({ open, company: { ines, kwame } }) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await write(ines, { entity_type: 'space', entity_id: space }, 'Who has the keys?');
  // What a worker asks for passes by what is held here.
  const page = await open(ines, { ...NO_WORKER, path: `/connect/space/${space}` });
  await type(page, 'I have them');
  let go = () => {};
  const held = new Promise<void>((done) => {
    go = done;
  });
  await page.route('**/chat/message/new', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  const sent = message(page, 'I have them');
  await expect(sent).toBeVisible();
  // Below the one before, without a name of its own and without the line of what waits for a connection: as it will be.
  await expect(sent).not.toHaveAttribute('data-first');
  await expect(page.getByText('waiting for connection')).toHaveCount(0);
  // That it has not left yet is said beside it, where there is room for it.
  await expect(sent.getByLabel('Queued')).toBeVisible();
  // What takes long says so, and can be taken back.
  await expect(sent.getByRole('button', { name: 'Remove' })).toBeVisible();
  go();
  await expect(sent.getByRole('button', { name: 'Add reaction' })).toHaveCount(1);
  await expect(sent).not.toHaveAttribute('data-first');
  await expect(page.getByText('Queued')).toHaveCount(0);
});

test('who is at the end is there when a thread is closed, whatever was written meanwhile', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  await past(server, company, 60);
  const page = await open(ines, { path: `/connect/employee/${kwame.id}` });
  await expect(message(page, 'Message 60.')).toBeInViewport();
  const main = page.getByRole('region', { name: 'Conversation' });
  const pane = page.getByRole('region', { name: 'Thread', exact: true });
  const nth = (n: number) => main.getByRole('article').filter({ hasText: `Message ${n}.` });
  // Rows move while others grow; then the mouse is over another one.
  await expect(async () => {
    if (await pane.isVisible()) return;
    await nth(60).hover({ timeout: 10_000 });
    await nth(60).getByRole('button', { name: 'Reply in thread' }).click({ timeout: 10_000 });
    await expect(pane).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(pane.getByText('Message 60.')).toBeVisible();
  for (let n = 61; n <= 72; n++) await write(kwame, direct(ines), `Message ${n}.`);
  await expect(nth(72)).toBeInViewport();
  await pane.getByRole('button', { name: 'Close thread' }).click();
  await expect(pane).toHaveCount(0);
  // Going back in the history is over some frames after the pane has gone.
  await page.waitForTimeout(500);
  await page.evaluate(async () => {
    for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(done));
  });
  await expect.poll(() => fromEnd(page)).toBeLessThan(4);
});

test('a line more in the field, or one from somebody else, draws no other message anew', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  await past(server, company, 60);
  const page = await open(ines, { ...PHONE, path: `/connect/employee/${kwame.id}` });
  await expect(message(page, 'Message 60.')).toBeInViewport();
  await type(page, 'One line');
  // The rows around those that are seen come last.
  await expect(message(page, 'Message 53.')).toHaveCount(1);
  await page.waitForTimeout(1_000);
  await log(page).evaluate((list) => {
    const drawn: string[] = [];
    const look = (changes: MutationRecord[]) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.querySelector('article')) drawn.push(node.textContent);
    };
    new MutationObserver(look).observe(list, { childList: true, subtree: true });
    Object.assign(globalThis, { drawn });
  });
  for (let n = 0; n < 3; n++) {
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('more');
    // Longer than a list takes for the end of scrolling.
    await page.waitForTimeout(400);
  }
  await write(kwame, direct(ines), 'From somebody else');
  await expect(message(page, 'From somebody else')).toBeInViewport();
  await page.waitForTimeout(400);
  expect.soft(await fromEnd(page)).toBeLessThan(4);
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn);
  expect(drawn.map((text) => /Message \d+|From somebody else/.exec(text)?.[0])).toEqual(['From somebody else']);
});

/** The lines that the field has room for, and those that stand in it; in pixels what is hidden of them. */
const room = (page: Page) =>
  composer(page).evaluate((field) => {
    const line = Number.parseFloat(getComputedStyle(field).lineHeight);
    const { parentElement: box } = field;
    const scroller = box?.parentElement;
    // The first field is just giving way to the editor.
    if (!box || !scroller) return;
    return {
      given: Math.round(box.getBoundingClientRect().height / line),
      taken: Math.round(field.getBoundingClientRect().height / line),
      hidden: scroller.scrollHeight - scroller.clientHeight,
      below: Math.round(scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop),
    };
  });

test('the field is as high as what stands in it, at every width, until it scrolls', async ({
  open,
  company: { ines, kwame },
}) => {
  const page = await open(ines, { path: `/connect/employee/${kwame.id}` });
  const fits = async (lines: number, how: string) =>
    expect.poll(() => room(page), how).toEqual({ given: lines, taken: lines, hidden: 0, below: 0 });
  await type(page, 'One');
  await fits(1, 'a word');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Two');
  await fits(2, 'a line more');
  const missing = await composer(page).evaluate(async (field) => {
    document.execCommand('insertText', false, ' and so on'.repeat(30));
    // The editor hears of it before anything is drawn.
    await Promise.resolve();
    return field.clientHeight - Number(field.parentElement?.clientHeight);
  });
  expect(missing, 'drawn in one').toBe(0);
  const wide = Number((await room(page))?.taken);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 700, height: 900 });
  await expect.poll(async () => (await room(page))?.taken).toBeGreaterThan(wide);
  await fits(Number((await room(page))?.taken), 'narrower: more lines');
  if (size) await page.setViewportSize(size);
  await fits(wide, 'wider again');
  const lost = await composer(page).evaluate(async (field) => {
    const { parentElement: box } = field;
    if (!box) return;
    const before = box.clientHeight;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    box.style.display = 'none';
    for (let n = 0; n < 4; n++) await frame();
    box.style.display = '';
    return before - box.clientHeight;
  });
  expect(lost, 'not shown for a while').toBe(0);
  await composer(page).focus();
  await page.keyboard.press('Control+End');
  for (let n = 0; n < 20; n++) await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('The end');
  const full = await room(page);
  expect(full?.given).toBe(full?.taken);
  expect(full?.hidden, 'it scrolls').toBeGreaterThan(0);
  expect(full?.below, 'to the line that is written').toBeLessThan(12);
  await page.keyboard.press('Enter');
  await fits(1, 'sent');
});

test('a click on the field gets the focus from a message that is not on the screen any more', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  await past(server, company, 120);
  const page = await open(ines, { path: `/connect/employee/${kwame.id}` });
  await expect(message(page, 'Message 120.')).toBeInViewport();
  // The editor has come, so that the click is what gives it the focus.
  await type(page, 'A draft');
  await message(page, 'Message 120.').focus();
  await expect(message(page, 'Message 120.')).toBeFocused();
  const takesClicks = await log(page).evaluate(async (list) => {
    list.scrollTop -= 4_000;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return getComputedStyle(list.querySelector('article') ?? list).pointerEvents;
  });
  // While it moves, too: what has come moves it as well, under the finger of whoever is about to click.
  expect(takesClicks).toBe('auto');
  await expect(message(page, 'Message 120.')).not.toBeInViewport();
  await page.waitForTimeout(300);
  await composer(page).click();
  await page.keyboard.type('!');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toContainText('!');
});

test('the list of people waits for what stands above it, but not for ever', async ({
  open,
  server,
  company: { ines },
}) => {
  const { today } = await ines.api.call(celebrations, {});
  const ada = await newColleague(server, ines, 'Ada', 'Lovelace', 'Head of the calculating office');
  await ines.api.call(update, {
    employee_id: ada.id,
    joining_date: `${Number(today.slice(0, 4)) - 4}${today.slice(4)}`,
  });
  const page = await open(ines, NO_WORKER);
  const coming = page.getByRole('region', { name: 'Coming up' });
  let answer = () => {};
  const asked = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/employee/celebrations*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page.getByText('Head of the calculating office')).toBeVisible();
  await expect(coming).toHaveCount(0);
  answer();
  await expect(coming).toContainText('Ada Lovelace');
});

test('a window that gets narrow has its ways below, one that gets wide beside and above; what one wrote stays', async ({
  open,
  company: { ines, kwame },
}) => {
  await write(kwame, direct(ines), 'Before');
  const page = await open(ines, { path: `/connect/employee/${kwame.id}` });
  await type(page, 'Half a sentence');
  const ways = page.getByRole('navigation', { name: 'Main' });
  const me = ways.getByRole('link', { name: 'Me', exact: true });
  const widths = async (there: (wide: boolean) => Promise<void>) => {
    for (const width of [390, 901, 900, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = width > 900;
      // Not in the page at all: what is hidden is drawn again and again.
      await expect(page.locator('.ll-top')).toHaveCount(wide ? 1 : 0);
      await expect(page.locator('.ll-rail')).toHaveCount(wide ? 1 : 0);
      await expect(page.locator('.ll-bottom')).toHaveCount(wide ? 0 : 1);
      await there(wide);
    }
  };
  await widths(async (wide) => {
    // A conversation fills a narrow window.
    await expect(ways).toHaveCount(wide ? 1 : 0);
    await expect(composer(page)).toHaveText('Half a sentence');
    await expect(composer(page)).toBeFocused();
  });
  await ways.getByRole('link', { name: /^People/ }).click();
  await widths(async (wide) => {
    await expect(ways).toHaveCount(1);
    await expect(me).toHaveCount(wide ? 0 : 1);
  });
});
