// Pushes that reach an app that is open: the number on the icon is the app's again.
import type { Page } from 'playwright/test';
import { BROWSER_FLAGS } from '#tools/lib/browser.mjs';
import { readyOffline } from './kit/browser.ts';
import type { Company } from './kit/people.ts';
import { payloadOf, type Told } from './kit/push/payload.ts';
import { deliverPush, shownBy, windowedBrowser } from './kit/push/push.ts';
import { expect, test } from './kit/test.ts';

const executablePath = await windowedBrowser();
test.use({ launchOptions: { args: [...BROWSER_FLAGS], ...(executablePath && { executablePath }) } });

// Some seconds after a start the app asks for an address, which browsers like those of the tests do not give.
test.beforeEach(({ watch }) => watch.allow(/Push API in incognito/));

const NOTIFY = { permissions: ['notifications'], path: '/connect' };

const pushTo =
  (page: Page, { ines: to, ...company }: Company) =>
  (told: Omit<Told, 'to' | 'company'>) =>
    deliverPush(page, JSON.stringify(payloadOf({ to, company: { ines: to, ...company }, ...told })));

test('the number on the icon is the app’s again, after a push and when the page is seen again', async ({
  company,
  open,
}) => {
  const { ines } = company;
  const page = await open(ines, NOTIFY);
  await readyOffline(page);
  const told: number[] = [];
  await page.context().exposeFunction('tellBadge', (count: number) => told.push(count));
  await page.context().addInitScript(() => {
    const { tellBadge } = window as unknown as { tellBadge(count: number): Promise<void> };
    Object.assign(navigator, { setAppBadge: (count: number) => tellBadge(count), clearAppBadge: () => tellBadge(0) });
  });
  await page.reload();
  await expect.poll(() => told).toEqual([0]);
  // It says 3.
  await pushTo(page, company)({ tag: 't:1' });
  await expect.poll(() => told).toEqual([0, 0]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => told).toEqual([0, 0, 0]);
});
