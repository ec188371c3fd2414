// What other apps share with this one: kept by the worker, in the composer of who is chosen, and sent by nobody else.
import type { Page } from 'playwright/test';
import { judge } from './kit/axe.ts';
import { PHONE, readyOffline, storedOf } from './kit/browser.ts';
import { composer, openDirect, type } from './kit/chat.ts';
import { filesOn, send, tray } from './kit/files.ts';
import { direct, PASSWORD, type Person, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** What the system does when somebody shares with the installed app: the browser posts a form, which the worker takes. */
async function share(
  page: Page,
  words: Record<string, string>,
  files: { name: string; mime: string; text: string }[] = [],
) {
  await page.evaluate(
    ({ fields, given }) => {
      const form = document.createElement('form');
      form.method = 'POST';
      form.action = '/share';
      form.enctype = 'multipart/form-data';
      for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement('textarea');
        field.name = name;
        field.value = value;
        form.append(field);
      }
      const input = document.createElement('input');
      input.type = 'file';
      input.name = 'files';
      input.multiple = true;
      const transfer = new DataTransfer();
      for (const { name, mime, text } of given) transfer.items.add(new File([text], name, { type: mime }));
      input.files = transfer.files;
      if (given.length) form.append(input);
      document.body.append(form);
      form.submit();
    },
    { fields: words, given: files },
  );
  await expect(page).toHaveURL(/\/(share|sign-in)/);
}

const choice = (page: Page, person: Person) => page.getByRole('option', { name: new RegExp(person.name) });
/** What is kept of it on the device. */
const keptShares = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let count = 0;
    for (const name of await caches.keys())
      if (name.startsWith('private-shared')) count += (await (await caches.open(name)).keys()).length;
    return count;
  });

test('text that is shared stands in the composer of the conversation that is chosen, after what was there', async ({
  open,
  company: { ines, kwame },
}) => {
  const page = await open(ines, PHONE);
  await openDirect(page, kwame);
  await readyOffline(page);
  await type(page, 'Look at this:');
  await expect.poll(() => storedOf(page, ['Look at this:'])).toHaveLength(1);
  await share(page, { title: 'Ovens', text: 'Ovens of the year', url: 'https://example.com/ovens' });
  await expect(page.getByRole('region', { name: 'What you share' })).toContainText('https://example.com/ovens');
  await judge(page, 'share of text, phone');
  await choice(page, kwame).click();
  await expect(page.getByRole('heading', { level: 1, name: kwame.name })).toBeVisible();
  await expect(composer(page)).toContainText('Look at this:');
  await expect(composer(page)).toContainText('Ovens of the year');
  expect(await textsIn(kwame, direct(ines)), 'nothing is sent by itself').toEqual([]);
  await expect.poll(() => keptShares(page)).toBe(0);
  await send(page);
  await expect
    .poll(() => textsIn(kwame, direct(ines)))
    .toEqual(['Look at this: Ovens of the year https://example.com/ovens']);
});

test('files that are shared without a connection wait in the tray, and go when there is one', async ({
  server,
  open,
  company: { ines, kwame },
}) => {
  await write(kwame, direct(ines), 'Good morning');
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await expect.poll(() => storedOf(page, ['Good morning'])).toHaveLength(1);
  await server.kill();
  await share(page, {}, [
    { name: 'Rota.txt', mime: 'text/plain', text: 'Ines, Kwame' },
    { name: 'empty.txt', mime: 'text/plain', text: '' },
  ]);
  await expect(page.getByRole('region', { name: 'What you share' })).toContainText('Rota.txt');
  await judge(page, 'share of files, desktop');
  // A reload does not lose it.
  await page.reload();
  await choice(page, kwame).click();
  await expect(tray(page).getByText('Rota.txt')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'empty.txt: This file is empty.' })).toBeVisible();
  await send(page);
  await expect(tray(page)).toBeHidden();
  await server.start();
  await expect.poll(() => filesOn(kwame, ines)).toContainEqual(['Rota.txt']);
});

test('what is not wanted is gone, and what did not arrive is said', async ({ open, company: { ines } }) => {
  const page = await open(ines);
  await readyOffline(page);
  await page.reload();
  await share(page, { text: 'Not this' });
  await page.getByRole('button', { name: 'Don’t share it' }).click();
  await expect(page).toHaveURL(/\/connect$/);
  await expect.poll(() => keptShares(page)).toBe(0);
  await page.goBack();
  await page.goto('/share?id=0190aaaa-0000-7000-8000-000000000000');
  await expect(page.getByText('Nothing is left to share here')).toBeVisible();
  await page.goto('/share');
  await expect(page.getByText('It did not arrive')).toBeVisible();
  await judge(page, 'share that did not arrive');
});

test('shared while signed out: it is there after the sign-in, and logging out takes it away', async ({
  open,
  company: { ines, kwame },
}) => {
  const page = await open(null);
  await readyOffline(page);
  await page.reload();
  // What an earlier leaving has left is tidied up at the next start, and this is none of it.
  await page.evaluate(() => localStorage.setItem('leaving', JSON.stringify('rest')));
  await share(page, { text: 'For after the sign-in' });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('leaving'))).toBeNull();
  await page.getByLabel('Work e-mail').fill(ines.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('region', { name: 'What you share' })).toContainText('For after the sign-in');
  await expect(choice(page, kwame)).toBeVisible();
  expect(await keptShares(page)).toBe(1);
  await page.goto('/people');
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect.poll(() => keptShares(page)).toBe(0);
});
