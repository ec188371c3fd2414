// Two-step sign-in: set up in the settings, asked for at the door, a recovery code for the day without the phone, turned off again.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import * as second from '#contract/auth/second-factor.ts';
import { STEP_SECONDS } from '#server/features/auth/second-factor/totp.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { codeOf, confirmApp, wrongCode } from '../flows/second-factor.fixture.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import type { Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const path = '/settings/security';
const part = (page: Page): Locator => page.getByRole('region', { name: 'Two-step sign-in' });
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const field = (page: Page | Locator, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const note = (page: Page | Locator, text: string): Locator => page.getByText(text, { exact: true });

/** Waits until the app shows another code than the one that was used. */
async function nextCode(secret: string, used: string): Promise<string> {
  await expect.poll(() => codeOf(secret), { timeout: (STEP_SECONDS + 5) * 1000 }).not.toBe(used);
  return codeOf(secret);
}

/** Over the wire. */
async function withApp({ api }: Person): Promise<{ secret: string; recovery: readonly string[] }> {
  const { secret } = await api.call(second.beginTotp, { password: PASSWORD });
  return { secret, recovery: await confirmApp(api, secret) };
}

async function givePassword(page: Page, { email }: Person, next = 'Enter your code'): Promise<void> {
  await field(page, 'Work e-mail').fill(email);
  await page.keyboard.press('Enter');
  await field(page, 'Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(heading(page, next)).toBeVisible();
}

test('set up with an app, its recovery codes kept; signing in elsewhere asks for a code', async ({
  company: { ines },
  open,
  watch,
}) => {
  watch.allow(/status of 400/);
  const page = await open(ines, { path, ...NO_WORKER });
  await button(part(page), 'Set up an authenticator app').click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(field(dialog, 'Your password')).toBeFocused();
  await page.keyboard.type('not this 1 at all');
  await page.keyboard.press('Enter');
  await expect(note(dialog, 'Invalid password')).toBeVisible();
  await field(dialog, 'Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await dialog.getByRole('code').innerText()).replaceAll(' ', '');
  await expect(field(dialog, 'The code that the app shows')).toBeFocused();
  await judge(page, 'second factor, qr code, desktop');
  await page.keyboard.type(wrongCode(secret));
  await page.keyboard.press('Enter');
  await expect(note(dialog, 'This code is not right. Please check it.')).toBeVisible();
  const used = codeOf(secret);
  await field(dialog, 'The code that the app shows').fill(used);
  await page.keyboard.press('Enter');

  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  await judge(page, 'second factor, recovery codes, desktop');
  const download = page.waitForEvent('download');
  await button(kept, 'Download').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('limelight-recovery-codes.txt');
  const codes = await kept.getByRole('code').allInnerTexts();
  const text = await readFile(await file.path(), 'utf8');
  for (const code of codes) expect(text).toContain(code);
  await page.keyboard.press('Escape');
  await button(kept, 'I have kept them').click();
  await expect(note(part(page), '10 of 10 left')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused();
  await judge(page, 'second factor, on, desktop');

  const elsewhere = await open(null, { path: '/people', ...NO_WORKER });
  await givePassword(elsewhere, ines);
  await expect(field(elsewhere, 'Code')).toBeFocused();
  await judge(elsewhere, 'second step, desktop');
  await elsewhere.keyboard.type(wrongCode(secret));
  await elsewhere.keyboard.press('Enter');
  await expect(note(elsewhere, 'This code is not right. Please check it.')).toBeVisible();
  await field(elsewhere, 'Code').fill(await nextCode(secret, used));
  await elsewhere.keyboard.press('Enter');
  // Where one wanted to go before all this.
  await expect(heading(elsewhere, 'People')).toBeVisible();
});

test('on a phone, in the dark: a recovery code opens; new ones are made; it is turned off', async ({
  company: { ines },
  open,
  watch,
}) => {
  watch.allow(/status of 400/);
  const { secret, recovery } = await withApp(ines);
  const page = await open(null, { ...PHONE, ...NO_WORKER, colorScheme: 'dark' });
  await givePassword(page, ines);
  await judge(page, 'second step, phone');
  await button(page, 'Use a recovery code').click();
  await expect(field(page, 'Recovery code')).toBeFocused();
  await page.keyboard.type('ABCD-EFGH-JKLM-NPQR');
  await page.keyboard.press('Enter');
  await expect(note(page, 'This code is not right. Please check it.')).toBeVisible();
  await judge(page, 'second step, recovery, phone');
  await field(page, 'Recovery code').fill((recovery[0] ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation').first()).toBeVisible();

  await page.goto(path);
  await expect(note(part(page), '9 of 10 left')).toBeVisible();
  await button(part(page), 'Make new recovery codes').click();
  const renew = page.getByRole('dialog', { name: 'Make new recovery codes' });
  await field(renew, 'Your password').fill(PASSWORD);
  await field(renew, 'Code from the app').fill(codeOf(secret));
  await judge(page, 'second factor, new codes asked, phone');
  await button(renew, 'Make new codes').click();
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const [fresh = ''] = await kept.getByRole('code').allInnerTexts();
  await judge(page, 'second factor, recovery codes, phone');
  await button(kept, 'I have kept them').click();
  await expect(note(part(page), '10 of 10 left')).toBeVisible();

  await button(part(page), 'Turn off').click();
  const off = page.getByRole('dialog', { name: 'Turn off two-step sign-in' });
  await field(off, 'Your password').fill(PASSWORD);
  await field(off, 'Code from the app, or a recovery code').fill(recovery[1] ?? '');
  await button(off, 'Turn off').click();
  await expect(note(off, 'This code is not right. Please check it.')).toBeVisible();
  await field(off, 'Code from the app, or a recovery code').fill(fresh);
  await button(off, 'Turn off').click();
  await expect(note(page, 'Two-step sign-in is off.')).toBeVisible();
  await expect(button(part(page), 'Set up an authenticator app')).toBeVisible();
  await judge(page, 'second factor, off, phone');
});

test('an administrator lets somebody in who has lost the phone', async ({ company: { ines, kwame }, open }) => {
  await withApp(kwame);
  const page = await open(ines, { path: `/admin/people/${kwame.id}`, ...NO_WORKER });
  await button(page, 'Reset two-step sign-in').click();
  const dialog = page.getByRole('dialog', { name: 'Reset Kwame’s two-step sign-in?' });
  await judge(page, 'second factor, reset asked, desktop');
  await button(dialog, 'Reset').click();
  await expect(note(page, 'Kwame’s two-step sign-in is reset.')).toBeVisible();
  await judge(page, 'second factor, reset, desktop');
  expect((await kwame.api.call(second.getSecondFactor, {})).totp_since).toBeNull();
  await page.goto(`/admin/people/${ines.id}`);
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('Active');
  await expect(field(page, 'Work e-mail')).toBeEnabled();
  await expect(button(page, 'Reset two-step sign-in')).toHaveCount(0);
});

test('a company that asks for it: who has none is signed out, and sets it up on the way in', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 40[013]/);
  const his = await open(kwame, { ...PHONE, path: '/people', ...NO_WORKER });
  await expect(heading(his, 'People')).toBeVisible();
  const page = await open(ines, { path: '/admin/sso', ...NO_WORKER });
  await page.getByRole('switch', { name: 'Everybody needs it' }).click();
  await expect(part(page)).toContainText('0 people have set it up. 1 person is signed in without it');
  await judge(page, 'second factor, demanded, desktop');
  await button(part(page), 'Sign them out now').click();
  const asked = page.getByRole('dialog', { name: 'Sign 1 person out?' });
  await judge(page, 'second factor, demanded, asked, desktop');
  await button(asked, 'Sign out').click();
  await expect(button(part(page), 'Sign them out now')).toBeHidden();

  await expect(heading(his, 'Welcome back')).toBeVisible();
  await givePassword(his, kwame, 'Set up two-step sign-in');
  await expect(his.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await judge(his, 'second factor, on the way in, phone');
  const secret = (await his.getByRole('code').innerText()).replaceAll(' ', '');
  await field(his, 'The code that the app shows').fill(wrongCode(secret));
  await his.keyboard.press('Enter');
  await expect(note(his, 'This code is not right. Please check it.')).toBeVisible();
  await field(his, 'The code that the app shows').fill(codeOf(secret));
  await his.keyboard.press('Enter');
  await expect(heading(his, 'Keep your recovery codes')).toBeVisible();
  await expect(his.getByRole('listitem')).toHaveCount(10);
  await judge(his, 'second factor, on the way in, recovery codes, phone');
  await button(his, 'I have kept them').click();
  await expect(his.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await his.goto(path);
  await expect(part(his)).toContainText('Your company asks for it, so it cannot be turned off.');
  await expect(button(part(his), 'Turn off')).toHaveCount(0);
  await judge(his, 'second factor, cannot be turned off, phone');
  await page.reload();
  await expect(part(page)).toContainText('1 person has set it up.');
});

test('without a connection it says what it cannot show and do', async ({ company: { ines }, open, server }) => {
  const page = await open(ines, { path });
  await readyOffline(page);
  await expect(button(part(page), 'Set up an authenticator app')).toBeEnabled();
  await server.kill();
  await expect(note(part(page), 'Changing this needs a connection.')).toBeVisible();
  await expect(button(part(page), 'Set up an authenticator app')).toBeDisabled();
  await page.reload();
  await expect(note(part(page), 'Seeing this needs a connection.')).toBeVisible();
  await server.start();
  await expect(button(part(page), 'Set up an authenticator app')).toBeEnabled({ timeout: 30_000 });
});
