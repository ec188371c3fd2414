// What a device keeps, and what becomes of unsent work when it cannot keep it: full, cleared, broken, refused. And sending it
// where no worker is woken for it.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { judge } from './kit/axe.ts';
import { PHONE, readyOffline, signInHere, storedOf } from './kit/browser.ts';
import { composer, expectTexts, keepToasts, message, openDirect, say } from './kit/chat.ts';
import { attach, drawn, image, send } from './kit/files.ts';
import { inProfile, startOwnBrowser } from './kit/own-browser.ts';
import { direct, type Person, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const arrived = (to: Person, from: Person) => expect.poll(() => textsIn(to, direct(from)));
const noRoom = (page: Page) => page.getByText('This device has no room left. What you write now is lost if you close');

test('no room left: what is written stays in memory, with a warning, and is sent', async ({
  server,
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/QuotaExceeded|quota/i);
  const page = await open(null);
  // From the beginning: Chromium asks for the quota only now and then.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 });
  await keepToasts(page);
  await signInHere(page, server, ines);
  await openDirect(page, kwame);
  // Nothing is kept, so what the field needs has to be here before.
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible();
  await composer(page).click();
  await expect(composer(page)).toBeFocused();
  await server.kill();
  await say(page, 'without room');
  await expect(page.getByText('This device has no room left: the message is lost if you close the page')).toBeVisible();
  await expect(noRoom(page)).toBeVisible();
  await say(page, 'nor for this');
  await judge(page, 'no room left, desktop');
  await server.start();
  await arrived(kwame, ines).toEqual(['without room', 'nor for this']);
  await expectTexts(page, ['without room', 'nor for this']);

  await cdp.send('Storage.overrideQuotaForOrigin', { origin: server.url });
  await say(page, 'after');
  await arrived(kwame, ines).toEqual(['without room', 'nor for this', 'after']);
  await expect(noRoom(page)).toBeHidden();
});

test('the databases are cleared under an open page: what is unsent is written down again', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await server.kill();
  await say(page, 'one');
  await say(page, 'two');
  await expect.poll(() => storedOf(page, ['"text":"two"'])).toHaveLength(1);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' });
  await expect.poll(() => waitingIn(page)).toBe(2);
  await say(page, 'three');
  await expect.poll(() => waitingIn(page)).toBe(3);
  await page.reload();
  await expect(page.getByText('3 changes will send when you’re online.')).toBeVisible();
  await server.start();
  await arrived(kwame, ines).toEqual(['one', 'two', 'three']);
});

test('the browser finds its databases broken, and throws them away: what is unsent is still there', async ({
  server,
  company: { ines, kwame },
  watch,
}) => {
  await inProfile(async (profile) => {
    const address = `${server.url}/connect/employee/${kwame.id}`;
    let browser = await startOwnBrowser(profile);
    try {
      watch.over(browser.context);
      let page = await browser.context.newPage();
      await signInHere(page, server, ines);
      await page.goto(address);
      await readyOffline(page);
      await expect(composer(page)).toBeVisible();
      await expect(page.getByText('This is where you and Kwame begin.')).toBeVisible();
      await server.kill();
      await say(page, 'one');
      await say(page, 'two');
      await expect.poll(() => waitingIn(page)).toBe(2);
      // The second copy follows soon after.
      await expect
        .poll(() => page.evaluate(async () => (await (await caches.match('/unsent'))?.json())?.length))
        .toBe(2);
      await browser.close();

      const databases = join(profile, 'Default', 'IndexedDB');
      for (const folder of readdirSync(databases).filter((name) => name.endsWith('.leveldb'))) {
        const broken = readdirSync(join(databases, folder)).filter((name) => /^MANIFEST|\.(log|ldb)$/.test(name));
        expect(broken.length).toBeGreaterThan(0);
        for (const name of broken) writeFileSync(join(databases, folder, name), Buffer.alloc(4096, 0xa5));
      }
      browser = await startOwnBrowser(profile);
      watch.over(browser.context);
      page = await browser.context.newPage();
      await page.goto(address);
      await expect(page.getByText('2 changes will send when you’re online.')).toBeVisible();
      await server.start();
      await arrived(kwame, ines).toEqual(['one', 'two']);
      // The session has outlived it, and everything else comes from the server again.
      await expect(page.getByRole('heading', { level: 1, name: kwame.name })).toBeVisible();
      await expect(message(page, 'two').getByLabel('Sent')).toBeVisible();
    } finally {
      await browser.kill();
    }
  });
});

test('a browser that keeps nothing: the app works with a connection, and says what it cannot do without', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  await write(kwame, direct(ines), 'hello');
  const page = await open(null);
  await page.context().addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
    Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse });
    Object.defineProperty(CacheStorage.prototype, 'open', {
      value: () => Promise.reject(new DOMException('No', 'SecurityError')),
    });
  });
  await signInHere(page, server, ines);
  await openDirect(page, kwame);
  await expectTexts(page, ['hello']);
  await say(page, 'works');
  await arrived(kwame, ines).toEqual(['hello', 'works']);
  await expect(page.getByText('This browser does not let Limelight keep anything.')).toBeVisible();
  await page.goto('/settings/storage');
  await expect(page.getByText('Not known').first()).toBeVisible();
});

test('settings show what is kept, by kind, and clear what can be fetched again', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const page = await open(null);
  await page.context().addInitScript(() => {
    // The machine's own question to the person, or the browser's judgement: here only that it is asked counts.
    Object.defineProperty(StorageManager.prototype, 'persist', {
      value: async () => {
        Object.assign(window, { asked: true });
        return true;
      },
    });
  });
  await signInHere(page, server, ines);
  await openDirect(page, kwame);
  await expect.poll(() => page.evaluate(() => 'asked' in window), 'asks for persistence').toBe(true);
  await readyOffline(page);
  await attach(page, image('oven.png'));
  await send(page);
  await expect(page.getByRole('article').getByLabel('Sent')).toBeVisible();
  // It is shown as sent before it has left the outbox.
  await expect.poll(() => waitingIn(page)).toBe(0);
  await server.kill();
  await say(page, 'still waiting');
  await expect.poll(() => waitingIn(page)).toBe(1);
  await page.goto('/settings/storage');
  const fact = (term: string) => page.locator('.ll-settings-fact').filter({ hasText: term }).locator('dd');
  await expect(fact('When room runs short')).toContainText('Stays');
  await expect(fact('Not sent yet')).toHaveText(/[1-9]/);
  await expect(fact('Files and pictures')).toHaveText(/[1-9]/);
  await expect(fact('Limelight itself')).toHaveText(/[1-9].* MB/);
  await expect(page.getByRole('button', { name: 'Clear what can be fetched again' })).toBeDisabled();
  await judge(page, 'settings, storage, desktop');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'settings, storage, phone');
  await server.start();
  await page.getByRole('button', { name: 'Clear what can be fetched again' }).click();
  await expect(page.getByText('Cleared. It is kept again when you open it.')).toBeVisible();
  await expect(fact('Files and pictures')).toHaveText('0 KB');
  await arrived(kwame, ines).toEqual(['', 'still waiting']);
  await openDirect(page, kwame);
  await drawn(page.getByRole('img', { name: 'oven.png' })).toEqual([640, 480]);
});

test('where there is no Background Sync: sent on start, on coming online, on focus and on being seen again', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.cutsConnections = true;
  const page = await open(ines);
  await page.context().addInitScript(() => {
    Reflect.deleteProperty(window, 'SyncManager');
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
  });
  await page.clock.install();
  await openDirect(page, kwame);
  // Nothing tries again by itself from here on.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const sent: string[] = [];
  for (const event of ['focus', 'online', 'visibilitychange', 'start']) {
    await page.route('**/api/**', (route) => route.abort());
    const tried = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/chat/message/new'));
    await say(page, event);
    await tried;
    sent.push(event);
    await page.unroute('**/api/**');
    if (event === 'start') await page.reload();
    else
      await page.evaluate((type) => {
        const target = type === 'visibilitychange' ? document : window;
        target.dispatchEvent(new Event(type));
      }, event);
    await arrived(kwame, ines).toEqual(sent);
  }
});

/** How many records wait in this browser's outboxes; undefined if they went away while they were read. */
const waitingIn = async (page: Page): Promise<number | undefined> => {
  const counting = page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
      });
    let waiting = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('limelight-outbox')) continue;
      const db = await done(indexedDB.open(name));
      if (db.objectStoreNames.contains('outbox')) {
        const records: { readonly replaces: string | null }[] = await done(
          db.transaction('outbox').objectStore('outbox').getAll(),
        );
        waiting += records.filter(({ replaces }) => replaces === null).length;
      }
      db.close();
    }
    return waiting;
  });
  // A request to a database that is being cleared is never answered, and its promise may be swept up.
  const late = new Promise<undefined>((done) => setTimeout(done, 5_000));
  return Promise.race([counting, late]).catch((error: unknown) => {
    if (String(error).includes('garbage collected')) return undefined;
    throw error;
  });
};
