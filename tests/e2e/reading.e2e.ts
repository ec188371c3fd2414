// Reading a long conversation: where it opens, both ways through it, links, dates, keys, and what is there without a network.
import type { Locator, Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, PHONE, readyOffline, signInHere, storedOf } from './kit/browser.ts';
import { composer, log, message, noteLit, offlineBanner, openDirect, say } from './kit/chat.ts';
import { direct, type Person, past, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';
import { untilAtRest } from './kit/watching/rest.ts';

const nth = (page: Page, n: number): Locator => message(page, `Message ${n}.`).first();
const jump = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const place = (kwame: Person, search = '') => `/connect/employee/${kwame.id}${search}`;
const inView = (row: Locator) => expect(row).toBeInViewport({ ratio: 0.5 });

/** The numbers of the messages in the document, from above to below. */
const numbers = (page: Page): Promise<number[]> =>
  log(page)
    .getByRole('article')
    .evaluateAll((rows) => rows.map((row) => Number(/Message (\d+)\./.exec(row.textContent ?? '')?.[1])));

/**
 * Scrolls as a wheel does, and looks at each frame where the rows are: a row moves by what was scrolled, never by anything
 * else. Returns by how many px one did at most.
 */
async function wheel(page: Page, by: number, times: number): Promise<number> {
  return log(page).evaluate(
    async (scroller, { by: px, times: count }) => {
      // As painted: asked for in the next frame, and told after everything in it has found its size.
      const painted = () =>
        new Promise<Map<string, number>>((done) => {
          const rows = scroller.querySelectorAll<HTMLElement>('[data-message]');
          const observer = new IntersectionObserver((entries) => {
            observer.disconnect();
            const seen = entries.filter(({ isIntersecting }) => isIntersecting);
            const id = ({ target }: IntersectionObserverEntry) => (target as HTMLElement).dataset['message'] ?? '';
            done(new Map(seen.map((entry) => [id(entry), entry.boundingClientRect.top])));
          });
          for (const row of rows) observer.observe(row);
        });
      let worst = 0;
      for (let n = 0; n < count; n++) {
        const before = await painted();
        const from = scroller.scrollTop;
        scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: px, bubbles: true }));
        scroller.scrollTop += px;
        const moved = scroller.scrollTop - from;
        for (let still = 0; still < 2; still++) {
          for (const [id, top] of await painted()) {
            const old = before.get(id);
            if (old !== undefined) worst = Math.max(worst, Math.abs(top - old + moved));
          }
        }
      }
      return worst;
    },
    { by, times },
  );
}

for (const [screen, size] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`opens where reading stopped and goes both ways without a jump (${screen})`, {
    tag: size === PHONE ? '@main' : [],
  }, async ({ open, server, company }) => {
    await past(server, company, 300, 100);
    const page = await open(company.ines, { path: place(company.kwame), ...size });
    await inView(page.getByText(/^New since/));
    await inView(nth(page, 101));
    expect(await numbers(page)).not.toContain(300);
    await expect(jump(page, /^\d+ new$/)).toBeVisible();

    await test.step('upwards to the beginning', async () => {
      for (let n = 0; n < 60 && !(await numbers(page)).includes(1); n++)
        expect(await wheel(page, -300, 10)).toBeLessThan(2);
      // It is there before it is in sight.
      await wheel(page, -5_000, 3);
      await inView(nth(page, 1));
    });
    // As long as a hand takes to turn round.
    await page.waitForTimeout(300);
    await test.step('downwards to the end', async () => {
      for (let n = 0; n < 90 && !(await numbers(page)).includes(300); n++)
        expect(await wheel(page, 300, 10)).toBeLessThan(2);
      await wheel(page, 5_000, 3);
      await inView(nth(page, 300));
      await expect(jump(page, /new$|^Newest$/)).toBeHidden();
      await expect
        .poll(async () => (await company.ines.api.call(chat.listConversations, {})).items[0]?.unread_message_count)
        .toBe(0);
    });
    await test.step('and what comes while one is at the end is shown', async () => {
      await write(company.kwame, direct(company.ines), 'Just now');
      await inView(message(page, 'Just now'));
    });
  });
}

test('who scrolls as soon as there is something to read is not pulled back', async ({ open, server, company }) => {
  await past(server, company, 300, 100);
  const page = await open(company.ines, { path: '/connect', ...DESKTOP });
  await openDirect(page, company.kwame);
  await nth(page, 101).waitFor();
  // Rows that are drawn on the way are measured on the way.
  expect(await wheel(page, -100, 20)).toBeLessThan(2);
});

for (const height of [700, 900, 1000, 1100])
  test(`what is new is seen in a conversation that hardly needs to be scrolled (${height} px)`, async ({
    open,
    company: { ines, kwame },
  }) => {
    const [here, there] = [direct(ines), direct(kwame)];
    for (let n = 0; n < 14; n++)
      await write(...(n % 3 ? ([kwame, here] as const) : ([ines, there] as const)), `Message ${n}.`);
    const page = await open(ines, { viewport: { width: 820, height }, path: place(kwame) });
    await inView(nth(page, 13));
    // What stands above the first message comes a moment later.
    await expect(page.getByText(`This is where you and ${kwame.name.split(' ')[0]} begin.`)).toHaveCount(1);
    await untilAtRest(() => log(page).evaluate((list) => list.scrollTop));
    await inView(nth(page, 13));
    expect(await log(page).evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight)).toBeLessThan(4);
  });

test('what comes while one reads further back only counts', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  await past(server, company, 300, 300);
  const page = await open(ines, { path: place(kwame) });
  await inView(nth(page, 300));
  await wheel(page, -400, 4);
  const [seen = 0] = (await numbers(page)).slice(-8);
  const top = async () => (await nth(page, seen).boundingBox())?.y;
  await expect(jump(page, 'Newest')).toBeVisible();
  await untilAtRest(top);
  const before = await top();
  for (const text of ['One', 'Two', 'Three']) await write(kwame, direct(ines), text);
  await expect(jump(page, '3 new')).toBeVisible();
  await expect.poll(top).toBe(before);
  await jump(page, '3 new').click();
  await inView(message(page, 'Three'));
  await expect(jump(page, /new$|^Newest$/)).toBeHidden();
});

test('in the middle of the past a new message shows no gap; one’s own leads to the end', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  await past(server, company, 400, 100);
  const page = await open(ines, { path: place(kwame) });
  await inView(nth(page, 101));
  await write(kwame, direct(ines), 'Meanwhile');
  await expect(jump(page, /^\d+ new$/)).toBeVisible();
  for (let n = 0; n < 3; n++) await wheel(page, 600, 5);
  const shown = await numbers(page);
  expect(shown).toEqual(shown.map((_, at) => (shown[0] ?? 0) + at));
  await say(page, 'I was reading');
  await inView(message(page, 'I was reading'));
  await inView(message(page, 'Meanwhile'));
  await expect(nth(page, 400)).toBeVisible();
});

test('Escape marks it read; the divider stays until one leaves', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  await past(server, company, 200, 100);
  const page = await open(ines, { path: place(kwame) });
  await expect(jump(page, /^\d+ new$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(jump(page, 'Newest')).toBeVisible();
  await expect(page.getByText(/^New since/)).toBeVisible();
  await expect
    .poll(async () => (await ines.api.call(chat.listConversations, {})).items[0]?.unread_message_count)
    .toBe(0);
  await page.reload();
  await inView(nth(page, 200));
  await expect(page.getByText(/^New/)).toBeHidden();
});

test('a link leads to its message, lit for a moment, and from there to the first unread and the newest', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  const conversation_id = await past(server, company, 400, 350);
  const [row] = await server.sql<{ message_id: string }>(
    'SELECT message_id FROM message WHERE conversation_id = $1 AND seq = 40',
    [conversation_id],
  );
  const page = await open(ines, { path: 'about:blank' });
  const lit = await noteLit(page);
  await page.goto(place(kwame, `?message=${row?.message_id}&seq=40`));
  await inView(nth(page, 40));
  await expect.poll(lit).toContain('Message 40');
  await expect(page.locator('[data-lit]')).toHaveCount(0);
  await expect(page.locator('article:focus')).toHaveCount(0);
  // By the keyboard, too; whoever goes on from there is in the list, also where it is another one.
  const log = page.getByRole('log', { name: 'Messages' });
  await jump(page, /new$/).press('Enter');
  await inView(nth(page, 400));
  await expect(log).toBeFocused();
  await jump(page, 'First unread').press('Enter');
  await inView(page.getByText(/^New since/));
  await expect(log).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.locator('article:focus')).toBeInViewport();

  await test.step('one that is gone says so', async () => {
    await page.goto(place(kwame, '?message=01900000-0000-7000-8000-000000000000&seq=40'));
    await expect(page.getByText('That message is not here any more.')).toBeVisible();
    await expect(nth(page, 40)).toBeVisible();
  });
});

test('a day is gone to by its date', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  // A day has 24 messages.
  await past(server, company, 960, 960, 3_600);
  const page = await open(ines, { path: place(kwame) });
  await inView(nth(page, 960));
  const day = new Date(Date.now() - 20 * 86_400_000).toLocaleDateString('sv');
  const pill = page.getByRole('button', { name: /jump to date$/ });
  // A day’s own divider right at the top takes its place: which hour it is decides whether it is there.
  if ((await pill.getAttribute('data-quiet')) !== null) await wheel(page, -200, 1);
  await pill.click();
  const dialog = page.getByRole('dialog', { name: 'Jump to date' });
  await dialog.getByLabel('Jump to date').fill(day);
  await dialog.getByRole('button', { name: 'Go' }).click();
  const first = (at: Page) =>
    log(at).evaluate((scroller) => {
      const { top } = scroller.getBoundingClientRect();
      const rows = [...scroller.querySelectorAll<HTMLElement>('[data-message]')];
      return rows.find((row) => row.getBoundingClientRect().top > top)?.querySelector('time')?.dateTime;
    });
  await expect.poll(async () => new Date((await first(page)) ?? 0).toLocaleDateString('sv')).toBe(day);
  await test.step('and a day’s divider asks, too', async () => {
    // Rows that grow move it from under the pointer.
    await expect(async () => {
      if (await dialog.isVisible()) return;
      await log(page).locator('.ll-divider .ll-day').first().click({ timeout: 10_000 });
      await expect(dialog).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await dialog.getByRole('button', { name: 'The beginning' }).click();
    await inView(nth(page, 1));
  });
});

test('without a network there is what is on the device, and its edge says so', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  await past(server, company, 300, 300);
  const page = await open(ines, { path: place(kwame) });
  await inView(nth(page, 300));
  await readyOffline(page);
  // One that is not on the screen, which is kept as well.
  await expect.poll(() => storedOf(page, ['Message 258.'])).toHaveLength(1);
  await server.kill();
  await page.reload();
  await inView(nth(page, 300));
  const edge = page.getByText('Older messages are not on this device.');
  const day = log(page).locator('.ll-divider .ll-day').first();
  // The divider of its day stands right below it, and is drawn a moment later.
  const isThere = async () => (await edge.isVisible()) && (await day.isVisible());
  for (let n = 0; n < 60 && !(await isThere()); n++) await wheel(page, -900, 3);
  await expect(edge).toBeVisible();
  await day.click();
  await page.getByRole('button', { name: 'The beginning' }).click();
  await expect(page.getByText('That part of the conversation is not on this device.')).toBeVisible();
  await server.start();
  await expect(edge).toBeHidden();
  const oldest = async () => Math.min(...(await numbers(page)));
  await expect(async () => {
    await wheel(page, -600, 4);
    expect(await oldest()).toBeLessThanOrEqual(200);
  }).toPass();
});

test('who has no names on the device yet reads what there is without them, until they come', async ({
  open,
  server,
  company: { ines, kwame },
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  watch.cutsConnections = true;
  await write(kwame, direct(ines), 'The flour has come.');
  const page = await open(null, DESKTOP);
  const names = '**/user-management/directory/list*';
  await page.route(names, (route) => route.abort());
  await signInHere(page, server, ines);
  const row = page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^(Offline )?Colleague/ });
  await page.goto(place(kwame));
  await expect(row).toContainText('The flour has come.');
  await readyOffline(page);
  await server.kill();
  await page.reload();
  await expect(offlineBanner(page)).toBeVisible();
  await expect(row).toContainText('The flour has come.');
  await expect(message(page, 'The flour has come.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Colleague' })).toBeVisible();
  await expect(page.getByText('Former employee')).toHaveCount(0);
  await judge(page, 'without names, desktop');
  await say(page, 'Good.');
  await page.unroute(names);
  await server.start();
  await expect(page.getByRole('heading', { level: 1, name: kwame.name })).toBeVisible({ timeout: 40_000 });
  await expect(row).toHaveCount(0);
  await expect.poll(() => textsIn(kwame, direct(ines))).toEqual(['The flour has come.', 'Good.']);
});

test('J and K go from message to message, Tab into one and out of the list', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  await past(server, company, 120, 120);
  const page = await open(ines, { path: place(kwame) });
  await inView(nth(page, 120));
  // What listens to the keys comes right after the messages.
  await expect(page.getByRole('button', { name: /jump to date$/ })).toBeAttached();
  // Keys are heard a moment after the tools are drawn.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.keyboard.press('k');
  await expect(nth(page, 120)).toBeFocused();
  // Older ones come as one goes.
  const held = (n: number) => page.locator('article:focus', { hasText: `Message ${n}.` }).count();
  for (let n = 119; n >= 60; n--)
    await expect(async () => {
      // Pressed again after it was heard, it would lead beyond.
      if (await held(n + 1)) await page.keyboard.press('k');
      await expect(nth(page, n)).toBeFocused({ timeout: 10_000 });
    }).toPass();
  await inView(nth(page, 60));
  await page.keyboard.press('j');
  await expect(nth(page, 61)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(nth(page, 61).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await expect(nth(page, 61)).toBeFocused();
  for (let n = 0; n < 10 && (await log(page).locator(':focus').count()); n++) await page.keyboard.press('Tab');
  await expect(log(page).locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(nth(page, 61)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(log(page).locator(':focus')).toHaveCount(0);
  await composer(page).click();
  await page.keyboard.type('jk');
  await expect(composer(page)).toBeFocused();
});
