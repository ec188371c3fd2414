// Who leaves something unsaved is asked, or finds it again: on pages of the administration, and of a message that is being edited.
import { judge } from './kit/axe.ts';
import { NO_WORKER } from './kit/browser.ts';
import { composer, log, message } from './kit/chat.ts';
import { direct, newSpace, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const pages = [
  { path: '/admin/branding', field: 'Company', written: 'Harbour & Sons' },
  { path: '/admin/company', field: 'Shortest password', written: '11' },
  { path: '/admin/roles/new', field: 'Name', written: 'Front desk' },
];

for (const { path, field, written } of pages)
  test(`${path}: asked before it is lost`, async ({ company: { ines }, open }) => {
    const page = await open(ines, { path, ...NO_WORKER });
    const typed = page
      .getByRole('main')
      .locator('input')
      .and(page.getByLabel(field, { exact: true }));
    const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
    const away = page.getByRole('link', { name: 'Departments', exact: true });
    await typed.fill(written);
    await away.click();
    await expect(asks).toContainText('What you changed here would be lost.');
    await judge(page, `unsaved, ${path}`);
    await asks.getByRole('button', { name: 'Stay' }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(typed).toHaveValue(written);
    await away.click();
    await asks.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/departments$/);
    await page.goto(path);
    await expect(typed).not.toHaveValue(written);
    // Nothing is unsaved: nobody is asked.
    await away.click();
    await expect(page).toHaveURL(/departments$/);
  });

test('a new role is left by saving it, and values are asked about, too', async ({ company: { ines }, open }) => {
  const page = await open(ines, { path: '/admin/roles/new', ...NO_WORKER });
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('main').getByLabel('Name', { exact: true }).fill('Front desk');
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page).toHaveURL(/\/admin\/roles\/[\da-f-]{36}$/);
  await expect(asks).toHaveCount(0);
  await page.goto('/admin/values');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByRole('link', { name: 'Departments', exact: true }).click();
  await expect(asks).toBeVisible();
  await asks.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/values$/);
});

test('an edit that was begun is found again by who looked elsewhere', async ({ company: { ines, kwame }, open }) => {
  await newSpace(ines, 'Ovens', [kwame]);
  await write(ines, direct(kwame), 'The seal is on.');
  const page = await open(ines, { path: '/connect', ...NO_WORKER });
  const talk = page.getByRole('link', { name: /The seal is on\./ });
  const field = log(page).getByRole('textbox', { name: 'Message' });
  await talk.click();
  await message(page, 'The seal is on.').hover();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('e');
  await expect(field).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' Almost');
  await expect(field).toHaveText('The seal is on. Almost');
  await page.getByRole('link', { name: 'Ovens' }).click();
  await expect(composer(page)).toBeVisible();
  await talk.click();
  await expect(log(page).getByText('The seal is on.')).toBeVisible();
  if (!(await field.isVisible())) {
    await page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('e');
  }
  await expect(field).toHaveText('The seal is on. Almost');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
});
