// Who runs the server: one operator adds another by a link, changes the own password, removes the other, and comes in again by what a
// command on the machine prints.
import { spawnSync } from 'node:child_process';
import type { Locator, Page } from 'playwright/test';
import { inProject } from '#tools/lib/project.mjs';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const field = (page: Page | Locator, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const secret = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const nav = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name });

const OLU = { name: 'Olu Operator', email: 'olu@operator.example', password: 'seventeen brown kettles' };
const NORA = { name: 'Nora Second', email: 'nora@operator.example', password: 'eleven grey harbours' };

async function setUp(page: Page, { name, email, password }: typeof OLU): Promise<void> {
  await field(page, 'Your name').fill(name);
  await field(page, 'E-mail').fill(email);
  await secret(page, 'Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Companies')).toBeVisible();
}

const own = test.extend<{ mine: Server }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of this parameter
  mine: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.close();
  },
});

own(
  'operators add and remove each other, and nobody who is at the machine stays outside',
  async ({ mine, open, watch }) => {
    own.slow();
    watch.allow(/status of 40[01]/);
    await expect.poll(() => mine.printed()).toContain('/backadmin/setup#');
    const first = /\/backadmin\/setup#[\w-]{43}/.exec(mine.printed())?.[0] ?? '';
    const page = await open(null, { place: mine, path: first, ...NO_WORKER });
    await setUp(page, OLU);

    // A link is for an address, shown once, and withdrawn at will.
    await nav(page, 'Operators').click();
    await expect(row(page, OLU.email)).toContainText('You');
    await expect(button(page, `Remove ${OLU.name}`)).toHaveCount(0);
    await button(page, 'Add operator').click();
    const dialog = page.getByRole('dialog', { name: 'Add an operator' });
    await field(dialog, 'E-mail (optional)').fill('nora@');
    await page.keyboard.press('Enter');
    await expect(field(dialog, 'E-mail (optional)')).toHaveAttribute('aria-invalid', 'true');
    await judge(page, 'operators, adding, desktop');
    await field(dialog, 'E-mail (optional)').fill(NORA.email);
    await page.keyboard.press('Enter');
    await expect(field(dialog, 'Link for one operator')).toHaveValue(/\/backadmin\/setup#[\w-]{43}$/);
    await page.keyboard.press('Escape');
    await expect(field(dialog, 'Link for one operator'), 'what is shown once is not lost by a key').toBeVisible();
    await judge(page, 'operators, link, desktop');
    const link = await field(dialog, 'Link for one operator').inputValue();
    await button(dialog, 'Done').click();
    await expect(row(page, NORA.email)).toContainText('Withdraw');
    await button(page, 'Add operator').click();
    await button(dialog, 'Make the link').click();
    const loose = await field(dialog, 'Link for one operator').inputValue();
    await button(dialog, 'Done').click();
    await button(page, 'Withdraw the link for whoever has it').click();
    await expect(row(page, 'Whoever has it')).toHaveCount(0);
    const late = await open(null, { place: mine, path: new URL(loose).pathname + new URL(loose).hash, ...NO_WORKER });
    await expect(late.getByText('This link was used already or is too old.')).toBeVisible();
    await judge(late, 'operators, link that is over, desktop');

    const hers = await open(null, { place: mine, path: new URL(link).pathname + new URL(link).hash, ...NO_WORKER });
    await expect(field(hers, 'E-mail'), 'it was mailed there').toHaveValue(NORA.email);
    await setUp(hers, NORA);
    await nav(hers, 'Operators').click();
    await expect(row(hers, NORA.email)).toContainText('You');

    // Another password: the other browser is out.
    const phone = await open(null, { place: mine, path: '/backadmin/operators', ...PHONE, ...NO_WORKER });
    await field(phone, 'E-mail').fill(OLU.email);
    await secret(phone, 'Password').fill(OLU.password);
    await phone.keyboard.press('Enter');
    await expect(row(phone, NORA.email)).toBeVisible();
    await judge(phone, 'operators, list, phone');
    await phone.getByRole('link', { name: 'Change password' }).click();
    await expect(heading(phone, 'Your account')).toBeVisible();
    await judge(phone, 'operators, account, phone');
    await page.getByRole('link', { name: OLU.name }).click();
    await expect(heading(page, 'Your account')).toBeVisible();
    await secret(page, 'Current password').fill('not the right one');
    await secret(page, 'New password').fill('nineteen blue kettles');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The current password is not right.')).toBeVisible();
    await judge(page, 'operators, account, desktop');
    await secret(page, 'Current password').fill(OLU.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your password is changed.')).toBeVisible();
    await phone.reload();
    await expect(heading(phone, 'Operator sign-in')).toBeVisible();
    await judge(phone, 'operators, sign-in, phone');

    await nav(page, 'Operators').click();
    await expect(page.getByText(`${OLU.name} changed their password`)).toBeVisible();
    await judge(page, 'operators, list, desktop');
    await page.setViewportSize({ width: 820, height: 1180 });
    await judge(page, 'operators, list, tablet');
    await button(page, `Send password link to ${NORA.name}`).click();
    await expect(page.getByText(`A link for a new password is on its way to ${NORA.email}.`)).toBeVisible();
    await expect(page.getByText(`${OLU.name} sent ${NORA.name} a link for a new password`)).toBeVisible();
    await button(page, `Remove ${NORA.name}`).click();
    const asks = page.getByRole('dialog', { name: `Remove ${NORA.name}?` });
    await judge(page, 'operators, removing, desktop');
    await button(asks, 'Remove').click();
    await expect(row(page, NORA.email)).toHaveCount(0);
    await nav(hers, 'Health').click();
    await expect(heading(hers, 'Operator sign-in')).toBeVisible();

    // Nobody knows the password any more.
    const command = spawnSync(process.execPath, ['--no-warnings', inProject('tools', 'operator', 'main.ts'), 'reset'], {
      env: { ...process.env, DATA_DIR: mine.dataDir, DATABASE_URL: '', PUBLIC_URL: mine.url },
      encoding: 'utf8',
    });
    const reset = /\/backadmin\/reset#[\w-]{43}/.exec(command.stdout)?.[0] ?? '';
    expect(reset, command.stderr).not.toBe('');
    const forgetful = await open(null, { place: mine, path: reset, ...PHONE, ...NO_WORKER });
    await expect(field(forgetful, 'E-mail')).toHaveValue(OLU.email);
    await expect(forgetful).toHaveURL(`${mine.url}/backadmin/reset`);
    await judge(forgetful, 'operators, new password, phone');
    await secret(forgetful, 'New password').fill('twenty red kettles');
    await forgetful.keyboard.press('Enter');
    await expect(heading(forgetful, 'Companies')).toBeVisible();
    await nav(page, 'Health').click();
    await expect(heading(page, 'Operator sign-in')).toBeVisible();
  },
);
