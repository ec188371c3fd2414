// Notifications in the app: the list behind the bell, and what one wants to be told of. Pushes have a file of their own.
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { send } from '#contract/chat.ts';
import { get as getConfig } from '#contract/company.ts';
import { getSettings, list } from '#contract/notifications.ts';
import { meta, update } from '#contract/people/profile.ts';
import type { RichText } from '#contract/rich-text.ts';
import { judge } from './kit/axe.ts';
import { PHONE, readyOffline } from './kit/browser.ts';
import { offlineBanner } from './kit/chat.ts';
import { newSpace, type Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const calling = (who: Person, text: string): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'mention', attrs: { kind: 'employee', id: who.id, label: who.name } },
        { type: 'text', text: ` ${text}` },
      ],
    },
  ],
});

/** Somebody calls somebody in a space. */
async function call(from: Person, to: Person, space: string, text: string): Promise<void> {
  const message_id = uuid();
  const input = { entity_type: 'space' as const, entity_id: space, message_id, body: calling(to, text) };
  await from.api.call(send, input, { key: message_id });
}

const entries = (page: Page) => page.locator('a.ll-notification');
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Notifications' });
const settingsOf = async (person: Person) => (await person.api.call(getSettings, {})).settings;

test('who is called finds it behind the bell, at once; a tap leads there, and it is read', { tag: '@main' }, async ({
  company,
  open,
}) => {
  const { ines, kwame } = company;
  const space = await newSpace(ines, 'Ovens', [kwame]);
  const page = await open(ines);
  await bell(page).click();
  await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
  await judge(page, 'notifications, empty');

  await call(kwame, ines, space, 'can you look at oven two?');
  await expect(entries(page)).toHaveText([/Kwame Mensah mentioned you in Ovens.*can you look at oven two\?/]);
  await expect(bell(page)).toContainText('1');
  await call(kwame, ines, space, 'and at three?');
  await expect(entries(page)).toHaveText([/and at three/, /oven two/]);
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
  await judge(page, 'notifications');

  await entries(page).nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await expect(entries(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/connect/space/${space}`));
  await expect(page.getByText('and at three?').last()).toBeVisible();
  await expect.poll(async () => (await ines.api.call(list, {})).unread).toBe(0);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeHidden();
});

test('offline the list is a saved copy, and what is marked read there is sent later', async ({
  server,
  company,
  open,
}) => {
  const { ines, kwame } = company;
  const space = await newSpace(ines, 'Ovens', [kwame]);
  await call(kwame, ines, space, 'can you look?');
  const page = await open(ines, { ...PHONE, path: '/me' });
  await page.getByRole('link', { name: /Notifications/ }).click();
  await expect(entries(page)).toHaveText([/can you look/]);
  await judge(page, 'notifications, phone');
  await readyOffline(page);
  await server.kill();
  await page.reload();
  await expect(entries(page)).toHaveText([/can you look/]);
  await expect(page.getByText(/^Saved copy/)).toBeVisible();
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(page.locator('a.ll-notification[data-unread]')).toHaveCount(0);
  await server.start();
  await expect.poll(async () => (await ines.api.call(list, {})).unread).toBe(0);
});

test('what reaches one: kinds, pause, hours of one’s own, on every device and also offline', async ({
  server,
  company,
  open,
}) => {
  const { ines } = company;
  const page = await open(ines, { path: '/settings/notifications' });
  await page.getByRole('combobox', { name: 'Groups' }).selectOption('Mentions');
  await expect.poll(async () => (await settingsOf(ines)).levels.group).toBe('mentions');
  const phone = await open(ines, { ...PHONE, path: '/settings/notifications' });
  await expect(phone.getByRole('combobox', { name: 'Groups' })).toHaveValue('mentions');
  await page.getByRole('combobox', { name: 'Reactions' }).selectOption('All');
  await expect(phone.getByRole('combobox', { name: 'Reactions' })).toHaveValue('all');

  await page.getByRole('button', { name: '1 hour' }).click();
  await expect(phone.getByText(/^Nothing sounds until/)).toBeVisible();
  await page.getByRole('radio', { name: /In hours of your own/ }).check();
  const sunday = page.getByRole('region', { name: 'Quiet hours' }).getByRole('checkbox', { name: 'Sunday' });
  await sunday.uncheck();
  await page.getByRole('combobox', { name: 'Monday from' }).selectOption('06:30');
  await expect
    .poll(async () => (await settingsOf(ines)).awake)
    .toEqual([
      { from: '06:30', to: '22:00' },
      ...Array.from({ length: 5 }, () => ({ from: '08:00', to: '22:00' })),
      null,
    ]);
  await expect(phone.getByRole('combobox', { name: 'Monday from' })).toHaveValue('06:30');
  await judge(page, 'settings-notifications');
  await judge(phone, 'settings-notifications, phone');

  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('switch', { name: 'Hide what messages say' }).check();
  await page.getByRole('radio', { name: /In your company’s hours/ }).check();
  await expect(page.getByRole('button', { name: 'Until tomorrow' })).toBeVisible();
  await server.start();
  await expect.poll(() => settingsOf(ines)).toMatchObject({ paused_until: null, hide_text: true, awake: null });
});

test('a device whose clock is another than the profile’s says so, and the profile can take it over', async ({
  company: { ines },
  open,
}) => {
  await ines.api.call(update, { employee_id: ines.id, time_zone: 'Asia/Tokyo' });
  const page = await open(ines, { ...PHONE, path: '/settings/notifications', timezoneId: 'America/Bogota' });
  const hours = page.getByRole('region', { name: 'Quiet hours' });
  await expect(hours.getByText('The clock is that of your profile: Asia/Tokyo')).toBeVisible();
  await expect(hours.getByText(/^This device is in America\/Bogota, where it is \d\d:\d\d\.$/)).toBeVisible();
  await hours.getByText('This device is in').scrollIntoViewIfNeeded();
  await judge(page, 'settings-notifications, another clock, phone');
  await hours.getByRole('button', { name: 'Use this clock' }).click();
  await expect(hours.getByText('The clock is that of your profile: America/Bogota')).toBeVisible();
  await expect(hours.getByText('This device is in')).toHaveCount(0);
  const { time_zone } = await ines.api.call(meta, { employee_id: ines.id, select: ['time_zone'] });
  expect(time_zone).toBe('America/Bogota');
});

test('one conversation otherwise than its kind, and the company’s hours', async ({ company, open }) => {
  const { ines, kwame } = company;
  const space = await newSpace(ines, 'Ovens', [kwame]);
  const page = await open(ines, { path: `/connect/space/${space}` });
  await page.getByRole('button', { name: 'About this conversation' }).click();
  const level = page.getByRole('combobox', { name: 'Notifications' });
  await level.selectOption('All');
  const exceptions = async () => (await ines.api.call(getSettings, {})).exceptions;
  await expect.poll(exceptions).toEqual([{ entity_type: 'space', entity_id: space, level: 'all' }]);
  await judge(page, 'about, notifications');
  await level.selectOption('As usual');
  await expect.poll(exceptions).toEqual([]);

  await page.goto('/admin/company');
  const sunday = page.getByRole('region', { name: 'Quiet hours' }).getByRole('checkbox', { name: 'Sunday' });
  await sunday.uncheck();
  // Said to the server at once, not by the outbox: a page that is left takes it along.
  await expect.poll(async () => (await ines.api.call(getConfig, {})).settings.awake.at(-1)).toBeNull();
  await page.goto('/settings/notifications');
  await expect(page.getByText('Monday to Saturday 08:00 – 22:00, Sunday quiet all day')).toBeVisible();
  await page.goto('/admin/company');
  await expect(sunday).not.toBeChecked();
  // Who works at night is awake over midnight.
  const hours = page.getByRole('region', { name: 'Quiet hours' });
  await hours.getByRole('combobox', { name: 'Monday from' }).selectOption('20:00');
  await hours.getByRole('combobox', { name: 'Monday to' }).selectOption('04:00');
  await expect(hours.getByRole('listitem').filter({ hasText: 'Monday' })).toContainText('the next day');
  const monday = async () => (await ines.api.call(getConfig, {})).settings.awake[0];
  await expect.poll(monday).toEqual({ from: '20:00', to: '04:00' });
  await judge(page, 'settings-company, hours');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'settings-company, hours, phone');
});

test('the server knows each device, also one that may not be told anything', async ({
  company: { ines },
  open,
  server,
}) => {
  await open(ines);
  const known = () =>
    server.sql('SELECT transport, permission, info->>$2 AS app FROM device WHERE employee_id = $1', [
      ines.id,
      'app_type',
    ]);
  await expect.poll(known).toEqual([{ transport: 'none', permission: 'denied', app: 'web' }]);
});
