// The main story: a company begins, two colleagues write to each other, one loses the server, goes on, and nothing is lost.
import type { Page } from 'playwright/test';
import { codeIn, resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { PHONE, readyOffline, storedOf } from './kit/browser.ts';
import { composer, expectStored, expectTexts, message, offlineBanner, react, reaction, say } from './kit/chat.ts';
import { expect, test } from './kit/test.ts';

const some = Math.random().toString(36).slice(2, 8);
const INES = `ines-${some}@brackenford.example`;
const KWAME = `kwame-${some}@brackenford.example`;

test('register, invite, chat, lose the server, write on, come back: everything arrives once and in order', {
  tag: '@main',
}, async ({ server, open }) => {
  const ines = await open(null);

  await test.step('Ines registers the company with the code from her mail', async () => {
    await expect(ines.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await ines.getByRole('link', { name: 'Register' }).click();
    await ines.getByLabel('Company name').fill('Brackenford');
    await ines.getByRole('button', { name: 'Continue' }).click();
    await ines.getByLabel('First name').fill('Ines');
    await ines.getByLabel('Last name').fill('Okafor');
    await ines.getByLabel('Work e-mail').fill(INES);
    await ines.getByLabel('Password', { exact: true }).fill('rye bread at dawn 7');
    await ines.getByRole('button', { name: 'Register' }).click();
    await ines.getByLabel('Code').fill(codeIn(await waitForMail(server.dataDir, INES)));
    await ines.getByRole('button', { name: 'Verify' }).click();
    await expect(ines.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
  });

  await test.step('she adds Kwame', async () => {
    await ines.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
    await ines.getByRole('button', { name: 'Add a person' }).click();
    const dialog = ines.getByRole('dialog', { name: 'Add a person' });
    await dialog.getByLabel('First name').fill('Kwame');
    await dialog.getByLabel('Last name').fill('Mensah');
    await dialog.getByLabel('Work e-mail').fill(KWAME);
    await dialog.getByLabel('Position').fill('Maintenance engineer');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(dialog).toBeHidden();
    await expect(ines.getByRole('listitem').filter({ hasText: 'Kwame Mensah' })).toContainText('Invited');
  });

  const kwame = await open(null, PHONE);
  await test.step('Kwame sets his password by the mailed link, on his phone, and signs in', async () => {
    const page = await kwame.goto(`/password/reset/${resetTokenIn(await waitForMail(server.dataDir, KWAME))}`);
    expect(await page?.headerValue('referrer-policy')).toBe('no-referrer');
    // The token leaves the address at once, for going back, too; a page that the phone has thrown away still knows it.
    await expect(kwame).toHaveURL(/\/password\/reset\/choose$/);
    await kwame.goto('/password/forgot');
    await kwame.goBack();
    await expect(kwame).toHaveURL(/\/password\/reset\/choose$/);
    await kwame.reload();
    await kwame.getByLabel('New password').fill('kneading dough 44');
    await kwame.getByLabel('Again').fill('kneading dough 44');
    await kwame.getByRole('button', { name: 'Save password' }).click();
    await kwame.getByRole('link', { name: 'Log in' }).click();
    await kwame.getByLabel('Work e-mail').fill(KWAME);
    await kwame.getByRole('button', { name: 'Continue' }).click();
    await kwame.getByLabel('Password', { exact: true }).fill('kneading dough 44');
    await kwame.getByRole('button', { name: 'Log in' }).click();
    await expect(kwame.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
  });

  await test.step('they write to each other directly', async () => {
    await ines.getByRole('link', { name: /Kwame Mensah/ }).click();
    await ines.getByRole('link', { name: 'Message' }).click();
    await say(ines, 'Hello Kwame, oven 3 is yours.');
    await say(ines, 'And the seal is on.');
    await kwame.getByRole('link', { name: /Ines Okafor/ }).click();
    await expectTexts(kwame, ['Hello Kwame, oven 3 is yours.', 'And the seal is on.']);
    await sayByTouch(kwame, 'Thank you!');
    await expectTexts(ines, ['Hello Kwame, oven 3 is yours.', 'And the seal is on.', 'Thank you!']);
  });

  await test.step('and in a space that Ines makes with Kwame in it', async () => {
    await ines.goto('/spaces');
    await ines.getByRole('link', { name: 'New space' }).click();
    const dialog = ines.getByRole('dialog', { name: 'New space' });
    await dialog.getByLabel('Name', { exact: true }).fill('Ovens');
    await dialog.getByLabel('Who is in it (optional)').fill('kwa');
    await dialog.getByRole('option', { name: /Kwame Mensah/ }).click();
    await dialog.getByRole('button', { name: 'Create space' }).click();
    await expect(ines.getByRole('heading', { level: 1, name: 'Ovens' })).toBeVisible();
    await say(ines, 'Everything hot goes here.');
    await kwame.getByRole('link', { name: 'All conversations' }).click();
    await kwame.getByRole('link', { name: /Ovens/ }).click();
    await expectTexts(kwame, ['Everything hot goes here.']);
    await sayByTouch(kwame, 'Oven 3 is at 240.');
    await expectTexts(ines, ['Everything hot goes here.', 'Oven 3 is at 240.']);
  });

  const there = ['Everything hot goes here.', 'Oven 3 is at 240.'];
  await test.step('the server dies; after a reload Ines still has the list and the conversation', async () => {
    await readyOffline(ines);
    // What comes is on the disk a moment after it is on the screen.
    await expect.poll(() => storedOf(ines, there)).toEqual(there);
    await server.kill();
    await ines.reload();
    await expectTexts(ines, there);
    await expect(ines.getByRole('navigation', { name: 'Conversations' }).getByRole('link')).toHaveCount(2);
    await expect(offlineBanner(ines)).toBeVisible();
  });

  const written = ['Oven 2 is cold.', 'I have called the smith.', 'He comes at ten.'];
  const { context, url } =
    await test.step('she writes three messages and a reaction, and closes the page', async () => {
      for (const text of written) await say(ines, text);
      await react(ines, 'Oven 3 is at 240.', /fire/);
      await expect(ines.getByText('4 changes will send when you’re online.')).toBeVisible();
      await expectTexts(ines, [...there, ...written]);
      await expectStored(ines);
      await expect.poll(() => storedOf(ines, [...written, '"emoji":"🔥"'])).toHaveLength(4);
      const kept = { context: ines.context(), url: ines.url() };
      await ines.close();
      return kept;
    });

  await test.step('the server is back, she opens the page: Kwame has everything', async () => {
    await server.start();
    const again = await context.newPage();
    await again.goto(url);
    await expectTexts(kwame, [...there, ...written]);
    await expect(reaction(kwame, 'Oven 3 is at 240.', /fire, 1, you did not react/)).toBeVisible();
    await expectTexts(again, [...there, ...written]);
    await expect(reaction(again, 'Oven 3 is at 240.', /fire, 1, you reacted/)).toBeVisible();
    await expect(message(again, 'He comes at ten.').getByText('Queued')).toBeHidden();
    await expect(offlineBanner(again)).toBeHidden();
  });
});

/** On a drawn keyboard Enter makes a new line: the button sends. */
async function sayByTouch(page: Page, text: string): Promise<void> {
  await composer(page).tap();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(message(page, text)).toBeVisible();
}
