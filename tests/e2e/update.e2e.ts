// A new version of the app: it comes when the person wants it, costs nothing that is under way, and what is broken can be
// taken back.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { readyOffline, storedOf } from './kit/browser.ts';
import { copyOfBuild, deploy } from './kit/builds.ts';
import { composer, expectStored, expectTexts, message, openDirect, say, type } from './kit/chat.ts';
import { attach, filesOn, send, text, tray } from './kit/files.ts';
import { type Company, direct, newColleague, newCompany, textsIn } from './kit/people.ts';
import { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';
import { buildOf, endOldUntil, untilBuild } from './kit/worker.ts';

const OFFER = 'A new version of Limelight is ready. Messages you are writing are kept.';
const offer = (page: Page) => page.getByText(OFFER);
const updateNow = (page: Page) => page.getByRole('button', { name: 'Update now' });
/** What only a reload takes away. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { stillHere: true }));
const isMarked = (page: Page) => page.evaluate(() => 'stillHere' in window);

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

/** As the browser does from time to time. */
const look = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

/**
 * Looks for another worker, which does not wait, and ends when it is in charge. Before that no visit: one in the very moment in
 * which the workers change goes to the one that ends, and Chromium leaves it without an answer.
 */
async function replaced(page: Page): Promise<void> {
  await look(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('ServiceWorker.enable');
  await expect(async () => {
    const state = await page.evaluate(async () => {
      const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
      return (installing ?? waiting ?? active)?.state;
    });
    // As in `endOldUntil`.
    if (state === 'installed') await browser.send('ServiceWorker.stopAllWorkers');
    expect(state).toBe('activated');
  }).toPass();
}

/** The person comes back to the page, six minutes later. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now() + 6 * 60_000;
    Date.now = () => now;
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

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

test('two tabs of two versions: the other one is not reloaded, works on with its queue and draft, and may follow', async ({
  open,
}) => {
  const { ines, kwame } = company;
  const ada = await newColleague(server, ines, 'Ada', 'Lovelace');
  const left = await open(ines, { place: server });
  await openDirect(left, kwame);
  await readyOffline(left);
  await left.reload();
  await expect(composer(left)).toBeVisible();
  const right = await left.context().newPage();
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

test.describe('a broken worker', () => {
  const garbage = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(new Response('<h1>Garbage</h1>', { headers: { 'content-type': 'text/html' } })));`;
  const throws = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(Promise.reject(new Error('broken'))));`;

  for (const { what, script } of [
    { what: 'answers everything with rubbish', script: garbage },
    { what: 'throws at every request', script: throws },
  ])
    test(`one that ${what} is taken out on the next visit; what waits is still there, and is sent`, async ({
      open,
      watch,
    }) => {
      watch.cutsConnections = true;
      watch.allow(/Garbage|MIME type|Unexpected token|broken|FetchEvent|status of 404|Failed to load/);
      const { ines, kwame } = await newCompany(server);
      const page = await open(ines, { place: server });
      await openDirect(page, kwame);
      await readyOffline(page);
      await server.kill();
      await say(page, 'written before it broke');
      await expect.poll(() => storedOf(page, ['"text":"written before it broke"'])).toHaveLength(1);
      const whole = readFileSync(join(folder, 'sw.js'), 'utf8');
      try {
        writeFileSync(join(folder, 'sw.js'), script);
        // The server would prefer these.
        for (const ending of ['.br', '.gz']) rmSync(join(folder, `sw.js${ending}`), { force: true });
        // Without the app, and without it sending: the broken one is in charge from here on.
        await page.goto('about:blank');
        await server.start();
        const answer = () =>
          page.goto(`${server.url}/connect`, { timeout: 30_000 }).then((found) => found?.text(), String);
        await page.context().route('**/api/**', (route) => route.abort());
        await page.goto(`${server.url}/connect`);
        await replaced(page);
        // Nothing is asked of this page: the one that the browser shows for an error of its own may never answer.
        expect(await answer()).toMatch(script === garbage ? /Garbage/ : /ERR_FAILED/);
        await page.context().unroute('**/api/**');
        expect(await textsIn(kwame, direct(ines))).toEqual([]);

        await server.kill();
        server.env['WORKER_OFF'] = '1';
        await server.start();
        // Where the browser shows a page of its own there is no window that could be led on: then it is the visit after it.
        await answer();
        await expect(async () => {
          if (script === throws) await answer();
          await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible({ timeout: 20_000 });
        }).toPass();
        await expect.poll(() => textsIn(kwame, direct(ines))).toEqual(['written before it broke']);
        await expect
          .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
          .toBe(0);
        await mark(page);
        await page.getByRole('link', { name: /Kwame Mensah/ }).click();
        await expectTexts(page, ['written before it broke']);
        expect(await isMarked(page), 'it does not reload again').toBe(true);
      } finally {
        delete server.env['WORKER_OFF'];
        writeFileSync(join(folder, 'sw.js'), whole);
        if (server.isUp) await server.kill();
        await server.start();
      }
    });

  test('a window in which the app works is left alone', async ({ open, watch }) => {
    watch.cutsConnections = true;
    const { ines, kwame } = await newCompany(server);
    const page = await open(ines, { place: server });
    await openDirect(page, kwame);
    await readyOffline(page);
    await page.reload();
    await type(page, 'Half a sentence');
    await mark(page);
    await server.kill();
    server.env['WORKER_OFF'] = '1';
    try {
      await server.start();
      await comeBack(page);
      const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
      await endOldUntil(page, () => expect.poll(workers, { timeout: 5_000 }).toBe(0));
      expect(
        await page.evaluate(async () => (await caches.keys()).filter((name) => !name.startsWith('private'))),
      ).toEqual([]);
      expect(await isMarked(page)).toBe(true);
      await expect(composer(page)).toContainText('Half a sentence');
      await page.keyboard.press('Enter');
      await expect.poll(() => textsIn(kwame, direct(ines))).toEqual(['Half a sentence']);
    } finally {
      delete server.env['WORKER_OFF'];
      if (server.isUp) await server.kill();
      await server.start();
    }
  });
});
