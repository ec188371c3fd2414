// Films in messages: real ones, filmed by the browser that plays them. Played at both sides, kept for when there is no connection, a large
// one as it plays; and what is no film says so.
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { upload } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { log, offlineBanner, openDirect } from './kit/chat.ts';
import { attach, filesOn, send, tray } from './kit/files.ts';
import { direct, type Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';
import { guarded, NOTHING } from './kit/watching/guarded.ts';

/** WebM of two seconds: VP8 is what every Chromium writes and reads. */
async function film(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 96, height: 64 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const over = new Promise((done) => recorder.addEventListener('stop', done));
    recorder.start();
    for (const began = performance.now(); performance.now() - began < 2_000; ) {
      if (pen) pen.fillStyle = `hsl(${Math.round(performance.now() / 5) % 360} 80% 50%)`;
      pen?.fillRect(0, 0, 96, 64);
      await new Promise((next) => setTimeout(next, 40));
    }
    recorder.stop();
    await over;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

/** The same film, as large as `size`: behind its end stands an element that players skip (EBML's Void). */
function padded(bytes: Buffer, size: number): Buffer {
  const head = Buffer.alloc(9);
  head[0] = 0xec;
  // The length is of eight bytes, the first of which says so.
  head.writeBigUInt64BE((1n << 56n) | BigInt(size), 1);
  return Buffer.concat([bytes, head, Buffer.alloc(size)]);
}

const player = (page: Page, name: string): Locator => log(page).locator(`video[aria-label="${name}"]`);
const press = (page: Page, name: string) => log(page).getByRole('button', { name }).click();

/** It is as it was filmed, and goes on. */
async function plays(page: Page, name: string): Promise<void> {
  const shown = player(page, name);
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((one: HTMLVideoElement) => [one.videoWidth, one.videoHeight]))
    .toEqual([96, 64]);
  await expect.poll(() => shown.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.3);
}

async function sends(from: Person, to: Person, name: string, bytes: Buffer): Promise<void> {
  const { file_id } = await upload(from.api, bytes, { folder: 'chat', name });
  const content = { message_id: uuid(), body: docOf(''), attachments: [{ file_id }] };
  await from.api.call(chat.send, { ...direct(to), ...content });
}

test('is sent, played at the other side, and again without a connection where it was played', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const hers = await open(ines);
  await openDirect(hers, kwame);
  const bytes = await film(hers);
  await attach(hers, { name: 'oven.webm', mimeType: 'video/webm', buffer: bytes });
  await expect(tray(hers).getByText('oven.webm')).toBeVisible();
  await judge(hers, 'a film in the tray, desktop');
  await send(hers);
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['oven.webm']]);
  const [sent] = (await kwame.api.call(chat.listMessages, direct(ines))).items;
  expect([sent?.type, sent?.attachments[0]?.mime_type]).toEqual(['video', 'video/webm']);
  await sends(ines, kwame, 'door.webm', bytes);

  const his = await open(kwame, PHONE);
  const guard = await guarded(his.context());
  await openDirect(his, ines);
  await judge(his, 'films, phone');
  // Nothing is fetched before somebody wants it.
  await expect(log(his).getByRole('button', { name: 'oven.webm' })).toBeVisible();
  await expect(log(his).locator('video')).toHaveCount(0);
  await press(his, 'oven.webm');
  await plays(his, 'oven.webm');
  await judge(his, 'a film that plays, phone');
  await press(hers, 'oven.webm');
  await plays(hers, 'oven.webm');

  await readyOffline(his);
  await server.kill();
  await his.reload();
  await press(his, 'oven.webm');
  await plays(his, 'oven.webm');
  await press(his, 'door.webm');
  await expect(log(his).getByText('Not kept on this device: it needs a connection.')).toBeVisible();
  expect(await guard.found(his)).toEqual(NOTHING);
  expect(guard.strayed).toEqual([]);
  await server.start();
  await press(his, 'Not kept on this device');
  await plays(his, 'door.webm');
});

test('what cannot be played says so, and who plays by keyboard stays with it', async ({
  company: { ines, kwame },
  open,
}) => {
  const his = await open(kwame);
  await sends(ines, kwame, 'oven.webm', await film(his));
  await sends(ines, kwame, 'noise.webm', randomBytes(4_000));
  await openDirect(his, ines);
  await log(his).getByRole('button', { name: 'noise.webm' }).focus();
  await his.keyboard.press('Enter');
  await expect(log(his).getByRole('button', { name: 'This cannot be played here.' })).toBeFocused();
  await judge(his, 'a film that cannot be played, desktop');
  await log(his).getByRole('button', { name: 'oven.webm' }).focus();
  await his.keyboard.press('Enter');
  await plays(his, 'oven.webm');
  await expect(player(his, 'oven.webm')).toBeFocused();
});

test('a large one is read as it plays, and says that it needs a connection', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const his = await open(kwame, NO_WORKER);
  const guard = await guarded(his.context());
  const bytes = padded(await film(his), 26_000_000);
  await sends(ines, kwame, 'long.webm', bytes);
  await sends(ines, kwame, 'cut.webm', bytes);
  await openDirect(his, ines);
  await press(his, 'long.webm');
  await plays(his, 'long.webm');
  await expect(player(his, 'long.webm')).toHaveAttribute('src', /^(?!blob:)/);

  // The connection goes between its address and its bytes.
  await his.route(
    /\/api\/files\/.*cut/,
    async (route) => {
      await server.kill();
      await expect(offlineBanner(his)).toBeVisible();
      await route.abort();
    },
    { times: 1 },
  );
  await press(his, 'cut.webm');
  const away = log(his).getByRole('button', { name: 'Not kept on this device: it needs a connection.' });
  await expect(away).toBeVisible();
  expect(await guard.found(his)).toEqual(NOTHING);
  await server.start();
  await expect(offlineBanner(his)).toHaveCount(0);
  await away.click();
  await plays(his, 'cut.webm');
});
