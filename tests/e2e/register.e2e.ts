// Registering a company step by step: going back goes to the step before, a reload keeps what was typed but the password, and nothing of
// it is left once the company is there.
import type { Page } from 'playwright/test';
import { codeIn, waitForMail } from '#tests/kit/mails.ts';
import { judge } from './kit/axe.ts';
import { canary } from './kit/own-browser.ts';
import { expect, test } from './kit/test.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string) => page.getByRole('button', { name });
const kept = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test('back goes one step back, a reload keeps all but the password, and then it is gone', async ({ open, server }) => {
  const email = `ines-${canary()}@brackenford.example`;
  const page = await open(null, { path: '/sign-in' });
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(field(page, 'Company name')).toBeFocused();
  await field(page, 'Company name').fill('Brackenford');
  await page.getByLabel('Time zone').selectOption('Africa/Accra');
  await expect.poll(() => kept(page)).toContain('Africa/Accra');
  await page.reload();
  await expect(field(page, 'Company name')).toHaveValue('Brackenford');
  await expect(page.getByLabel('Time zone')).toHaveValue('Africa/Accra');
  await expect(field(page, 'Company name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page, 'And you?')).toBeVisible();
  await expect(field(page, 'First name')).toBeFocused();

  await page.goBack();
  await expect(title(page, 'Register your company')).toBeVisible();
  await expect(field(page, 'Company name')).toHaveValue('Brackenford');
  await page.goForward();
  await field(page, 'First name').fill('Ines');
  await field(page, 'Last name').fill('Okafor');
  await field(page, 'Work e-mail').fill(email);
  await field(page, 'Password').fill('rye bread at dawn 7');
  await expect.poll(() => kept(page)).toContain('Okafor');
  expect(await kept(page)).not.toContain('rye bread');
  await page.reload();
  await expect(page.getByText('You will be the owner of Brackenford.')).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('Ines');
  await expect(field(page, 'Last name')).toHaveValue('Okafor');
  await expect(field(page, 'Work e-mail')).toHaveValue(email);
  await expect(field(page, 'Password')).toHaveValue('');
  await judge(page, 'register, you, desktop');

  await field(page, 'Password').fill('rye bread at dawn 7');
  await button(page, 'Register').click();
  await expect(title(page, 'Check your e-mail')).toBeVisible();
  await page.goBack();
  await expect(field(page, 'Work e-mail')).toHaveValue(email);
  await page.goForward();
  await page.reload();
  // The address is known still: the code is all that there is to type.
  await expect(page.getByText(`We sent a 6-digit code to ${email}`)).toBeVisible();
  await page.getByLabel('Code').fill(codeIn(await waitForMail(server.dataDir, email)));
  await button(page, 'Verify').click();
  await expect(title(page, 'Chat')).toBeVisible();
  expect(await kept(page)).not.toContain('Okafor');
});

test('who has only typed an address was sent no code', async ({ open }) => {
  const page = await open(null, { path: '/register' });
  await field(page, 'Company name').fill('Brackenford');
  await page.keyboard.press('Enter');
  await field(page, 'Work e-mail').fill('ines@brackenford.example');
  await expect.poll(() => kept(page)).toContain('ines@brackenford.example');
  await page.goto('/sign-in/verify');
  await expect(page.getByText('Enter your address and the 6-digit code from the mail.')).toBeVisible();
  await expect(field(page, 'Work e-mail')).toHaveValue('');
});

test('the second step begins with the first one', async ({ open }) => {
  const page = await open(null, { path: '/register?step=you' });
  await expect(title(page, 'Register your company')).toBeVisible();
  await expect(page).toHaveURL(/\/register$/);
});
