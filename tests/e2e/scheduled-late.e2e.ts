// Scheduled messages that went out late, as those see them who read them; and somebody who is called by one that is changed.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as scheduled from '#contract/chat/scheduled.ts';
import * as chat from '#contract/chat.ts';
import { docOf, mentionsOf } from '#contract/rich-text.ts';
import { judge } from './kit/axe.ts';
import { PHONE } from './kit/browser.ts';
import { log, openDirect, openSpace } from './kit/chat.ts';
import { direct, newSpace, type Person, write } from './kit/people.ts';
import { fieldIn, scheduleFor } from './kit/screen/later.ts';
import { expect, test } from './kit/test.ts';

const options = (page: Page): Locator => page.getByRole('listbox', { name: 'People and spaces' }).getByRole('option');
const waiting = async (person: Person) => (await person.api.call(scheduled.listScheduled, {})).items;

/** Of the last message as the server has it. */
async function meant(person: Person, address: chat.Address): Promise<string[]> {
  const { items } = await person.api.call(chat.listMessages, { ...address, limit: '1' });
  const body = items.at(-1)?.body;
  return body ? mentionsOf(body).map(({ kind, id }) => `${kind} ${id}`) : [];
}

test('what fell due while the server was down says so beside it, in the conversation and in its thread', async ({
  open,
  server,
  watch,
  company: { ines, kwame },
}) => {
  watch.cutsConnections = true;
  const root = await write(kwame, direct(ines), 'When does the rye go in?');
  const under = { entity_type: 'thread', entity_id: root.message_id } as const;
  const page = await open(kwame);
  await openDirect(page, ines);
  const due_at = new Date(Date.now() + 3_600_000).toISOString();
  for (const [address, text] of [
    [direct(kwame), 'At 13:00'],
    [under, 'And the spelt later'],
  ] as const)
    await ines.api.call(scheduled.schedule, { ...address, message_id: uuid(), body: docOf(text), due_at });
  await server.kill();
  await server.sql("UPDATE scheduled_message SET due_at = now() - interval '2 days'");
  await server.start();
  const late = log(page).getByRole('article', { name: /^Ines Okafor, \d\d:\d\d, sent late$/ });
  await expect(late).toContainText('At 13:00', { timeout: 60_000 });
  await expect(late.getByText(/^Scheduled for \d{1,2} \w{3} \d{4}, \d\d:\d\d, sent late$/)).toBeVisible();
  await expect(log(page).getByText(/sent late/)).toHaveCount(1);
  await judge(page, 'a message that was sent late');
  const phone = await open(kwame, { ...PHONE, path: `/connect/employee/${ines.id}?thread=${root.message_id}` });
  const answer = phone
    .getByRole('region', { name: 'Thread', exact: true })
    .getByRole('article', { name: /sent late$/ });
  await expect(answer).toContainText(/Scheduled for \d{1,2} \w{3} \d{4}, \d\d:\d\d, sent late.*And the spelt later/s);
});

test('a scheduled message is changed to call somebody, by keyboard, and they are called when it arrives', async ({
  open,
  server,
  company: { ines, kwame },
}) => {
  const space_id = await newSpace(ines, 'Oven crew', [kwame]);
  const space = { entity_type: 'space', entity_id: space_id } as const;
  const page = await open(ines);
  await openSpace(page, space_id);
  await scheduleFor(page, 'The rye goes in', 60);
  await page.getByRole('link', { name: /1 message is scheduled/ }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Scheduled message' });
  await dialog.getByLabel('Date and time').fill(fieldIn(90));
  await dialog.getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(', @');
  await expect(options(page).first()).toHaveText(/^@all/);
  await page.keyboard.type('kw');
  await expect(options(page)).toHaveText([new RegExp(kwame.name)]);
  await judge(page, 'whom a scheduled message calls');
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  for (const _ of '@kw') await page.keyboard.press('Backspace');
  await page.keyboard.type('@kwa');
  await expect(options(page)).toHaveText([new RegExp(kwame.name)]);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('listitem')).toContainText([`The rye goes in, @${kwame.name}`]);
  await expect.poll(async () => mentionsOf((await waiting(ines))[0]?.body ?? docOf(''))).toHaveLength(1);
  await server.sql('UPDATE scheduled_message SET due_at = now()');
  await expect.poll(() => meant(kwame, space), { timeout: 60_000 }).toEqual([`employee ${kwame.id}`]);
  const { items } = await kwame.api.call(chat.listConversations, {});
  expect(items.find(({ entity_id }) => entity_id === space_id)?.mention_count).toBe(1);
});

test('other words alone leave the time as the server has it', async ({ open, server, company: { ines, kwame } }) => {
  const due_at = new Date(Date.now() + 3_600_000).toISOString();
  const words = { message_id: uuid(), body: docOf('At thirten'), due_at };
  await ines.api.call(scheduled.schedule, { ...direct(kwame), ...words });
  const page = await open(ines, { path: '/connect/scheduled' });
  await page.getByRole('button', { name: 'Edit' }).click();
  // As if it had been put off on another device a moment ago: a time that nobody chose here would take that back.
  await server.sql("UPDATE scheduled_message SET due_at = due_at + interval '2 hours'");
  const dialog = page.getByRole('dialog', { name: 'Scheduled message' });
  await dialog.getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('At thirteen');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const later = new Date(Date.parse(due_at) + 7_200_000).toISOString();
  await expect
    .poll(async () => (await waiting(ines)).map((one) => [one.body, one.due_at]))
    .toEqual([[docOf('At thirteen'), later]]);
});
