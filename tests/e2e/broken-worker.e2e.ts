// A worker that is broken: the next visit takes it out, and what waits to be sent is sent.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { readyOffline, storedOf } from './kit/browser.ts';
import { copyOfBuild } from './kit/builds.ts';
import { composer, expectTexts, openDirect, say, type } from './kit/chat.ts';
import { direct, newCompany, textsIn } from './kit/people.ts';
import { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';
import { comeBack, endOldUntil, isMarked, look, mark } from './kit/worker.ts';

// A server of its own: what it serves changes.
let server: Server;
let folder: string;
test.beforeAll(async () => {
  folder = copyOfBuild();
  server = new Server(folder);
  await server.start();
});
test.afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});
// One after the other: what the server serves changes.
test.describe.configure({ mode: 'default' });

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
