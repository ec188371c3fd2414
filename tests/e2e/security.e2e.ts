// Settings → Security: where one is signed in, ending it elsewhere, and another password.
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { login } from '#contract/auth.ts';
import { update } from '#contract/company.ts';
import { updateDevice } from '#contract/notifications/device.ts';
import { TestClient } from '#tests/kit/client.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { infoOf } from '../flows/push.fixture.ts';
import { judge } from './kit/axe.ts';
import { PHONE, readyOffline } from './kit/browser.ts';
import { expect, test } from './kit/test.ts';

const NEW = 'kestrel over 7 marshes';

const path = '/settings/security';
const devices = (page: Page) => page.getByRole('list').filter({ hasText: 'This device' }).getByRole('listitem');
const note = (page: Page, text: string) => page.getByText(text, { exact: true });

test('one’s devices: one is signed out, then all others at once, and this one stays', async ({
  company: { ines },
  open,
  server,
  watch,
}) => {
  // Those that are signed out ask once more, and are told.
  watch.allow(/401/);
  const others = [await open(ines), await open(ines, PHONE)];
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const given = { email_id: ines.email, password: PASSWORD };
  const phone = new TestClient(server.url);
  const { body } = await phone.raw(login, given, { headers: { 'user-agent': iphone } });
  phone.session = body.data as NonNullable<TestClient['session']>;
  await phone.call(updateDevice, {
    device_id: uuid(),
    device_info: infoOf({ transport: 'none', permission: 'default' }),
  });
  const page = await open(ines, { path });
  // Whoever made the company, the one on the telephone, and each time that the app was opened for her.
  const all = 5;
  await expect(devices(page)).toHaveCount(all);
  await expect(devices(page).first()).toContainText('Chrome on LinuxThis device');
  await expect(devices(page).first().getByRole('button')).toHaveCount(0);
  await expect(devices(page).nth(1)).toContainText(/127\.0\.0\.1.*Active.*Signed in/s);
  await expect(devices(page).filter({ hasText: 'Safari on iOS' })).toContainText('Installed app, push off');
  await judge(page, 'security, desktop');

  await devices(page).getByRole('button', { name: 'Sign out Safari on iOS' }).click();
  await expect(note(page, 'Safari on iOS is signed out.')).toBeVisible();
  await expect(devices(page)).toHaveCount(all - 1);
  await expect(page.getByRole('heading', { name: 'Where you’re signed in' })).toBeFocused();

  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out all other devices?' });
  await judge(page, 'security, asks, desktop');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(devices(page)).toHaveCount(all - 1);
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await dialog.getByRole('button', { name: `Sign out ${all - 2} devices` }).click();
  await expect(note(page, `${all - 2} other devices are signed out.`)).toBeVisible();
  await expect(devices(page)).toHaveCount(1);
  for (const other of others) await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.reload();
  await expect(devices(page)).toHaveCount(1);
});

test('another password: checked in place, and the old one asked for', async ({ company: { ines }, open, watch }) => {
  watch.allow(/40[01]/);
  const page = await open(ines, { ...PHONE, path });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  await expect(field('Current password')).toBeFocused();
  await field('Current password').fill('not this 1 at all');
  await field('New password').fill(NEW);
  await field('New password again').fill(`${NEW}!`);
  await change.click();
  await expect(note(page, 'Passwords do not match')).toBeVisible();
  await field('New password again').fill(NEW);
  await change.click();
  await expect(note(page, 'Invalid password')).toBeVisible();
  await judge(page, 'security, refused, phone');
  await field('Current password').fill(PASSWORD);
  await change.click();
  await expect(note(page, 'Your password is changed. All other devices are signed out.')).toBeVisible();
  await expect(devices(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Password' })).toBeFocused();
  for (const name of ['Current password', 'New password', 'New password again'])
    await expect(field(name)).toHaveValue('');
});

test('how long a password has to be is what the company says', async ({ company: { ines, kwame }, open, watch }) => {
  watch.allow(/400/);
  const page = await open(kwame, { path });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const change = async (password: string) => {
    await field('Current password').fill(PASSWORD);
    await field('New password').fill(password);
    await field('New password again').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await ines.api.call(update, { settings: { password_min_length: 40 } });
  await change(NEW);
  await expect(note(page, 'This password is too short. Use at least 40 characters.')).toBeVisible();
  await judge(page, 'security, too short, desktop');
  await ines.api.call(update, { settings: { password_min_length: 6 } });
  await change('k3st');
  await expect(note(page, 'This password is too short. Use at least 6 characters.')).toBeVisible();
  await change('k3strel');
  await expect(note(page, 'Your password is changed. All other devices are signed out.')).toBeVisible();
});

test('no text becomes markup or a script, whoever writes it', async ({ company: { ines }, open, watch }) => {
  const page = await open(ines, { path });
  await expect(devices(page).first()).toBeVisible();
  watch.allow(/Trusted(HTML|ScriptURL|Script)/, /trusted-types/);
  const tried = await page.evaluate(() => {
    const outcome = (work: () => unknown) => {
      try {
        work();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    const named = (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } })
      .trustedTypes;
    return [
      outcome(() => (document.createElement('div').innerHTML = '<img src="x" onerror="alert(1)">')),
      outcome(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
      outcome(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
      outcome(() => (script.src = '/elsewhere.js')),
      outcome(() => (script.text = 'alert(1)')),
      outcome(() => named.createPolicy('mine', { createHTML: (text: string) => text })),
      outcome(() => named.createPolicy('limelight', { createHTML: (text: string) => text })),
      outcome(() => named.createPolicy('limelight-start', { createHTML: (text: string) => text })),
    ];
  });
  expect(tried).toEqual(Array.from({ length: 8 }, () => 'TypeError'));
});

test('without a connection it says what it cannot show and do', async ({ company: { ines }, open, server }) => {
  const page = await open(ines, { path });
  await readyOffline(page);
  await expect(devices(page).first()).toBeVisible();
  await server.kill();
  await expect(note(page, 'Signing a device out needs a connection.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled();
  for (const button of await devices(page).getByRole('button').all()) await expect(button).toBeDisabled();
  await page.reload();
  await expect(note(page, 'Seeing your devices needs a connection.')).toBeVisible();
  await judge(page, 'security, offline, desktop');
  await server.start();
  // After a while without a connection it is looked for every half minute.
  await expect(devices(page).first()).toBeVisible({ timeout: 90_000 });
});
