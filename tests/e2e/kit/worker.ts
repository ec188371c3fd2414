// The service worker as the browser's own tools see it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, expect, type Page } from 'playwright/test';
import { BROWSER_FLAGS, findBrowser } from '#tools/lib/browser.mjs';

/** The id by which Chromium's tools know the worker of the page's origin. */
export async function registrationId(cdp: CDPSession): Promise<string> {
  return new Promise((done) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) done(found.registrationId);
    });
    void cdp.send('ServiceWorker.enable');
  });
}

/** Wakes the worker as Background Sync does. `page`: any page of the origin; it need not be the app. */
export async function syncInBackground(page: Page, tag: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const id = await registrationId(cdp);
  const { origin } = new URL(page.url());
  await cdp.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId: id, tag, lastChance: false });
}

/** The name that `deploy` (builds.ts) gave the build of the page; undefined if none, and in the middle of a reload. */
export const buildOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content).catch(() => undefined);

/** Puts a sign on the page, which only a reload takes away. */
export const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { stillHere: true }));
export const isMarked = (page: Page) => page.evaluate(() => 'stillHere' in window);

/** Asks whether there is another worker, as the browser does from time to time. */
export const look = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

/** The person comes back to the page, six minutes later. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now() + 6 * 60_000;
    Date.now = () => now;
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Until the page is of that build, after "Update now". */
export const untilBuild = (page: Page, build: string): Promise<void> =>
  endOldUntil(page, () => expect.poll(() => buildOf(page), { timeout: 5_000 }).toBe(build));

/** Whether a new worker waits for the old one to end. In the middle of a reload nobody can say; then it is asked again later. */
const isOneWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)).catch(() => false);

/**
 * Until that holds which a new worker brings, once it is in charge. An old one that is watched does not always notice that it has nothing
 * left to do: the browser ends it after minutes, and the new one waits as long. `look`: fails after some seconds.
 */
export async function endOldUntil(page: Page, look: () => Promise<void>): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await expect(async () => {
    try {
      await look();
    } catch (error) {
      // All of them are stopped: one that has taken over, and is in the middle of something, must not be.
      if (await isOneWaiting(page)) await cdp.send('ServiceWorker.stopAllWorkers');
      throw error;
    }
  }).toPass();
}

/** Why the browser would not offer to install the app. Has a meaning in a real profile only. */
export async function installabilityErrors(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  const { installabilityErrors: errors } = await cdp.send('Page.getInstallabilityErrors');
  return errors.map(({ errorId }) => errorId);
}

/** A browser with a profile on the disk, as people have one; private windows install nothing. */
export async function withProfile(work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'limelight-profile-'));
  const executablePath = await findBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    args: [...BROWSER_FLAGS],
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    await work(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
