// One person in two companies: adding one, going to and fro, what is asked before, what the other tabs do, and what is left of the
// company that one has gone from.
import type { Locator, Page } from 'playwright/test';
import { listDrafts } from '#contract/chat/drafts.ts';
import * as company from '#contract/company.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline, signInHere } from './kit/browser.ts';
import { composer, expectTexts, openDirect, say, type } from './kit/chat.ts';
import { canary, foundIn, inProfile, startOwnBrowser } from './kit/own-browser.ts';
import { direct, newColleague, PASSWORD, type Person, write } from './kit/people.ts';
import { windowedBrowser } from './kit/push/push.ts';
import { showPush } from './kit/push/show.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const NORTHWIND = 'Northwind Traders';
/** The one that all tests have shows no notifications. */
const program = await windowedBrowser();

/** The same person's other employer, where everything is orange. */
async function otherCompany(server: Server): Promise<Person> {
  const email = `ines-${canary()}@northwind.example`;
  const given = { company_name: NORTHWIND, email_id: email, first_name: 'Ines', last_name: 'Okafor' };
  const { owner } = await registerCompany(server, given);
  await owner.call(company.update, { color_theme: 'Custom_Tron' });
  return { id: owner.employee_id, first: 'Ines', name: 'Ines Okafor', email, api: owner };
}

const home = (page: Page, name: string): Locator => page.getByRole('banner').getByRole('link', { name });
const isIn = (page: Page, name: string) => expect(home(page, name)).toBeVisible({ timeout: 30_000 });
const button = (page: Page | Locator, name: string | RegExp): Locator => page.getByRole('button', { name });
const dialog = (page: Page, name = 'Switch company'): Locator => page.getByRole('dialog', { name });
const welcome = (page: Page): Locator => page.getByRole('heading', { level: 1, name: 'Welcome back' });

async function openSwitch(page: Page): Promise<void> {
  await button(page, /account of/).click();
  await page.getByRole('menuitem', { name: 'Switch company' }).click();
  await expect(dialog(page).getByText('You are here')).toBeVisible();
}

const choose = async (page: Page, name: string): Promise<void> => {
  await openSwitch(page);
  await button(dialog(page), new RegExp(`^${name}`)).click();
};

async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Work e-mail').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Adds the other company, from the account menu. */
async function add(page: Page, there: Person): Promise<void> {
  await openSwitch(page);
  await button(dialog(page), 'Add a company').click();
  await expect(welcome(page)).toBeVisible({ timeout: 30_000 });
  await signIn(page, there);
  await isIn(page, NORTHWIND);
}

/** The accent of each page's first moment, and whether a name was ever on a page that has begun since. */
async function watchPaint(page: Page, name: string): Promise<{ accents: string[]; seen: boolean[] }> {
  const found = { accents: [] as string[], seen: [] as boolean[] };
  await page.exposeFunction('paintedIn', (accent: string) => found.accents.push(accent));
  await page.exposeFunction('sawName', () => found.seen.push(true));
  await page.addInitScript((word) => {
    const told = globalThis as unknown as { paintedIn(accent: string): void; sawName(): void };
    document.addEventListener('DOMContentLoaded', () => {
      told.paintedIn(document.documentElement.dataset['accent'] ?? '');
      new MutationObserver(() => {
        if (document.body.textContent.includes(word)) told.sawName();
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  }, name);
  return found;
}

test('adding a company and going to and fro, in all tabs, without a password', async ({
  company: { ines, kwame, name },
  server,
  open,
}) => {
  const there = await otherCompany(server);
  const page = await open(ines);
  const second = await page.context().newPage();
  await second.goto('/people');
  await isIn(second, name);
  await isIn(page, name);
  await openSwitch(page);
  await expect(button(dialog(page), 'Log out of all')).toHaveCount(0);
  await button(dialog(page), 'Add a company').click();
  await expect(welcome(page)).toBeVisible({ timeout: 30_000 });
  // The other tab is out as well.
  await expect(welcome(second)).toBeVisible({ timeout: 30_000 });
  await expect(button(page, `Continue to ${name}`)).toBeVisible();
  await judge(page, 'sign-in beside a company, desktop');
  await signIn(page, there);
  await isIn(page, NORTHWIND);
  await isIn(second, NORTHWIND);

  await openSwitch(page);
  await expect(button(dialog(page), new RegExp(`^${name}`))).toBeVisible();
  await judge(page, 'switch company, desktop');
  const painted = await watchPaint(page, NORTHWIND);
  // By keyboard: there is the cross, then the company that one is not in.
  await button(dialog(page), new RegExp(`^${name}`)).focus();
  await page.keyboard.press('Enter');
  await isIn(page, name);
  await isIn(second, name);
  expect([painted.accents, painted.seen]).toEqual([['lime'], []]);
  await openDirect(page, kwame);
  await say(page, 'Bread at four');
  await expect(page.getByLabel('Sent')).toBeVisible();

  const back = await watchPaint(second, name).catch(() => undefined);
  expect(back).toBeDefined();
  await choose(second, NORTHWIND);
  await isIn(second, NORTHWIND);
  await isIn(page, NORTHWIND);
  // The new company's colour from the first frame on, and not a word of the one before.
  expect([back?.accents, back?.seen]).toEqual([['orange'], []]);
  await expect(second).not.toHaveURL(new RegExp(kwame.id));

  // One is logged out of; the other is offered beside the form.
  await button(second, /account of/).click();
  await second.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(welcome(second)).toBeVisible({ timeout: 30_000 });
  await button(second, `Continue to ${name}`).click();
  await isIn(second, name);
  await expectTextsOf(second, kwame, ['Bread at four']);
});

async function expectTextsOf(page: Page, other: Person, wanted: string[]): Promise<void> {
  await openDirect(page, other);
  await expectTexts(page, wanted);
}

test('what is unsent is asked about; who stays keeps it, and who goes on leaves it behind', async ({
  company: { ines, kwame, name },
  server,
  open,
  watch,
}) => {
  watch.allow(/status of 50[37]/);
  const there = await otherCompany(server);
  const page = await open(ines, NO_WORKER);
  await isIn(page, name);
  await add(page, there);
  await choose(page, name);
  await isIn(page, name);
  await openDirect(page, kwame);
  const busy = { status: 'error', error_code: 'SERVICE_UNAVAILABLE', message: 'Later' };
  await page.context().route(/chat\/message\/new/, (route) => route.fulfill({ status: 503, json: busy }));
  await say(page, 'Never sent');
  await choose(page, NORTHWIND);
  const question = dialog(page, `Switch to ${NORTHWIND} before everything is sent?`);
  await expect(question).toContainText('1 change has not been sent yet.');
  await judge(page, 'switching with something unsent, desktop');
  await button(question, 'Stay').click();
  await page.keyboard.press('Escape');
  await expectTexts(page, ['Never sent']);
  await choose(page, NORTHWIND);
  await button(question, 'Switch and delete').click();
  await isIn(page, NORTHWIND);
  await page.context().unroute(/chat\/message\/new/);
  await choose(page, name);
  await isIn(page, name);
  await openDirect(page, kwame);
  await expect(composer(page)).toBeVisible();
  await expect(page.getByText('Never sent')).toHaveCount(0);
});

test('on a phone and in the settings; without a connection it says so; out of all at once', async ({
  company: { ines, name },
  server,
  open,
}) => {
  const there = await otherCompany(server);
  const page = await open(ines, { path: '/me', ...PHONE, ...NO_WORKER });
  await button(page, 'Switch company').click();
  await button(dialog(page), 'Add a company').click();
  await expect(button(page, `Continue to ${name}`)).toBeVisible({ timeout: 30_000 });
  await judge(page, 'sign-in beside a company, phone');
  await signIn(page, there);
  await expect(page.getByRole('navigation').first()).toBeVisible({ timeout: 30_000 });
  await page.goto('/me');
  await judge(page, 'me, phone');
  await button(page, 'Switch company').click();
  await expect(button(dialog(page), new RegExp(`^${name}`))).toBeVisible();
  await judge(page, 'switch company, phone');
  await page.keyboard.press('Escape');
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/settings/security');
    const part = page.getByRole('region', { name: 'Companies on this device' });
    await expect(part.getByText('You are here')).toBeVisible();
    await part.scrollIntoViewIfNeeded();
    await judge(page, `settings, companies, ${width}`);
  }
  const part = page.getByRole('region', { name: 'Companies on this device' });
  await server.kill();
  await expect(part.getByText('Switching needs a connection.')).toBeVisible({ timeout: 30_000 });
  await expect(button(part, new RegExp(`^${name}`))).toBeDisabled();
  await server.start();
  await expect(button(part, 'Log out of all')).toBeEnabled({ timeout: 30_000 });
  await button(part, 'Log out of all').click();
  await expect(welcome(page)).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByLabel('Work e-mail')).toBeVisible();
  await expect(button(page, /Continue to/)).toHaveCount(0);
});

test('nothing of the company that was left is in the files of the browser', async ({ company, server, watch }) => {
  const there = await otherCompany(server);
  const { ines, kwame, name } = company;
  const words = { heard: canary(), said: canary(), draft: canary(), pushed: canary() };
  const ada = await newColleague(server, ines, 'Ada', 'Byron');
  await write(ada, direct(ines), words.heard);
  await inProfile(async (profile) => {
    const browser = await startOwnBrowser(profile, program);
    try {
      watch.over(browser.context);
      // What a page says of its device as it starts can be on its way while the session is left.
      watch.allow(/status of 401 .*device\/update/);
      const page = await browser.context.newPage();
      await signInHere(page, server, ines);
      await isIn(page, name);
      // What is typed into a form the browser itself may keep: so it is the other address.
      await add(page, there);
      await choose(page, name);
      await isIn(page, name);
      await readyOffline(page);
      await showPush(page, { company_id: company.id, id: ines.id }, words.pushed);
      await page.goto(`${server.url}/connect/employee/${ada.id}`);
      await expectTexts(page, [words.heard]);
      await say(page, words.said);
      await expect(page.getByLabel('Sent')).toBeVisible();
      // Unsent, it would be asked about.
      await type(page, words.draft);
      const drafts = async () => JSON.stringify((await ines.api.call(listDrafts, {})).items);
      await expect.poll(drafts, { timeout: 60_000 }).toContain(words.draft);
      // Without it the search below would prove nothing.
      await expect.poll(() => foundIn(profile, { pushed: words.pushed })).not.toEqual([]);
      await choose(page, NORTHWIND);
      await isIn(page, NORTHWIND);
      const inDatabases = () => foundIn(profile, words).filter((line) => /\.leveldb|Platform Notifications/.test(line));
      await expect.poll(inDatabases, { timeout: 60_000 }).toEqual([]);
      await browser.close();
      const next = await startOwnBrowser(profile, program);
      try {
        const again = await next.context.newPage();
        await again.goto(server.url);
        await isIn(again, NORTHWIND);
        await expect.poll(() => foundIn(profile, words), { timeout: 60_000 }).toEqual([]);
        const people = { email: ines.email, self: ines.id, colleague: kwame.id };
        const inFiles = () => foundIn(profile, people).filter((line) => !/Local Storage|index\.txt$/.test(line));
        await expect.poll(inFiles, { timeout: 60_000 }).toEqual([]);
      } finally {
        await next.kill();
      }
    } finally {
      await browser.kill();
    }
  });
});
