// What people set on messages and conversations: answers, forwards, pins, earlier versions, unread again, silence, a place on top.
import type { Locator, Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE } from './kit/browser.ts';
import { composer, expectTexts, holdUndo, log, message, offlineBanner, openDirect, say } from './kit/chat.ts';
import { direct, newColleague, newSpace, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** Chooses from the menu of a message. */
async function choose(page: Page, text: string | RegExp, what: string): Promise<void> {
  const row = message(page, text).last();
  const menu = page.getByRole('menu', { name: 'Message actions' });
  // Pressed twice it closes again: a press that is told of too late has opened it.
  await expect(async () => {
    if (await menu.isVisible()) return;
    await row.hover({ timeout: 10_000 });
    await row.getByRole('button', { name: 'More actions' }).click({ timeout: 10_000 });
    await expect(menu).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await menu.getByRole('menuitem', { name: what, exact: true }).click();
}
const listed = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name });
const about = (page: Page): Locator => page.getByRole('complementary', { name: 'About this conversation' });

test('an answer quotes; the quote follows its message to its end', async ({ open, company: { ines, kwame } }) => {
  const asked = await write(kwame, direct(ines), 'Is oven 3 hot?');
  const [hers, his] = [await open(ines), await open(kwame)];
  await openDirect(hers, kwame);
  await openDirect(his, ines);
  const answers = hers.getByText('Reply to Kwame Mensah');
  // Rows move while others grow; then the mouse is over another one.
  await expect(async () => {
    if (await answers.isVisible()) return;
    await message(hers, 'Is oven 3 hot?').hover({ timeout: 10_000 });
    await message(hers, 'Is oven 3 hot?')
      .getByRole('button', { name: 'Reply', exact: true })
      .click({ timeout: 10_000 });
    await expect(answers).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(composer(hers)).toBeFocused();
  // Not yet.
  await hers.keyboard.press('Escape');
  await expect(answers).toBeHidden();
  await message(hers, 'Is oven 3 hot?').getByRole('button', { name: 'Reply', exact: true }).click();
  await hers.keyboard.type('It is');
  await hers.keyboard.press('Enter');
  await expect(message(hers, 'It is').getByRole('blockquote')).toHaveText('Kwame MensahIs oven 3 hot?');
  await expect(answers).toBeHidden();
  const quote = message(his, 'It is').getByRole('blockquote');
  await expect(quote).toHaveText('YouIs oven 3 hot?');
  await kwame.api.call(chat.edit, { message_id: asked.message_id, body: docOf('Is oven 4 hot?') });
  await expect(quote).toHaveText('YouIs oven 4 hot?');
  await kwame.api.call(chat.remove, { message_id: asked.message_id });
  await expect(quote).toHaveText('YouThis message was deleted');
});

test('what one deletes can be taken back, and goes for everybody once that is over', async ({
  open,
  company: { ines, kwame },
}) => {
  await write(kwame, direct(ines), 'Not for you');
  const [hers, his] = [await open(ines), await open(kwame)];
  await openDirect(hers, kwame);
  await openDirect(his, ines);
  const remove = async () => {
    await choose(his, 'Not for you', 'Delete');
    await expect(message(his, 'This message was deleted')).toBeVisible();
  };
  await remove();
  await holdUndo(his);
  // Nothing waits behind it. By keys: the pointer stays on the offer.
  await composer(his).focus();
  await expect(composer(his)).toBeFocused();
  await his.keyboard.type('Sorry');
  await his.keyboard.press('Enter');
  await expect(message(his, 'Sorry')).toBeVisible();
  await expect(message(hers, 'Sorry')).toBeVisible();
  await expect(message(hers, 'Not for you')).toBeVisible();
  await his.getByRole('button', { name: 'Undo' }).click();
  await expect(message(his, 'Not for you')).toBeVisible();
  await expect(message(his, 'This message was deleted')).toHaveCount(0);
  await remove();
  await expect(message(hers, 'This message was deleted')).toBeVisible();
  await expect(his.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(message(his, 'This message was deleted')).toBeVisible();
  expect(await textsIn(ines, direct(kwame))).toEqual(['(deleted)', 'Sorry']);
});

test('an answer written without a connection arrives as one', async ({ open, server, company: { ines, kwame } }) => {
  await write(kwame, direct(ines), 'Who locks up?');
  const page = await open(ines, { ...PHONE });
  await openDirect(page, kwame);
  await expect(message(page, 'Who locks up?')).toBeVisible();
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await message(page, 'Who locks up?').focus();
  await message(page, 'Who locks up?').getByRole('button', { name: 'Reply', exact: true }).click();
  await page.keyboard.type('I do');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(message(page, 'I do').getByRole('blockquote')).toContainText('Who locks up?');
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
  await expect
    .poll(async () => (await kwame.api.call(chat.listMessages, direct(ines))).items.at(-1)?.reply_to?.text)
    .toBe('Who locks up?');
});

test('a message is passed on with who wrote it', async ({ open, server, company: { ines, kwame } }) => {
  const ada = await newColleague(server, ines, 'Ada', 'Quaye');
  await write(kwame, direct(ines), 'The lift is fixed.');
  const page = await open(ines);
  await openDirect(page, kwame);
  await choose(page, 'The lift is fixed.', 'Forward');
  const dialog = page.getByRole('dialog', { name: 'Forward to' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Ada');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Add a message' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Forwarded to Ada Quaye')).toBeVisible();
  const hers = await open(ada);
  await openDirect(hers, ines);
  await expect(message(hers, 'The lift is fixed.').getByText('Forwarded from Kwame Mensah')).toBeVisible();
  expect(await textsIn(ada, direct(ines)), 'nothing is said along with it').toEqual(['The lift is fixed.']);
});

test('pins, earlier versions and links', async ({ open, company: { ines, kwame } }) => {
  const said = await write(ines, direct(kwame), 'Rye at 12');
  await ines.api.call(chat.edit, { message_id: said.message_id, body: docOf('Rye at 13') });
  const page = await open(ines);
  const his = await open(kwame);
  await openDirect(his, ines);
  await openDirect(page, kwame);
  await choose(page, 'Rye at 13', 'Pin');
  await expect(message(page, 'Rye at 13').getByText('You pinned this')).toBeVisible();
  await expect(message(his, 'Rye at 13').getByText('Ines Okafor pinned this')).toBeVisible();
  await his.getByRole('button', { name: 'About this conversation' }).click();
  await expect(about(his).getByRole('link', { name: /Ines Okafor.*Rye at 13/ })).toBeVisible();
  await choose(page, 'Rye at 13', 'Unpin');
  await expect(about(his).getByText('Nothing is pinned.', { exact: false })).toBeVisible();
  await choose(page, 'Rye at 13', 'Earlier versions');
  const versions = page.getByRole('dialog', { name: 'Earlier versions' }).getByRole('listitem');
  await expect(versions).toHaveText([/as it is now.*Rye at 13/s, /Rye at 12/]);
  await page.keyboard.press('Escape');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(page, 'Rye at 13', 'Copy link');
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).searchParams.get('message')).toBe(said.message_id);
  await page.goto(link);
  await expect(message(page, 'Rye at 13')).toBeVisible();
});

test('unread again stays so until one comes back', async ({ open, company: { ines, kwame } }) => {
  for (const text of ['One', 'Two', 'Three']) await write(kwame, direct(ines), text);
  const page = await open(ines);
  await openDirect(page, kwame);
  await expectTexts(page, ['One', 'Two', 'Three']);
  await expect(listed(page, /Kwame Mensah/)).toBeVisible();
  await expect(listed(page, /2 unread|3 unread|1 unread/)).toHaveCount(0);
  await choose(page, 'Two', 'Mark unread from here');
  await expect(listed(page, /2 unread/)).toBeVisible();
  // Looking on does not read it.
  await log(page).click();
  await page.mouse.wheel(0, 400);
  const his = await open(kwame);
  await openDirect(his, ines);
  await expect(message(his, 'Three')).toBeVisible();
  await expect(listed(page, /2 unread/)).toBeVisible();
  await page.getByRole('link', { name: 'People' }).first().click();
  // Until then the conversation is still there: who goes back before has not left it.
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await page.getByRole('link', { name: 'Chat' }).first().click();
  await listed(page, /Kwame Mensah/).click();
  await expect(page.getByRole('separator').filter({ hasText: 'New' })).toBeVisible();
  await expect(listed(page, /2 unread/)).toHaveCount(0);
});

test('all conversations are marked as read at once, which can be taken back', async ({
  open,
  company: { ines, kwame },
}) => {
  const space_id = await newSpace(ines, 'Night shift', [kwame]);
  const into = { entity_type: 'space', entity_id: space_id } as const;
  await write(kwame, direct(ines), 'One');
  for (const text of ['Two', 'Three']) await write(kwame, into, text);
  const unread = async () => {
    const { items } = await ines.api.call(chat.listConversations, {});
    return items.map((entry) => entry.unread_message_count).toSorted((a, b) => a - b);
  };
  const page = await open(ines, { path: '/connect' });
  const [one, two] = [listed(page, /Kwame Mensah/), listed(page, /Night shift/)];
  const chatItem = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Chat/ });
  const marked = async (is: boolean) => {
    await expect(chatItem).toHaveAccessibleName(is ? 'Chat' : /2 new/);
    for (const row of [one, two])
      await (is ? expect(row).not.toHaveAccessibleName(/unread/) : expect(row).toHaveAccessibleName(/unread/));
  };
  await marked(false);
  const choices = page.getByRole('menu', { name: 'Filter conversations' });
  await page.getByRole('button', { name: 'Filter conversations' }).click();
  await expect(choices).toBeVisible();
  await judge(page, 'mark all as read, desktop');
  await choices.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await holdUndo(page);
  await marked(true);
  await expect(page.getByText('2 conversations marked as read')).toBeVisible();
  expect(await unread()).toEqual([1, 2]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await marked(false);
  // Where the pointer rests on it, the offer stays.
  await page.mouse.move(0, 0);
  // The key does the same; what is taken back no more is everywhere.
  await page.keyboard.press('Shift+Escape');
  await marked(true);
  await expect.poll(unread).toEqual([0, 0]);
  await marked(true);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('unread ones alone: what is read stays while it is open, and all come back by one press', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const ada = await newColleague(server, ines, 'Ada', 'Quaye');
  await write(kwame, direct(ines), 'One');
  await write(ada, direct(ines), 'Two');
  await write(ines, { entity_type: 'space', entity_id: await newSpace(ines, 'Ovens', [kwame]) }, 'Mine');
  for (const [name, size] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    const page = await open(ines, { ...size, ...NO_WORKER, path: '/connect' });
    const choose = async (what: string) => {
      await page.getByRole('button', { name: 'Filter conversations' }).click();
      await page.getByRole('menuitemradio', { name: what, exact: true }).click();
    };
    await expect(listed(page, /Ovens/)).toBeVisible();
    await choose('Unread only');
    await expect(listed(page, /Ovens/)).toHaveCount(0);
    await judge(page, `unread only, ${name}`);
    await page.getByRole('button', { name: 'Unread only' }).click();
    await expect(listed(page, /Ovens/)).toBeVisible();
    if (size === PHONE) continue;
    await choose('Unread only');
    await listed(page, /Ada Quaye/).click();
    await expect(message(page, 'Two')).toBeVisible();
    await expect(listed(page, /Ada Quaye/)).not.toHaveAccessibleName(/unread/);
    await listed(page, /Kwame Mensah/).click();
    await expect(message(page, 'One')).toBeVisible();
    await expect(listed(page, /Kwame Mensah/)).not.toHaveAccessibleName(/unread/);
    await expect(listed(page, /Ada Quaye/)).toHaveCount(0);
    await page.goto('/connect');
    await expect(listed(page, /Ovens/)).toBeVisible();
    await choose('Unread only');
    await expect(page.getByText('Nothing unread')).toBeVisible();
  }
});

test('a muted conversation is counted only when one is called; one on top stays there', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const ada = await newColleague(server, ines, 'Ada', 'Quaye');
  const space_id = await newSpace(ines, 'Ovens', [kwame]);
  const inOvens = { entity_type: 'space', entity_id: space_id } as const;
  await write(ada, direct(ines), 'Morning');
  await write(kwame, inOvens, 'Hot');
  const page = await open(ines, { path: `/connect/space/${space_id}` });
  await expect(message(page, 'Hot')).toBeVisible();
  await page.getByRole('button', { name: 'About this conversation' }).click();
  await about(page).getByRole('switch', { name: 'Mute' }).check();
  await expect(listed(page, /Ovens.*Muted/)).toBeVisible();
  await about(page).getByRole('switch', { name: 'Keep on top' }).check();
  // The next page is opened by its address: what is not on the disk by then is lost with this one.
  const wished = async () =>
    (await ines.api.call(chat.listConversations, {})).items.find(({ entity_id }) => entity_id === space_id);
  await expect.poll(wished).toMatchObject({ muted: true, pinned: true });
  await openDirect(page, ada);
  const rows = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
  await write(ada, direct(ines), 'Later than the ovens');
  await expect(message(page, 'Later than the ovens')).toBeVisible();
  await expect(rows.first()).toHaveAccessibleName(/Ovens/);
  await write(kwame, inOvens, 'Hotter');
  await expect(listed(page, /Ovens.*1 unread/)).toBeVisible();
  const chats = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Chat/ });
  await expect(chats).toHaveAccessibleName('Chat');
  const called = { kind: 'employee' as const, id: ines.id, label: 'Ines Okafor' };
  const body = {
    type: 'doc' as const,
    content: [{ type: 'paragraph' as const, content: [{ type: 'mention' as const, attrs: called }] }],
  };
  const { message_id } = await write(kwame, inOvens, 'Soon');
  await kwame.api.call(chat.edit, { message_id, body });
  await expect(listed(page, /Ovens.*You are mentioned.*2 unread/)).toBeVisible();
  await expect(chats).not.toHaveAccessibleName('Chat');
  await page.reload();
  await expect(listed(page, /Ovens.*Muted.*You are mentioned/)).toBeVisible();
  await say(page, 'Good');
});
