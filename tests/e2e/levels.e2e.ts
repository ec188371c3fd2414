// What comes of single places, otherwise than of their kind: a sub-space, a thread; and all of that in one list.
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as threads from '#contract/chat/threads.ts';
import { send } from '#contract/chat.ts';
import { setLevel } from '#contract/notifications/writes.ts';
import { getSettings } from '#contract/notifications.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { judge } from './kit/axe.ts';
import { PHONE, readyOffline, storedOf } from './kit/browser.ts';
import { offlineBanner, openSpace } from './kit/chat.ts';
import { newSpace, newSubSpace, type Person, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const levels = async ({ api }: Person): Promise<Record<string, string>> => {
  const { exceptions } = await api.call(getSettings, {});
  return Object.fromEntries(exceptions.map(({ entity_id, level }) => [entity_id, level]));
};
const rows = (page: Page) => page.getByRole('region', { name: 'Exceptions' }).getByRole('listitem');

test('a sub-space and a thread have levels of their own; the settings list them, and take them back', async ({
  open,
  company: { ines, kwame },
}) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const sub_space_id = await newSubSpace(ines, space_id, 'Ovens');
  const root = await write(ines, { entity_type: 'space', entity_id: space_id }, 'Oven 3 is back in service');
  const message_id = uuid();
  const answer = { entity_type: 'thread', entity_id: root.message_id, message_id, body: docOf('For good?') } as const;
  await kwame.api.call(send, answer, { key: message_id });
  await ines.api.call(threads.follow, { message_id: root.message_id, following: true });
  const page = await open(ines);
  await openSpace(page, space_id, sub_space_id);
  await page.getByRole('button', { name: 'About this conversation' }).click();
  await page.getByRole('combobox', { name: 'Notifications', exact: true }).selectOption('Mentions');
  await page.getByRole('combobox', { name: 'Notifications of Ovens' }).selectOption('All');
  await expect.poll(() => levels(ines)).toEqual({ [space_id]: 'mentions', [sub_space_id]: 'all' });
  await judge(page, 'levels, about');

  await page.goto(`/connect/threads?thread=${root.message_id}`);
  await page.getByRole('button', { name: 'Notifications of this thread' }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Notifications of this thread' });
  await expect(menu.getByRole('menuitemradio', { name: 'As usual' })).toBeChecked();
  await judge(page, 'levels, thread');
  await menu.getByRole('menuitemradio', { name: 'None' }).click();
  await expect.poll(async () => (await levels(ines))[root.message_id]).toBe('none');

  await page.goto('/settings/notifications');
  await expect(rows(page)).toHaveText([
    /^Mill Lane crewSpace/,
    /^Oven 3 is back in serviceThread/,
    /^OvensSub-space of Mill Lane crew/,
  ]);
  await rows(page).last().scrollIntoViewIfNeeded();
  await judge(page, 'levels, settings');
  await page.getByRole('combobox', { name: 'Notifications of Ovens' }).selectOption('None');
  await expect.poll(async () => (await levels(ines))[sub_space_id]).toBe('none');
  await rows(page).getByRole('link', { name: 'Oven 3 is back in service' }).click();
  await expect(page).toHaveURL(new RegExp(`thread=${root.message_id}`));
});

test('without a connection they change at once, and are sent later; also where one no longer is', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const left = await newSpace(ines, 'Harbour runs', [kwame]);
  await kwame.api.call(setLevel, { entity_type: 'space', entity_id: left, level: 'all' });
  await kwame.api.call(setLevel, { entity_type: 'employee', entity_id: ines.id, level: 'none' });
  await ines.api.call(spaces.removeMember, { space_id: left, employee_id: kwame.id });
  const page = await open(kwame, { ...PHONE, path: '/settings/notifications' });
  await expect(rows(page)).toHaveText([/^A spaceNot in your list any more/, /^Ines OkaforDirect messages/]);
  await rows(page).last().scrollIntoViewIfNeeded();
  await judge(page, 'levels, phone');
  await readyOffline(page);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await page.getByRole('button', { name: 'A space: as usual again' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Notifications of Ines Okafor' }).selectOption('Mentions');
  await expect.poll(() => storedOf(page, ['"level":"mentions"'])).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Notifications of Ines Okafor' })).toHaveValue('mentions');
  await expect(rows(page)).toHaveCount(1);
  await server.start();
  await expect.poll(() => levels(kwame), { timeout: 40_000 }).toEqual({ [ines.id]: 'mentions' });
  await page.getByRole('button', { name: 'Ines Okafor: as usual again' }).click();
  await expect(page.getByText(/^None\. A conversation’s own page/)).toBeVisible();
});
