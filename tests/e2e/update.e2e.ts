// A new version of the app: it comes when the person wants it, costs nothing that is under way, and leaves another
// window of the version before as it is.
import { rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { readyOffline } from './kit/browser.ts';
import { copyOfBuild, deploy, rename } from './kit/builds.ts';
import { composer, expectStored, expectTexts, message, openDirect, say, type } from './kit/chat.ts';
import { attach, filesOn, send, text, tray } from './kit/files.ts';
import { type Company, direct, newColleague, newCompany, textsIn } from './kit/people.ts';
import { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';
import { buildOf, comeBack, isMarked, look, mark, untilBuild } from './kit/worker.ts';

const OFFER = 'A new version of Limelight is ready. Messages you are writing are kept.';
const offer = (page: Page) => page.getByText(OFFER);
const updateNow = (page: Page) => page.getByRole('button', { name: 'Update now' });

// A server of its own: what it serves changes.
let server: Server;
let folder: string;
let company: Company;
test.beforeAll(async () => {
  folder = copyOfBuild();
  server = new Server(folder);
  await server.start();
  company = await newCompany(server);
});
test.afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});
// One after the other: what the server serves changes.
test.describe.configure({ mode: 'default' });

let builds = 0;
/** Puts the next build into the place of the last one, and returns its name. */
function deployNext(): string {
  builds++;
  deploy(folder, `b${builds}`);
  return `b${builds}`;
}
test.beforeEach(() => void deployNext());

test('in mid-session with a draft, a queued message and a running upload: it waits for the upload, and nothing is lost', {
  tag: '@main',
}, async ({ open, watch }) => {
  watch.cutsConnections = true;
  const { ines, kwame } = company;
  const page = await open(ines, { place: server });
  await openDirect(page, kwame);
  await readyOffline(page);
  await mark(page);
  // Woken by the browser the worker may be the one that sends, and passes by what is put in the page's way.
  await page.evaluate(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  let uploads = 0;
  await page.route('**/api/files/**', async (route) => {
    if (route.request().method() === 'POST') {
      uploads++;
      await held;
    }
    await route.continue().catch(() => undefined);
  });
  await attach(page, text('recipe.txt'));
  await expect(tray(page).getByRole('listitem')).toHaveCount(1);
  await send(page);
  await expect.poll(() => uploads).toBe(1);
  await say(page, 'waits behind the file');
  await type(page, 'Half a sentence');

  const next = deployNext();
  await look(page);
  await expect(offer(page)).toBeVisible();
  await updateNow(page).click();
  await expect(page.getByText('The new version comes as soon as your files are sent.')).toBeVisible();
  expect(await isMarked(page), 'not before the upload is over').toBe(true);
  letGo();
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['recipe.txt'], []]);
  expect(await textsIn(kwame, direct(ines))).toEqual(['', 'waits behind the file']);
  expect(uploads, 'sent once').toBe(1);
  await untilBuild(page, next);
  expect(await isMarked(page)).toBe(false);
  await expect(composer(page)).toContainText('Half a sentence');
});

test('what is typed and not stored is not lost without a word', async ({ open }) => {
  const { ines } = company;
  // With a conversation of their own: drafts are everywhere.
  const grace = await newColleague(server, ines, 'Grace', 'Hopper');
  const page = await open(ines, { place: server });
  await openDirect(page, grace);
  await readyOffline(page);
  await say(page, 'Flour is here');
  await expect(message(page, 'Flour is here').getByLabel('Sent')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await page.keyboard.type(' and sugar');
  await mark(page);
  deployNext();
  await look(page);
  await updateNow(page).click();
  await expect(page.getByText('Something on this page is not saved yet')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await textsIn(grace, direct(ines))).at(-1)).toBe('Flour is here and sugar');
  await page.getByRole('button', { name: 'Update anyway' }).click();
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
});

test('what is begun while it waits for an upload keeps the page: it is offered again, and asked about', async ({
  open,
  watch,
}) => {
  watch.cutsConnections = true;
  const { ines } = company;
  const edith = await newColleague(server, ines, 'Edith', 'Clarke');
  const page = await open(ines, { place: server });
  await openDirect(page, edith);
  await readyOffline(page);
  await say(page, 'Salt is here');
  await expect(message(page, 'Salt is here').getByLabel('Sent')).toBeVisible();
  await mark(page);
  await page.evaluate(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  await page.route('**/api/files/**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue().catch(() => undefined);
  });
  await attach(page, text('recipe.txt'));
  await send(page);
  deployNext();
  await look(page);
  await updateNow(page).click();
  await expect(page.getByText('The new version comes as soon as your files are sent.')).toBeVisible();
  await say(page, 'Pepper is here');
  // In a field with something in it the arrow is for the text.
  await expectStored(page);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await page.keyboard.type(' and mustard');
  letGo();
  await expect.poll(() => filesOn(edith, ines)).toEqual([[], ['recipe.txt'], []]);
  await expect(updateNow(page)).toBeVisible();
  expect(await isMarked(page), 'the page stands').toBe(true);
  await updateNow(page).click();
  await expect(page.getByText('Something on this page is not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await textsIn(edith, direct(ines))).at(-1)).toBe('Pepper is here and mustard');
  await page.getByRole('button', { name: 'Update anyway' }).click();
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
});

/** One in a conversation, of which the worker is in charge, and an empty one. */
async function twoTabs(left: Page) {
  await openDirect(left, company.kwame);
  await readyOffline(left);
  await left.reload();
  await expect(composer(left)).toBeVisible();
  return { left, right: await left.context().newPage() };
}

test('two tabs of two versions: the other one is not reloaded, works on with its queue and draft, and may follow', async ({
  open,
}) => {
  const { ines } = company;
  const ada = await newColleague(server, ines, 'Ada', 'Lovelace');
  const { left, right } = await twoTabs(await open(ines, { place: server }));
  await openDirect(right, ada);
  await type(right, 'Still writing here');
  await mark(right);

  const next = deployNext();
  await comeBack(left);
  await updateNow(left).click();
  await untilBuild(left, next);
  await expect(offer(right)).toBeVisible();
  expect(await isMarked(right), 'nobody reloads the tab of another').toBe(true);
  expect(await buildOf(right)).not.toBe(next);
  await expect(composer(right)).toContainText('Still writing here');

  await right.keyboard.press('Enter');
  await expect.poll(() => textsIn(ada, direct(ines))).toEqual(['Still writing here']);
  await openDirect(left, ada);
  await say(left, 'from the new one');
  for (const page of [left, right]) await expectTexts(page, ['Still writing here', 'from the new one']);

  await updateNow(right).click();
  await expect.poll(() => buildOf(right)).toBe(next);
  await expectTexts(right, ['Still writing here', 'from the new one']);
});

test('two tabs of two versions without a connection: the old one still has the parts that it has not opened yet', async ({
  open,
  watch,
}) => {
  watch.cutsConnections = true;
  const { ines } = company;
  const { left, right } = await twoTabs(await open(ines, { place: server }));
  const hedy = await newColleague(server, ines, 'Hedy', 'Lamarr');
  await openDirect(right, hedy);
  await say(right, 'Yeast is here');
  await expect(message(right, 'Yeast is here').getByLabel('Sent')).toBeVisible();
  await right.keyboard.press('ArrowUp');
  await expect(right.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await right.keyboard.type(' and malt');

  const next = deployNext();
  rename(folder, 'emoji-');
  await look(left);
  await updateNow(left).click();
  await untilBuild(left, next);
  await expect(offer(right)).toBeVisible();
  // What the browser still has by itself is nothing to rely on.
  await (await right.context().newCDPSession(right)).send('Network.clearBrowserCache');
  await server.kill();
  try {
    await right.getByRole('button', { name: 'Emoji', exact: true }).last().click();
    await expect(right.getByPlaceholder('Search emoji')).toBeVisible();
    await expect(message(right, 'Yeast is here and malt')).toBeVisible();
  } finally {
    await server.start();
  }
});

test('"Later" is about one version: each next one is offered in the page that stays open', async ({ open }) => {
  const page = await open(company.ines, { place: server });
  await readyOffline(page);
  await page.reload();
  await readyOffline(page);
  await mark(page);
  let next = '';
  for (const times of [1, 2, 3]) {
    next = deployNext();
    await look(page);
    await expect(offer(page), `the ${times}. version`).toBeVisible();
    if (times < 3) await page.getByRole('button', { name: 'Later' }).click();
    await expect(offer(page)).toHaveCount(times < 3 ? 0 : 1);
  }
  expect(await isMarked(page)).toBe(true);
  await updateNow(page).click();
  await untilBuild(page, next);
});

test('"Update now" reloads a page that was loaded past the worker, too', async ({ open }) => {
  // Without it the browser would not let the new one wait.
  const other = await open(company.ines, { place: server });
  await readyOffline(other);
  await other.reload();
  const page = await other.context().newPage();
  await page.goto(`${server.url}/connect`);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.reload', { ignoreCache: true });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller).catch(() => 'not yet')).toBeNull();
  const next = deployNext();
  await look(page);
  await mark(page);
  await updateNow(page).click();
  await untilBuild(page, next);
  expect(await isMarked(page)).toBe(false);
  expect(await buildOf(other)).not.toBe(next);
});
