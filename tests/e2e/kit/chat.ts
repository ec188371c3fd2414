// What people do in chat, in the words of the screen.
import { expect, type Locator, type Page } from 'playwright/test';
import { lengthenTimers } from './browser.ts';
import type { Person } from './people.ts';

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
export const log = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });
export const message = (page: Page, text: string | RegExp): Locator =>
  log(page).getByRole('article').filter({ hasText: text });
export const offlineBanner = (page: Page): Locator => page.getByText('Connectivity issue', { exact: true }).first();

/** Writes a message with the keyboard and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await type(page, text);
  await page.keyboard.press('Enter');
  await expect(message(page, text)).toBeVisible();
}

/** Writes, and leaves it as a draft. */
export async function type(page: Page, text: string): Promise<void> {
  await composer(page).click();
  // The first field gives way to the editor, which has the caret then.
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type(text);
}

/** Texts of the open conversation, from above to below. */
export async function texts(page: Page): Promise<string[]> {
  return log(page).locator('article .ll-rich').allInnerTexts();
}

/** Eventually just these, in this order. */
export async function expectTexts(page: Page, expected: readonly string[]): Promise<void> {
  await expect.poll(() => texts(page)).toEqual(expected);
}

/**
 * The field is empty: its text stays there until the device has the message, a moment after that is on the screen. Whoever leaves
 * sooner may lose it.
 */
export async function expectStored(page: Page): Promise<void> {
  const text = () =>
    composer(page).evaluate((field) => (field instanceof HTMLTextAreaElement ? field.value : field.textContent));
  await expect.poll(text).toBe('');
}

export async function openDirect(page: Page, other: Person): Promise<void> {
  await page.goto(`/connect/employee/${other.id}`);
  await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
  await expect(composer(page)).toBeVisible();
}

export async function openSpace(page: Page, space_id: string, sub_space_id?: string): Promise<void> {
  await page.goto(`/connect/space/${space_id}${sub_space_id ? `/sub-space/${sub_space_id}` : ''}`);
  await expect(composer(page)).toBeVisible();
}

/** Adds one of the eight quick reactions to a message. */
export async function react(page: Page, text: string, name: RegExp): Promise<void> {
  const row = message(page, text);
  const bar = page.getByRole('toolbar', { name: 'Reactions' });
  // Rows move while others grow; then the mouse is over another one. Pressed twice it closes again.
  await expect(async () => {
    if (await bar.isVisible()) return;
    await row.hover({ timeout: 10_000 });
    await row.getByRole('button', { name: 'Add reaction' }).first().click({ timeout: 10_000 });
    await expect(bar).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await bar.getByRole('button', { name }).click();
}

/** The chip of a reaction under a message. */
export const reaction = (page: Page, text: string, name: RegExp): Locator =>
  message(page, text).getByRole('list', { name: 'Reactions' }).getByRole('button', { name });

/** What was lit last in the page, from its next document on: it is over in a moment, and a busy machine may look later. */
export async function noteLit(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const lit = document.querySelector('[data-lit]')?.textContent;
      if (lit) document.documentElement.dataset['wasLit'] = lit;
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-lit'] });
  });
  return () => page.locator('html').getAttribute('data-was-lit');
}

/** Keeps the "Undo" that is offered now: it goes after eight seconds, which other looks may take, but not from under the pointer. */
export const holdUndo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).hover();

/** In each document from the next one on a toast stands for two minutes: what is in it may be reached later than in eight seconds. */
export const keepToasts = (page: Page): Promise<void> => lengthenTimers(page, 8_000, 120_000);

/** The conversation alone, without a thread or a list beside it. */
export const conversation = (page: Page): Locator => page.getByRole('region', { name: 'Conversation' });
/** What `past` has written as its nth. */
export const nth = (page: Page, n: number): Locator =>
  conversation(page)
    .getByRole('article')
    .filter({ hasText: `Message ${n}.` })
    .first();
/** The pill that leads to what is new. */
export const jump = (page: Page, name: string | RegExp): Locator =>
  conversation(page).getByRole('button', { name, exact: true });

/** What is decided by what has just come is on the screen by then. */
export const someFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let n = 0; n < 10; n++) await new Promise((done) => requestAnimationFrame(done));
  });
