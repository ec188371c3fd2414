// Pictures of previews: fetched like the page, drawn anew by us, read by whoever reads the message, and gone with what shows
// them.
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from '#contract/chat/attachments.ts';
import { removePreview } from '#contract/chat/previews/previews.ts';
import type { Address } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { addresses } from '#contract/files.ts';
import { docOf } from '#contract/rich-text.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { png } from '#tests/kit/files.ts';
import { linking, newHost, openPages, type Pages } from './previews.fixture.ts';
import { type Cast, gather, PATIENCE, pair, read, to } from './talk.ts';

let pages: Pages;
let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  pages = await openPages();
  app = await startTestApp({}, { outbound: pages.outbound });
  cast = await gather(app);
  await cast.owner.call(company.update, { settings: { link_previews: true } });
  pages.answer('/oven.png', 200, png(1200, 800), 'image/png');
});
afterAll(async () => {
  await app?.close();
  await pages?.[Symbol.asyncDispose]();
});

const eventually = { timeout: PATIENCE, interval: 50 };
/** A page of a host of its own that says where its picture is. */
function pageWith(picture: string): string {
  const host = newHost();
  pages.answer(`/${host}`, 200, `<title>Ovens</title><meta property="og:image" content="${picture}">`);
  return pages.at(host, `/${host}`);
}
const send = async (by: TestClient, at: Address, url: string) =>
  (await by.call(chat.send, { ...at, message_id: uuid(), body: linking(url) })).message;
const previewOf = async (by: TestClient, at: Address, { message_id }: chat.Message) =>
  (await read(by, at)).items.find((one) => one.message_id === message_id)?.previews[0];
async function found(by: TestClient, at: Address, message: chat.Message) {
  await expect.poll(() => previewOf(by, at, message), eventually).toBeDefined();
  return previewOf(by, at, message);
}
const addressOf = async (by: TestClient, file_id: string): Promise<string | undefined> =>
  (await by.call(addresses, { file_ids: file_id })).items[0]?.download_url;

test('is a small WebP of ours, for whoever reads the message and nobody else', async () => {
  const [left, right] = await pair(app, cast);
  const url = pageWith('/oven.png');
  const message = await send(left, to(right), url);
  const preview = await found(right, to(left), message);
  expect(preview).toMatchObject({ url, title: 'Ovens', image: { width: 640, height: 427 } });
  const { file_id = '', size } = preview?.image ?? {};
  const address = await addressOf(right, file_id);
  const answer = await fetch(new URL(address ?? '', app.url));
  expect(answer.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(size);
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  for (const other of [cast.cleo, cast.stranger]) expect(await addressOf(other, file_id)).toBeUndefined();
  // Nobody has attached it.
  expect((await right.call(listFiles, to(left))).items).toEqual([]);
});

test('is fetched once; each message has its own', async () => {
  const { ada, ben, cleo } = cast;
  const url = pageWith('/oven.png?once');
  pages.answer('/oven.png?once', 200, png(300, 300), 'image/png');
  const first = await found(ben, to(ada), await send(ada, to(ben), url));
  const second = await found(cleo, to(ada), await send(ada, to(cleo), url));
  expect(second?.image).toMatchObject({ width: 300, height: 300 });
  expect(second?.image?.file_id).not.toBe(first?.image?.file_id);
  expect(pages.asked.filter((one) => one.endsWith('?once'))).toHaveLength(1);
});

test('that cannot be had, is too large, or is none: the page is shown without it', async () => {
  const { ada, ben } = cast;
  pages.answer('/missing.png', 404);
  pages.answer('/broken.png', 200, Buffer.concat([png(40, 40).subarray(0, 60), Buffer.alloc(200)]), 'image/png');
  pages.answer('/text.png', 200, '<script>alert(1)</script>', 'image/png');
  pages.answer('/drawing.svg', 200, '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml');
  pages.answer('/huge.png', 200, Buffer.concat([png(40, 40), Buffer.alloc(2_000_000)]), 'image/png');
  const red = sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } });
  const avif = (await red.avif({ effort: 0 }).toBuffer()).toString('latin1');
  // The same bytes by a name that is none of ours: how much room they take could not be told.
  const disguised = avif.replace('ftypavif', 'ftypheic').replace('mif1avif', 'mif1MA1B');
  pages.answer('/disguised.png', 200, Buffer.from(disguised, 'latin1'), 'image/png');
  for (const picture of [
    '/missing.png',
    '/broken.png',
    '/text.png',
    '/drawing.svg',
    '/huge.png',
    '/disguised.png',
    'http://127.0.0.1:1/a.png',
    'http://[',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
  ]) {
    const preview = await found(ben, to(ada), await send(ada, to(ben), pageWith(picture)));
    expect(preview, picture).toMatchObject({ title: 'Ovens', image: null });
  }
});

test.each([
  ['its message is deleted', (by: TestClient, { message_id }: chat.Message) => by.call(chat.remove, { message_id })],
  [
    'its link is edited away',
    (by: TestClient, { message_id }: chat.Message) => by.call(chat.edit, { message_id, body: docOf('Nothing') }),
  ],
  [
    'its sender takes the preview away',
    (by: TestClient, { message_id }: chat.Message, url: string) => by.call(removePreview, { message_id, url }),
  ],
])('goes when %s', async (_name, act) => {
  const [left, right] = await pair(app, cast);
  const url = pageWith('/oven.png');
  const message = await send(left, to(right), url);
  const file_id = (await found(right, to(left), message))?.image?.file_id ?? '';
  expect(await addressOf(right, file_id)).toBeDefined();
  await act(left, message, url);
  for (const one of [left, right]) expect(await addressOf(one, file_id)).toBeUndefined();
  expect(await app.sql('SELECT 1 FROM message_file WHERE file_id = $1', [file_id])).toEqual([]);
});

test('stays while other words are edited', async () => {
  const { ada, ben } = cast;
  const url = pageWith('/oven.png');
  const message = await send(ada, to(ben), url);
  const before = await found(ben, to(ada), message);
  const other = pageWith('/oven.png');
  await ada.call(chat.edit, { message_id: message.message_id, body: linking(url, other) });
  await expect
    .poll(async () => (await read(ben, to(ada))).items.at(-1)?.previews.map((one) => one.url), eventually)
    .toEqual([url, other]);
  expect(await previewOf(ben, to(ada), message)).toEqual(before);
  expect(await addressOf(ben, before?.image?.file_id ?? '')).toBeDefined();
});

test('what has brought the server down each time is not tried again', async () => {
  const { ada, ben } = cast;
  const before = pages.asked.length;
  const { message_id } = (await ada.call(chat.send, { ...to(ben), message_id: uuid(), body: docOf('Bread') })).message;
  const url = pageWith('/oven.png');
  await app.sql('UPDATE message SET body = $1 WHERE message_id = $2', [linking(url), message_id]);
  const values = [ada.company_id, message_id];
  await app.sql('INSERT INTO preview_job (company_id, message_id, attempts) VALUES ($1, $2, 3)', values);
  await found(ben, to(ada), await send(ada, to(ben), pageWith('')));
  await expect
    .poll(() => app.sql('SELECT 1 FROM preview_job WHERE message_id = $1', [message_id]), eventually)
    .toEqual([]);
  expect(pages.asked.slice(before).filter((one) => url.includes(one.split(' ')[0] ?? ''))).toEqual([]);
});
