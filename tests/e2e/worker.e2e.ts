// The service worker: the app opens without a server, sends with every page closed, and changes builds only when asked.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PHONE, readyOffline, sessionState, signInHere, storedOf } from './kit/browser.ts';
import { copyOfBuild, deploy, rename, withoutChunk } from './kit/builds.ts';
import { composer, expectTexts, openDirect, say, type } from './kit/chat.ts';
import { type Company, direct, newCompany, newSpace, newSubSpace, textsIn, write } from './kit/people.ts';
import { builtClient, Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';
import { buildOf, installabilityErrors, syncInBackground, untilBuild, withProfile } from './kit/worker.ts';

test('controls the page after the first visit, also before signing in', { tag: '@main' }, async ({ open }) => {
  const page = await open(null);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
});

for (const { what, device } of [
  { what: 'a desktop', device: {} },
  { what: 'a phone', device: PHONE },
])
  test(`starts on ${what} with every page closed and the server dead, from the start and from a deep link`, {
    tag: device === PHONE ? '@main' : [],
  }, async ({ server, company: { ines, kwame }, open }) => {
    const space = await newSpace(ines, 'Ovens', [kwame]);
    const sub = await newSubSpace(ines, space, 'Repairs');
    const address = { entity_type: 'space', entity_id: space, sub_space_id: sub } as const;
    await write(kwame, address, 'The seal is on order');
    await write(kwame, direct(ines), 'Good morning');
    // As it stands in the message's document: the words alone stand in the conversation list as well.
    const kept = (text: string) => () => storedOf(first, [`${text}\\",\\"type\\":\\"text\\"}]`]);
    const first = await open(ines, { ...device, path: `/connect/space/${space}/sub-space/${sub}` });
    await expectTexts(first, ['The seal is on order']);
    await expect.poll(kept('The seal is on order')).toHaveLength(1);
    await openDirect(first, kwame);
    await expectTexts(first, ['Good morning']);
    await readyOffline(first);
    await expect.poll(kept('Good morning')).toHaveLength(1);
    const context = first.context();
    await first.close();
    await server.kill();

    const start = await context.newPage();
    await start.goto('/');
    const list = start.getByRole('navigation', { name: 'Conversations' });
    await expect(list.getByRole('link', { name: /Kwame Mensah/ })).toContainText('Good morning');
    await list.getByRole('link', { name: /Ovens/ }).click();
    await start.close();

    const deep = await context.newPage();
    await deep.goto(`/connect/space/${space}/sub-space/${sub}`);
    await expectTexts(deep, ['The seal is on order']);
    await expect(deep.getByText('Connectivity issue').first()).toBeVisible();
    // What is searched for may look like a file.
    await deep.goto('/people?q=node.js');
    await expect(deep.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  });

test('the app can be installed', async ({ server, company: { ines }, watch }) => {
  await withProfile(async (context) => {
    watch.over(context);
    const page = await context.newPage();
    await signInHere(page, server, ines);
    await readyOffline(page);
    await expect.poll(() => installabilityErrors(page)).toEqual([]);
  });
});

test('Background Sync sends what waits with every page closed', async ({ server, company: { ines, kwame }, open }) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await server.kill();
  await say(page, 'one');
  await say(page, 'two');
  await expect.poll(() => storedOf(page, ['"text":"two"'])).toHaveLength(1);
  const elsewhere = await page.context().newPage();
  await page.close();

  await server.start();
  // A picture of the same origin: there the tools see the worker, and nothing of the app runs.
  await elsewhere.goto('/icons/icon-192.png');
  await syncInBackground(elsewhere, 'outbox');
  await expect.poll(() => textsIn(kwame, direct(ines))).toEqual(['one', 'two']);
});

test.describe('builds', () => {
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

  test('a new one waits until it is asked for; the draft survives', async ({ open }) => {
    const { ines, kwame } = company;
    const page = await open(ines, { place: server });
    await openDirect(page, kwame);
    await readyOffline(page);
    await type(page, 'Half a sentence');
    await page.evaluate(() => Object.assign(window, { stillHere: true }));

    deploy(folder, 'B');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    const notice = page.getByText('A new version of Limelight is ready. Messages you are writing are kept.');
    await expect(notice).toBeVisible();
    expect(await page.evaluate(() => 'stillHere' in window), 'no reload by itself').toBe(true);
    await expect(composer(page)).toContainText('Half a sentence');

    await page.getByRole('button', { name: 'Update now' }).click();
    await untilBuild(page, 'B');
    await expect(notice).toBeHidden();
    await expect(composer(page)).toContainText('Half a sentence');
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(false);
  });

  test('what few need is fetched when it is used, is there without a connection from then on, and in each new one', async ({
    open,
    watch,
  }) => {
    watch.cutsConnections = true;
    const page = await open(company.ines, { place: server });
    await readyOffline(page);
    const kept = () =>
      page.evaluate(async () => {
        const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return all.flat().flatMap(({ url }) => /admin-.*/.exec(url) ?? []);
      });
    expect(await kept()).toEqual([]);
    const branding = page.getByRole('heading', { level: 1, name: 'Branding' });
    await page.goto('/admin/branding');
    await expect(branding).toBeVisible();
    await expect.poll(kept).toHaveLength(2);
    await page.context().setOffline(true);
    await page.reload();
    await expect(branding).toBeVisible();
    await page.context().setOffline(false);

    await page.goto('/connect');
    rename(folder, 'admin-');
    deploy(folder, 'A2');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    await page.getByRole('button', { name: 'Update now' }).click();
    await untilBuild(page, 'A2');
    await expect.poll(async () => (await kept()).sort()).toEqual(['admin-changed0.css', 'admin-changed0.js']);
  });

  test('a part of the old one is gone: the reload after the countdown leads into the new one', async ({
    open,
    watch,
  }) => {
    watch.allow(/status of 404/, /Could not fetch dynamically|ChunkLoadError/, /Refused to apply style/);
    const { ines } = company;
    const page = await open(ines, { place: server });
    await readyOffline(page);
    await page.reload();
    const putBack = withoutChunk(folder, 'daily-');
    // The update is not noticed by itself yet, and the old part is in no cache any more.
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.clearBrowserCache');
    deploy(folder, 'C');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
    // It counts no further while a button has the focus.
    await page.getByRole('button', { name: 'Manual Retry' }).focus();
    await expect(page.getByRole('heading', { level: 1, name: 'Update in Progress' })).toBeVisible();
    await expect(page.getByText(/^Auto reload in [1-5] seconds$/).first()).toBeVisible();
    putBack();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(() => buildOf(page), { timeout: 90_000 }).toBe('C');
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  });
});

test('what is not fetched in advance hangs on nothing but its own addresses', () => {
  interface Chunk {
    readonly name?: string;
    readonly imports?: readonly string[];
    readonly dynamicImports?: readonly string[];
  }
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(builtClient(), '.vite', 'manifest.json'), 'utf8'),
  );
  const nameOf = (key: string) => manifest[key]?.name ?? '';
  const leading = (way: 'imports' | 'dynamicImports') =>
    Object.values(manifest).flatMap(({ name = '', [way]: to = [] }) =>
      [...new Set(to.map(nameOf))]
        .filter((one) => /^(?:admin|auth-more|operator)$/.test(one) && one !== name)
        .map((one) => `${name} → ${one}`),
    );
  expect(leading('imports')).toEqual([]);
  expect(leading('dynamicImports').sort()).toEqual(['app → admin', 'app → auth-more', 'app → operator']);
});

test('a part that cannot be fetched: countdown, Try Again after 1 s, 2 s and 5 s, Manual Retry', {
  tag: '@main',
}, async ({ server, company: { ines }, browser, watch }) => {
  watch.allow(/status of 404/, /Could not fetch dynamically|ChunkLoadError/);
  const storageState = await sessionState(server, ines);
  const context = await browser.newContext({ baseURL: server.url, storageState, serviceWorkers: 'block' });
  watch.over(context);
  const page = await context.newPage();
  await page.clock.install();
  let asked = 0;
  await page.route('**/assets/daily-*.js', async (route) => {
    asked++;
    await route.fulfill({ status: 404, body: '' });
  });
  await page.goto('/connect');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Update in Progress' });
  await page.getByRole('button', { name: 'Manual Retry' }).focus();
  await expect(heading).toBeVisible();
  await expect(page.getByText('ChunkLoadError')).toBeVisible();
  await expect(page.getByText(/daily-/)).toBeVisible();

  /** The screen that counts: not the one that is trying again. Held at once: on a busy machine its time goes by, too. */
  const hold = async () => {
    await expect(page.getByText(/^Auto reload in [1-5] seconds$/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Manual Retry' }).focus();
  };
  const left = async () =>
    Number(
      /\d/.exec(
        (await page
          .getByText(/^Auto reload in/)
          .first()
          .textContent()) ?? '',
      )?.[0],
    );

  await test.step('the countdown stands while a button has focus', async () => {
    await hold();
    // Otherwise the time that a busy machine takes goes by for the page, too.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000);
    const held = await left();
    await page.clock.runFor(10_000);
    expect(await left()).toBe(held);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.clock.runFor(1_000);
    await expect.poll(left).toBeLessThan(held);
    await hold();
  });

  await test.step('Try Again waits longer each time, three times', async () => {
    for (const delay of [1_000, 2_000, 5_000]) {
      const before = asked;
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden();
      await page.clock.runFor(delay - 500);
      expect(asked).toBe(before);
      await page.clock.runFor(500);
      await expect.poll(() => asked).toBeGreaterThan(before);
      await hold();
    }
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden();
  });

  await test.step('Manual Retry begins anew; once the part is there, the page is', async () => {
    await page.getByRole('button', { name: 'Manual Retry' }).click();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await page.unroute('**/assets/daily-*.js');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.clock.runFor(1_000);
    await page.clock.resume();
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  });
  await context.close();
});

test('what every signed-in page stands on cannot be fetched: the same screen, and the way on from it', async ({
  server,
  company: { ines },
  browser,
  watch,
}) => {
  watch.allow(/status of 404/, /Could not fetch dynamically|ChunkLoadError/);
  const storageState = await sessionState(server, ines);
  const context = await browser.newContext({ baseURL: server.url, storageState, serviceWorkers: 'block' });
  watch.over(context);
  const page = await context.newPage();
  await page.route('**/assets/signed-in-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/connect');
  await expect(page.getByRole('heading', { level: 1, name: 'Update in Progress' })).toBeVisible();
  await page.getByRole('button', { name: 'Manual Retry' }).focus();
  await page.unroute('**/assets/signed-in-*.js');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
  await context.close();
});
