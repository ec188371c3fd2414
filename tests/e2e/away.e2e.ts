// Whoever looks away finds what came meanwhile below a divider, where reading stopped, and nothing of it counts as read unseen.
import type { Locator, Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { NO_WORKER, PHONE, untilKept } from './kit/browser.ts';
import { jump, log, message, nth, say, someFrames } from './kit/chat.ts';
import { type Company, direct, newSpace, type Person, past, write } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

test.use(NO_WORKER);

const divider = (page: Page): Locator => page.getByRole('separator').filter({ hasText: /^New since/ });
const place = (kwame: Person) => `/connect/employee/${kwame.id}`;
const inView = (row: Locator) => expect(row).toBeInViewport({ ratio: 0.5 });
const stateOf = async ({ api }: Person) => {
  const { items } = await api.call(chat.listConversations, {});
  return items.find(({ entity_type }) => entity_type === 'employee');
};
const unread = async (person: Person) => (await stateOf(person))?.unread_message_count;

/** Another window or tab is in front, or this one again. A browser without a screen has none that could be. */
const looks = (page: Page, way: 'visibilityState' | 'hasFocus', isLooking: boolean): Promise<void> =>
  page.evaluate(
    ([name, is]) => {
      const value = name === 'hasFocus' ? () => is : is ? 'visible' : 'hidden';
      Object.defineProperty(document, name, { value, configurable: true });
      if (name === 'visibilityState') document.dispatchEvent(new Event('visibilitychange'));
      else dispatchEvent(new Event(is ? 'focus' : 'blur'));
    },
    [way, isLooking] as const,
  );

for (const [way, where] of [
  ['visibilityState', 'another tab'],
  ['hasFocus', 'another window'],
] as const)
  test(`what comes while somebody is in ${where} stands below a divider, and is not read to its end`, async ({
    open,
    server,
    company,
  }) => {
    const { ines, kwame } = company;
    await past(server, company, 40);
    const page = await open(ines, { path: place(kwame) });
    await inView(nth(page, 40));
    await say(page, 'Good night.');
    await inView(message(page, 'Good night.'));
    await expect(message(page, 'Good night.').getByRole('img', { name: 'Sent', exact: true })).toBeVisible();
    const mark = divider(page);
    await looks(page, way, false);
    for (let n = 42; n <= 71; n++) await write(kwame, direct(ines), `Message ${n}.`);
    await expect(jump(page, '30 new')).toBeVisible();
    await looks(page, way, true);
    await someFrames(page);
    await inView(mark);
    await inView(nth(page, 42));
    await expect(nth(page, 71)).not.toBeInViewport();
    expect(await unread(ines)).toBeGreaterThan(0);
    await jump(page, /^\d+ new$/).click();
    await expect.poll(() => unread(ines)).toBe(0);

    await test.step('what comes while one looks has none', async () => {
      await write(kwame, direct(ines), 'Message 72.');
      await inView(nth(page, 72));
      await expect.poll(() => unread(ines)).toBe(0);
      await expect(mark).not.toBeInViewport();
    });
    await test.step('what comes the next time has one of its own', async () => {
      await looks(page, way, false);
      await write(kwame, direct(ines), 'Message 73.');
      await inView(nth(page, 73));
      expect(await unread(ines)).toBe(1);
      await looks(page, way, true);
      await inView(mark);
      await expect.poll(() => unread(ines)).toBe(0);
      const rows = await log(page).locator('.ll-log-row').allInnerTexts();
      expect(rows.findIndex((text) => text.startsWith('New since'))).toBe(rows.length - 2);
    });
  });

interface Given {
  readonly open: (person: Person, options: { path: string }) => Promise<Page>;
  readonly server: Server;
  readonly company: Company;
}

/** Read to its 40th, and thirty more while another window is in front. */
async function away({ open, server, company }: Given): Promise<Page> {
  const { ines, kwame } = company;
  await past(server, company, 40);
  const page = await open(ines, { path: place(kwame) });
  await inView(nth(page, 40));
  await expect.poll(() => unread(ines)).toBe(0);
  await looks(page, 'hasFocus', false);
  for (let n = 41; n <= 70; n++) await write(kwame, direct(ines), `Message ${n}.`);
  await expect(jump(page, '30 new')).toBeVisible();
  return page;
}

test('what is read elsewhere meanwhile is not waited for: the list goes on to what is new after that', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  const page = await away({ open, server, company });
  await expect(nth(page, 70)).not.toBeInViewport();
  const entry = await stateOf(ines);
  await ines.api.call(chat.markRead, { conversation_id: entry?.conversations[0]?.conversation_id ?? '', read_seq: 70 });
  await inView(nth(page, 70));
  for (let n = 71; n <= 100; n++) await write(kwame, direct(ines), `Message ${n}.`);
  await expect(jump(page, '30 new')).toBeVisible();
  await inView(divider(page));
  await inView(nth(page, 71));
  await expect(nth(page, 100)).not.toBeInViewport();
});

test('in a window beside the one that is worked in, whoever scrolls to the end follows it again', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  const page = await away({ open, server, company });
  await log(page).hover();
  await page.mouse.wheel(0, 5_000);
  await inView(nth(page, 70));
  for (let n = 71; n <= 85; n++) await write(kwame, direct(ines), `Message ${n}.`);
  await inView(nth(page, 85));
  expect(await unread(ines), 'nobody looks').toBe(45);
});

test('on a phone what comes behind a thread that covers the conversation is not read before that is closed', async ({
  open,
  company: { ines, kwame },
}) => {
  const root = await write(kwame, direct(ines), 'Who has the keys?');
  await write(ines, { entity_type: 'thread', entity_id: root.message_id }, 'I have.');
  const page = await open(ines, { ...PHONE, path: place(kwame) });
  await expect(message(page, 'Who has the keys?')).toBeVisible();
  await expect.poll(() => unread(ines)).toBe(0);
  await message(page, 'Who has the keys?')
    .getByRole('button', { name: /1 reply/ })
    .click();
  const thread = page.getByRole('region', { name: 'Thread', exact: true });
  await expect(thread.getByText('I have.')).toBeVisible();
  await write(kwame, direct(ines), 'The van is here.');
  await expect(message(page, 'The van is here.')).toBeAttached();
  await write(kwame, { entity_type: 'thread', entity_id: root.message_id }, 'Good.');
  await expect(thread.getByText('Good.')).toBeVisible();
  expect(await unread(ines)).toBe(1);
  await thread.getByRole('button', { name: 'Close thread' }).click();
  await inView(message(page, 'The van is here.'));
  await expect.poll(() => unread(ines)).toBe(0);
});

test('after a long absence the list goes where reading stopped, though that is none of what was here first', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  await past(server, company, 40);
  const first = await open(ines, { path: place(kwame) });
  await inView(nth(first, 40));
  await expect.poll(() => unread(ines)).toBe(0);
  await untilKept(first);
  await first.close();
  for (let n = 41; n <= 160; n++) await write(kwame, direct(ines), `Message ${n}.`);
  await newSpace(ines, 'Mill Lane crew', []);
  // Nothing of it is told one by one any more.
  await server.sql('DELETE FROM event WHERE company_id = $1', [company.id]);
  const page = await first.context().newPage();
  let come = () => {};
  const held = new Promise<void>((done) => (come = done));
  await page.route(`**${API_BASE}${chat.listConversations.path}*`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(place(kwame));
  await inView(nth(page, 160));
  come();
  await inView(divider(page));
  await inView(nth(page, 41));
  await someFrames(page);
  expect(await unread(ines)).toBeGreaterThan(60);
});
