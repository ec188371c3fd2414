// Images in messages: a preview in the conversation and on the device, the original in the viewer; what cameras write stays at
// home; and words for who does not see them.
import { createCipheriv } from 'node:crypto';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import { metadata } from '#contract/files.ts';
import { docOf } from '#contract/rich-text.ts';
import { png, upload } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { PHONE, readyOffline } from './kit/browser.ts';
import { composer, expectStored, log, openDirect, type } from './kit/chat.ts';
import { attach, drawn, type Given, image, send, tray } from './kit/files.ts';
import { direct, type Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** Like a photo: nothing in it repeats, and a camera has written into it where it was taken. */
async function photo(name: string, width: number, height: number, orientation = 1): Promise<Given> {
  const key = Buffer.alloc(16, name);
  const bytes = createCipheriv('aes-128-ctr', key, key).update(Buffer.alloc(width * height * 3));
  const buffer = await sharp(bytes, { raw: { width, height, channels: 3 } })
    .blur(3)
    .linear(2.4, -180)
    .jpeg({ quality: 96 })
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Make: 'cnry-camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

const lastOf = async (person: Person, other: Person) =>
  (await person.api.call(chat.listMessages, direct(other))).items.at(-1)?.attachments ?? [];

/** Bytes of files that the device keeps, by what they are kept as. */
const keptOn = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const found: Record<string, number> = {};
    for (const name of (await caches.keys()).filter((one) => one.includes('-files:')))
      for (const request of await (await caches.open(name)).keys()) {
        const blob = await (await (await caches.open(name)).match(request))?.blob();
        found[new URL(request.url).pathname.replace('/kept/', '')] = blob?.size ?? 0;
      }
    return found;
  });

test('a preview in the list and on the device, the original in the viewer', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await attach(page, await photo('oven.jpg', 2400, 1600));
  await expect(tray(page).getByRole('listitem')).toHaveCount(1);
  await send(page);
  await expect.poll(() => lastOf(kwame, ines)).toHaveLength(1);
  const [file] = await lastOf(kwame, ines);
  // The sender sees what was chosen, as it was.
  await drawn(log(page).getByRole('img', { name: 'oven.jpg' })).toEqual([2400, 1600]);

  const his = await open(kwame);
  await openDirect(his, ines);
  const seen = log(his).getByRole('img', { name: 'oven.jpg' });
  await drawn(seen).toEqual([640, 427]);
  const room = await seen.boundingBox();
  expect([room?.width, room?.height].map((side) => Math.round(side ?? 0))).toEqual([360, 240]);
  await expect.poll(async () => Object.keys(await keptOn(his))).toEqual([`${file?.file_id}/preview`]);
  const [bytes = 0] = Object.values(await keptOn(his));
  expect(bytes).toBeLessThan((file?.size ?? 0) / 8);
  test.info().annotations.push({ type: 'bytes', description: `original ${file?.size}, preview ${bytes}` });

  await readyOffline(his);
  await server.kill();
  await his.reload();
  await drawn(seen).toEqual([640, 427]);
  await log(his).getByRole('button', { name: 'Open oven.jpg' }).click();
  const viewer = his.getByRole('dialog');
  await expect(viewer.getByRole('status').filter({ hasText: 'Only a small copy is on this device.' })).toBeVisible();
  await judge(his, 'viewer, only the preview', { within: 'dialog' });
  // As large as the original will be.
  const large = viewer.getByRole('img', { name: 'oven.jpg' });
  const before = await large.boundingBox();
  await server.start();
  await drawn(large).toEqual([2400, 1600]);
  await expect(viewer.getByText('Only a small copy')).toHaveCount(0);
  expect(await large.boundingBox()).toEqual(before);
  await his.keyboard.press('Escape');
  await expect.poll(async () => Object.values(await keptOn(his)).sort((a, b) => a - b)).toEqual([bytes, file?.size]);
});

test('what the server could not draw small is shown as it is', async ({ company: { ines, kwame }, open, watch }) => {
  watch.allow(/status of 404/);
  const page = await open(ines);
  await openDirect(page, kwame);
  await attach(page, await photo('broken.jpg', 900, 600));
  await send(page);
  await expect.poll(() => lastOf(kwame, ines)).toHaveLength(1);
  const his = await open(kwame);
  await his.route(/preview=1/, (route) => route.fulfill({ status: 404, body: '{}' }));
  await openDirect(his, ines);
  await drawn(log(his).getByRole('img', { name: 'broken.jpg' })).toEqual([900, 600]);

  // What would take gigabytes to show is a file to save.
  const flood = await upload(ines.api, png(8000, 5200), { folder: 'chat', name: 'flood.png' });
  const attachments = [{ file_id: flood.file_id }];
  await ines.api.call(chat.send, { ...direct(kwame), message_id: uuid(), body: docOf(''), attachments });
  await expect(log(his).getByRole('button', { name: 'Download flood.png', exact: true })).toBeVisible();
  await expect(log(his).getByRole('img', { name: 'flood.png' })).toHaveCount(0);
});

test('what the server stumbles over comes a little later', async ({ company: { ines, kwame }, open, watch }) => {
  watch.allow(/status of 503/);
  const { file_id } = await upload(ines.api, png(300, 200), { folder: 'chat', name: 'oven.png' });
  const picture = { message_id: uuid(), body: docOf(''), attachments: [{ file_id }] };
  const his = await open(kwame, { path: '/people' });
  let asked = 0;
  await his.route('**/api/general/file/addresses*', (route) =>
    ++asked > 2 ? route.continue() : route.fulfill({ status: 503, body: '{}' }),
  );
  await ines.api.call(chat.send, { ...direct(kwame), ...picture });
  await openDirect(his, ines);
  await drawn(log(his).getByRole('img', { name: 'oven.png' })).toEqual([300, 200]);
  expect(asked).toBe(3);
});

test('where it was taken does not leave the device, and it is as upright as before', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  const given = await photo('turned.jpg', 900, 600, 6);
  expect(given.buffer.includes('cnry-camera')).toBe(true);
  await attach(page, given);
  await send(page);
  await expect.poll(() => lastOf(kwame, ines)).toHaveLength(1);
  const [file] = await lastOf(kwame, ines);
  expect(file).toMatchObject({ width: 600, height: 900 });
  const { download_url } = await kwame.api.call(metadata, { file_id: file?.file_id ?? '' });
  const there = Buffer.from(await (await fetch(new URL(download_url, server.url))).arrayBuffer());
  expect(there.includes('cnry-camera')).toBe(false);
  expect(await sharp(there).metadata()).toMatchObject({ width: 900, height: 600, orientation: 6 });
  const seen = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer();
  expect((await seen(there)).equals(await seen(given.buffer))).toBe(true);
  const his = await open(kwame);
  await openDirect(his, ines);
  await drawn(log(his).getByRole('img', { name: 'turned.jpg' })).toEqual([427, 640]);
});

test('words for an image: in the tray by keyboard, kept with what waits, read out, shown large, and found', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await attach(page, await photo('oven.jpg', 1500, 1000), image('seal.png'));
  await expect(tray(page).getByRole('listitem')).toHaveCount(2);
  const ask = tray(page).getByRole('button', { name: 'Describe this image: oven.jpg' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Describe this image' });
  await expect(field).toBeFocused();
  await page.keyboard.type('  Two herons beside the oven, one of them asleep ');
  await judge(page, 'describing an image, desktop');
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(tray(page).getByRole('button', { name: 'oven.jpg (described)' })).toBeFocused();
  // It is kept with the tray, through another conversation.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(tray(page)).toHaveCount(0);
  await page.goBack();
  await expect(tray(page).getByRole('button', { name: 'oven.jpg (described)' })).toBeVisible();
  await tray(page).getByRole('button', { name: 'oven.jpg (described)' }).click();
  await expect(field).toHaveValue('  Two herons beside the oven, one of them asleep ');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeVisible();

  await server.kill();
  await type(page, 'Look');
  await page.keyboard.press('Enter');
  const words = 'Two herons beside the oven, one of them asleep';
  await expect(log(page).getByRole('button', { name: `Open oven.jpg: ${words}` })).toBeVisible();
  await expectStored(page);
  await page.reload();
  await expect(log(page).getByRole('img', { name: words })).toBeVisible();
  await server.start();
  await expect
    .poll(async () => (await lastOf(kwame, ines)).map(({ alt }) => alt), { timeout: 30_000 })
    .toEqual([words, null]);

  const phone = await open(kwame, PHONE);
  await openDirect(phone, ines);
  await expect(log(phone).getByRole('img', { name: words })).toBeVisible();
  await expect(log(phone).getByRole('img', { name: 'seal.png' })).toBeVisible();
  await judge(phone, 'images, phone');
  await log(phone)
    .getByRole('button', { name: `Open oven.jpg: ${words}` })
    .click();
  const viewer = phone.getByRole('dialog');
  await drawn(viewer.getByRole('img', { name: words })).toEqual([1500, 1000]);
  await expect(viewer.getByText(words, { exact: true })).toBeVisible();
  await judge(phone, 'image with words, phone', { within: 'dialog' });
  await phone.keyboard.press('Escape');
  await attach(phone, image('phone.png'));
  await tray(phone).getByRole('button', { name: 'Describe this image: phone.png' }).click();
  await expect(phone.getByRole('textbox', { name: 'Describe this image' })).toBeVisible();
  await judge(phone, 'describing an image, phone');

  const his = await open(kwame);
  await openDirect(his, ines);
  await log(his)
    .getByRole('button', { name: `Open oven.jpg: ${words}` })
    .click();
  await expect(his.getByRole('dialog').getByText(words, { exact: true })).toBeVisible();
  await judge(his, 'image with words, desktop', { within: 'dialog' });
  await his.keyboard.press('Escape');
  await his.setViewportSize({ width: 820, height: 1100 });
  await judge(his, 'images, tablet');
});
