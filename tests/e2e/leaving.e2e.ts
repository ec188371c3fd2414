// Who leaves takes everything along: the files of a closed browser are searched for what it has shown. Databases and caches
// tell only what they still know; what they have deleted can lie in their files for days.
import type { Page } from 'playwright/test';
import { readyOffline, signInHere } from './kit/browser.ts';
import { expectTexts, log, message, say, type } from './kit/chat.ts';
import { attach, drawn, image, send, text, tray } from './kit/files.ts';
import { canary, foundIn, inProfile, type OwnBrowser, startOwnBrowser } from './kit/own-browser.ts';
import { type Company, direct, newColleague, newSpace, type Person, write } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';
import type { Watch } from './kit/watching/watch.ts';

const KINDS = [
  'heard',
  'said',
  'draft',
  'unsent',
  'space',
  'person',
  'title',
  'fileName',
  'fileBytes',
  'search',
] as const;
type Words = Record<(typeof KINDS)[number], string>;

interface Day {
  readonly page: Page;
  readonly words: Words;
}

/** A day's work of Ines in this browser: everything that the app keeps of what it shows. */
async function workHere(page: Page, server: Server, { ines, kwame }: Company): Promise<Day> {
  const words = Object.fromEntries(KINDS.map((kind) => [kind, canary()])) as Words;
  const ada = await newColleague(server, ines, 'Ada', words.person, words.title);
  const space = await newSpace(ines, words.space, [kwame, ada]);
  await write(ada, direct(ines), words.heard);
  await write(kwame, { entity_type: 'space', entity_id: space }, words.heard);
  await signInHere(page, server, ines);
  await page.goto(`${server.url}/connect/space/${space}`);
  await expectTexts(page, [words.heard]);
  await readyOffline(page);
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await Promise.all([page.waitForResponse(/global\/search/), page.getByRole('combobox').fill(words.search)]);
  await page.keyboard.press('Escape');
  // Closing it goes back in the history, which is not over with the key.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openAda(page, server, ada);
  await say(page, words.said);
  await attach(page, image('oven.png'), text(`${words.fileName}.txt`, Buffer.from(words.fileBytes)));
  await expect(tray(page).getByRole('listitem')).toHaveCount(2);
  await send(page);
  await drawn(log(page).getByRole('img', { name: 'oven.png' })).toEqual([640, 480]);
  await expect(page.getByLabel('Sent')).toHaveCount(2);
  await page.getByRole('button', { name: `Open ${words.fileName}.txt` }).click();
  await expect(page.getByText(words.fileBytes)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(message(page, words.said).getByLabel('Sent')).toBeVisible();
  // What the next start would begin with (src/boot/keep-screen.ts).
  const keepsScreens = () => page.evaluate(async () => (await caches.keys()).join().includes('private-screen:'));
  await expect.poll(keepsScreens).toBe(true);
  return { page, words };
}

async function openAda(page: Page, server: Server, ada: Person): Promise<void> {
  await page.goto(`${server.url}/connect/employee/${ada.id}`);
  await expect(page.getByRole('heading', { level: 1, name: ada.name })).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

const welcome = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();

/** Without it the search below would prove nothing. */
const expectKept = (profile: string, { said, fileName, fileBytes }: Words) =>
  expect
    .poll(() => [...new Set(foundIn(profile, { said, fileName, fileBytes }).map((line) => line.split(':', 1)[0]))], {
      timeout: 20_000,
    })
    .toEqual(['fileBytes', 'fileName', 'said']);

/**
 * Nothing of what was shown is left. What lay in files of its own (blobs, Cache Storage) and was in the page's hands goes with
 * the page's memory, which Chromium frees when it likes: when the app is opened the next time at the latest. Who was here may
 * be left: in the list of caches' names until it is written anew, and of localStorage, where the session has to be
 * (specification, section 3), Chromium keeps what was deleted until it tidies up, which no page can ask for.
 */
async function expectNothing(
  browser: OwnBrowser,
  profile: string,
  { server, words, company: { ines, kwame, name } }: { server: Server; words: Words; company: Company },
): Promise<void> {
  const inDatabases = () => foundIn(profile, words).filter((line) => line.includes('.leveldb'));
  await expect.poll(inDatabases, { timeout: 20_000 }).toEqual([]);
  await browser.close();
  const next = await startOwnBrowser(profile);
  try {
    const page = await next.context.newPage();
    await page.goto(server.url);
    await welcome(page);
    await expect.poll(() => foundIn(profile, words), { timeout: 15_000 }).toEqual([]);
    const people = { email: ines.email, self: ines.id, colleague: kwame.id, company: name, name: ines.name };
    expect(foundIn(profile, people).filter((line) => !/Local Storage|index\.txt$/.test(line))).toEqual([]);
  } finally {
    await next.kill();
  }
}

const inOwnBrowser = (watch: Watch, work: (browser: OwnBrowser, profile: string) => Promise<void>): Promise<void> =>
  inProfile(async (profile) => {
    const browser = await startOwnBrowser(profile);
    watch.over(browser.context);
    try {
      await work(browser, profile);
    } finally {
      await browser.kill();
    }
  });

test('logging out, with a draft', { tag: '@main' }, async ({ server, company, watch }) => {
  await inOwnBrowser(watch, async (browser, profile) => {
    const { page, words } = await workHere(await browser.context.newPage(), server, company);
    await type(page, words.draft);
    await logOut(page);
    await welcome(page);
    await expectNothing(browser, profile, { server, words, company });
  });
});

test('logging out with the server down and something unsent', async ({ server, company, watch }) => {
  await inOwnBrowser(watch, async (browser, profile) => {
    const { page, words } = await workHere(await browser.context.newPage(), server, company);
    await server.kill();
    await attach(page, text(`${canary()}.txt`, Buffer.from(words.draft)));
    await say(page, words.unsent);
    await logOut(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Log out and delete' }).click();
    await welcome(page);
    await expectNothing(browser, profile, { server, words, company });
  });
});

test('the session is ended elsewhere', async ({ server, company, watch }) => {
  watch.allow(/status of 40[13]/);
  await inOwnBrowser(watch, async (browser, profile) => {
    const { page, words } = await workHere(await browser.context.newPage(), server, company);
    await expectKept(profile, words);
    await server.kill();
    // Nobody gave this up: it is still there, and cannot be read.
    await attach(page, text(`${canary()}.txt`, Buffer.from(words.draft)));
    await say(page, words.unsent);
    await server.sql('UPDATE session SET ended_at = now() WHERE company_id = $1 AND employee_id = $2', [
      company.id,
      company.ines.id,
    ]);
    await server.start();
    await page.reload();
    await welcome(page);
    await expectNothing(browser, profile, { server, words, company });
  });
});
