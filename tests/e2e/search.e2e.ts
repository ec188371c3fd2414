// The search as people use it: by keyboard, as one types, opened in its place, on the phone, and without a connection.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { upload } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, PHONE, readyOffline } from './kit/browser.ts';
import { composer, message, offlineBanner, openDirect } from './kit/chat.ts';
import { Keyboard } from './kit/keyboard.ts';
import { type Company, direct, newColleague, newSpace, newSubSpace, write } from './kit/people.ts';
import { box, dialog } from './kit/screen/search.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const hit = (page: Page, text: string | RegExp): Locator => dialog(page).getByRole('option').filter({ hasText: text });
const group = (page: Page, name: string): Locator => dialog(page).getByRole('group', { name });

async function scene(server: Server, { ines, kwame }: Company) {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const sub = await newSubSpace(ines, space, 'Early shift');
  await newSpace(ines, 'Kwanzaa market', []);
  await newColleague(server, ines, 'Beatriz', 'Moura', 'Driver');
  await write(kwame, direct(ines), 'Door seal is on. Oven 3 is all yours.');
  await write(
    ines,
    { entity_type: 'space', entity_id: space },
    'Kwame spotted the failing seal on his own on Thursday',
  );
  await write(
    kwame,
    { entity_type: 'space', entity_id: space, sub_space_id: sub },
    'The seal is at https://seals.example',
  );
  return { space, sub };
}

test('people, spaces and messages from one box, by keyboard alone', async ({ server, company, open }) => {
  const { ines, kwame } = company;
  const { space, sub } = await scene(server, company);
  const page = await open(ines);
  const keyboard = new Keyboard(page);
  await openDirect(page, kwame);
  // The editor, which takes the place of the field that is there first.
  await expect(composer(page)).toHaveAttribute('contenteditable', 'true');
  await composer(page).focus();
  await keyboard.press('Control+k', () => expect(box(page)).toBeFocused());
  // Before anything is typed: where one was last.
  await expect(group(page, 'Recent conversations').getByRole('option')).toHaveCount(2);

  await page.keyboard.type('kwa');
  await expect(group(page, 'People').getByRole('option')).toHaveText([/Kwame Mensah/]);
  await expect(group(page, 'Spaces').getByRole('option')).toHaveText([/Kwanzaa market/]);
  await expect(group(page, 'Messages').locator('mark')).toHaveText(['Kwa']);
  await expect(hit(page, 'Kwame Mensah').first()).toHaveAttribute('aria-selected', 'true');

  // Esc gives the focus back to where it was.
  await keyboard.press('Escape', () => expect(dialog(page)).toHaveCount(0));
  await expect(composer(page)).toBeFocused();

  // A message opens in its place, in the sub-space.
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('seals.example');
  await expect(hit(page, 'Mill Lane crew › Early shift')).toHaveCount(1);
  await keyboard.press('Enter', () => expect(message(page, 'https://seals.example')).toBeVisible());
  await expect(page).toHaveURL(new RegExp(`/connect/space/${space}/sub-space/${sub}`));
  // Back leads to where the search was opened.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: kwame.name })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  // Arrows go through all groups.
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('mill');
  await expect(hit(page, 'Mill Lane crew')).toHaveCount(1);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter', () => expect(page).toHaveURL(new RegExp(`/connect/space/${space}$`)));
  keyboard.check();
});

test('operators narrow it down, and can be taken away again', async ({ server, company, open }) => {
  const { ines, kwame } = company;
  await scene(server, company);
  const page = await open(ines, { path: '/connect' });
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await box(page).fill('seal from:kwame');
  await expect(dialog(page).getByRole('button', { name: `Remove filter: From ${kwame.name}` })).toBeVisible();
  await expect(dialog(page).getByRole('option')).toHaveCount(2);
  await box(page).fill('seal from:kwame has:link');
  await expect(dialog(page).getByRole('option')).toHaveText([/seals\.example/]);
  await box(page).fill('seal in:"mill lane"');
  await expect(dialog(page).getByRole('option')).toHaveCount(2);
  await dialog(page)
    .getByRole('button', { name: /Remove filter/ })
    .click();
  await expect(box(page)).toHaveValue('seal');
  await expect(dialog(page).getByRole('option')).toHaveCount(3);
  await dialog(page).getByText('People', { exact: true }).click();
  await expect(dialog(page).getByText('Nothing found for “seal”')).toBeVisible();
  await box(page).fill('seal from:nobodyatall');
  await expect(dialog(page).getByRole('button', { name: /nobody found/ })).toBeVisible();
  await expect(dialog(page).getByRole('heading', { name: 'Nobody is called “nobodyatall”' })).toBeVisible();
});

test('days are said in words, and what nobody understands says so', async ({ server, company, open }) => {
  await scene(server, company);
  const page = await open(company.ines, { path: '/connect' });
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  const options = dialog(page).getByRole('option');
  for (const typed of ['seal after:yesterday', 'seal after:"last week"', 'seal after:2020', 'seal before:2100-01']) {
    await box(page).fill(typed);
    await expect(options).toHaveCount(3);
  }
  await box(page).fill('seal before:today');
  await expect(dialog(page).getByRole('button', { name: /^Remove filter: Before today \(/ })).toBeVisible();
  await expect(dialog(page).getByText('Nothing found for “seal before:today”')).toBeVisible();
  await box(page).fill('seal before:soon');
  await expect(dialog(page).getByRole('heading', { name: '“soon” is no day' })).toBeVisible();
  await expect(dialog(page).getByRole('status').first()).toHaveText('“soon” is no day');
  await dialog(page).getByRole('button', { name: 'Remove filter: Before “soon”: no such day' }).click();
  await expect(options).toHaveCount(3);
  await box(page).fill('seal from:');
  await expect(dialog(page).getByRole('heading', { name: 'From whom?' })).toBeVisible();
});

test('words in quotes are found where they stand side by side, without a connection too', async ({
  server,
  company,
  open,
}) => {
  const { ines, kwame } = company;
  const { space } = await scene(server, company);
  await write(kwame, direct(ines), 'That seal on the door was mine');
  const page = await open(ines, { path: `/connect/space/${space}` });
  await expect(message(page, 'Kwame spotted')).toBeVisible();
  await openDirect(page, kwame);
  await expect(message(page, 'That seal')).toBeVisible();
  const look = async (typed: (words: string) => string) => {
    await box(page).fill(typed('door seal'));
    await expect(dialog(page).getByRole('option')).toHaveCount(2);
    await box(page).fill(typed('"door seal"'));
    await expect(dialog(page).getByRole('option')).toHaveText([/Door seal is on/]);
    await expect(dialog(page).locator('mark')).toHaveText(['Door', 'seal']);
    await box(page).fill(typed(`“failing seal” from:"${ines.name}" in:"mill lane"`));
    await expect(dialog(page).getByRole('option')).toHaveText([/the failing seal on his own/]);
    await box(page).fill(typed('"seal failing"'));
    await expect(dialog(page).getByText(`Nothing found for “${typed('seal failing')}”`)).toBeVisible();
  };
  await readyOffline(page);
  await page.keyboard.press('Control+k');
  await look((words) => words);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  // Other letters: to the same ones the server's answer is still there.
  await look((words) => words.toUpperCase());
  await expect(dialog(page).getByText('On this device. Connect to search everything.')).toBeVisible();
});

test('pages are gone to by their names, by whoever may open them', async ({ company, open }) => {
  const { ines, kwame } = company;
  const page = await open(ines);
  await openDirect(page, kwame);
  const goTo = group(page, 'Go to').getByRole('option');
  const look = async (words: string) => {
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(words);
  };
  await look('quiet hours');
  await expect(goTo).toHaveText([/^NotificationsSettings/]);
  await expect(goTo).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused();
  await expect(page).toHaveURL(/\/settings\/notifications$/);
  // Back leads to where the search was opened.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: kwame.name })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  await look('profile');
  await expect(goTo).toHaveText([/^ProfileSettings/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('link', { name: 'Notes to myself' })).toBeVisible();
  await look('audit');
  await expect(goTo).toHaveText([/^Audit logAdmin/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/audit$/);

  const other = await open(kwame, { path: '/connect' });
  await expect(other.getByRole('button', { name: 'Search or jump to…' })).toBeVisible();
  await other.keyboard.press('Control+k');
  await box(other).fill('people');
  await expect(group(other, 'Go to').getByRole('option')).toHaveText([/^People↵/]);
  for (const words of ['audit', 'admin', 'dashboard']) {
    await box(other).fill(words);
    await expect(dialog(other).getByText(`Nothing found for “${words}”`)).toBeVisible();
  }
  // A filter is about messages, and so is the choice of a kind.
  await box(other).fill('settings');
  await expect(group(other, 'Go to').getByRole('option').first()).toHaveText(/^Settings↵/);
  await box(other).fill('settings has:file');
  await expect(dialog(other).getByText('Nothing found for “settings has:file”')).toBeVisible();
  await box(other).fill('settings');
  await dialog(other).getByText('Messages', { exact: true }).click();
  await expect(dialog(other).getByText('Nothing found for “settings”')).toBeVisible();
});

test('an address opens it with words in it, after signing in too', async ({ server, company, open }) => {
  const { ines, kwame } = company;
  await scene(server, company);
  const page = await open(ines, { path: '/search?q=%22door+seal%22' });
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('"door seal"');
  await expect(dialog(page).getByRole('option')).toHaveText([/Door seal is on/]);
  // Closed, it leaves the conversations behind: nothing of the app was open before.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/connect$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
  // Opened there, it is a page of the history again.
  await page.keyboard.press('Control+k');
  await expect(box(page)).toHaveValue('');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/connect$/);

  // As it stands in the address, whatever it may look like; and no longer than the box.
  for (const [q, value] of [
    ['4711', '4711'],
    ['true', 'true'],
    ['{"a":1}', '{"a":1}'],
    ['seal from:kwame', 'seal from:kwame'],
    ['x'.repeat(300), 'x'.repeat(200)],
    ['', ''],
  ] as const) {
    await page.goto(`/search?${new URLSearchParams({ q })}`);
    await expect(box(page)).toHaveValue(value);
  }
  await page.goto('/search?q=seal+from%3Akwame');
  await hit(page, 'seals.example').click();
  await expect(message(page, 'https://seals.example')).toBeVisible();

  const other = await open(null, { path: '/search?q=oven+3' });
  await expect(other).toHaveURL(/\/sign-in\?next=/);
  await other.getByRole('textbox', { name: 'Work e-mail', exact: true }).fill(kwame.email);
  await other.keyboard.press('Enter');
  await other.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await other.keyboard.press('Enter');
  await expect(box(other)).toHaveValue('oven 3');
  await other.keyboard.press('Escape');
  await expect(dialog(other)).toHaveCount(0);
  await expect(other).toHaveURL(/\/connect$/);
});

test('files are found by their names, and alone', async ({ company: { ines, kwame }, open }) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await page.keyboard.press('Control+k');
  const files = dialog(page).getByText('Files', { exact: true });
  await files.first().click();
  await expect(dialog(page).getByText('No files yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  const put = (name: string) => upload(kwame.api, 'Flour 500 g', { folder: 'chat', name });
  for (const name of ['Winter allergens.txt', 'Rota.txt'])
    await kwame.api.call(chat.send, {
      ...direct(ines),
      message_id: uuid(),
      body: docOf(''),
      attachments: [{ file_id: (await put(name)).file_id }],
    });
  await write(kwame, direct(ines), 'The allergens are in the file');
  await expect(message(page, 'are in the file')).toBeVisible();
  await page.keyboard.press('Control+k');
  await box(page).fill('allergens');
  await expect(dialog(page).getByRole('option')).toHaveCount(2);
  await files.first().click();
  await expect(group(page, 'Files').getByRole('option')).toHaveText([/Winter allergens\.txt/]);
  // Nothing typed: all of them, the newest first.
  await box(page).fill('');
  await expect(group(page, 'Files').getByRole('option')).toHaveText([/Rota\.txt/, /Winter allergens\.txt/]);
  // Also once the server has been asked again: its answer of before was that there are none.
  await expect(dialog(page).getByRole('status').first()).toHaveText('2 results');
  await hit(page, 'Winter allergens').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(message(page, 'Winter allergens.txt')).toBeInViewport();
});

test('what is deleted is found no more, what others say privately never', async ({ server, company, open }) => {
  const { ines, kwame } = company;
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe');
  const gone = await write(ines, direct(kwame), 'The pelican is late');
  await write(ines, direct(nell), 'The pelican is between us');
  const page = await open(kwame, { path: '/connect' });
  await expect(page.getByRole('button', { name: 'Search or jump to…' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await box(page).fill('pelican');
  await expect(dialog(page).getByRole('option')).toHaveText([/is late/]);
  await ines.api.call(chat.remove, { message_id: gone.message_id });
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await box(page).fill('pelican ');
  await box(page).fill('pelican i');
  await expect(dialog(page).getByText('Nothing found for')).toBeVisible();
});

test('without a connection it searches the device, and says so', async ({ server, company, open }) => {
  const { ines, kwame } = company;
  await scene(server, company);
  const page = await open(ines);
  await openDirect(page, kwame);
  await expect(message(page, 'Door seal')).toBeVisible();
  await readyOffline(page);
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await box(page).fill('seal');
  await expect(dialog(page).getByText('On this device. Connect to search everything.')).toBeVisible();
  await expect(hit(page, 'Door seal')).toHaveCount(1);
  await box(page).fill('crew');
  await expect(hit(page, 'Mill Lane crew')).toHaveCount(1);
  await box(page).fill('beatirz');
  await expect(hit(page, 'Beatriz Moura')).toHaveCount(1);
  // After a start without a connection, too.
  await page.reload();
  await expect(offlineBanner(page)).toBeVisible();
  await expect(dialog(page)).toBeVisible();
  await box(page).fill('oven 3');
  await hit(page, 'Door seal').click();
  await expect(message(page, 'Door seal')).toBeVisible();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
  test(`axe finds nothing: ${size}`, async ({ server, company, open }) => {
    const { ines } = company;
    const { space } = await scene(server, company);
    // What was read can be found without a connection.
    const page = await open(ines, { ...viewport, path: `/connect/space/${space}` });
    await expect(message(page, 'Kwame spotted')).toBeVisible();
    if (size === 'phone') await page.getByRole('link', { name: 'All conversations' }).click();
    const shoot = (name: string) => judge(page, `search ${name}, ${size}`);
    const opener = size === 'phone' ? 'Search' : 'Search or jump to…';
    await page.getByRole('button', { name: opener, exact: size === 'phone' }).click();
    await expect(box(page)).toBeFocused();
    await expect(hit(page, 'Mill Lane crew').first()).toBeVisible();
    await shoot('empty');
    await box(page).fill('kwa');
    await expect(group(page, 'Messages')).toBeVisible();
    await shoot('found');
    await box(page).fill('people');
    await expect(group(page, 'Go to')).toBeVisible();
    await shoot('pages');
    await box(page).fill('seal from:kwame in:nowhere');
    await expect(
      dialog(page).getByRole('heading', { name: 'No conversation of yours is called “nowhere”' }),
    ).toBeVisible();
    await shoot('nothing');
    await box(page).fill('seal');
    await expect(dialog(page).getByRole('option')).toHaveCount(3);
    await server.kill();
    await expect(offlineBanner(page)).toBeVisible();
    await box(page).fill('spotted');
    await expect(dialog(page).getByText(/On this device/)).toBeVisible();
    await shoot('offline');
    // A finger on a hit opens it.
    await hit(page, 'Kwame spotted').click();
    await expect(page).toHaveURL(new RegExp(`/connect/space/${space}`));
    await expect(message(page, 'Kwame spotted')).toBeVisible();
  });
