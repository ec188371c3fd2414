// /backadmin: setting up, companies, pausing one that people are in, jobs, mail, health; and how little it has to do with a
// colleague who is signed in in the same browser.
import type { Locator, Page } from 'playwright/test';
import { waitForMail } from '#tests/kit/mails.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { newCompany, PASSWORD } from './kit/people.ts';
import { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const nav = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name });
const field = (page: Page | Locator, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const password = (page: Page): Locator => page.getByLabel('Password', { exact: true });

const OPERATOR = { email: 'olu@operator.example', password: 'seventeen brown kettles' };

async function signIn(page: Page): Promise<void> {
  await field(page, 'E-mail').fill(OPERATOR.email);
  await password(page).fill(OPERATOR.password);
  await page.keyboard.press('Enter');
}

/** A server of its own: who is first to set it up is what this is about. */
const own = test.extend<{ mine: Server }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of this parameter
  mine: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.close();
  },
});

own('the operator is set up by the printed link, and looks after companies', async ({ mine, open, watch }) => {
  own.slow();
  watch.allow(/status of 40[013]/, /status of 503/);
  await expect.poll(() => mine.printed()).toContain('/backadmin/setup#');
  const token = /\/backadmin\/setup#([\w-]{43})/.exec(mine.printed())?.[1] ?? '';
  const company = await newCompany(mine);
  const page = await open(null, { place: mine, path: `/backadmin/setup#${token}`, ...NO_WORKER });
  await expect(heading(page, 'Set up the operator')).toBeVisible();
  await expect(page).toHaveURL(`${mine.url}/backadmin/setup`);
  await judge(page, 'operator, setup, desktop');
  await field(page, 'Your name').fill('Olu Operator');
  await field(page, 'E-mail').fill(OPERATOR.email);
  await password(page).fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This password is too short. Use at least 12 characters.')).toBeVisible();
  await password(page).fill(OPERATOR.password);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Companies')).toBeVisible();

  await page.getByRole('link', { name: 'New company' }).click();
  await expect(heading(page, 'New company')).toBeFocused();
  await field(page, 'Company name').fill('Tallow Works');
  await field(page, 'Owner’s first name').fill('Ada');
  await field(page, 'Owner’s last name').fill('Tallow');
  await field(page, 'Owner’s e-mail').fill('ada@tallow.example');
  await judge(page, 'operator, new company, desktop');
  await button(page, 'Open company').click();
  await expect(heading(page, 'Tallow Works')).toBeVisible();
  await expect(page.getByText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/).first()).toBeVisible();
  await judge(page, 'operator, company, desktop');
  await waitForMail(mine.dataDir, 'ada@tallow.example');
  await nav(page, 'Mail').click();
  const mail = page.getByRole('listitem').filter({ hasText: 'ada@tallow.example' });
  await mail.getByText('Tallow Works invites you to Limelight').click();
  await expect(mail).toContainText('Hello Ada,');
  await judge(page, 'operator, mail, desktop');

  // Somebody is in the company that is paused.
  const hers = await open(company.ines, { place: mine, path: '/people', ...NO_WORKER });
  await expect(heading(hers, 'People')).toBeVisible();
  await nav(page, 'Companies').click();
  await page.getByRole('searchbox', { name: 'Find a company' }).fill('bracken');
  await expect(page.getByRole('row')).toHaveCount(2);
  await judge(page, 'operator, companies, desktop');
  await page.getByRole('link', { name: 'Brackenford' }).click();
  await expect(heading(page, 'Brackenford')).toBeVisible();
  await button(page, 'Suspend').click();
  const asks = page.getByRole('dialog', { name: 'Suspend Brackenford?' });
  await asks.getByRole('textbox').fill('Brackenford');
  await judge(page, 'operator, suspending, desktop');
  await button(asks, 'Suspend').click();
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
  await expect(heading(hers, 'Brackenford is paused')).toBeVisible();
  await hers.reload();
  await expect(heading(hers, 'Brackenford is paused')).toBeVisible();
  const his = await open(null, { place: mine, path: '/sign-in', ...NO_WORKER });
  await field(his, 'Work e-mail').fill(company.kwame.email);
  await his.keyboard.press('Enter');
  await password(his).fill(PASSWORD);
  await his.keyboard.press('Enter');
  await expect(heading(his, 'Brackenford is paused')).toBeVisible();
  await button(page, 'Resume').click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(heading(hers, 'People')).toBeVisible({ timeout: 45_000 });
  const chat = page.getByRole('switch', { name: 'Chat' });
  await chat.click();
  await expect(chat).not.toBeChecked();
  await expect(hers.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Chat/ })).toHaveCount(0);

  await nav(page, 'Jobs').click();
  await expect(page.getByText('Nothing has failed')).toBeVisible();
  await judge(page, 'operator, jobs, desktop');
  await nav(page, 'Health').click();
  await expect(page.getByText('Embedded', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing broke')).toBeVisible();
  await judge(page, 'operator, health, desktop');
  await button(page, 'Sign out').click();
  await expect(heading(page, 'Operator sign-in')).toBeVisible();

  const phone = await open(null, { place: mine, path: '/backadmin/companies', ...PHONE, ...NO_WORKER });
  await expect(heading(phone, 'Operator sign-in')).toBeVisible();
  await judge(phone, 'operator, sign-in, phone');
  await signIn(phone);
  await expect(heading(phone, 'Companies')).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Brackenford' })).toBeVisible();
  await judge(phone, 'operator, companies, phone');
  await phone.getByRole('link', { name: 'Brackenford' }).click();
  await expect(phone.getByText('Messages in 30 days')).toBeVisible();
  await judge(phone, 'operator, company, phone');
});

own(
  'an operator’s session that is over leaves a colleague’s in the same browser untouched',
  async ({ mine, open, watch }) => {
    watch.allow(/status of 401/);
    await expect.poll(() => mine.printed()).toContain('/backadmin/setup#');
    const token = /\/backadmin\/setup#([\w-]{43})/.exec(mine.printed())?.[1] ?? '';
    const { ines } = await newCompany(mine);
    const hers = await open(ines, { place: mine, path: '/people', ...NO_WORKER });
    await expect(heading(hers, 'People')).toBeVisible();
    const kept = () => hers.evaluate(() => localStorage.getItem('userSession'));
    const before = await kept();
    expect(before).toBeTruthy();
    const page = await hers.context().newPage();
    await page.goto(`/backadmin/setup#${token}`);
    await field(page, 'Your name').fill('Olu Operator');
    await field(page, 'E-mail').fill(OPERATOR.email);
    await password(page).fill(OPERATOR.password);
    await page.keyboard.press('Enter');
    // All that the page asks for by itself is answered: the next that is refused is the click.
    await expect(page.getByRole('link', { name: 'Brackenford' })).toBeVisible();
    await mine.sql('UPDATE operator_session SET expires_at = now()');
    await nav(page, 'Health').click();
    await expect(heading(page, 'Operator sign-in')).toBeVisible();
    // The address stays: who signs in again is where they wanted to be.
    await signIn(page);
    await expect(heading(page, 'Health')).toBeVisible();
    expect(await kept()).toBe(before);
    await hers.reload();
    await expect(heading(hers, 'People')).toBeVisible();
    expect(JSON.parse((await kept()) ?? '{}')).toMatchObject({ employee_id: ines.id });
  },
);
