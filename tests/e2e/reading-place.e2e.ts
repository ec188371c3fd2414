// Where somebody reads is their own: what opens over it, what arrives late and what was refused move nobody, and what came while
// nobody looked is not read.
import type { Locator, Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import * as people from '#contract/people.ts';
import { NO_WORKER, untilKept } from './kit/browser.ts';
import { composer, conversation, jump, log, message, nth, say, someFrames } from './kit/chat.ts';
import { type Company, direct, freshSession, newSpace, type Person, past, write } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';
import { untilAtRest } from './kit/watching/rest.ts';

test.use(NO_WORKER);

const newest = /^\d+ new$|^Newest$/;
const search = (page: Page): Locator => page.getByRole('dialog', { name: 'Search' });
const place = (kwame: Person, after = '') => `/connect/employee/${kwame.id}${after}`;
const inView = (row: Locator) => expect(row).toBeInViewport({ ratio: 0.5 });
const topOf = (page: Page) => () =>
  conversation(page)
    .getByRole('log')
    .evaluate((list) => list.scrollTop);
const unread = async ({ api }: Person) => {
  const { items } = await api.call(chat.listConversations, {});
  return items.find(({ entity_type }) => entity_type === 'employee')?.unread_message_count;
};

const scrolled = (page: Page, by: number): Promise<void> =>
  conversation(page)
    .getByRole('log')
    .evaluate((list, px) => {
      list.dispatchEvent(new WheelEvent('wheel', { deltaY: px, bubbles: true }));
      list.scrollTop += px;
    }, by);

/** A message of Kwame's in the midst of a long past, and the way to it. */
async function linked(server: Server, company: Company) {
  await write(company.kwame, direct(company.ines), 'The seals are in the van.');
  await past(server, company, 30);
  const said = await write(company.kwame, direct(company.ines), 'The flour has come.');
  await past(server, company, 400);
  return { said, link: `?message=${said.message_id}&seq=${said.seq}` };
}

test('opening and closing the search leaves everybody where they read; the same link once more leads there', async ({
  open,
  server,
  company,
}) => {
  const { link } = await linked(server, company);
  const page = await open(company.ines, { path: place(company.kwame, link) });
  const flour = message(page, 'The flour has come.');
  await inView(flour);
  await expect(page.locator('[data-lit]')).toHaveCount(0);
  await scrolled(page, 3_000);
  await untilAtRest(topOf(page));
  await expect(flour).not.toBeInViewport();
  const before = await topOf(page)();
  await page.keyboard.press('Control+k');
  await expect(search(page).getByRole('combobox')).toBeFocused();
  await untilAtRest(topOf(page));
  expect(await topOf(page)()).toBe(before);
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);
  await untilAtRest(topOf(page));
  expect(await topOf(page)()).toBe(before);

  await page.keyboard.press('Control+k');
  await expect(search(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('flour');
  await search(page).getByRole('option', { name: 'The flour has come.' }).click();
  await inView(flour);
  await scrolled(page, 3_000);
  await expect(flour).not.toBeInViewport();

  await page.keyboard.press('Control+k');
  await expect(search(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('seals');
  await search(page).getByRole('option', { name: 'The seals are in the van.' }).click();
  await inView(message(page, 'The seals are in the van.'));
});

test('a thread that is opened beside a linked message and closed again leaves everybody where they went meanwhile', async ({
  open,
  server,
  company,
}) => {
  const { link } = await linked(server, company);
  const page = await open(company.ines, { path: place(company.kwame, link) });
  const flour = message(page, 'The flour has come.').first();
  await inView(flour);
  const pane = page.getByRole('region', { name: 'Thread', exact: true });
  // Rows move while others grow; then the mouse is over another one.
  await expect(async () => {
    if (await pane.isVisible()) return;
    await flour.hover({ timeout: 10_000 });
    await flour.getByRole('button', { name: 'Reply in thread' }).click({ timeout: 10_000 });
    await expect(pane).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await jump(page, newest).click();
  await inView(nth(page, 400));
  await page.goBack();
  await expect(pane).toHaveCount(0);
  await someFrames(page);
  await inView(nth(page, 400));
});

test('older messages that come after somebody has gone elsewhere lead nobody back', async ({
  open,
  server,
  company,
}) => {
  const { link } = await linked(server, company);
  const page = await open(company.ines, { path: place(company.kwame, link) });
  await inView(message(page, 'The flour has come.'));
  await jump(page, 'Newest').waitFor();
  let come = () => {};
  const held = new Promise<void>((done) => (come = done));
  await page.route(/message\/list\?.*after_seq/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/message\/list\?.*after_seq/);
  // On a slow machine what is not measured yet makes the way longer.
  while (!(await Promise.race([asked.then(() => true), scrolled(page, 600).then(() => someFrames(page))]))) {}
  await jump(page, 'Newest').click();
  await inView(nth(page, 400));
  const answered = page.waitForResponse(/message\/list\?.*after_seq/);
  come();
  await (await answered).finished();
  await someFrames(page);
  await inView(nth(page, 400));
  await expect(jump(page, 'Newest')).toBeHidden();
});

for (const [key, where] of [
  ['e', 'at the end'],
  ['ArrowUp', 'at the end'],
  ['e', 'elsewhere'],
  ['ArrowUp', 'elsewhere'],
] as const)
  test(`one’s own last message is brought into view to be changed by ${key}, read ${where}, and stays`, async ({
    open,
    server,
    company,
  }) => {
    const { ines, kwame } = company;
    const { link } = await linked(server, company);
    await write(ines, direct(kwame), 'I was here.');
    await past(server, company, 440);
    const page = await open(ines, { path: place(kwame, where === 'elsewhere' ? link : '') });
    await inView(where === 'elsewhere' ? message(page, 'The flour has come.') : nth(page, 440));
    await expect(page.getByRole('button', { name: /jump to date$/ })).toBeAttached();
    await expect(composer(page)).toHaveAttribute('contenteditable', 'true');
    if (key === 'ArrowUp') await composer(page).click();
    else await composer(page).blur();
    await page.keyboard.press(key);
    const field = message(page, 'I was here.').getByRole('textbox');
    await inView(field);
    await expect(field).toBeFocused();
    await untilAtRest(topOf(page));
    await inView(field);

    for (let n = 0; n < 8; n++) {
      await scrolled(page, -700);
      await someFrames(page);
    }
    await expect(field).not.toBeInViewport();
    await expect(field).toBeFocused();
    const before = await topOf(page)();
    await someFrames(page);
    expect(await topOf(page)()).toBe(before);
    await page.keyboard.type(' Twice.');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () =>
        (await ines.api.call(chat.listMessages, { ...direct(kwame), around_seq: '402', limit: '3' })).items.map(
          ({ edited_at }) => edited_at !== null,
        ),
      )
      .toContain(true);
  });

test('what one wrote is brought into view in a thread, too', async ({ open, company: { ines, kwame } }) => {
  const root = await write(kwame, direct(ines), 'Who locks up?');
  const thread: chat.Address = { entity_type: 'thread', entity_id: root.message_id };
  await write(ines, thread, 'I do.');
  for (let n = 1; n <= 35; n++)
    await write(kwame, thread, `Answer ${n}. ${'And so the rye went into the oven once more. '.repeat(4)}`);
  const page = await open(ines, { path: place(kwame, `?thread=${root.message_id}`) });
  const pane = page.getByRole('region', { name: 'Thread', exact: true });
  // By a link to its newest message it opens at the end.
  await pane.getByRole('button', { name: newest }).click();
  await inView(pane.getByRole('article').filter({ hasText: 'Answer 35.' }));
  const own = pane.getByRole('textbox', { name: 'Message', exact: true });
  await own.click();
  await expect(own).toHaveAttribute('contenteditable', 'true');
  await page.keyboard.press('ArrowUp');
  const field = pane.getByRole('article').filter({ hasText: 'I do.' }).getByRole('textbox');
  await inView(field);
  await expect(field).toBeFocused();
});

/** One that the server has refused, because Kwame could not be written to meanwhile. He has to sign in anew. */
async function refused(page: Page, server: Server, { ines, kwame }: Company): Promise<Person> {
  const set = (status: 'ACTIVE' | 'INACTIVE') => ines.api.call(people.setStatus, { employee_id: kwame.id, status });
  await page.context().setOffline(true);
  await say(page, 'Anybody there?');
  await set('INACTIVE');
  await page.context().setOffline(false);
  await expect(message(page, 'Anybody there?')).toContainText('Not sent.');
  await set('ACTIVE');
  await inView(message(page, 'Anybody there?'));
  return { ...kwame, api: await freshSession(server, kwame) };
}

test('a message that was refused counts for none that comes after it', async ({ open, server, company, watch }) => {
  watch.allow(/status of 404/);
  watch.cutsConnections = true;
  const { ines, kwame } = company;
  await past(server, company, 100);
  const page = await open(ines, { path: place(kwame) });
  await inView(nth(page, 100));
  const back = await refused(page, server, company);
  await scrolled(page, -3_000);
  await expect(jump(page, 'Newest')).toBeVisible();
  await write(back, direct(ines), 'Now I am.');
  await expect(jump(page, '1 new')).toBeVisible();
  await scrolled(page, -100);
  // What is said to be read on the way is told after a second and a half.
  await untilAtRest(topOf(page));
  await page.waitForTimeout(1_600);
  expect(await unread(ines)).toBe(1);
});

test('who comes to the end from elsewhere is not taken past what is new by a message that was refused', async ({
  open,
  server,
  company,
  watch,
}) => {
  watch.allow(/status of 404/);
  watch.cutsConnections = true;
  const { ines, kwame } = company;
  const { link } = await linked(server, company);
  const page = await open(ines, { path: place(kwame) });
  await inView(nth(page, 400));
  const back = await refused(page, server, company);
  await past(server, { ...company, kwame: back }, 460, 400);
  await page.goto(place(kwame, link));
  await inView(message(page, 'The flour has come.'));
  // Known before the page has it: whoever scrolls on while that is drawn comes to the end by themselves.
  let isLast = false;
  await page.route(
    (url) => url.searchParams.has('after_seq'),
    async (route) => {
      const answer = await route.fetch();
      isLast ||= (await answer.text()).includes('Message 460.');
      await route.fulfill({ response: answer });
    },
  );
  while (!isLast) {
    await scrolled(page, 500);
    await someFrames(page);
  }
  await someFrames(page);
  await expect(nth(page, 460)).not.toBeInViewport();
  await expect(message(page, 'Anybody there?')).not.toBeInViewport();
  expect(await unread(ines)).toBeGreaterThan(0);
});

test('what was written while the app was closed stands below a divider, and is not read to its end', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  await past(server, company, 40);
  const first = await open(ines, { path: place(kwame) });
  await inView(nth(first, 40));
  await untilKept(first);
  await first.close();
  for (let n = 41; n <= 70; n++) await write(kwame, direct(ines), `Message ${n}.`);

  const page = await first.context().newPage();
  await page.goto(place(kwame));
  const mark = page.getByRole('separator').filter({ hasText: /^New/ });
  await inView(mark);
  await inView(nth(page, 41));
  await expect(nth(page, 70)).not.toBeInViewport();
  await untilAtRest(topOf(page));
  await inView(mark);
  // The rows between are what stands between.
  expect(await log(page).locator('.ll-log-row').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringContaining('Message 40.'), expect.stringMatching(/^New since/)]),
  );
  expect(await unread(ines)).toBeGreaterThan(0);
  await jump(page, /^\d+ new$/).click();
  await expect.poll(() => unread(ines)).toBe(0);

  await test.step('nor where what has happened is not told one by one any more', async () => {
    await untilKept(page);
    await page.goto('about:blank');
    for (let n = 71; n <= 90; n++) await write(kwame, direct(ines), `Message ${n}.`);
    await newSpace(ines, 'Mill Lane crew', []);
    await server.sql('DELETE FROM event WHERE company_id = $1 AND topic = $2', [company.id, `employee:${ines.id}`]);
    // The messages come before the list, which is read anew.
    let come = () => {};
    const held = new Promise<void>((done) => (come = done));
    await page.route(`**${API_BASE}${chat.listConversations.path}*`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(place(kwame));
    await inView(nth(page, 90));
    come();
    await inView(mark);
    await inView(nth(page, 71));
    await someFrames(page);
    expect(await unread(ines)).toBeGreaterThan(0);
    await jump(page, /^\d+ new$/).click();
    await expect.poll(() => unread(ines)).toBe(0);
  });

  await test.step('what comes while somebody looks at the end is read at once, without one', async () => {
    const synced = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/sync'));
    await page.reload();
    await inView(nth(page, 90));
    await (await synced).finished();
    await someFrames(page);
    await write(kwame, direct(ines), 'Message 91.');
    await inView(nth(page, 91));
    await expect.poll(() => unread(ines)).toBe(0);
    await expect(mark).toHaveCount(0);
  });
});
