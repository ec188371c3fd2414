// The app on the home screen: what the browser reads of it, how people come to it, and the number on its icon.
import type { BrowserContext, Locator, Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { png, upload } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, PHONE, readyOffline, signInHere } from './kit/browser.ts';
import { message, openDirect, type } from './kit/chat.ts';
import { drawn, send } from './kit/files.ts';
import { direct, newCompany, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';
import { installabilityErrors, withProfile } from './kit/worker.ts';

interface Manifest {
  readonly name: string;
  readonly theme_color: string;
  readonly icons: readonly { src: string; purpose: string; sizes: string }[];
  readonly screenshots: readonly { src: string; sizes: string; form_factor: string }[];
  readonly shortcuts: readonly { name: string; url: string; icons?: { src: string }[] }[];
}

/** As the browser itself reads and parses it. */
async function manifestOf(page: Page): Promise<{ url: string; errors: unknown[]; manifest: Manifest }> {
  const cdp = await page.context().newCDPSession(page);
  const { url, errors, data } = await cdp.send('Page.getAppManifest');
  await cdp.detach();
  return { url, errors, manifest: JSON.parse(data ?? 'null') };
}

const pixels = (page: Page, src: string): Promise<string> =>
  page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    return `${bitmap.width}x${bitmap.height}`;
  }, src);

test('the manifest: parsed without errors, everything in it is there, every address leads somewhere', {
  tag: '@main',
}, async ({ open }) => {
  const page = await open(null);
  const { url, errors, manifest } = await manifestOf(page);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({
    id: '/',
    scope: '/',
    start_url: '/?source=pwa',
    name: 'Limelight',
    short_name: 'Limelight',
    display: 'standalone',
    lang: 'en',
    dir: 'ltr',
    share_target: { action: '/share', method: 'POST', enctype: 'multipart/form-data' },
    protocol_handlers: [{ protocol: 'web+limelight', url: '/open?link=%s' }],
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  });
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable', 'monochrome']));
  expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'narrow', 'wide']);
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots])
    if (sizes !== 'any') expect(await pixels(page, src), src).toBe(sizes);
  for (const { src } of manifest.shortcuts.flatMap(({ icons = [] }) => icons))
    expect(await pixels(page, src), src).toBe('96x96');
});

test('the shortcuts and links of ours lead where they say', async ({ open, company: { ines, kwame } }) => {
  const page = await open(ines, { path: '/connect' });
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/connect/new');
    await expect(page.getByRole('dialog', { name: 'New message' }), `${width} px`).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/connect$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto('/search');
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused();
  await page.goto(`/open?link=${encodeURIComponent(`web+limelight:connect/employee/${kwame.id}`)}`);
  await expect(page.getByRole('heading', { level: 1, name: kwame.name })).toBeVisible();
  await page.goto(`/open?link=${encodeURIComponent('web+limelight:connect/../settings')}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
});

test('a company’s app has its name, icon and colour, and can be installed', async ({
  server,
  company: { ines, id },
  watch,
}) => {
  const { download_url } = await upload(ines.api, png(300, 120), {
    folder: 'branding',
    name: 'logo.png',
    is_private: false,
  });
  await ines.api.call(company.update, {
    company_name: 'Brackenford Bakery',
    company_logo: download_url,
    color_theme: 'Custom_Tron',
  });
  const other = await newCompany(server);
  await withProfile(async (context) => {
    watch.over(context);
    const page = await context.newPage();
    await signInHere(page, server, ines);
    await readyOffline(page);
    await expect.poll(async () => new URL((await manifestOf(page)).url).search).toBe(`?company_id=${id}`);
    const { errors, manifest } = await manifestOf(page);
    expect(errors).toEqual([]);
    expect(manifest).toMatchObject({ id: '/', name: 'Brackenford Bakery', theme_color: '#f6f0ea' });
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
    for (const { src, sizes } of manifest.icons) {
      expect(src).toContain(download_url);
      expect(await pixels(page, src), src).toBe(sizes);
    }
    await expect.poll(() => installabilityErrors(page)).toEqual([]);
    // From the start of the next load on: the browser compares what is installed with what it reads then.
    await page.reload();
    await expect.poll(async () => (await manifestOf(page)).manifest.name).toBe('Brackenford Bakery');
    await expect(page.locator('link[rel=apple-touch-icon]')).toHaveAttribute('href', `${download_url}?icon=maskable`);
  });
  const foreign = await (await fetch(`${server.url}/api/config/manifest?company_id=${other.id}`)).json();
  expect(foreign.name).toBe(other.name);
  expect(JSON.stringify(foreign)).not.toContain(download_url);
});

async function logOut(page: Page): Promise<void> {
  await page.goto('/people');
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
}

/** What a browser does that would install the app; headless ones never do. It counts how often it was asked. */
const offers = (context: BrowserContext) =>
  context.addInitScript(() => {
    addEventListener('load', () => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => {
          Object.assign(window, { asked: ((window as { asked?: number }).asked ?? 0) + 1 });
          dispatchEvent(new Event('appinstalled'));
          return { outcome: 'accepted' };
        },
      });
      Object.assign(window, { shownByBrowser: dispatchEvent(event) });
    });
  });

/** By whatever name: that of the company, unless it has chosen one. */
const card = (page: Page) => page.getByRole('complementary', { name: /^Add .+ to your home screen$/ });
const DAY_MS = 86_400_000;
/** This start of the app is counted. While a page starts its clock is left alone: for a moment it would show another day. */
const noted = (page: Page, since: number) =>
  expect
    .poll(() => page.evaluate(() => Number(JSON.parse(localStorage.getItem('install') ?? '{}').started_at)))
    .toBeGreaterThanOrEqual(since);

test('the invitation comes on the third day, installs, and is not there in the app', async ({
  open,
  company: { ines, name },
}) => {
  const start = Date.now();
  const page = await open(ines, DESKTOP);
  await noted(page, start);
  await offers(page.context());
  const list = page.getByRole('heading', { level: 1, name: 'Chat' });
  for (const day of [0, 1]) {
    // On the first day, too, later than the start that is counted already.
    const at = day ? start + day * DAY_MS : Date.now();
    await page.clock.setSystemTime(at);
    await page.reload();
    await expect(list).toBeVisible();
    await noted(page, at);
    await expect(card(page)).toBeHidden();
  }
  await page.clock.setSystemTime(start + 2 * DAY_MS);
  await page.reload();
  await expect(card(page)).toBeVisible();
  expect(await page.evaluate(() => (window as { shownByBrowser?: boolean }).shownByBrowser), 'left to us').toBe(false);
  await expect(card(page)).toHaveAccessibleName(`Add ${name} to your home screen`);
  await judge(page, 'invitation, desktop');
  await card(page).getByRole('button', { name: 'Install' }).click();
  await expect(card(page)).toBeHidden();
  expect(await page.evaluate(() => (window as { asked?: number }).asked)).toBe(1);
  await page.reload();
  await expect(list).toBeVisible();
  await expect(card(page)).toBeHidden();
});

test('the visit after the first message; declined, it stays away over reload and logout', async ({
  open,
  company: { ines, kwame },
}) => {
  const page = await open(ines, PHONE);
  await offers(page.context());
  await page.reload();
  const opened = Date.now();
  await openDirect(page, kwame);
  await noted(page, opened);
  await type(page, 'Here I am');
  await send(page);
  await expect(message(page, 'Here I am')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('install')?.includes('"sent":true'))).toBe(true);
  const again = Date.now();
  await page.goto('/connect');
  await noted(page, again);
  await expect(card(page)).toBeHidden();
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await page.reload();
  await expect(card(page)).toBeVisible();
  await judge(page, 'invitation, phone');
  await card(page).getByRole('button', { name: 'Not now' }).click();
  await expect(card(page)).toBeHidden();
  for (const hours of [2, 30, 60, 90]) {
    await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
    await expect(card(page)).toBeHidden();
  }
  await page.goto('/me');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('install'))).toContain('"declined":true');
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test('Settings → Install: the state, the button, the way on iPhone', async ({ open, company: { ines, name } }) => {
  const page = await open(ines, { ...DESKTOP, path: '/settings/install' });
  await expect(page.getByText('In the browser', { exact: true })).toBeVisible();
  await expect(page.getByText(/Your browser does not offer it/)).toBeVisible();
  await offers(page.context());
  await page.reload();
  const install = page.getByRole('main').getByRole('button', { name: 'Install' });
  await expect(install).toBeVisible();
  await expect(page.getByText(`Installed, ${name} has its own window`)).toContainText(`under the name “${name}”`);
  await judge(page, 'settings install, offered');
  await install.click();
  await expect(page.getByText('Installed', { exact: true })).toBeVisible();
  await expect(install).toBeHidden();

  // As the company calls it, once it does; below the icon there is room for less.
  const { download_url: app_icon } = await upload(ines.api, png(512, 512), {
    folder: 'branding',
    name: 'icon.png',
    is_private: false,
  });
  const settings = { app_name: 'Brackenford Hub', app_short_name: 'Hub', app_icon };
  await ines.api.call(company.update, { settings });
  await expect(page.getByText('Installed, Brackenford Hub has its own')).toContainText('under the name “Hub”');

  const phone = await open(ines, { ...PHONE, userAgent: IPHONE, path: '/settings/install' });
  const steps = phone.getByRole('list').filter({ hasText: 'Add to Home Screen' });
  await expect(steps.getByRole('listitem')).toHaveText([
    'Tap Share in the browser bar',
    'Choose Add to Home Screen',
    'Open Hub and allow notifications',
  ]);
  const icon = (within: Locator) => drawn(within.locator(`img[src="${app_icon}?icon=maskable"]`));
  await icon(steps).toEqual([512, 512]);
  await judge(phone, 'settings install, iPhone');

  // The same way, when the invitation comes: there the browser offers nothing.
  await phone.evaluate(() =>
    localStorage.setItem('install', JSON.stringify({ days: ['2026-11-01', '2026-11-02', '2026-11-03'] })),
  );
  await phone.goto('/connect');
  await expect(card(phone)).toHaveAccessibleName('Add Brackenford Hub to your home screen');
  await expect(card(phone).getByRole('listitem')).toHaveCount(3);
  await icon(card(phone).locator('.ll-install-head')).toEqual([512, 512]);
  await judge(phone, 'invitation, iPhone');
  await card(phone).getByRole('button', { name: 'Got it' }).click();
  await phone.reload();
  await expect(phone.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
  await expect(card(phone)).toBeHidden();
});

test('the badge: what is unread, once that is known, and nothing after logging out', async ({
  server,
  open,
  company: { ines, kwame },
}) => {
  await write(kwame, direct(ines), 'One');
  const page = await open(ines);
  await expect(page.getByRole('link', { name: /Kwame Mensah/ })).toContainText('One');
  const told: number[] = [];
  await page.context().exposeFunction('tellBadge', (count: number) => told.push(count));
  await page.context().addInitScript(() => {
    const { tellBadge } = window as unknown as { tellBadge(count: number): Promise<void> };
    Object.assign(navigator, { setAppBadge: (count: number) => tellBadge(count), clearAppBadge: () => tellBadge(0) });
  });
  await page.reload();
  await expect.poll(() => told).toEqual([1]);
  await readyOffline(page);
  await server.kill();
  await page.reload();
  await expect(page.getByText('Connectivity issue').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Kwame Mensah/ })).toContainText('One');
  expect(told, 'an old number is not told').toEqual([1]);
  await server.start();
  await expect.poll(() => told).toEqual([1, 1]);
  await page.getByRole('link', { name: /Kwame Mensah/ }).click();
  await expect.poll(() => told).toEqual([1, 1, 0]);
  // It counts what waits: whoever leaves the page in that moment has not read it.
  await expect
    .poll(async () => (await ines.api.call(chat.listConversations, {})).items.map((one) => one.unread_message_count))
    .toEqual([0]);
  await page.goto('/people');
  await expect.poll(() => told).toEqual([1, 1, 0, 0]);
  await write(kwame, direct(ines), 'Two');
  await expect.poll(() => told).toEqual([1, 1, 0, 0, 1]);
  await logOut(page);
  await expect.poll(() => told.at(-1)).toBe(0);
});
