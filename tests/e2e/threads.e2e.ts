// Threads in the browser: both sides, the list of them, without a connection, on the phone, by keyboard, and how they look.
import type { Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE, readyOffline, untilSafe } from './kit/browser.ts';
import { message, noteLit, offlineBanner, openSpace } from './kit/chat.ts';
import { type Company, newColleague, newSpace, textsIn, write } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const into = (space_id: string): chat.Address => ({ entity_type: 'space', entity_id: space_id });
const under = ({ message_id }: chat.Message): chat.Address => ({ entity_type: 'thread', entity_id: message_id });
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const pane = (page: Page) => page.getByRole('region', { name: 'Thread', exact: true });
const field = (page: Page) => pane(page).getByRole('textbox', { name: 'Message', exact: true });
const inPane = (page: Page, text: string) => pane(page).getByRole('article').filter({ hasText: text });
const inTalk = (page: Page, text: string) => conversation(page).getByRole('article').filter({ hasText: text });
const place = (page: Page) =>
  page.getByRole('navigation', { name: 'Across conversations' }).getByRole('link', { name: /Threads/ });
const rowOf = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Threads' }).getByRole('link').filter({ hasText: text });

async function openThread(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await inTalk(page, text).first().hover({ timeout: 10_000 });
    await inTalk(page, text).first().getByRole('button', { name: 'Reply in thread' }).click({ timeout: 10_000 });
  }).toPass();
  await expect(pane(page).getByRole('heading', { name: 'Thread' })).toBeVisible();
  // A thread that was open before has given way to it: its field takes the focus.
  await expect(field(page)).toBeFocused();
}
async function reply(page: Page, text: string): Promise<void> {
  await field(page).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(inPane(page, text)).toBeVisible();
}

test('an answer in a thread reaches the other one’s list of threads, and theirs comes back', async ({
  open,
  company,
}) => {
  const { ines, kwame } = company;
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await write(kwame, into(space), 'Oven 3 is back in service');
  const [hers, his] = [await open(ines), await open(kwame)];
  await openSpace(hers, space);
  await openSpace(his, space);
  await expect(place(his)).toHaveCount(0);
  await openThread(hers, 'Oven 3');
  await expect(hers).toHaveURL(/\?thread=/);
  await expect(inPane(hers, 'Oven 3 is back in service')).toBeVisible();
  await reply(hers, 'For good?');
  await expect(inTalk(hers, 'Oven 3').getByRole('button', { name: '1 reply' })).toBeVisible();
  await expect(inTalk(his, 'Oven 3').getByRole('button', { name: '1 reply' })).toBeVisible();
  await expect(conversation(his).getByText('For good?')).toHaveCount(0);
  await expect(place(his)).toHaveAccessibleName(/1 unread/);
  await place(his).click();
  await expect(rowOf(his, 'Oven 3')).toContainText('Mill Lane crew');
  await expect(rowOf(his, 'Oven 3')).toContainText('Ines Okafor: For good?');
  await rowOf(his, 'Oven 3').click();
  await expect(inPane(his, 'For good?')).toBeVisible();
  await expect(place(his)).not.toHaveAccessibleName(/unread/);
  await reply(his, 'Until Monday');
  await expect(inPane(hers, 'Until Monday')).toBeVisible();
  await expect(inTalk(hers, 'Oven 3').getByRole('button', { name: '2 replies' })).toBeVisible();
  // Who has it before them has nothing unread of it.
  await expect(place(hers)).not.toHaveAccessibleName(/unread/);
  await hers.goBack();
  await expect(pane(hers)).toHaveCount(0);
  await expect(hers).not.toHaveURL(/thread=/);
  // Enough of it.
  await pane(his).getByRole('button', { name: 'Following' }).click();
  await expect(pane(his).getByRole('button', { name: 'Follow' })).toBeVisible();
  await expect(rowOf(his, 'Oven 3')).toHaveCount(0);
  await write(ines, under((await kwame.api.call(chat.listMessages, into(space))).items[0] as chat.Message), 'Fine');
  await expect(inPane(his, 'Fine')).toBeVisible();
  await expect(place(his)).toHaveCount(0);
});

test('answers and the message they are about wait for the connection, over a reload, in their order', async ({
  open,
  server,
  company,
  watch,
}) => {
  // The thread of a message that the server is just being sent.
  watch.allow(/status of 404/);
  const { ines, kwame } = company;
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const asked = await write(kwame, into(space), 'Who locks up?');
  const page = await open(ines);
  await openSpace(page, space);
  await openThread(page, 'Who locks up?');
  await readyOffline(page);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await reply(page, 'I do');
  await pane(page).getByRole('button', { name: 'Close thread' }).click();
  const main = conversation(page).getByRole('textbox', { name: 'Message', exact: true });
  await main.click();
  await expect(main).toBeFocused();
  await page.keyboard.type('And the van?');
  await page.keyboard.press('Enter');
  await openThread(page, 'And the van?');
  await reply(page, 'It has a flat');
  await reply(page, 'Front left');
  const seen = async () => {
    await expect(inTalk(page, 'Who locks up?').getByRole('button', { name: '1 reply' })).toBeVisible();
    await expect(inTalk(page, 'And the van?').getByRole('button', { name: '2 replies' })).toBeVisible();
    await expect(inPane(page, 'And the van?')).toBeVisible();
    await expect(inPane(page, 'It has a flat')).toBeVisible();
    await expect(inPane(page, 'Front left')).toBeVisible();
  };
  await seen();
  await untilSafe(page);
  await page.reload();
  await seen();
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
  await expect.poll(() => textsIn(kwame, under(asked))).toEqual(['I do']);
  await expect.poll(() => textsIn(kwame, into(space))).toEqual(['Who locks up?', 'And the van?']);
  const van = (await kwame.api.call(chat.listMessages, into(space))).items[1] as chat.Message;
  await expect.poll(() => textsIn(kwame, under(van))).toEqual(['It has a flat', 'Front left']);
  await seen();
  await expect(pane(page).getByText('Queued')).toHaveCount(0);
});

test('on the phone a thread has the whole screen, and going back leaves it', async ({
  open,
  company: { ines, kwame },
}) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const root = await write(ines, into(space), 'Allergen sheet is signed off');
  await write(kwame, under(root), 'Binned the old print');
  const page = await open(ines, { ...PHONE, path: '/connect' });
  await expect(place(page)).toHaveAccessibleName(/1 unread/);
  await place(page).click();
  await rowOf(page, 'Allergen').click();
  await expect(inPane(page, 'Binned')).toBeVisible();
  const box = await pane(page).boundingBox();
  expect(box?.width).toBe(390);
  await page.goBack();
  await expect(pane(page)).toHaveCount(0);
  await expect(rowOf(page, 'Allergen')).toBeVisible();
  await page.goBack();
  await expect(place(page)).not.toHaveAccessibleName(/unread/);
});

test('all of it by keyboard', async ({ open, company: { ines, kwame } }) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await write(kwame, into(space), 'First');
  await write(kwame, into(space), 'Second');
  const page = await open(ines);
  await openSpace(page, space);
  await expect(message(page, 'Second')).toBeVisible();
  // The keys come right after the page.
  await expect(async () => {
    await page.getByRole('heading', { level: 1, name: 'Mill Lane crew' }).focus();
    await page.keyboard.press('k');
    await expect(inTalk(page, 'Second')).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('k');
  await expect(inTalk(page, 'First')).toBeFocused();
  await page.keyboard.press('t');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('From the keys');
  await page.keyboard.press('Enter');
  await expect(inPane(page, 'From the keys')).toBeVisible();
  // The keys of a list belong to where the focus is.
  await pane(page).getByRole('heading', { name: 'Thread' }).focus();
  await page.keyboard.press('k');
  await expect(inPane(page, 'From the keys')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pane(page)).toHaveCount(0);
  await expect(inTalk(page, 'First')).toBeFocused();
});

test('the keys are there with the first answer, and the focus stays when the others come', async ({
  open,
  company: { ines, kwame },
}) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const asked = await write(kwame, into(space), 'Who locks up?');
  await write(kwame, into(space), 'And the van?');
  await write(kwame, under(asked), 'Not me');
  const page = await open(ines, NO_WORKER);
  await openSpace(page, space);
  await openThread(page, 'And the van?');
  await page.keyboard.type('It has a flat');
  // Before the list has come to rest, which takes some frames.
  await pane(page).evaluate((element) => {
    const watch = new MutationObserver(() => {
      if (!element.querySelector('[role=log] [data-state=queued]')) return;
      watch.disconnect();
      const heading = element.querySelector('h2');
      heading?.focus();
      heading?.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true }));
    });
    watch.observe(element, { childList: true, subtree: true });
  });
  await page.keyboard.press('Enter');
  await expect(inPane(page, 'It has a flat')).toBeFocused();

  const answers = Promise.withResolvers<void>();
  await page.route(`**${API_BASE}${chat.listMessages.path}?*${asked.message_id}*`, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await openThread(page, 'Who locks up?');
  await reply(page, 'I do');
  await pane(page).getByRole('heading', { name: 'Thread' }).focus();
  await page.keyboard.press('k');
  await expect(inPane(page, 'I do')).toBeFocused();
  await expect(inPane(page, 'Not me')).toHaveCount(0);
  answers.resolve();
  await expect(inPane(page, 'Not me')).toBeVisible();
  await expect(inPane(page, 'I do')).toBeFocused();
});

/** Two threads, one of them with something new. */
async function scene(server: Server, { ines, kwame }: Company) {
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  const tomasz = await newColleague(server, ines, 'Tomasz', 'Wieliczko', 'Driver');
  const space = await newSpace(ines, 'Mill Lane crew', [kwame, nell, tomasz]);
  const oven = await write(kwame, into(space), 'Oven 3 is back in service. Preheat 20 mins longer until Monday.');
  await write(nell, into(space), 'Allergen sheet for the winter range is signed off. Please bin the old print.');
  const rota = await write(ines, into(space), 'Who swaps Thursday?');
  await write(tomasz, under(oven), 'Yes, I’m on site from four. Will sign.');
  await write(nell, under(oven), 'Does the 20 mins count for the small deck too?');
  await write(ines, under(oven), 'Thanks all. Updating the handover board now.');
  const only = await write(kwame, under(oven), 'Only oven 3. Small deck is normal 👍');
  await ines.api.call(chat.react, { message_id: only.message_id, emoji: '👍' });
  await write(tomasz, under(rota), 'Me, if I get Friday off');
  await ines.api.call(chat.markRead, { conversation_id: only.conversation_id, read_seq: only.seq });
  return { space, oven, rota };
}

test('looks well and is clean for assistive tools', async ({ open, server, company }) => {
  const { space, oven } = await scene(server, company);
  const sizes = { phone: PHONE, tablet: { viewport: { width: 820, height: 1180 } }, desktop: DESKTOP };
  for (const [size, options] of Object.entries(sizes)) {
    const page = await open(company.ines, { ...options, ...NO_WORKER });
    await page.goto(`/connect/space/${space}`);
    await expect(inTalk(page, 'Oven 3').getByRole('button', { name: '4 replies' })).toBeVisible();
    await judge(page, `threads ${size} conversation`);
    await page.goto(`/connect/space/${space}?thread=${oven.message_id}`);
    await expect(inPane(page, 'Only oven 3')).toBeVisible();
    await expect(field(page)).toBeVisible();
    await judge(page, `threads ${size} pane`);
    await page.goto('/connect/threads');
    await expect(rowOf(page, 'Who swaps Thursday?')).toBeVisible();
    await judge(page, `threads ${size} inbox`);
    if (size === 'desktop') {
      await rowOf(page, 'Oven 3').click();
      await expect(inPane(page, 'Only oven 3')).toBeVisible();
      await judge(page, `threads ${size} inbox with a thread`);
    }
    await page.context().close();
  }
});

test('a link to a message in a thread opens the thread with it, and a thread that is not there says so', async ({
  open,
  company,
  watch,
}) => {
  watch.allow(/status of 404/);
  const { ines, kwame } = company;
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const root = await write(kwame, into(space), 'The root');
  const answer = await write(kwame, under(root), 'Look at this one');
  const page = await open(ines, { path: 'about:blank' });
  const lit = await noteLit(page);
  await page.goto(`/connect/threads?thread=${root.message_id}&message=${answer.message_id}&seq=${answer.seq}`);
  await expect(inPane(page, 'Look at this one')).toBeVisible();
  await expect.poll(lit).toContain('Look at this one');
  await expect(pane(page).getByRole('link', { name: 'Mill Lane crew' })).toBeVisible();
  await page.goto('/connect/threads?thread=01900000-0000-7000-8000-000000000000');
  await expect(pane(page).getByText('The message is no longer there.')).toBeVisible();
});
