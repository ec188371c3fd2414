// Browsers that are somebody's: signed in without the sign-in page, which has tests of its own.
import { type BrowserContextOptions, expect, type Page } from 'playwright/test';
import type { TestClient } from '#tests/kit/client.ts';
import { freshSession, PASSWORD, type Person } from './people.ts';

/** Who holds it wants little motion, and who sits at the desktop does not mind: both are looked at. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const;
/** Where only the page is looked at: without the worker it is the same, and a visit costs two thirds. */
export const NO_WORKER = { serviceWorkers: 'block' } as const;

type Place = { readonly url: string };
export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** What a browser holds after signing in at `place`: the lasting cookie and the session. */
export async function sessionState(place: Place, person: Person): Promise<StorageState> {
  const client = await freshSession(place, person);
  const localStorage = Object.entries(localsOf(client)).map(([name, value]) => ({ name, value }));
  return { cookies: [cookieOf(place, client)], origins: [{ origin: place.url, localStorage }] };
}

/** With the form that the page shows. */
export async function signInByPage(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Work e-mail').fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** The same for a browser that is open already. Leaves the page at the app's start. */
export async function signInHere(page: Page, place: Place, person: Person): Promise<void> {
  const client = await freshSession(place, person);
  await page.context().addCookies([cookieOf(place, client)]);
  // A page that runs nothing, of the server itself also where the worker is in charge already: the app would start without a session.
  await page.goto(`${place.url}/api/health/live`);
  await page.evaluate((locals) => {
    for (const [name, value] of Object.entries(locals)) localStorage.setItem(name, value);
  }, localsOf(client));
  await page.goto(place.url);
}

const localsOf = (client: TestClient): Record<string, string> => ({
  userSession: JSON.stringify(client.session),
  splashed: 'true',
});

function cookieOf({ url }: Place, { cookie }: TestClient): StorageState['cookies'][number] {
  const [name = '', value = ''] = cookie.split('=');
  const { hostname } = new URL(url);
  const expires = Math.floor(Date.now() / 1000) + 86_400;
  return {
    name,
    value,
    domain: hostname,
    path: '/api/auth',
    httpOnly: true,
    secure: false,
    sameSite: 'Strict',
    expires,
  };
}

/**
 * Resolves once the service worker has everything that is needed offline (every load from now on goes through it) and what the page has
 * read is on disk.
 */
export async function readyOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (!active || active.state === 'activated') return;
    await new Promise<void>((done) => {
      active.addEventListener('statechange', () => active.state === 'activated' && done());
    });
  });
  await untilKept(page);
}

/**
 * The app writes what it has read up to a quarter of a second later, and a page that ends with it is not always obeyed: what is written
 * just then may be lost. So until nothing has changed there for longer than that.
 */
export async function untilKept(page: Page): Promise<void> {
  const look = () =>
    page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
        });
      let all = '';
      for (const { name = '' } of await indexedDB.databases()) {
        if (!name.startsWith('limelight-cache:')) continue;
        const db = await done(indexedDB.open(name));
        for (const store of ['live', 'query']) {
          if (!db.objectStoreNames.contains(store)) continue;
          all += JSON.stringify(await done(db.transaction(store).objectStore(store).getAll()));
        }
        db.close();
      }
      return all;
    });
  let before = await look();
  const isSame = async () => {
    const now = await look();
    const same = now === before;
    before = now;
    return same;
  };
  await page.waitForTimeout(300);
  await expect.poll(isSame, { intervals: [300] }).toBe(true);
}

/**
 * Until nothing would be lost by leaving the page: before that, while something is only on the screen, the app has the browser ask.
 * Here nobody would answer it.
 */
export async function untilSafe(page: Page): Promise<void> {
  const letsGo = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(letsGo).toBe(true);
}

/** In each document from the next one on timers of `from` milliseconds take `to`: for what the app gives up sooner than a busy machine can do it. */
export async function lengthenTimers(place: Pick<Page, 'addInitScript'>, from: number, to: number): Promise<void> {
  await place.addInitScript(
    ([short, long]) => {
      const real = globalThis.setTimeout;
      const longer = (work: () => void, ms?: number, ...given: unknown[]) =>
        real(work, ms === short ? long : ms, ...given);
      Object.assign(globalThis, { setTimeout: longer });
    },
    [from, to] as const,
  );
}

/** Which of the words stand anywhere in what this browser keeps of the app's origin: databases, small storages, answers. */
export async function storedOf(page: Page, words: readonly string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const found = new Set<string>();
    const look = (text: string) => {
      for (const word of wanted) if (text.includes(word)) found.add(word);
    };
    look(JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
      });
    for (const { name } of await indexedDB.databases()) {
      look(name ?? '');
      const db = await done(indexedDB.open(name ?? ''));
      for (const store of db.objectStoreNames) {
        look(JSON.stringify(await done(db.transaction(store).objectStore(store).getAll())));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) look(request.url + (await (await cache.match(request))?.text()));
    }
    return [...found];
  }, words);
}

/** Keeps files of the app back until what it returns is called: `editor-*.js`. Where the worker has them it cannot: `NO_WORKER`. */
export async function holdBack(page: Page, files: string): Promise<() => void> {
  let come = () => {};
  const held = new Promise<void>((done) => (come = done));
  await page.route(`**/assets/${files}`, async (route) => {
    await held;
    await route.continue();
  });
  return come;
}
