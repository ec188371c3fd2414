// Files in messages: chosen, pasted and dropped, sent with progress or called off, and kept while there is no connection.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { png, upload } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline, storedOf } from './kit/browser.ts';
import { composer, expectStored, log, message, openDirect, type } from './kit/chat.ts';
import { attach, drawn, filesOn, image, send, text, tray } from './kit/files.ts';
import { direct } from './kit/people.ts';
import { expect, test } from './kit/test.ts';
import { syncInBackground } from './kit/worker.ts';

/** The bytes of a file that waits, as its database holds them. */
const HELD = '"blob":{}';

test('several at once, with and without words: in the tray, in the conversation, at the other side, in the list', async ({
  company: { ines, kwame },
  open,
}) => {
  const hers = await open(ines);
  await openDirect(hers, kwame);
  const his = await open(kwame);
  await openDirect(his, ines);
  await attach(hers, image('oven.png'), image('door.png', 300, 600), text('recipe.txt'));
  await expect(tray(hers).getByRole('listitem')).toHaveCount(3);
  await tray(hers).getByRole('button', { name: 'Remove door.png' }).click();
  await expect(tray(hers).getByRole('listitem')).toHaveCount(2);
  await type(hers, 'Look at this');
  await hers.keyboard.press('Enter');
  await expect(tray(hers)).toHaveCount(0);
  for (const page of [hers, his]) {
    const row = message(page, 'Look at this');
    await drawn(row.getByRole('img', { name: 'oven.png' })).toEqual([640, 480]);
    await expect(row.getByRole('button', { name: 'Open recipe.txt' })).toBeVisible();
  }
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['oven.png', 'recipe.txt']]);

  await judge(hers, 'attachments, direct, desktop');
  // Without a word; the list says what it was.
  await attach(his, image('seal.png'));
  await expect(tray(his).getByRole('listitem')).toHaveCount(1);
  await send(his);
  await drawn(log(hers).getByRole('img', { name: 'seal.png' })).toEqual([640, 480]);
  await expect(hers.getByRole('link', { name: /Kwame Mensah/ }).filter({ hasText: 'Photo' })).toBeVisible();
  // It has the room that it needs before it is there.
  const box = await log(hers).locator('.ll-picture').last().boundingBox();
  expect(Math.round(((box?.width ?? 0) / (box?.height ?? 1)) * 3)).toBe(4);
});

test('opened while it is on its way, it is read, though it arrives before the viewer does', async ({
  company: { ines, kwame },
  open,
}) => {
  const page = await open(ines, NO_WORKER);
  const leave = Promise.withResolvers<void>();
  const viewer = Promise.withResolvers<void>();
  await page.route(/s3\/upload\/presign/, async (route) => {
    await leave.promise;
    await route.continue();
  });
  await page.route(/assets\/daily-.*\.js/, async (route) => {
    await viewer.promise;
    await route.continue();
  });
  await page.reload();
  await openDirect(page, kwame);
  await attach(page, text('recipe.txt'));
  await expect(tray(page).getByRole('listitem')).toHaveCount(1);
  await send(page);
  await log(page).getByRole('button', { name: 'Open recipe.txt' }).click();
  await expect.poll(() => storedOf(page, [HELD])).toEqual([HELD]);
  leave.resolve();
  await expect(log(page).getByLabel('Sent')).toBeVisible();
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['recipe.txt']]);
  // Its bytes are no longer where they waited.
  await expect.poll(() => storedOf(page, [HELD])).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  viewer.resolve();
  await expect(page.getByRole('dialog').getByText('Flour 500 g')).toBeVisible();
});

test('a server that only stumbles: the text comes by itself', async ({ company: { ines, kwame }, open, watch }) => {
  watch.allow(/status of 503/);
  const { file_id } = await upload(kwame.api, Buffer.from('Flour 500 g'), { folder: 'chat', name: 'recipe.txt' });
  await kwame.api.call(chat.send, {
    ...direct(ines),
    message_id: uuid(),
    body: docOf('How it is made'),
    attachments: [{ file_id }],
  });
  const page = await open(ines, NO_WORKER);
  await openDirect(page, kwame);
  // Until it was seen to wait: it tries again by itself after two seconds.
  let stumbles = true;
  await page.route(/file\/addresses|\/f\//, (route) => (stumbles ? route.fulfill({ status: 503 }) : route.continue()));
  await log(page).getByRole('button', { name: 'Open recipe.txt' }).click();
  await expect(page.getByRole('dialog').getByText('it needs a connection')).toBeVisible();
  stumbles = false;
  await expect(page.getByRole('dialog').getByText('Flour 500 g')).toBeVisible();
});

test('what cannot be sent is said at once', async ({ company: { ines, kwame }, open }) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await attach(
    page,
    text('empty.txt', Buffer.alloc(0)),
    { ...image('not.png'), buffer: Buffer.from('words') },
    text('fine.txt'),
  );
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('empty.txt: This file is empty.');
  await expect(alert).toContainText('not.png: This image cannot be read.');
  await expect(tray(page).getByRole('listitem')).toHaveCount(1);
  const folder = mkdtempSync(join(tmpdir(), 'limelight-e2e-large-'));
  const large = join(folder, 'film.mp4');
  writeFileSync(large, '');
  truncateSync(large, 50_000_001);
  await page.getByLabel('Files to attach').setInputFiles(large);
  await expect(alert).toContainText('film.mp4: Choose a file of up to 50 MB.');
  rmSync(folder, { recursive: true });
  await attach(page, ...Array.from({ length: 10 }, (_, n) => text(`${n}.txt`)));
  await expect(alert).toContainText('A message takes up to 10 files.');
  await expect(tray(page).getByRole('listitem')).toHaveCount(10);
});

test('sent before a picture is in the tray, it goes with it', async ({ company: { ines, kwame }, open }) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  // As a large one takes a slow device.
  await page.evaluate(() => {
    const real = createImageBitmap;
    const slowly = async (...given: unknown[]) => {
      await new Promise<void>((go) => Object.assign(window, { go }));
      return Reflect.apply(real, window, given);
    };
    Object.assign(window, { createImageBitmap: slowly });
  });
  /** Each is decoded several times, one after the other. */
  const go = (name: string) =>
    expect(async () => {
      await page.evaluate(() => (window as { go?: () => void }).go?.());
      await expect(log(page).getByRole('img', { name })).toBeVisible({ timeout: 500 });
    }).toPass();
  await attach(page, image('only.png'));
  await send(page);
  await expect(tray(page)).toHaveCount(0);
  await go('only.png');
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['only.png']]);

  await attach(page, image('second.png'));
  await type(page, 'With words');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Meanwhile');
  await page.keyboard.press('Enter');
  await expect(message(page, 'With words')).toHaveCount(0);
  await go('second.png');
  // In their order, and the picture with the first of them only.
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['only.png'], ['second.png'], []]);
  await expect(message(page, 'With words').getByRole('img', { name: 'second.png' })).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
});

test('an upload shows how far it is, and can be called off', async ({ company: { ines, kwame }, open, watch }) => {
  watch.cutsConnections = true;
  watch.allow(/ERR_FAILED/);
  // The worker may be the one that sends, and no condition of the page's network is its.
  const page = await open(ines, NO_WORKER);
  await openDirect(page, kwame);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 };
  await cdp.send('Network.emulateNetworkConditions', slow);
  await attach(page, text('large.txt', randomBytes(3_000_000)));
  await send(page);
  const bar = log(page).getByRole('progressbar', { name: 'Uploading large.txt' });
  await expect(bar).toBeVisible();
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  await log(page).getByRole('button', { name: 'Cancel upload of large.txt' }).click();
  await expect(log(page).getByText('large.txt')).toHaveCount(0);
  await cdp.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await attach(page, text('small.txt'));
  await send(page);
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['small.txt']]);
  await expect(bar).toHaveCount(0);
});

for (const [size, options] of [
  ['desktop', {}],
  ['phone', PHONE],
] as const) {
  test(`a bubble is no wider than its files, and the ring of an upload beside their names, ${size}`, async ({
    company: { ines, kwame },
    open,
    watch,
  }) => {
    watch.cutsConnections = true;
    const page = await open(ines, { ...NO_WORKER, ...options });
    await openDirect(page, kwame);
    const long = `${'Everything that is warm and '.repeat(5)}more.txt`;
    await attach(page, text('a.txt'), text(long));
    await expect(tray(page).getByRole('listitem')).toHaveCount(2);
    await send(page);
    await expect(log(page).getByLabel('Sent')).toBeVisible();
    const widthOf = async (place: Locator) => Math.round((await place.boundingBox())?.width ?? 0);
    // Eight pixels on either side. One is measured after the other, while both may still grow.
    const around = async () =>
      (await widthOf(log(page).locator('.ll-message-body'))) - (await widthOf(log(page).locator('.ll-file').last()));
    await expect.poll(around).toBe(16);

    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 5_000 };
    await cdp.send('Network.emulateNetworkConditions', slow);
    const film = { name: 'oven.mp4', mimeType: 'video/mp4', buffer: randomBytes(3_000_000) };
    await attach(page, film, text(long));
    await expect(tray(page).getByRole('listitem')).toHaveCount(2);
    await send(page);
    const ring = log(page).getByRole('progressbar', { name: 'Uploading oven.mp4' });
    await expect(ring).toBeVisible();
    // While the list moves, each is measured at another moment.
    await expect(async () => {
      const rim = await ring.boundingBox();
      for (const beside of [log(page).locator('.ll-film-sign'), log(page).getByText('oven.mp4 · 3 MB')]) {
        const box = await beside.boundingBox();
        if (!rim || !box) throw new Error('Not to be seen');
        const apart =
          rim.x >= box.x + box.width ||
          box.x >= rim.x + rim.width ||
          rim.y >= box.y + box.height ||
          box.y >= rim.y + rim.height;
        expect(apart, `${JSON.stringify(rim)} and ${JSON.stringify(box)}`).toBe(true);
      }
    }).toPass({ timeout: 60_000 });
    await judge(page, `attachments on their way, ${size}`);
    await log(page).getByRole('button', { name: 'Cancel upload of oven.mp4' }).click();
    await expect(ring).toHaveCount(0);
  });
}

test('pasted and dropped', async ({ company: { ines, kwame }, open }) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await composer(page).click();
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible();
  const bytes = [...png(64, 48)];
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(list)], 'image.png', { type: 'image/png' }));
    return data;
  }, bytes);
  await transfer.evaluate((clipboardData) => {
    const init = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
  });
  await expect(tray(page).getByRole('listitem')).toHaveCount(1);
  const dataTransfer = transfer;
  await log(page).dispatchEvent('dragenter', { dataTransfer });
  await expect(page.getByText('Drop files to attach them')).toBeVisible();
  await log(page).dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText('Drop files to attach them')).toHaveCount(0);
  await expect(tray(page).getByRole('listitem')).toHaveCount(2);
  await send(page);
  // Two files of one name are two files.
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['image.png', 'image.png']]);
  const { items } = await kwame.api.call(chat.listMessages, direct(ines));
  expect(new Set(items[0]?.attachments.map((file) => file.file_id)).size).toBe(2);
});

test('without a connection it waits, through a closed page, and is there once on both sides; logging out leaves nothing', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  let page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible();
  await server.kill();
  await attach(page, image('offline.png'), text('cnry.txt', Buffer.from('cnry-words')));
  await expect(tray(page).getByRole('listitem')).toHaveCount(2);
  await type(page, 'From the tunnel');
  await page.keyboard.press('Enter');
  await drawn(log(page).getByRole('img', { name: 'offline.png' })).toEqual([640, 480]);
  await expect(message(page, 'From the tunnel').getByText('Queued').first()).toBeVisible();
  await expectStored(page);
  const { context } = { context: page.context() };
  await page.close();

  page = await context.newPage();
  await page.goto(`/connect/employee/${kwame.id}`);
  await drawn(log(page).getByRole('img', { name: 'offline.png' })).toEqual([640, 480]);
  // What waits can be read here. A page that has just opened moves about.
  const words = page.getByText('cnry-words');
  await expect(async () => {
    // Once it is open, the button is out of reach.
    if (!(await words.isVisible()))
      await log(page).getByRole('button', { name: 'Open cnry.txt' }).click({ timeout: 5_000 });
    await expect(words).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await server.start();
  await expect.poll(() => filesOn(kwame, ines), { timeout: 30_000 }).toEqual([['offline.png', 'cnry.txt']]);
  const his = await open(kwame);
  await openDirect(his, ines);
  for (const one of [page, his]) {
    await expect(log(one).getByRole('article')).toHaveCount(1);
    await drawn(log(one).getByRole('img', { name: 'offline.png' })).toEqual([640, 480]);
  }
  await expect(message(page, 'From the tunnel').getByRole('img', { name: 'Read' })).toBeVisible();

  // Sent from here, it is here without a connection; at the other side, what was opened.
  await readyOffline(his);
  await log(his).getByRole('button', { name: 'Open offline.png' }).click();
  await expect(his.getByRole('dialog')).toBeVisible();
  await his.keyboard.press('Escape');
  await server.kill();
  for (const one of [page, his]) {
    await one.reload();
    await drawn(log(one).getByRole('img', { name: 'offline.png' })).toEqual([640, 480]);
  }
  await log(page).getByRole('button', { name: 'Open cnry.txt' }).click();
  await expect(page.getByText('cnry-words')).toBeVisible();
  await page.keyboard.press('Escape');
  await log(his).getByRole('button', { name: 'Open cnry.txt' }).click();
  await expect(his.getByText('Not kept on this device: it needs a connection.')).toBeVisible();
  await server.start();

  expect(await storedOf(page, ['cnry-words'])).toEqual(['cnry-words']);
  await page.goto('/me');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Log out' })
    .click()
    .catch(() => undefined);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect.poll(() => storedOf(page, ['cnry-words'])).toEqual([]);
});

test('the worker sends files with every page closed', async ({ server, company: { ines, kwame }, open }) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible();
  await server.kill();
  await attach(page, image('asleep.png'), text('asleep.txt'));
  await expect(tray(page).getByRole('listitem')).toHaveCount(2);
  await send(page);
  await expect(log(page).getByText('Queued').first()).toBeVisible();
  // On the screen it is before it is on the disk.
  await expect.poll(() => storedOf(page, ['asleep.txt'])).toHaveLength(1);
  const elsewhere = await page.context().newPage();
  await page.close();
  await server.start();
  // A picture of the same origin: nothing of the app runs there.
  await elsewhere.goto('/icons/icon-192.png');
  await syncInBackground(elsewhere, 'outbox');
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['asleep.png', 'asleep.txt']]);
});

test('what the store refuses is said at the message, to try again or discard', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.cutsConnections = true;
  watch.allow(/status of (400|404)/);
  // It may be the one that sends, and passes by what is put in the page's way.
  const page = await open(ines, NO_WORKER);
  await openDirect(page, kwame);
  const refuse = (url: string, status: number) =>
    page.route(url, (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: '{"status":"error","error_code":"INVALID_REQUEST","message":"No"}',
      }),
    );
  await refuse('**/api/files/upload', 400);
  await attach(page, text('refused.txt'));
  await send(page);
  await expect(log(page).getByText('Not sent. Failed to upload file')).toBeVisible();
  await page.unroute('**/api/files/upload');
  await refuse('**/api/general/s3/upload/presign*', 400);
  await log(page).getByRole('button', { name: 'Try again' }).click();
  await expect(log(page).getByText('Not sent. Failed to get presigned URL')).toBeVisible();
  await page.unroute('**/api/general/s3/upload/presign*');
  await log(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['refused.txt']]);
  await expect(log(page).getByText('Not sent.')).toHaveCount(0);
});
