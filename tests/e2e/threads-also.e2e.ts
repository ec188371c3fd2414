// An answer in a thread that is sent to the conversation as well: once in each place, without a connection too.
import type { Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE, readyOffline, untilSafe } from './kit/browser.ts';
import { offlineBanner } from './kit/chat.ts';
import { text } from './kit/files.ts';
import { direct, newSpace, newSubSpace, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const into = (space_id: string): chat.Address => ({ entity_type: 'space', entity_id: space_id });
const under = ({ message_id }: chat.Message): chat.Address => ({ entity_type: 'thread', entity_id: message_id });
const pane = (page: Page) => page.getByRole('region', { name: 'Thread', exact: true });
const talk = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const field = (page: Page) => pane(page).getByRole('textbox', { name: 'Message', exact: true });
const also = (page: Page, place: string) => pane(page).getByRole('checkbox', { name: `Also send to ${place}` });
const inPane = (page: Page, text: string) => pane(page).getByRole('article').filter({ hasText: text });
const inTalk = (page: Page, text: string) => talk(page).getByRole('article').filter({ hasText: text });

test('it stands in both places once, answers the root there, and the next one does not', async ({
  open,
  company: { ines, kwame },
}) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const root = await write(kwame, into(space), 'Who locks up?');
  const his = await open(kwame, { path: `/connect/space/${space}` });
  const page = await open(ines, { path: `/connect/space/${space}?thread=${root.message_id}` });
  await field(page).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('I do, today');
  await also(page, 'Mill Lane crew').focus();
  await page.keyboard.press('Space');
  await expect(also(page, 'Mill Lane crew')).toBeChecked();
  await field(page).focus();
  await page.keyboard.press('Enter');
  await expect(inPane(page, 'I do, today')).toHaveCount(1);
  await expect(inTalk(page, 'I do, today')).toHaveCount(1);
  await expect(inTalk(page, 'I do, today').getByRole('blockquote')).toContainText('Who locks up?');
  await expect(inTalk(his, 'I do, today').getByRole('blockquote')).toContainText('Who locks up?');
  await expect(inTalk(his, 'Who locks up?').getByRole('button', { name: '1 reply' })).toBeVisible();
  await expect(also(page, 'Mill Lane crew')).not.toBeChecked();
  await field(page).focus();
  await page.keyboard.type('And tomorrow');
  await page.keyboard.press('Enter');
  await expect(inPane(page, 'And tomorrow')).toBeVisible();
  await expect.poll(() => textsIn(kwame, under(root))).toEqual(['I do, today', 'And tomorrow']);
  expect(await textsIn(kwame, into(space))).toEqual(['Who locks up?', 'I do, today']);
});

test('with files it goes to the thread alone, and says so', async ({ open, company: { ines, kwame } }) => {
  const root = await write(kwame, direct(ines), 'The list, please');
  const page = await open(ines, { path: `/connect/employee/${kwame.id}?thread=${root.message_id}` });
  const later = pane(page).getByRole('button', { name: 'Schedule message' });
  await pane(page).getByRole('button', { name: 'Formatting' }).click();
  await expect(later).toBeVisible();
  await also(page, kwame.name).check();
  // What is sent later goes to the thread alone.
  await expect(later).toHaveCount(0);
  await pane(page).getByLabel('Files to attach').setInputFiles(text('list.txt'));
  await expect(pane(page).getByText('With files it is sent to the thread alone.')).toBeVisible();
  await expect(also(page, kwame.name)).toHaveCount(0);
  await expect(later).toBeVisible();
});

test('without a connection both wait, over a reload, behind the root that waits as well', async ({
  open,
  server,
  company: { ines, kwame },
  watch,
}) => {
  // The thread of a message that the server is just being sent.
  watch.allow(/status of 404/);
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await newSubSpace(ines, space, 'Ovens');
  const page = await open(ines, { path: `/connect/space/${space}` });
  await readyOffline(page);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  const main = talk(page).getByRole('textbox', { name: 'Message', exact: true });
  await main.click();
  await expect(main).toBeFocused();
  await page.keyboard.type('And the van?');
  await page.keyboard.press('Enter');
  await expect(async () => {
    await inTalk(page, 'And the van?').first().hover({ timeout: 10_000 });
    await inTalk(page, 'And the van?').getByRole('button', { name: 'Reply in thread' }).click({ timeout: 10_000 });
  }).toPass();
  await field(page).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('It has a flat');
  await also(page, 'Mill Lane crew').check();
  await field(page).focus();
  await page.keyboard.press('Enter');
  const seen = async () => {
    await expect(inPane(page, 'It has a flat')).toHaveCount(1);
    await expect(inTalk(page, 'It has a flat')).toHaveCount(1);
    await expect(inTalk(page, 'It has a flat').getByRole('blockquote')).toContainText('And the van?');
  };
  await seen();
  await untilSafe(page);
  await page.reload();
  await seen();
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
  await expect.poll(() => textsIn(kwame, into(space))).toEqual(['And the van?', 'It has a flat']);
  const [van, copy] = (await kwame.api.call(chat.listMessages, into(space))).items as [chat.Message, chat.Message];
  expect(copy.reply_to?.message_id).toBe(van.message_id);
  expect(await textsIn(kwame, under(van))).toEqual(['It has a flat']);
  await seen();
  await expect(page.getByText('Queued')).toHaveCount(0);
});

test('looks well and is clean for assistive tools', async ({ open, company: { ines, kwame } }) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const root = await write(kwame, into(space), 'Oven 3 is back in service. Preheat 20 mins longer until Monday.');
  await write(ines, under(root), 'For good?');
  const screens = { phone: PHONE, tablet: { viewport: { width: 820, height: 1180 } }, desktop: DESKTOP };
  for (const [size, options] of Object.entries(screens)) {
    const page = await open(ines, {
      ...options,
      ...NO_WORKER,
      path: `/connect/space/${space}?thread=${root.message_id}`,
    });
    await expect(inPane(page, 'For good?')).toBeVisible();
    await also(page, 'Mill Lane crew').check();
    await judge(page, `threads also ${size}`);
    await page.context().close();
  }
});
