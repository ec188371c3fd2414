// The form of signing in is there before the app is: it stands in the page itself, and the app goes on with what was typed.
import type { Page, Route } from 'playwright/test';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, sessionState } from './kit/browser.ts';
import { direct, PASSWORD, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** A browser that has not seen the app yet: this page runs nothing. */
const FIRST = { ...NO_WORKER, path: '/api/health/live' };

const email = (page: Page) => page.getByLabel('Work e-mail');
type Open = Parameters<Parameters<typeof test>[2]>[0]['open'];
const submit = (page: Page) => page.getByRole('button', { name: 'Continue' });
const before = (page: Page) => page.locator('#first-form');

/** The app's scripts are on their way until the function that comes back is called. `lost`: the server does not have these. */
async function holdScripts(page: Page, lost?: RegExp): Promise<() => void> {
  let go = () => {};
  const going = new Promise<void>((done) => (go = done));
  await page.route('**/assets/*.js', async (route) => {
    await going;
    await (lost?.test(route.request().url()) ? route.fulfill({ status: 404 }) : route.continue());
  });
  return go;
}

test('what was typed before the app was there goes on in it, and so does the typing', async ({ company, open }) => {
  const page = await open(null, { ...FIRST, viewport: { width: 390, height: 420 } });
  const go = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(email(page)).toBeFocused();
  // As a keyboard on a small phone leaves it.
  await page.evaluate(() => scrollTo(0, 160));
  const [name = '', domain = ''] = company.ines.email.split('@');
  await page.keyboard.type(`${name}@`);
  go();
  await expect(before(page)).toHaveCount(0);
  await page.keyboard.type(domain);
  await expect(email(page)).toHaveValue(company.ines.email);
  expect(await page.evaluate(() => scrollY)).toBe(160);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('whoever has gone on to another part of it stays there', async ({ open }) => {
  const page = await open(null, FIRST);
  const go = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(email(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  const register = page.getByRole('link', { name: 'Register' });
  await expect(register).toBeFocused();
  go();
  await expect(before(page)).toHaveCount(0);
  await expect(register).toBeFocused();
});

test('where the app does not come it says so, and what it shows instead stands alone', async ({ open, watch }) => {
  watch.allow(/ERR_FAILED|ChunkLoadError|Failed to (load|fetch)/);
  const page = await open(null, FIRST);
  // The part with the form itself cannot be had.
  const go = await holdScripts(page, /auth-/);
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await email(page).fill('ines@bakery.example');
  await page.keyboard.press('Enter');
  await expect(before(page).getByText('Still loading? Check your connection.')).toBeVisible();
  await email(page).fill('ines@bakery.com');
  await expect(submit(page)).toHaveText('Continue');
  await expect(before(page).getByText('Still loading?')).toHaveCount(0);
  go();
  await expect(page.locator('.sys')).toBeVisible();
  await expect(before(page)).toHaveCount(0);
  // And the app itself cannot: the server has none of it any more.
  await page.route('**/assets/app-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/sign-in');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(before(page)).toHaveCount(0);
});

test('so does the splash where there is no form, after a while', async ({ company, open }) => {
  const page = await open(company.ines, FIRST);
  const go = await holdScripts(page);
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const { offsetHeight = 0 } = document.querySelector<HTMLElement>('.splash-hint') ?? {};
      if (offsetHeight > 0) (globalThis as { saidAt?: number }).saidAt ??= performance.now();
    });
    seen.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto('/connect', { waitUntil: 'commit' });
  const splash = page.locator('#splash');
  const hint = splash.getByText('Still loading? Check your connection.');
  await expect(splash.getByRole('img', { name: 'Loading' })).toBeVisible();
  await expect(hint).toBeInViewport({ ratio: 1 });
  // Laid out sooner it would cost the first paint.
  expect(await page.evaluate(() => (globalThis as { saidAt?: number }).saidAt)).toBeGreaterThanOrEqual(3_000);
  go();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(splash).toHaveCount(0);
});

test('what was sent before the app was there is sent by it; what is wrong is said by it', async ({ company, open }) => {
  const page = await open(null, FIRST);
  const send = async (what: string) => {
    const go = await holdScripts(page);
    await page.goto('/sign-in', { waitUntil: 'commit' });
    await email(page).fill(what);
    await submit(page).click();
    await expect(submit(page).or(page.getByRole('button', { name: 'One moment…' }))).toHaveText(/One moment…/);
    go();
  };
  await send('ines');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(email(page)).toHaveValue('ines');
  await send(company.ines.email);
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible();
});

for (const [device, options] of Object.entries({
  'phone, dark': { ...PHONE, colorScheme: 'dark' as const },
  tablet: { viewport: { width: 820, height: 1180 } },
  desktop: { viewport: { width: 1440, height: 900 } },
}))
  test(`it looks as the app then draws it: ${device}`, async ({ open }) => {
    const page = await open(null, { ...FIRST, ...options });
    const go = await holdScripts(page);
    await page.goto('/sign-in', { waitUntil: 'commit' });
    await expect(email(page)).toBeVisible();
    await expect(page.locator('#splash')).toHaveCount(0);
    await judge(page, `the form before the app, ${device}`);
    // In the letters that the app draws it with.
    await before(page).evaluate((form) => delete form.dataset['plain']);
    await page.evaluate(() => document.fonts.ready);
    const stood = await boxesOf(page, '#first-form');
    expect(stood.length).toBeGreaterThan(30);
    go();
    await expect(before(page)).toHaveCount(0);
    expect(await boxesOf(page, '#root')).toEqual(stood);
  });

/** All that is drawn in there, and where. */
const boxesOf = (page: Page, within: string): Promise<string[]> =>
  page.locator(`${within} .ll-welcome`).evaluate((welcome) =>
    [...welcome.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && element.tagName !== 'TITLE')
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const text = element.childElementCount ? '' : element.textContent;
        return `${element.tagName} ${[x, y, width, height].map(Math.round).join(' ')} ${text}`;
      }),
  );

/** A worker that is on its way for ever. */
const slowWorker = () => {
  const installing = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = Object.assign(new EventTarget(), { installing }) as unknown as ServiceWorkerRegistration;
  navigator.serviceWorker.register = async () => registration;
};
/** Long after the splash, and before the worker is waited for no longer. Milliseconds. */
const LATER = 12_000;

/** The page alone, its clock standing. */
async function openHeld(open: Open, init?: () => void): Promise<{ page: Page; scripts: string[] }> {
  const page = await open(null, { path: FIRST.path });
  const scripts: string[] = [];
  page.on('request', (request) => /\/assets\/.*\.js$/.test(request.url()) && scripts.push(request.url()));
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.addInitScript(slowWorker);
  if (init) await page.addInitScript(init);
  await page.goto('/sign-in');
  await page.clock.pauseAt(now + LATER);
  return { page, scripts };
}
const areAsked = (scripts: readonly string[]) => expect.poll(() => scripts.length).toBeGreaterThan(2);

const SIGNS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a mouse that moves': (page) => page.mouse.move(300, 300, { steps: 3 }),
  'a key': (page) => page.keyboard.press('i'),
  'what a program fills in': (page) => email(page).fill('ines@bakery.example'),
  'a tap': (page) => email(page).dispatchEvent('pointerdown'),
};
for (const [sign, give] of Object.entries(SIGNS))
  test(`the app waits for a sign of somebody: ${sign}`, async ({ open }) => {
    const { page, scripts } = await openHeld(open);
    await expect(email(page)).toBeFocused();
    // A mouse that lies where the page has come is nobody.
    await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })));
    expect(scripts).toEqual([]);
    await give(page);
    await areAsked(scripts);
    await page.clock.resume();
    await expect(before(page)).toHaveCount(0);
    await expect(email(page)).toBeFocused();
  });

test('a worker that does not come is waited for for a while', async ({ open }) => {
  const { page, scripts } = await openHeld(open);
  expect(scripts).toEqual([]);
  await page.clock.runFor(20_000 - LATER);
  await areAsked(scripts);
});

test('a worker that cannot be had is not waited for, nor is one by whoever was here before', async ({ open }) => {
  const refused = await openHeld(open, () => {
    navigator.serviceWorker.register = () => Promise.reject(new Error('refused'));
  });
  await areAsked(refused.scripts);
  const again = await openHeld(open, () => localStorage.setItem('splashed', 'true'));
  await areAsked(again.scripts);
});

test('the app comes by itself once the worker has it, and costs the line nothing', async ({ open }) => {
  const page = await open(null, { path: FIRST.path });
  const wire: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !response.fromServiceWorker()) wire.push(response.url());
  });
  await page.goto('/sign-in');
  await expect(before(page)).toHaveCount(0);
  await expect(page.locator('#root').getByLabel('Work e-mail')).toBeFocused();
  expect(wire).toEqual([]);
});

test('who signs in in another tab is signed in here, and the browser’s offer to install waits for the app', async ({
  company,
  open,
  server,
}) => {
  const { page, scripts } = await openHeld(open);
  expect(
    await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))),
    'the browser says nothing by itself',
  ).toBe(false);
  await expect(before(page)).toHaveCount(1);
  const { cookies, origins } = await sessionState(server, company.ines);
  await page.context().addCookies(cookies);
  const other = await page.context().newPage();
  await other.goto(FIRST.path);
  await other.evaluate((stored) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, origins[0]?.localStorage ?? []);
  await areAsked(scripts);
  await page.clock.resume();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Install' }).click();
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeVisible();
});

test('without a connection what was not fetched yet is waited for, and nothing is lost', async ({ open, watch }) => {
  watch.allow(/ERR_(FAILED|INTERNET_DISCONNECTED)/);
  const { page, scripts } = await openHeld(open);
  // A line that is lost without the browser knowing.
  const lost = (route: Route) => route.abort();
  await page.route('**/assets/*.js', lost);
  await page.keyboard.type('ines');
  await areAsked(scripts);
  await page.context().setOffline(true);
  await page.unroute('**/assets/*.js', lost);
  await page.keyboard.press('Enter');
  await page.clock.runFor(10_000);
  await expect(before(page).getByText('Still loading? Check your connection.')).toBeVisible();
  await expect(email(page)).toHaveValue('ines');
  await page.context().setOffline(false);
  await page.clock.resume();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(email(page)).toHaveValue('ines');
});

test('it is for whoever comes to sign in, and nobody else', async ({ company: { ines, kwame }, open }) => {
  await write(kwame, direct(ines), 'hello');
  const isNotThere = async (page: Page, path: string) => {
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.getElementById('first-form')) Object.assign(window, { wasThere: true });
      }).observe(document, { subtree: true, childList: true });
    });
    await page.goto(path);
    await expect(page.locator('#root :is(h1, nav)').first()).toBeVisible();
    expect(await page.evaluate(() => 'wasThere' in window), path).toBe(false);
  };
  await isNotThere(await open(ines, NO_WORKER), '/');
  for (const path of ['/register', '/sign-in?error=ACCOUNT_INACTIVE', `/connect/employee/${kwame.id}`])
    await isNotThere(await open(null, FIRST), path);
});
