// Who writes to somebody for whom it is night sees it, and can have it sent when that ends.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createGroup } from '#contract/chat/groups.ts';
import * as scheduled from '#contract/chat/scheduled.ts';
import { updateSettings } from '#contract/notifications/writes.ts';
import * as people from '#contract/people.ts';
import { docOf } from '#contract/rich-text.ts';
import type { Week } from '#contract/week.ts';
import { judge } from './kit/axe.ts';
import { PHONE, readyOffline } from './kit/browser.ts';
import { composer, offlineBanner, openDirect, type } from './kit/chat.ts';
import { direct, newColleague, type Person, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const ALWAYS: Week = Array.from({ length: 7 }, () => ({ from: '00:00', to: '24:00' }));
const HOUR = 3_600_000;

/** Of the app itself: after a reload the picture of before has one as well. */
const line = (page: Page): Locator => page.locator('#root .ll-quiet');
const later = (page: Page): Locator => page.getByRole('button', { name: /^Send (at )?\d/ });
const waiting = async (person: Person) => (await person.api.call(scheduled.listScheduled, {})).items;
const clockAt = (at: string, hours: number): string => {
  const there = new Date(Date.parse(at) + hours * HOUR);
  return there.toISOString().slice(11, 16);
};

/** Whatever the hour: from now on for six hours nothing sounds with them. */
async function sleeps({ api }: Person): Promise<string> {
  const paused_until = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 6 * HOUR).toISOString();
  await api.call(updateSettings, { awake: ALWAYS, paused_until });
  return paused_until;
}
const wakes = ({ api }: Person) => api.call(updateSettings, { awake: ALWAYS, paused_until: null });
/** What the page asks for. */
const answer = (page: Page) => page.waitForResponse((one) => one.url().includes('/notification/quiet/get'));

test('it is said where one writes, by both clocks, moves nothing that is touched, and sends it in the morning', async ({
  open,
  company: { ines, kwame },
}) => {
  await write(kwame, direct(ines), 'When does the rye go in?');
  const until = await sleeps(kwame);
  await kwame.api.call(people.update, { employee_id: kwame.id, time_zone: 'Etc/GMT-3' });
  const page = await open(ines, { timezoneId: 'UTC' });
  await openDirect(page, kwame);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const before = await send.boundingBox();
  expect(before).not.toBeNull();
  await expect(line(page)).toHaveCount(0);
  await composer(page).click();
  const [there, here] = [clockAt(until, 3), clockAt(until, 0)];
  await expect(line(page)).toContainText(
    new RegExp(`^It is \\d\\d:\\d\\d for Kwame. Notifications are paused until ${there} \\(${here} for you\\).`),
  );
  expect(await send.boundingBox()).toEqual(before);
  await judge(page, 'quiet');

  await later(page).click();
  await expect(page.getByText('Write the message first, then choose when it is sent.')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('At four');
  await page.keyboard.press('Shift+Tab');
  await expect(later(page)).toBeFocused();
  await expect(later(page)).toHaveText(`Send at ${there}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^1 message is scheduled/ })).toBeVisible();
  await expect(composer(page)).toHaveText('');
  await expect.poll(() => waiting(ines)).toMatchObject([{ due_at: until, body: docOf('At four') }]);
  await judge(page, 'quiet, scheduled');
});

test('without a connection it waits with the others; of whom nothing is known nothing is said', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  await write(kwame, direct(ines), 'Hello');
  const until = await sleeps(kwame);
  const page = await open(ines, { ...PHONE, timezoneId: 'UTC' });
  await openDirect(page, kwame);
  await readyOffline(page);
  await type(page, 'The rota');
  await expect(line(page)).toContainText(`Kwame’s notifications are paused until ${clockAt(until, 0)}.`);
  await judge(page, 'quiet, phone');
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await later(page).click();
  await expect(page.getByRole('link', { name: /^1 message is scheduled/ })).toBeVisible();
  await expect(composer(page)).toHaveText('');

  await page.reload();
  await composer(page).click();
  await expect(line(page)).toBeAttached();
  await expect(page.getByRole('link', { name: /^1 message is scheduled/ })).toBeVisible();
  await expect(line(page)).toHaveText('');
  await server.start();
  await expect.poll(() => waiting(ines), { timeout: 40_000 }).toMatchObject([{ due_at: until }]);
  expect(await textsIn(kwame, direct(ines))).toEqual(['Hello']);
});

test('of who is awake, or in a group of which somebody is, nothing is said', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe');
  const [until] = [await sleeps(kwame), await wakes(nell)];
  const conversation_id = uuid();
  await ines.api.call(createGroup, { conversation_id, employee_ids: [kwame.id, nell.id] });
  const page = await open(ines, { timezoneId: 'UTC' });
  await openDirect(page, nell);
  const [awake] = await Promise.all([answer(page), composer(page).click()]);
  expect(await awake.json()).toMatchObject({ data: { quiet_until: null } });
  await expect(line(page)).toHaveText('');

  await page.goto(`/connect/group/${conversation_id}`);
  await composer(page).click();
  await expect(line(page)).toBeAttached();
  await expect(line(page)).toHaveText('');
  await sleeps(nell);
  await page.reload();
  await composer(page).click();
  await expect(line(page)).toContainText(`Nobody else here is notified before ${clockAt(until, 0)}.`);
  await later(page).click();
  await expect(page.getByText('Write the message first')).toBeVisible();
  await judge(page, 'quiet, group');
});
