// The keys of the whole app: the list of them, the ways from place to place, and single ones switched off.
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE } from './kit/browser.ts';
import { composer, holdUndo, message } from './kit/chat.ts';
import { direct, newSpace, newSubSpace, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

test.use(NO_WORKER);

test('places, conversations and sub-spaces are reached by keys', async ({ open, company: { ines, kwame } }) => {
  await write(kwame, direct(ines), 'The seal is on.');
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await newSubSpace(ines, space, 'Early shift');
  const page = await open(ines, { path: '/people' });
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  const go = async (letter: string) => {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
  };
  // The keys come with a file of their own.
  await expect(async () => {
    await go('c');
    await expect(page).toHaveURL(/\/connect$/, { timeout: 1_000 });
  }).toPass();
  const title = page
    .getByRole('main')
    .getByRole('region', { name: 'Conversation', exact: true })
    .getByRole('heading', { level: 1 });
  await expect(page.getByRole('link', { name: /Mill Lane crew/ })).toBeVisible();
  await expect(async () => {
    // Pressed again after it has led there, it would lead on to the next one.
    if (!/\/connect\/\w+\/./.test(page.url())) await page.keyboard.press('Alt+ArrowDown');
    await expect(page).toHaveURL(/\/connect\/\w+\/.+/, { timeout: 5_000 });
  }).toPass();
  await expect(message(page, 'The seal is on.')).toBeVisible();
  // It is read a moment after it is there; who is gone before has not read it.
  await expect(page.getByRole('link', { name: /The seal is on\./ })).not.toHaveAccessibleName(/unread/);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(title).toHaveText('Mill Lane crew');
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/sub-space/);
  await expect(page.getByRole('link', { name: 'Early shift', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('[');
  await expect(page).not.toHaveURL(/sub-space/);

  // Unread ones only; also from the field.
  await write(kwame, direct(ines), 'Are you there?');
  await expect(page.getByRole('link', { name: /Are you there\? 1 unread/ })).toBeVisible();
  await composer(page).click();
  // The first field gives way to the editor, which takes the focus over: a key pressed in between is nobody's.
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect(message(page, 'Are you there?')).toBeVisible();
  await write(ines, direct(kwame), 'I am');
  await expect(message(page, 'I am')).toBeVisible();
  await title.focus();
  await page.keyboard.press('e');
  await expect(page.locator('[data-message]').getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await title.focus();
  await page.keyboard.press('k');
  await expect(page.locator('article:focus')).toHaveCount(1);
  await page.keyboard.press('+');
  const reactions = page.getByRole('dialog', { name: /reaction/i });
  await expect(reactions).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reactions).toHaveCount(0);
  await title.focus();
  // The second key has to follow the first one soon.
  await expect(async () => {
    await go('s');
    await expect(page).toHaveURL(/\/settings$/, { timeout: 5_000 });
  }).toPass();
});

test('files are chosen, and what was just done is undone, by keys', async ({ open, company: { ines, kwame } }) => {
  await write(kwame, direct(ines), 'The seal is on.');
  const page = await open(ines);
  await page.getByRole('link', { name: /Kwame Mensah/ }).click();
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible();
  // The keys come with a file of their own.
  await expect(async () => {
    const asked = page.waitForEvent('filechooser', { timeout: 2_000 });
    await page.keyboard.press('Control+Shift+U');
    expect((await asked).isMultiple()).toBe(true);
  }).toPass();

  await page.goto('/admin/modules');
  const directory = page.getByRole('switch', { name: 'Directory' });
  await directory.click();
  await expect(directory).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await holdUndo(page);
  await page.keyboard.press('Control+Shift+Z');
  await expect(directory).not.toBeChecked();
  // The keys come with a file of their own; once it is undone they have nothing to undo.
  await expect(async () => {
    await page.keyboard.press('Control+Z');
    await expect(directory).toBeChecked({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

for (const [size, device] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
  test(`the list, and single keys switched off (${size})`, async ({ open, company: { ines } }) => {
    const page = await open(ines, { ...device, path: '/settings/keyboard', reducedMotion: 'reduce' });
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(page.getByRole('heading', { name: 'Keyboard', exact: true })).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('?');
      await expect(list).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await judge(page, `shortcuts, ${size}`, { within: 'dialog' });
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await judge(page, `settings keyboard, ${size}`);
    const single = page.getByRole('switch', { name: 'Single-key shortcuts' });
    await single.click();
    await expect(single).not.toBeChecked();
    await page.reload();
    await expect(single).not.toBeChecked();
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await single.click();
    await expect(page).toHaveURL(/keyboard/);
    await expect(list).toHaveCount(0);
  });

test('who opens a conversation with the mouse, or by searching for it, writes at once; by keys it is read first', async ({
  open,
  company: { ines, kwame },
}) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await newSubSpace(ines, space, 'Early shift');
  await write(kwame, direct(ines), 'The seal is on.');
  const page = await open(ines, { path: '/connect' });
  const title = page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('heading', { level: 1 });
  await page.getByRole('link', { name: /The seal is on\./ }).click();
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await page.keyboard.type('Thanks, see you there');
  await expect(composer(page)).toHaveText('Thanks, see you there');

  await page.keyboard.press('Alt+ArrowDown');
  await expect(title).toHaveText('Mill Lane crew');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type(kwame.name);
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(kwame.name);
  await page.keyboard.press('Enter');
  await expect(title).toHaveText(kwame.name);
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveText('Thanks, see you there');
  await page.keyboard.press('End');
  await page.keyboard.type(': https://example.com/x');
  await page.keyboard.press('Enter');
  const link = message(page, 'Thanks, see you there').getByRole('link');
  await expect(link).toHaveAttribute('href', 'https://example.com/x');
});

test('the tab of the sub-space that is open is marked, also where the address names a message', async ({
  open,
  company: { ines, kwame },
}) => {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await newSubSpace(ines, space, 'Early shift');
  const { message_id } = await write(kwame, { entity_type: 'space', entity_id: space }, 'The seal is on.');
  const page = await open(ines, { path: `/connect/space/${space}?message=${message_id}` });
  await expect(message(page, 'The seal is on.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'General', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Early shift', exact: true })).not.toHaveAttribute('aria-current');
});
