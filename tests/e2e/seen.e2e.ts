// Who has seen a message, and hiding that: it goes both ways.
import type { Locator, Page } from 'playwright/test';
import { showSeen } from '#contract/chat/seen.ts';
import * as chat from '#contract/chat.ts';
import { judge } from './kit/axe.ts';
import { PHONE, readyOffline, storedOf, untilSafe } from './kit/browser.ts';
import { message, offlineBanner, openDirect, openSpace } from './kit/chat.ts';
import { direct, newColleague, newSpace, type Person, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** A server that was killed is found again within this time. */
const AGAIN = 40_000;

async function askWho(page: Page, text: string): Promise<Locator> {
  const row = message(page, text).last();
  const menu = page.getByRole('menu', { name: 'Message actions' });
  // Pressed twice it closes again: a press that is told of too late has opened it.
  await expect(async () => {
    if (await menu.isVisible()) return;
    await row.hover({ timeout: 10_000 });
    await row.getByRole('button', { name: 'More actions' }).click({ timeout: 10_000 });
    await expect(menu).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await menu.getByRole('menuitem', { name: 'Seen by…' }).click();
  return page.getByRole('dialog', { name: /^Seen by/ });
}

const named = (dialog: Locator): Locator =>
  dialog.getByRole('list', { name: 'People who have seen it' }).getByRole('link');
const mark = (page: Page, text: string, name: 'Read' | 'Sent'): Locator =>
  message(page, text).getByRole('img', { name, exact: true });
const hiding = (page: Page): Locator =>
  page.getByRole('switch', { name: 'Show others when I have seen their messages' });
const read = (by: Person, { conversation_id, seq }: chat.Message) =>
  by.api.call(chat.markRead, { conversation_id, read_seq: seq });
const stateOf = async (by: Person, other: Person) =>
  (await by.api.call(chat.listConversations, {})).items.find((entry) => entry.entity_id === other.id)?.conversations[0];

test('who has seen a message is named as they come; who hides it is told why nobody is', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const ada = await newColleague(server, ines, 'Ada', 'Quaye', 'Shift lead');
  const musa = await newColleague(server, ines, 'Musa', 'Danso', 'Apprentice baker');
  const space_id = await newSpace(ines, 'Mill Lane', [kwame, ada, musa]);
  const said = await write(ines, { entity_type: 'space', entity_id: space_id }, 'Oven 3 is off until noon');
  const page = await open(ines);
  await openSpace(page, space_id);
  const dialog = await askWho(page, 'Oven 3 is off');
  await expect(dialog).toHaveAccessibleName('Seen by 0 of 3');
  await expect(dialog.getByText('Nobody has seen it yet.')).toBeVisible();
  await judge(page, 'seen by nobody, 1440', { within: 'dialog' });
  await read(kwame, said);
  await read(ada, said);
  // Without a hand on it.
  await expect(named(dialog)).toHaveText([/Kwame Mensah/, /Ada Quaye/]);
  await expect(dialog).toHaveAccessibleName('Seen by 2 of 3');
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await judge(page, `seen by two, ${width}`, { within: 'dialog' });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // Who hides it is not named, and what was named goes.
  await ada.api.call(showSeen, { shown: false });
  await expect(named(await askWho(page, 'Oven 3 is off'))).toHaveText([/Kwame Mensah/]);
  await named(dialog).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${kwame.id}$`));

  await page.goto('/settings/privacy');
  await expect(hiding(page)).toBeChecked();
  await hiding(page).uncheck();
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await judge(page, `privacy, ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSpace(page, space_id);
  await askWho(page, 'Oven 3 is off');
  await expect(
    dialog.getByText('You don’t show others when you have seen their messages', { exact: false }),
  ).toBeVisible();
  await expect(named(dialog)).toHaveCount(0);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await judge(page, `seen by, hidden, ${width}`, { within: 'dialog' });
  }
  await dialog.getByRole('link', { name: 'Change this in Settings' }).click();
  await expect(hiding(page)).not.toBeChecked();
  await hiding(page).check();
  await expect(hiding(page)).toBeChecked();
});

test('the mark of what was read goes when either of the two hides it, on all that is open', async ({
  open,
  company: { ines, kwame },
}) => {
  const first = await write(ines, direct(kwame), 'Did you lock up?');
  const page = await open(ines);
  await openDirect(page, kwame);
  await expect(mark(page, 'Did you lock up?', 'Sent')).toBeVisible();
  await read(kwame, first);
  await expect(mark(page, 'Did you lock up?', 'Read')).toBeVisible();
  await kwame.api.call(showSeen, { shown: false });
  await expect(mark(page, 'Did you lock up?', 'Sent')).toBeVisible();
  await read(kwame, await write(ines, direct(kwame), 'And the yard?'));
  await kwame.api.call(showSeen, { shown: true });
  await expect(mark(page, 'Did you lock up?', 'Read')).toBeVisible();
  await expect(mark(page, 'And the yard?', 'Sent')).toBeVisible();
  // On another device of hers.
  await ines.api.call(showSeen, { shown: false });
  await expect(mark(page, 'Did you lock up?', 'Sent')).toBeVisible();
});

test('hidden without a connection, at once; what is read after that is never told', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  await read(ines, await write(kwame, direct(ines), 'I am off'));
  const page = await open(kwame, { ...PHONE });
  await openDirect(page, ines);
  await expect(mark(page, 'I am off', 'Read')).toBeVisible();
  await readyOffline(page);
  // The device has it before the page goes, and before the connection does.
  await expect.poll(() => storedOf(page, ['Okafor'])).toHaveLength(1);
  await page.goto('/settings/privacy');
  await expect(hiding(page)).toBeChecked();
  const asked = await write(ines, direct(kwame), 'Did you lock up?');
  await expect.poll(() => storedOf(page, ['Did you lock up?'])).toHaveLength(1);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await hiding(page).uncheck();
  await expect(page.getByText('Others see a change once you’re online.')).toBeVisible();
  await untilSafe(page);
  await page.reload();
  await expect(hiding(page)).not.toBeChecked();
  await openDirect(page, ines);
  await expect(message(page, 'Did you lock up?')).toBeVisible();
  await expect(mark(page, 'I am off', 'Sent')).toBeVisible();
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: AGAIN });
  await expect.poll(async () => (await stateOf(kwame, ines))?.read_seq, { timeout: AGAIN }).toBe(asked.seq);
  expect(await stateOf(ines, kwame)).toMatchObject({ seen_seq: null });
  await kwame.api.call(showSeen, { shown: true });
  expect(await stateOf(ines, kwame)).toMatchObject({ seen_seq: 1 });
});

test('without a connection it is not known who has seen what', async ({ open, server, company: { ines, kwame } }) => {
  await write(ines, direct(kwame), 'Did you lock up?');
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await expect(await askWho(page, 'Did you lock up?')).toHaveAccessibleName('Seen by 0 of 1');
  await page.keyboard.press('Escape');
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  const dialog = await askWho(page, 'Did you lock up?');
  await expect(dialog.getByText('Who has seen it is not kept on this device.', { exact: false })).toBeVisible();
  await judge(page, 'seen by, offline', { within: 'dialog' });
  await server.start();
  await expect(dialog).toHaveAccessibleName('Seen by 0 of 1', { timeout: AGAIN });
});
