// A draft that answers a message, in the browser: what it answers stays with it wherever it goes, until it is sent.
import type { Locator, Page } from 'playwright/test';
import * as drafts from '#contract/chat/drafts.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { PHONE, readyOffline } from './kit/browser.ts';
import { composer, message, offlineBanner, openDirect, type } from './kit/chat.ts';
import { direct, newColleague, type Person, past, write } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const listed = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Conversations', exact: true }).getByRole('link', { name });
const ASKED = 'When is the oven free?';
/** Over the field. */
const bar = (page: Page): Locator => page.locator('.ll-reply');
const answered = (page: Page): Locator => bar(page).getByText(ASKED);

async function answer(page: Page): Promise<void> {
  // Rows move while others grow; then the mouse is over another one.
  await expect(async () => {
    const row = message(page, ASKED).first();
    await row.hover({ timeout: 10_000 });
    await row.getByRole('button', { name: 'Reply', exact: true }).click({ timeout: 10_000 });
    await expect(answered(page)).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

async function goOffline(page: Page, server: Server): Promise<void> {
  await readyOffline(page);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
}
async function comeBack(page: Page, server: Server): Promise<void> {
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
}

/** In the conversation with a colleague. */
const draftOf = async ({ api }: Person, { id }: Person) =>
  (await api.call(drafts.listDrafts, {})).items.find(({ address }) => address.entity_id === id);

test('it keeps what it answers: elsewhere and back, on the other device, after a reload without a connection', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const ada = await newColleague(server, ines, 'Ada', 'Quaye');
  await write(ada, direct(ines), 'Hello');
  const { message_id } = await write(kwame, direct(ines), ASKED);
  await write(kwame, direct(ines), 'And the mixer?');
  const keptReply = async () => (await draftOf(ines, kwame))?.reply_to?.message_id ?? null;
  const desk = await open(ines);
  await openDirect(desk, kwame);
  await answer(desk);
  await type(desk, 'At six');
  await expect(listed(desk, /Draft: At six/)).toBeVisible();
  await test.step('elsewhere and back', async () => {
    await listed(desk, /Ada Quaye/).click();
    await expect(desk.getByRole('heading', { level: 1, name: 'Ada Quaye' })).toBeVisible();
    await expect(bar(desk)).toHaveCount(0);
    await listed(desk, /Kwame Mensah/).click();
    await expect(composer(desk)).toHaveText('At six');
    await expect(answered(desk)).toBeVisible();
  });
  await expect.poll(keptReply).toBe(message_id);
  await test.step('on the other device; what is taken away there goes from here, too', async () => {
    const phone = await open(ines, { ...PHONE });
    await openDirect(phone, kwame);
    await expect(composer(phone)).toHaveText('At six');
    await expect(answered(phone)).toBeVisible();
    await desk.evaluate(() => (document.activeElement as HTMLElement).blur());
    await phone.getByRole('button', { name: 'Don’t reply to it' }).click();
    await expect(bar(desk)).toHaveCount(0);
    await answer(desk);
    await expect.poll(keptReply).toBe(message_id);
    await phone.close();
  });
  await test.step('after a reload without a connection', async () => {
    await goOffline(desk, server);
    await desk.reload();
    await expect(composer(desk)).toHaveText('At six');
    await expect(answered(desk)).toBeVisible();
  });
  await comeBack(desk, server);
  await test.step('sent, it is an answer, and nothing is left of the draft', async () => {
    await type(desk, '!');
    await desk.keyboard.press('Enter');
    await expect(message(desk, 'At six!').getByRole('blockquote')).toHaveCount(1);
    await expect(message(desk, 'At six!').getByRole('blockquote')).toContainText(ASKED);
    await expect(bar(desk)).toHaveCount(0);
    await expect.poll(() => draftOf(ines, kwame)).toMatchObject({ body: null, reply_to: null });
    const { items } = await ines.api.call(chat.listMessages, direct(kwame));
    expect(items.at(-1)?.reply_to?.message_id).toBe(message_id);
  });
});

test('what it answers may be far up, and on this device not at all', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  await past(server, company, 300);
  const { items } = await ines.api.call(chat.listMessages, { ...direct(kwame), around_seq: '5', limit: '1' });
  const reply_to = items[0]?.message_id ?? '';
  const typed_at = new Date().toISOString();
  await ines.api.call(drafts.keepDraft, { ...direct(kwame), body: docOf('As you said'), reply_to, typed_at });
  const page = await open(ines);
  await openDirect(page, kwame);
  await expect(bar(page).getByText('Message 5.')).toBeVisible();
  await goOffline(page, server);
  await page.reload();
  await expect(composer(page)).toHaveText('As you said');
  await expect(bar(page).getByText('This message is not on this device.')).toBeVisible();
  await type(page, '!');
  await page.keyboard.press('Enter');
  await expect(message(page, 'As you said!')).toBeVisible();
  await comeBack(page, server);
  await expect(message(page, 'As you said!').getByRole('blockquote')).toContainText('Message 5');
  const sent = (await ines.api.call(chat.listMessages, direct(kwame))).items.at(-1);
  expect(sent?.reply_to).toMatchObject({ message_id: reply_to, seq: 5 });
});

test('what was chosen stays over drafts elsewhere, without the window, and behind a dialog', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const ada = await newColleague(server, ines, 'Ada', 'Quaye');
  await write(ada, direct(ines), 'Hello');
  await write(kwame, direct(ines), ASKED);
  const page = await open(ines);
  await openDirect(page, kwame);
  await answer(page);
  await test.step('a draft elsewhere, and another window', async () => {
    const typed_at = new Date().toISOString();
    await ines.api.call(drafts.keepDraft, { ...direct(ada), body: docOf('For Ada'), typed_at });
    await expect(listed(page, /Draft: For Ada/)).toBeVisible();
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      window.dispatchEvent(new Event('blur'));
    });
    await type(page, 'At six');
    await expect(answered(page)).toBeVisible();
  });
  await test.step('a dialog', async () => {
    await expect(async () => {
      await message(page, ASKED).first().hover({ timeout: 10_000 });
      await page.getByRole('button', { name: 'More actions' }).first().click({ timeout: 10_000 });
      await page.getByRole('menuitem', { name: 'Forward' }).click({ timeout: 10_000 });
    }).toPass();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(answered(page)).toBeVisible();
  });
  await test.step('chosen once more after the draft brought it, the caret is in the field', async () => {
    await expect(listed(page, /Draft: At six/)).toBeVisible();
    await listed(page, /Ada Quaye/).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Quaye' })).toBeVisible();
    await listed(page, /Kwame Mensah/).click();
    await expect(answered(page)).toBeVisible();
    for (const _ of ['once', 'twice']) {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await answer(page);
      await expect(composer(page)).toBeFocused();
    }
  });
  await page.keyboard.press('Enter');
  await expect(message(page, 'At six').getByRole('blockquote')).toContainText(ASKED);
  await expect(bar(page)).toHaveCount(0);
});

test('from another device it comes and goes with its text, also while somebody writes in a thread', async ({
  open,
  company: { ines, kwame },
}) => {
  const { message_id } = await write(kwame, direct(ines), ASKED);
  const page = await open(ines);
  await openDirect(page, kwame);
  await expect(async () => {
    await message(page, ASKED).first().hover({ timeout: 10_000 });
    await page.getByRole('button', { name: 'Reply in thread' }).first().click({ timeout: 10_000 });
    await expect(page.locator('.ll-thread')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  const main = page.locator('.ll-chat-main').getByRole('textbox', { name: 'Message', exact: true });
  const inThread = page.locator('.ll-thread').getByRole('textbox', { name: 'Message', exact: true });
  await inThread.click();
  await expect(inThread).toBeFocused();
  const typed = (text: string, reply_to?: string) =>
    ines.api.call(drafts.keepDraft, {
      ...direct(kwame),
      body: docOf(text),
      ...(reply_to && { reply_to }),
      typed_at: new Date().toISOString(),
    });
  await typed('At six', message_id);
  await expect(main).toHaveText('At six');
  await expect(answered(page)).toBeVisible();
  await typed('At six');
  await expect(bar(page)).toHaveCount(0);
  await typed('At seven', message_id);
  await expect(main).toHaveText('At seven');
  await expect(answered(page)).toBeVisible();
  await expect(inThread).toBeFocused();
});
