// Who leaves takes everything along: the files of a closed browser are searched for what it has shown. Databases and caches
// tell only what they still know; what they have deleted can lie in their files for days.
import type { BrowserContext, Page } from 'playwright/test';
import { APP_DATABASE } from '#src/offline/databases.ts';
import { lengthenTimers, readyOffline, signInHere } from './kit/browser.ts';
import { expectTexts, log, message, say, type } from './kit/chat.ts';
import { attach, drawn, image, send, text, tray } from './kit/files.ts';
import { canary, foundIn, inProfile, type OwnBrowser, startOwnBrowser } from './kit/own-browser.ts';
import { type Company, direct, newColleague, newCompany, newSpace, type Person, write } from './kit/people.ts';
import { shownBy, windowedBrowser } from './kit/push/push.ts';
import { showPush } from './kit/push/show.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';
import { listen } from './kit/watching/said.ts';
import type { Watch } from './kit/watching/watch.ts';

/** The one that all tests have shows no notifications. */
const program = await windowedBrowser();

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
  'pushed',
] as const;
type Words = Record<(typeof KINDS)[number], string>;

interface Day {
  readonly page: Page;
  readonly words: Words;
}

/** A day's work of Ines in this browser: everything that the app keeps of what it shows. */
async function workHere(page: Page, server: Server, company: Company): Promise<Day> {
  const { ines, kwame } = company;
  const words = Object.fromEntries(KINDS.map((kind) => [kind, canary()])) as Words;
  const ada = await newColleague(server, ines, 'Ada', words.person, words.title);
  const space = await newSpace(ines, words.space, [kwame, ada]);
  await write(ada, direct(ines), words.heard);
  await write(kwame, { entity_type: 'space', entity_id: space }, words.heard);
  await signInHere(page, server, ines);
  await page.goto(`${server.url}/connect/space/${space}`);
  await expectTexts(page, [words.heard]);
  await readyOffline(page);
  await showPush(page, { ...company.ines, company_id: company.id }, words.pushed);
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
  await expect.poll(keepsScreens, { timeout: 60_000 }).toBe(true);
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
async function expectKept(profile: string, { said, fileName, fileBytes, pushed }: Words): Promise<void> {
  const lines = () => foundIn(profile, { said, fileName, fileBytes, pushed }).map((line) => line.split(':', 1)[0]);
  const kept = () => [...new Set(lines())];
  await expect.poll(kept, { timeout: 60_000 }).toEqual(['fileBytes', 'fileName', 'pushed', 'said']);
}

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
  // What took longer than people wait for goes on behind the page to sign in; in between, files may hide for a moment what they hold.
  for (const page of browser.context.pages().filter((one) => one.url().startsWith(server.url)))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('leaving'))).toBeNull();
  const inDatabases = () => foundIn(profile, words).filter((line) => /\.leveldb|Platform Notifications/.test(line));
  await expect.poll(inDatabases, { timeout: 60_000 }).toEqual([]);
  await browser.close();
  expect(inDatabases()).toEqual([]);
  const next = await startOwnBrowser(profile, program);
  try {
    const page = await next.context.newPage();
    await page.goto(server.url);
    await welcome(page);
    await expect.poll(() => foundIn(profile, words), { timeout: 60_000 }).toEqual([]);
    const people = { email: ines.email, self: ines.id, colleague: kwame.id, company: name, name: ines.name };
    const inFiles = () => foundIn(profile, people).filter((line) => !/Local Storage|index\.txt$/.test(line));
    await expect.poll(inFiles, { timeout: 60_000 }).toEqual([]);
  } finally {
    await next.kill();
  }
}

interface Where {
  readonly server: Server;
  readonly company: Company;
  readonly watch: Watch;
  /** As in `withPatience`. */
  readonly isPatient?: boolean;
}
interface Work {
  readonly browser: OwnBrowser;
  readonly profile: string;
  readonly page: Page;
  readonly words: Words;
}

/** Leaving goes on without what takes longer than five seconds, as much of it may on a busy machine: here each part has a minute. */
const withPatience = (context: BrowserContext) => lengthenTimers(context, 5_000, 60_000);

/** In a browser of its own, after what `workHere` does. */
const atWork = ({ server, company, watch, isPatient }: Where, go: (work: Work) => Promise<void>): Promise<void> =>
  inProfile(async (profile) => {
    const browser = await startOwnBrowser(profile, program);
    watch.over(browser.context);
    try {
      if (isPatient) await withPatience(browser.context);
      await go({ browser, profile, ...(await workHere(await browser.context.newPage(), server, company)) });
    } finally {
      await browser.kill();
    }
  });

test('logging out, with a draft', { tag: '@main' }, async ({ server, company, watch }) => {
  await atWork({ server, company, watch }, async ({ browser, profile, page, words }) => {
    await type(page, words.draft);
    await logOut(page);
    await welcome(page);
    await expectNothing(browser, profile, { server, words, company });
  });
});

test('what takes too long keeps nobody waiting, and goes on behind the page to sign in', async ({
  server,
  company,
  watch,
}) => {
  await atWork({ server, company, watch }, async ({ browser, profile, page, words }) => {
    await expectKept(profile, words);
    await page.evaluate(() => {
      ServiceWorkerRegistration.prototype.showNotification = () => new Promise<never>(() => undefined);
    });
    await logOut(page);
    await welcome(page);
    await expectNothing(browser, profile, { server, words, company });
  });
});

test('logging out with the server down and something unsent; it is told at the next start', async ({
  server,
  company,
  watch,
}) => {
  await atWork({ server, company, watch }, async ({ browser, profile, page, words }) => {
    const goesOn = () =>
      server.sql('SELECT 1 FROM session WHERE company_id = $1 AND session_id = $2 AND ended_at IS NULL', [
        company.id,
        session_id,
      ]);
    const session_id = await page.evaluate(() => JSON.parse(localStorage.getItem('userSession') ?? '').session_id);
    expect(await goesOn()).toHaveLength(1);
    await server.kill();
    await attach(page, text(`${canary()}.txt`, Buffer.from(words.draft)));
    await say(page, words.unsent);
    await logOut(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Log out and delete' }).click();
    await welcome(page);
    await server.start();
    await page.reload();
    await expect.poll(goesOn).toHaveLength(0);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('untold'))).toBeNull();
    await welcome(page);
    await expectNothing(browser, profile, { server, words, company });
  });
});

test('the session is ended elsewhere', async ({ server, company, watch }) => {
  watch.allow(/status of 40[13]/);
  await atWork({ server, company, watch }, async ({ browser, profile, page, words }) => {
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

/** Nothing that a browser is asked to take away is ever gone: so leaving stops right after the session has ended. */
const stopTakingAway = (page: Page) =>
  page.evaluate(() => {
    const never = () => new Promise<never>(() => undefined);
    CacheStorage.prototype.delete = never;
    ServiceWorkerRegistration.prototype.getNotifications = never;
    IDBFactory.prototype.deleteDatabase = () => new EventTarget() as IDBOpenDBRequest;
  });

/** Somebody of another company, at the next start: the first person's leaving is over before anything is shown. */
async function expectEndedFor(context: BrowserContext, server: Server, words: Words): Promise<void> {
  const said = await listen(context);
  await withPatience(context);
  const page = await context.newPage();
  await page.goto(server.url);
  await welcome(page);
  expect((await shownBy(page)).join()).not.toContain(words.pushed);
  expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('private')))).toEqual(
    [],
  );
  const { ines } = await newCompany(server);
  await signInHere(page, server, ines);
  await readyOffline(page);
  // What takes too long goes on behind what is shown.
  await expect.poll(() => shownBy(page)).toEqual([]);
  for (const word of Object.values(words)) expect(said.join('\n')).not.toContain(word);
}

/** What lay in files of its own goes when the app is opened the next time, as above. */
async function expectGone(profile: string, server: Server, words: Words): Promise<void> {
  const next = await startOwnBrowser(profile, program);
  // What a person has allowed lasts; what a test allows ends with the browser.
  await next.context.grantPermissions(['notifications'], { origin: server.url });
  try {
    await (await next.context.newPage()).goto(server.url);
    await expect.poll(() => foundIn(profile, words)).toEqual([]);
  } finally {
    await next.kill();
  }
}

/** The database in which it stands which session was left: written, so that it is there when the browser is killed. */
const hasNoted = (page: Page) =>
  page.evaluate(
    (name) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => {
          const db = opening.result;
          const left = db.transaction('session').objectStore('session').get('left');
          left.addEventListener('success', () => {
            db.close();
            resolve(left.result !== undefined);
          });
        });
      }),
    APP_DATABASE,
  );

test('the tab is closed in the middle of it: the next start goes on, before anything is shown', async ({
  server,
  company,
  watch,
}) => {
  await atWork({ server, company, watch, isPatient: true }, async ({ browser, profile, page, words }) => {
    await stopTakingAway(page);
    await logOut(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('leaving'))).toBe('true');
    await expect(page.locator('html'), 'nothing that is done now would be kept').toHaveAttribute('inert');
    await page.close();
    await expectEndedFor(browser.context, server, words);
    const open = () => server.sql('SELECT FROM session WHERE employee_id = $1 AND ended_at IS NULL', [company.ines.id]);
    // Her own client's, which the test calls with.
    await expect.poll(open).toHaveLength(1);
    await browser.close();
    await expectGone(profile, server, words);
  });
});

/** The database of the session, once it is deleted, does not come again. Resolves with how to wait until it is. */
async function keepDeleted(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((name) => {
    const { open, deleteDatabase } = IDBFactory.prototype;
    let isDeleted = false;
    IDBFactory.prototype.deleteDatabase = function (which) {
      isDeleted ||= which === name;
      return deleteDatabase.call(this, which);
    };
    IDBFactory.prototype.open = function (which, version) {
      return isDeleted && which === name ? (new EventTarget() as IDBOpenDBRequest) : open.call(this, which, version);
    };
  }, APP_DATABASE);
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  return () => expect.poll(names, { intervals: [50] }).not.toContain(APP_DATABASE);
}

for (const [when, prepare] of [
  ['right after it', async (page: Page) => () => welcome(page)],
  ['while its databases are made anew', keepDeleted],
] as const)
  test(`the browser is killed ${when}, without the server: nobody is signed in at the next start`, async ({
    server,
    company,
    watch,
  }) => {
    await atWork({ server, company, watch, isPatient: true }, async ({ browser, profile, page, words }) => {
      await expect.poll(() => foundIn(profile, { id: company.ines.id }).join()).toContain('Local Storage');
      await server.kill();
      const isOver = await prepare(page);
      await logOut(page);
      await isOver();
      await browser.kill();
      await server.start();
      const next = await startOwnBrowser(profile, program);
      try {
        await expectEndedFor(next.context, server, words);
      } finally {
        await next.kill();
      }
    });
  });

test('the browser is killed in the middle of it: what it has kept of the session is ended again', async ({
  server,
  company,
  watch,
}) => {
  await atWork({ server, company, watch, isPatient: true }, async ({ browser, profile, page, words }) => {
    await expectKept(profile, words);
    // Long enough for the session to be in the files of localStorage; its end is not, within a second.
    await expect.poll(() => foundIn(profile, { id: company.ines.id }).join()).toContain('Local Storage');
    await stopTakingAway(page);
    await logOut(page);
    await expect.poll(() => hasNoted(page)).toBe(true);
    await browser.kill();
    const next = await startOwnBrowser(profile, program);
    watch.over(next.context);
    await next.context.grantPermissions(['notifications'], { origin: server.url });
    try {
      await expectEndedFor(next.context, server, words);
      await next.close();
      await expectGone(profile, server, words);
    } finally {
      await next.kill();
    }
  });
});
