// The notice of a new version that asks to sign in again: what it says, when it comes, and what is over afterwards.
import type { Page } from 'playwright/test';
import { signInByPage } from './kit/browser.ts';
import { expect, test } from './kit/test.ts';

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('a new version asks to sign in again; it can be put off for that version', async ({
  company: { ines },
  open,
  server,
}) => {
  const page = await open(ines);
  await expect(mainNav(page)).toBeVisible();
  await markVersion(page, 'v2.7.1-before');
  await page.reload();
  const notice = page.getByRole('dialog', { name: 'Sign in again to finish the update' });
  await expect(notice).toContainText('Notification systems updated! Redirecting to login for changes to take affect..');
  await notice.getByRole('button', { name: 'Not now' }).click();
  await expect(notice).toBeHidden();
  await expect(mainNav(page)).toBeVisible();
  await expect.poll(() => isDismissed(page)).toBe(true);
  await page.reload();
  await expect(mainNav(page)).toBeVisible();
  await expect(notice).toBeHidden();

  await forgetDismissal(page);
  await page.reload();
  const { session_id } = await page.evaluate(() => JSON.parse(localStorage.getItem('userSession') ?? ''));
  const goesOn = () => server.sql('SELECT FROM session WHERE session_id = $1 AND ended_at IS NULL', [session_id]);
  expect(await goesOn()).toHaveLength(1);
  // "A session reset clears storage and redirects to / after 500 ms."
  await Promise.all([page.waitForEvent('load'), notice.getByRole('button', { name: 'Sign in again' }).click()]);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  // Whoever sits down here next must not find it.
  await expect.poll(goesOn).toHaveLength(0);
  await signInByPage(page, ines);
  await expect(notice).toBeHidden();
});

test('a new version does not ask in the middle of something, and takes nothing away', async ({
  company: { ines },
  open,
}) => {
  const page = await open(ines, { path: '/admin/branding' });
  await page.clock.install();
  await markVersion(page, 'v2.7.1-before', Date.now() + 60_000);
  await page.reload();
  const icon = page.getByRole('textbox', { name: 'Below its icon' });
  const said = await icon.inputValue();
  await icon.fill('Hub');
  const notice = page.getByRole('dialog', { name: 'Sign in again to finish the update' });
  await page.clock.runFor(5 * 60_000);
  await expect(notice).toHaveCount(0);
  await icon.fill(said);
  await page.clock.runFor(60_000);
  await expect(notice).toBeVisible();
  await expect(mainNav(page), 'what one was doing stands behind it').toHaveCount(1);
  await notice.getByRole('button', { name: 'Not now' }).click();
  await expect(notice).toHaveCount(0);
  await expect(icon).toBeVisible();
});

/** As if another version had run here before. `due`: when its notice may come; without it, at once. */
async function markVersion(page: Page, version: string, due = 0): Promise<void> {
  await page.evaluate(
    async ([mark, at]) => {
      const open = indexedDB.open('limelight');
      await new Promise((done) => open.addEventListener('success', done));
      const marks = open.result.transaction('version', 'readwrite').objectStore('version');
      marks.put(mark, 'app_version');
      const write = marks.put({ version: 'v2.7.2-pushy-migration', at }, 'due');
      await new Promise((done) => write.addEventListener('success', done));
      open.result.close();
    },
    [version, due] as const,
  );
}

/** It is put off on the disk, too. */
const isDismissed = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const open = indexedDB.open('limelight');
    await new Promise((done) => open.addEventListener('success', done));
    const read = open.result.transaction('version').objectStore('version').getKey('dismissed');
    await new Promise((done) => read.addEventListener('success', done));
    open.result.close();
    return read.result !== undefined;
  });

async function forgetDismissal(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const open = indexedDB.open('limelight');
    await new Promise((done) => open.addEventListener('success', done));
    const write = open.result.transaction('version', 'readwrite').objectStore('version').delete('dismissed');
    await new Promise((done) => write.addEventListener('success', done));
    open.result.close();
  });
}
