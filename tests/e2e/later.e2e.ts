// What people keep for later, in the browser: saved messages, scheduled ones, drafts on another device.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as drafts from '#contract/chat/drafts.ts';
import * as saved from '#contract/chat/saved.ts';
import * as scheduled from '#contract/chat/scheduled.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { composer, expectTexts, keepToasts, message, offlineBanner, openDirect, openSpace, type } from './kit/chat.ts';
import { direct, newColleague, newSpace, newSubSpace, type Person, textsIn, write } from './kit/people.ts';
import { fieldIn, scheduleFor } from './kit/screen/later.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

/** Chooses from the menu of a message. */
async function choose(page: Page, text: string | RegExp, what: string): Promise<void> {
  const row = message(page, text).last();
  const menu = page.getByRole('menu', { name: 'Message actions' });
  // Pressed twice it closes again.
  await expect(async () => {
    if (!(await menu.isVisible())) {
      await row.hover({ timeout: 10_000 });
      await row.getByRole('button', { name: 'More actions' }).click({ timeout: 10_000 });
    }
    await expect(menu).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await menu.getByRole('menuitem', { name: what, exact: true }).click();
}
const place = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Across conversations' }).getByRole('link', { name });
const listed = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Conversations', exact: true }).getByRole('link', { name });
const rows = (page: Page): Locator => page.locator('.ll-later').getByRole('listitem');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function goOffline(page: Page, server: Server): Promise<void> {
  await readyOffline(page);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
}
async function comeBack(page: Page, server: Server): Promise<void> {
  await server.start();
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
}
const idsOf = async (person: Person) =>
  (await person.api.call(saved.listMarks, {})).items.map(({ message_id }) => message_id);

test.describe('saved for later', () => {
  test('from the menu or with S; the list leads to its place; what is taken off can be put back', async ({
    open,
    company: { ines, kwame },
  }) => {
    const said = await write(kwame, direct(ines), 'The gate code is 4711.');
    await write(kwame, direct(ines), 'And the lift is fixed.');
    const page = await open(ines);
    const tablet = await open(ines, { path: '/connect' });
    await keepToasts(page);
    await openDirect(page, kwame);
    await expect(place(page, 'Saved')).toHaveCount(0);
    await choose(page, 'The gate code', 'Save for later');
    await expect(page.getByText('Saved for later')).toBeVisible();
    await message(page, 'And the lift').focus();
    await page.keyboard.press('s');
    await expect.poll(() => idsOf(ines)).toHaveLength(2);
    await place(tablet, 'Saved').click();
    await expect(heading(tablet, 'Saved')).toBeVisible();
    await expect(rows(tablet)).toHaveText([
      /Kwame Mensah.*And the lift is fixed\./,
      /The gate code is 4711\.Direct message/,
    ]);
    await tablet.getByRole('link', { name: /The gate code/ }).click();
    await expect(tablet).toHaveURL(new RegExp(`message=${said.message_id}`));
    await expect(message(tablet, 'The gate code')).toBeVisible();
    await choose(page, 'The gate code', 'Remove from saved');
    // Until then there is the other toast, whose Undo takes the other message off.
    await expect(page.getByText('Removed from saved')).toBeVisible();
    await expect.poll(() => idsOf(ines)).toHaveLength(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => idsOf(ines)).toHaveLength(2);
    await place(tablet, 'Saved').click();
    await rows(tablet).nth(1).getByRole('button', { name: 'Remove from saved' }).click();
    await expect(rows(tablet)).toHaveCount(1);
    await expect(rows(tablet).getByRole('button', { name: 'Remove from saved' })).toBeFocused();
    await rows(tablet).getByRole('button', { name: 'Remove from saved' }).click();
    await expect(tablet.getByText('Nothing saved')).toBeVisible();
    await expect(place(page, 'Saved')).toHaveCount(0);
  });

  test('without a connection at once and after a reload; what was deleted meanwhile says so', async ({
    open,
    server,
    company: { ines, kwame },
  }) => {
    const said = await write(kwame, direct(ines), 'Oven 3 needs a seal.');
    const page = await open(ines, { ...PHONE });
    await openDirect(page, kwame);
    await readyOffline(page);
    await goOffline(page, server);
    await message(page, 'Oven 3').focus();
    await page.keyboard.press('s');
    await expect(page.getByText('Saved for later')).toBeVisible();
    await page.goto('/connect');
    await place(page, 'Saved').click();
    await expect(rows(page)).toHaveText([/Kwame Mensah.*Oven 3 needs a seal\.Direct message/]);
    await page.reload();
    await expect(rows(page)).toHaveText([/Oven 3 needs a seal\./]);
    await comeBack(page, server);
    await expect.poll(() => idsOf(ines)).toEqual([said.message_id]);
    await kwame.api.call(chat.remove, { message_id: said.message_id });
    await expect(rows(page)).toHaveText([/This message was deleted/]);
    await rows(page).getByRole('button', { name: 'Remove from saved' }).click();
    await expect.poll(() => idsOf(ines)).toEqual([]);
  });
});

const waiting = async (person: Person) => (await person.api.call(scheduled.listScheduled, {})).items;

test.describe('scheduled messages', () => {
  test('a message is sent at its time, changed before, or sent at once', async ({
    open,
    server,
    company: { ines, kwame },
  }) => {
    await write(kwame, direct(ines), 'When does the rye go in?');
    const page = await open(ines);
    await openDirect(page, kwame);
    await type(page, 'Good morning');
    await page.getByRole('button', { name: 'Schedule message' }).click();
    await page.getByRole('menuitem', { name: /^Tomorrow, 09:00/ }).click();
    await expect(composer(page)).toHaveText('');
    await expect(composer(page)).toBeFocused();
    await expect(page.getByRole('link', { name: '1 message is scheduled: Tomorrow, 09:00' })).toBeVisible();
    await scheduleFor(page, 'At 13:00', 90);
    await page.getByRole('link', { name: '2 messages are scheduled' }).click();
    await expect(heading(page, 'Scheduled')).toBeVisible();
    await expect(rows(page)).toHaveText([/At 13:00To Kwame Mensah/, /Tomorrow, 09:00Good morningTo Kwame Mensah/]);
    await test.step('edited', async () => {
      await rows(page).first().getByRole('button', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Scheduled message' });
      await dialog.getByLabel('Date and time').fill(fieldIn(-60));
      await dialog.getByRole('textbox', { name: 'Message' }).click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('At 14:00');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('Choose a time at least a minute from now')).toBeVisible();
      await dialog.getByLabel('Date and time').fill(fieldIn(120));
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(rows(page).first()).toContainText('At 14:00');
    });
    await test.step('sent at once', async () => {
      await rows(page).nth(1).getByRole('button', { name: 'Send now' }).click();
      await expect(rows(page)).toHaveCount(1);
      await expect.poll(() => textsIn(kwame, direct(ines))).toEqual(['When does the rye go in?', 'Good morning']);
    });
    await test.step('sent by the server', async () => {
      await server.sql('UPDATE scheduled_message SET due_at = now()');
      await expect
        .poll(() => textsIn(kwame, direct(ines)), { timeout: 60_000 })
        .toEqual(['When does the rye go in?', 'Good morning', 'At 14:00']);
      await expect(page.getByText('Nothing scheduled')).toBeVisible();
      await expect(place(page, /Scheduled/)).toHaveCount(0);
    });
  });

  test('one that is refused when it is due stays, with the reason, and can be sent again', async ({
    open,
    server,
    watch,
    company: { ines, kwame },
  }) => {
    // The space that he is put out of while it is open.
    watch.allow(/status of 404/);
    const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
    const page = await open(kwame);
    await openSpace(page, space_id);
    await scheduleFor(page, 'The rota for May', 60);
    await expect.poll(() => waiting(kwame)).toHaveLength(1);
    await ines.api.call(spaces.removeMember, { space_id, employee_id: kwame.id });
    await server.sql('UPDATE scheduled_message SET due_at = now()');
    await expect(place(page, 'Scheduled: not sent')).toBeVisible({ timeout: 60_000 });
    await place(page, 'Scheduled: not sent').click();
    await expect(rows(page)).toContainText([/The rota for May.*Not sent\. This space is no longer open to you\./]);
    await ines.api.call(spaces.addMembers, { space_id, employee_ids: [kwame.id] });
    await rows(page).getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Nothing scheduled')).toBeVisible();
    await expect.poll(() => textsIn(ines, { entity_type: 'space', entity_id: space_id })).toEqual(['The rota for May']);
  });

  test('one that is refused when it arrives is not lost', async ({ open, server, watch, company: { ines, kwame } }) => {
    watch.allow(/status of 404/);
    const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
    const page = await open(kwame);
    await openSpace(page, space_id);
    await readyOffline(page);
    await goOffline(page, server);
    await scheduleFor(page, 'Too late', 60);
    await server.sql('DELETE FROM conversation_member WHERE employee_id = $1', [kwame.id]);
    await page.goto('/connect/scheduled');
    await server.start();
    await expect(rows(page)).toContainText([/Too late.*Not scheduled\. This space is no longer open to you\./], {
      timeout: 40_000,
    });
    await rows(page).getByRole('button', { name: 'Delete' }).click();
    await expect(rows(page)).toHaveCount(0);
    expect(await waiting(kwame)).toEqual([]);
  });

  test('without a connection: scheduled, changed and deleted at once, after a reload too', async ({
    open,
    server,
    company: { ines, kwame },
  }) => {
    await write(kwame, direct(ines), 'Hello');
    const page = await open(ines, { ...PHONE });
    await keepToasts(page);
    await openDirect(page, kwame);
    await readyOffline(page);
    await goOffline(page, server);
    await page.getByRole('button', { name: 'Formatting' }).click();
    await scheduleFor(page, 'One for later', 60);
    await scheduleFor(page, 'Another one', 120);
    await expect(page.getByRole('link', { name: '2 messages are scheduled' })).toBeVisible();
    await page.reload();
    await page.getByRole('link', { name: '2 messages are scheduled' }).click();
    await expect(rows(page)).toHaveText([/One for later/, /Another one/]);
    await rows(page).first().getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Scheduled message' });
    await dialog.getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Other words');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(rows(page)).toHaveText([/Other words/, /Another one/]);
    await rows(page).nth(1).getByRole('button', { name: 'Delete' }).click();
    await expect(rows(page)).toHaveText([/Other words/]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveCount(2);
    await comeBack(page, server);
    await expect
      .poll(async () => (await waiting(ines)).map(({ body }) => body))
      .toEqual([docOf('Other words'), docOf('Another one')]);
    await expect(rows(page)).toHaveCount(2);
  });
});

const draftsOf = async (person: Person) => (await person.api.call(drafts.listDrafts, {})).items.map(({ body }) => body);

test.describe('drafts', () => {
  test('follow to the other device, and go from there once they are sent', async ({
    open,
    company: { ines, kwame },
  }) => {
    await write(kwame, direct(ines), 'Hello');
    const desk = await open(ines, { path: '/connect' });
    const phone = await open(ines, { ...PHONE });
    await openDirect(phone, kwame);
    await type(phone, 'Half a thought');
    await expect(listed(desk, /Draft: Half a thought/)).toBeVisible();
    await openDirect(desk, kwame);
    await expect(composer(desk)).toHaveText('Half a thought');
    await test.step('the latest typing counts', async () => {
      await type(desk, ', and the rest');
      await phone.goto('/connect');
      await expect(listed(phone, /Draft: Half a thought, and the rest/)).toBeVisible();
    });
    await test.step('nothing is put over what is being written', async () => {
      const before = (await ines.api.call(drafts.listDrafts, {})).items[0]?.typed_at ?? '';
      await composer(desk).click();
      const typed_at = new Date(Date.parse(before) + 1).toISOString();
      await ines.api.call(drafts.keepDraft, { ...direct(kwame), body: docOf('From elsewhere'), typed_at });
      await expect(listed(desk, /Draft: From elsewhere/)).toBeVisible();
      await expect(composer(desk)).toHaveText('Half a thought, and the rest');
      await desk.keyboard.type('!');
      await expect(listed(phone, /Draft: Half a thought, and the rest!/)).toBeVisible();
    });
    await openDirect(phone, kwame);
    await expect(composer(phone)).toHaveText('Half a thought, and the rest!');
    await desk.keyboard.press('Enter');
    await expectTexts(desk, ['Hello', 'Half a thought, and the rest!']);
    await expect(composer(phone)).toHaveText('');
    await expect.poll(() => draftsOf(ines)).toEqual([null]);
    await desk.goto('/connect');
    await expect(listed(desk, /You: Half a thought/)).toBeVisible();
  });

  test('typed without a connection they stay, and go once there is one, unless more was typed elsewhere since', async ({
    open,
    server,
    company: { ines, kwame },
  }) => {
    const ada = await newColleague(server, ines, 'Ada', 'Quaye');
    for (const one of [kwame, ada]) await write(one, direct(ines), 'Hello');
    const page = await open(ines);
    await openDirect(page, kwame);
    await readyOffline(page);
    await goOffline(page, server);
    await type(page, 'On the train');
    await listed(page, /Ada Quaye/).click();
    await expect(heading(page, 'Ada Quaye')).toBeVisible();
    await type(page, 'In the tunnel');
    await expect(listed(page, /Draft: On the train/)).toBeVisible();
    await expect(listed(page, /Draft: In the tunnel/)).toBeVisible();
    await page.reload();
    await expect(composer(page)).toHaveText('In the tunnel');
    await server.start();
    const typed_at = new Date().toISOString();
    await ines.api.call(drafts.keepDraft, { ...direct(ada), body: docOf('Typed at the desk'), typed_at });
    await expect(offlineBanner(page)).toHaveCount(0, { timeout: 40_000 });
    await expect.poll(() => draftsOf(ines)).toContainEqual(docOf('On the train'));
    await expect(listed(page, /Draft: Typed at the desk/)).toBeVisible();
    await expect(composer(page)).toHaveText('Typed at the desk');
  });
});

async function scene(server: Server, { ines, kwame }: { ines: Person; kwame: Person }) {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const sub_space_id = await newSubSpace(ines, space_id, 'Ovens and everything around them');
  await newColleague(server, ines, 'Beatriz', 'Moura', 'Driver');
  const early = { entity_type: 'space', entity_id: space_id, sub_space_id } as const;
  const kept = [
    await write(kwame, direct(ines), 'Door seal is on. Oven 3 is all yours.'),
    await write(
      kwame,
      early,
      'The proving racks have to be checked before six, every day, by whoever comes first. '.repeat(6),
    ),
    await write(kwame, early, 'Wrong oven'),
  ];
  for (const { message_id } of kept) await ines.api.call(saved.save, { message_id });
  await kwame.api.call(chat.remove, { message_id: kept[2]?.message_id ?? '' });
  const plan = (to: chat.Address, text: string, hours: number) =>
    ines.api.call(scheduled.schedule, {
      ...to,
      message_id: uuid(),
      body: docOf(text),
      due_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
    });
  await plan(direct(kwame), 'Thursday suits the early shift. I’ll move the rye bake to 13:00.', 30);
  await plan(early, 'Reminder: kit 2 has to be restocked before the weekend.', 80);
  await plan(direct(kwame), 'Happy anniversary!', 3);
  const [first] = await waiting(ines);
  await server.sql("UPDATE scheduled_message SET error_code = 'EMPLOYEE_NOT_FOUND' WHERE message_id = $1", [
    first?.message_id,
  ]);
  await ines.api.call(drafts.keepDraft, {
    ...direct(kwame),
    body: docOf('So proud'),
    typed_at: new Date().toISOString(),
  });
}

const SIZES = { phone: PHONE, tablet: { viewport: { width: 820, height: 1100 } }, desktop: DESKTOP };
for (const [size, options] of Object.entries(SIZES))
  test(`${size}: nothing for axe to find`, async ({ server, company: { ines, kwame }, open }) => {
    await scene(server, { ines, kwame });
    const page = await open(ines, { ...options, ...NO_WORKER, path: '/connect' });
    const look = (name: string) => judge(page, `later ${name}, ${size}`);
    await expect(place(page, 'Saved')).toBeVisible();
    await look('list');
    await place(page, 'Saved').click();
    await expect(rows(page)).toHaveCount(3);
    await look('saved');
    await page.goto('/connect/scheduled');
    await expect(rows(page)).toHaveCount(3);
    await look('scheduled');
    await rows(page).nth(1).getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: 'Scheduled message' })).toBeVisible();
    await look('edit');
    await openDirect(page, kwame);
    await expect(composer(page)).toHaveText('So proud');
    await composer(page).click();
    if (size === 'phone') await page.getByRole('button', { name: 'Formatting' }).click();
    await page.getByRole('button', { name: 'Schedule message' }).click();
    await expect(page.getByRole('menuitem', { name: /09:00/ }).first()).toBeVisible();
    await look('menu');
    await page.getByRole('menuitem', { name: 'Choose date and time…' }).click();
    await expect(page.getByRole('dialog', { name: 'Schedule message' })).toBeVisible();
    await look('time');
    await page.keyboard.press('Escape');
    await composer(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('/');
    await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
    await look('commands');
    await page.keyboard.type('giphy');
    await expect(page.getByText('There is no command /giphy.')).toBeVisible();
    await look('unknown');
  });
