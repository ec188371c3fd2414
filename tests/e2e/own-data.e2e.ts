// Settings → Privacy: all that is kept about oneself as one file, asked for with the password and downloaded; and the same for a colleague
// who has asked.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { unzip, upload } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { type Company, direct, PASSWORD, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const path = '/settings/privacy';
const TABLET = { viewport: { width: 820, height: 1180 } };
const part = (page: Page) => page.getByRole('region', { name: 'Your data' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Each of the two has said something to the other, with a file. */
async function talk({ ines, kwame }: Company): Promise<void> {
  for (const [from, to, word] of [[kwame, ines, 'Own'] as const, [ines, kwame, 'Foreign'] as const]) {
    await write(from, direct(to), `${word} words`);
    const { file_id } = await upload(from.api, `${word} file`, { folder: 'chat', name: `${word}.txt` });
    const sent = { ...direct(to), message_id: uuid(), body: docOf('') };
    await from.api.call(chat.send, { ...sent, attachments: [{ file_id }] });
  }
}

async function ask(page: Page): Promise<void> {
  await button(page, 'Download your data').click();
  const dialog = page.getByRole('dialog', { name: 'Download your data' });
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Make my file' }).click();
  await expect(dialog).toHaveCount(0);
}

test('one’s data is asked for with the password, and downloaded when it is ready', async ({ company, open, watch }) => {
  watch.allow(/400/);
  await talk(company);
  const page = await open(company.kwame, { path, ...NO_WORKER });
  await expect(button(page, 'Download your data')).toBeVisible();
  await judge(page, 'own data, nothing yet, desktop');
  await button(page, 'Download your data').click();
  const dialog = page.getByRole('dialog', { name: 'Download your data' });
  await expect(dialog.getByRole('textbox', { name: 'Your password' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('not this one 1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Invalid password', { exact: true })).toBeVisible();
  await judge(page, 'own data, asks, desktop');
  await page.keyboard.press('Escape');
  await ask(page);
  await expect(part(page).getByText('Your file is ready')).toBeVisible();
  await expect(part(page)).toContainText(/You can ask for a new file from/);
  await judge(page, 'own data, ready, desktop');

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const parts = unzip(await readFile(await download.path()));
  const whole = [...parts].map(([name, bytes]) => `${name}\n${bytes.toString()}`).join('\n');
  expect(parts.get('chat/messages.json')?.toString()).toContain('Own words');
  expect([...parts.values()].map(String)).toContain('Own file');
  expect(whole).not.toContain('Foreign');

  // What a browser shows of the page in it: everything is there, and nothing runs.
  const reader = await page.context().newPage();
  await reader.setContent(parts.get('index.html')?.toString() ?? '');
  await expect(reader.getByRole('heading', { name: 'Messages that you wrote' })).toBeVisible();
  await judge(reader, 'own data, the page in the file', { within: 'main' });
});

for (const [name, size] of [['phone', PHONE] as const, ['tablet', TABLET] as const])
  test(`on a ${name} it is the same`, async ({ company, open }) => {
    const page = await open(company.ines, { path, ...size, ...NO_WORKER });
    await ask(page);
    await expect(part(page).getByText('Your file is ready')).toBeVisible();
    await judge(page, `own data, ready, ${name}`);
    await expect(button(page, 'Download')).toBeInViewport();
  });

test('while it is being made, when it could not be, and without a connection', async ({
  company: { ines },
  open,
  server,
}) => {
  const page = await open(ines, { path });
  await readyOffline(page);
  const answer = (status: string) => ({
    status: 'success',
    data: {
      data_export: {
        ...{ export_id: uuid(), status, created_at: new Date().toISOString(), asked_by: ines.id },
        ...{ ready_at: null, expires_at: null, file_id: null, size: null },
      },
      again_at: null,
      asks: 'password',
    },
  });
  let status = 'waiting';
  await page.context().route('**/api/privacy/export/get', (route) => route.fulfill({ json: answer(status) }));
  await page.goto(path);
  await expect(part(page).getByText('Your file is being put together.')).toBeVisible();
  await judge(page, 'own data, being made, desktop');
  status = 'failed';
  await expect(part(page).getByText('Your file could not be made. Please try again.')).toBeVisible();
  await expect(button(page, 'Download your data')).toBeVisible();
  await judge(page, 'own data, failed, desktop');
  await server.kill();
  await expect(page.getByText('Downloading your data needs a connection.', { exact: true })).toBeVisible();
  await expect(button(page, 'Download your data')).toBeDisabled();
});

test('who manages people has it made for a colleague, who alone finds it', async ({
  company: { ines, kwame },
  open,
}) => {
  const page = await open(ines, { path: `/admin/people/${kwame.id}`, ...NO_WORKER });
  await button(page, 'Export their data').click();
  const dialog = page.getByRole('dialog', { name: 'Export the data of Kwame?' });
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
  await judge(page, 'own data, for a colleague, desktop');
  await dialog.getByRole('button', { name: 'Have it made' }).click();
  await expect(page.getByText('Kwame gets a mail when the file is ready.', { exact: true })).toBeVisible();
  const own = await open(kwame, { path, ...NO_WORKER });
  await expect(part(own).getByText('Your file is ready')).toBeVisible();
  const other = await open(ines, { path, ...NO_WORKER });
  await expect(button(other, 'Download your data')).toBeVisible();
});
