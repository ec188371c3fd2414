// Passkeys, by the browser's own authenticator in software: added in the settings, asked for at the door, set up on the way in where the
// company demands a second factor, renamed and removed.
import type { CDPSession, Locator, Page } from 'playwright/test';
import * as demand from '#contract/auth/demand.ts';
import * as second from '#contract/auth/second-factor.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { codeOf, confirmApp } from '../flows/second-factor.fixture.ts';
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
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** The server under the name that passkeys are bound to. */
const named = ({ url }: { url: string }) => ({ url: url.replace('127.0.0.1', 'localhost') });

interface Keys {
  /** Whether whoever sits there can show that it is them. */
  verify(isThem: boolean): Promise<void>;
  /** Nobody touches it, so that the browser waits. */
  touch(touches: boolean): Promise<void>;
}

/** A phone's or laptop's own authenticator, which answers by itself. */
async function withKeys(page: Page): Promise<Keys> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: async (isUserVerified) =>
      void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    touch: async (enabled) =>
      void (await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
  };
}

/** The pictures are of what is looked at here. */
const show = (page: Page): Promise<void> =>
  part(page).evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));

async function givePassword(page: Page, { email }: Person, next: string): Promise<void> {
  await field(page, 'Work e-mail').fill(email);
  await page.keyboard.press('Enter');
  await field(page, 'Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(heading(page, next)).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('userSession'));
  await page.goto('/sign-in');
}

// Only from the second start on does it know, before it listens, on which port: passkeys are bound to the address of the page.
test.beforeAll(async ({ server }) => {
  await server.kill();
  await server.start();
});

test('added, used at the door, renamed, removed again', async ({ company: { ines }, open, server, watch }) => {
  test.setTimeout(180_000);
  watch.allow(/status of 40[013]/);
  const page = await open(ines, { path, place: named(server), ...NO_WORKER });
  const keys = await withKeys(page);
  await expect(button(part(page), 'Add a passkey')).toBeVisible();
  await show(page);
  await judge(page, 'passkeys, none, desktop');
  await button(part(page), 'Add a passkey').click();
  const add = dialog(page, 'Add a passkey');
  await expect(field(add, 'Your password')).toBeFocused();
  await expect(field(add, 'Name')).toHaveValue(/^Chrome on /);
  await judge(page, 'passkeys, add, desktop');
  await keys.verify(false);
  await field(add, 'Your password').fill(PASSWORD);
  await field(add, 'Name').fill('Blue laptop');
  await button(add, 'Add').click();
  await expect(note(add, 'Not added.')).toBeVisible();
  await judge(page, 'passkeys, not added, desktop');
  await keys.verify(true);
  await button(add, 'Add').click();
  const kept = dialog(page, 'Keep your recovery codes');
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const [recovery = ''] = await kept.getByRole('code').allInnerTexts();
  await button(kept, 'I have kept them').click();
  const row = part(page).getByRole('listitem').filter({ hasText: 'Blue laptop' });
  await expect(row).toContainText('Not used yet');
  await expect(note(part(page), '10 of 10 left')).toBeVisible();
  await show(page);
  await judge(page, 'passkeys, one, desktop');

  await button(part(page), 'Add another passkey').click();
  await field(add, 'Your password').fill(PASSWORD);
  await judge(page, 'passkeys, add another, desktop');
  await button(add, 'Use a code instead').click();
  await field(add, 'Recovery code').fill('AAAA');
  await button(add, 'Add').click();
  await expect(note(add, 'This did not prove that it is you. Please check it and try again.')).toBeVisible();
  await button(add, 'Use a passkey instead').click();
  await button(add, 'Add').click();
  await expect(note(add, 'This device has a passkey of yours already.')).toBeVisible();
  await button(add, 'Cancel').click();

  await logOut(page);
  await givePassword(page, ines, 'Use your passkey');
  await judge(page, 'passkeys, second step, desktop');
  await keys.verify(false);
  await button(page, 'Use your passkey').click();
  await expect(note(page, 'No passkey was used. Try again, or use another way.')).toBeVisible();
  await keys.verify(true);
  await button(page, 'Use your passkey').click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.goto(path);
  await expect(row).toContainText(/Last used (just now|\d+ min)/);
  await button(row, 'Rename Blue laptop').click();
  const rename = dialog(page, 'Rename passkey');
  await expect(field(rename, 'Name')).toBeFocused();
  await field(rename, 'Name').fill('Green laptop');
  await judge(page, 'passkeys, rename, desktop');
  await button(rename, 'Save').click();
  const renamed = part(page).getByRole('listitem').filter({ hasText: 'Green laptop' });
  await expect(renamed).toBeVisible();

  await button(part(page), 'Make new recovery codes').click();
  const renew = dialog(page, 'Make new recovery codes');
  await field(renew, 'Your password').fill(PASSWORD);
  await button(renew, 'Make new codes').click();
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const [fresh = ''] = await kept.getByRole('code').allInnerTexts();
  await button(kept, 'I have kept them').click();

  await button(renamed, 'Remove Green laptop').click();
  const remove = dialog(page, 'Remove “Green laptop”');
  await field(remove, 'Your password').fill(PASSWORD);
  await judge(page, 'passkeys, remove, desktop');
  await button(remove, 'Use a code instead').click();
  await field(remove, 'Recovery code').fill(recovery);
  await button(remove, 'Remove').click();
  await expect(note(remove, 'This did not prove that it is you. Please check it and try again.')).toBeVisible();
  await field(remove, 'Recovery code').fill(fresh);
  await button(remove, 'Remove').click();
  await expect(note(page, 'Two-step sign-in is off.')).toBeVisible();
  await expect(button(part(page), 'Add a passkey')).toBeVisible();
});

test('the answer to the first one is lost: it is sent again, and the way to new recovery codes is there', async ({
  company: { ines },
  open,
  server,
  watch,
}) => {
  watch.allow(/status of 40[013]|ERR_FAILED/);
  const page = await open(ines, { path, place: named(server), ...NO_WORKER });
  await withKeys(page);
  let lost = 0;
  await page.route('**/auth/passkey/new', async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort();
  });
  await button(part(page), 'Add a passkey').click();
  const add = dialog(page, 'Add a passkey');
  await field(add, 'Your password').fill(PASSWORD);
  await button(add, 'Add').click();
  await expect(note(add, 'Connectivity issue')).toBeVisible();
  expect(lost).toBeGreaterThan(0);
  await page.unroute('**/auth/passkey/new');
  await button(add, 'Add').click();
  const gone = dialog(page, 'Your recovery codes got lost');
  await expect(gone).toBeVisible();
  await judge(page, 'passkeys, codes lost, desktop');
  await button(gone, 'Make new recovery codes').click();
  const renew = dialog(page, 'Make new recovery codes');
  await field(renew, 'Your password').fill(PASSWORD);
  await button(renew, 'Make new codes').click();
  const kept = dialog(page, 'Keep your recovery codes');
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  await button(kept, 'I have kept them').click();
  await expect(part(page).getByRole('listitem')).toHaveCount(1);
});

test('on a phone, in the dark: set up on the way in where it is demanded, beside an app', async ({
  company: { ines, kwame },
  open,
  server,
  watch,
}) => {
  watch.allow(/status of 40[013]/);
  await ines.api.call(demand.setDemand, { demanded: true });
  const page = await open(null, { ...PHONE, place: named(server), ...NO_WORKER, colorScheme: 'dark' });
  const keys = await withKeys(page);
  await givePassword(page, kwame, 'Set up two-step sign-in');
  await expect(button(page, 'Add a passkey')).toBeVisible();
  await judge(page, 'passkeys, on the way in, phone');
  await keys.verify(false);
  await button(page, 'Add a passkey').click();
  await expect(note(page, 'Not added. Try again, or use an app.')).toBeVisible();
  await button(page, 'Use an authenticator app').click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await judge(page, 'passkeys, on the way in, app, phone');
  await button(page, 'Use a passkey instead').click();
  await keys.verify(true);
  await button(page, 'Add a passkey').click();
  await expect(heading(page, 'Keep your recovery codes')).toBeVisible();
  const [recovery_code = ''] = await page.getByRole('code').allInnerTexts();
  await button(page, 'I have kept them').click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.goto(path);
  const row = part(page).getByRole('listitem').filter({ hasText: 'Chrome on ' });
  await expect(row).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(1);
  await expect(button(part(page), 'Turn off')).toHaveCount(0);
  await show(page);
  await judge(page, 'passkeys, demanded, phone');

  const { secret } = await kwame.api.call(second.beginTotp, { password: PASSWORD, recovery_code });
  await confirmApp(kwame.api, secret);
  await page.reload();
  await expect(row.getByRole('button')).toHaveCount(2);
  await show(page);
  await judge(page, 'passkeys, with an app, phone');
  await logOut(page);
  await givePassword(page, kwame, 'Use your passkey');
  await judge(page, 'passkeys, second step, phone');
  await button(page, 'Use a recovery code').click();
  await expect(field(page, 'Recovery code')).toBeFocused();
  await button(page, 'Use a code of your app instead').click();
  await field(page, 'Code').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('where there are none it is said why, and without a connection nothing is changed', async ({
  company: { ines },
  open,
  server,
}) => {
  const numbered = await open(ines, { path, ...NO_WORKER });
  const { url } = named(server);
  await expect(note(part(numbered), `Passkeys work when you open Limelight at ${url}.`)).toBeVisible();
  await expect(button(part(numbered), 'Set up an authenticator app')).toBeVisible();
  await expect(button(part(numbered), 'Add a passkey')).toHaveCount(0);
  await show(numbered);
  await judge(numbered, 'passkeys, another address, desktop');

  const page = await open(ines, { path, place: named(server) });
  await readyOffline(page);
  await expect(button(part(page), 'Add a passkey')).toBeEnabled();
  await page.evaluate(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await server.kill();
  await expect(note(part(page), 'Changing this needs a connection.')).toBeVisible();
  await expect(note(part(page), 'This browser does not have passkeys.')).toBeVisible();
  await expect(button(part(page), 'Set up an authenticator app')).toBeDisabled();
  await server.start();
});
