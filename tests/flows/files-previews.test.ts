// Previews of images, the same over both stores: what they are, that each is made once, who reads them, and when they go.
// @module-tag long
import { createCipheriv } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import * as contract from '#contract/files.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { docOf } from '#contract/rich-text.ts';
import { sweepFiles } from '#server/features/files/sweep.ts';
import { createFileStore } from '#server/platform/files/open-store.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson } from '../kit/factory.ts';
import { png, post, presign, upload } from '../kit/files.ts';
import { bytesOf, FACES, overAllStores } from './files.fixture.ts';
import { to } from './talk.ts';

type Known = ResponseOf<typeof contract.metadata>;

/** The same ones each time, and nothing in them repeats. */
const bytes = (length: number) =>
  createCipheriv('aes-128-ctr', 'a key of 16 byte', 'and some to make').update(Buffer.alloc(length));
/** Like a photo. */
const noise = (width: number, height: number) =>
  sharp(bytes(width * height * 3), { raw: { width, height, channels: 3 } });
const photo = await noise(1200, 800)
  .jpeg({ quality: 90 })
  .withMetadata({ orientation: 6 })
  .withExifMerge({ IFD0: { Copyright: 'cnry' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
  .toBuffer();
const fast = { png: {}, webp: { effort: 0 }, avif: { effort: 0 }, gif: { effort: 1 } } as const;
const PNG_HEAD = png().subarray(0, 8);

const add = (by: TestClient, bytes: Buffer, end: string) =>
  upload(by, bytes, { folder: 'chat', name: `${uuid()}.${end}` });
const sendIt = async (by: TestClient, other: TestClient, ...files: Known[]) => {
  const attachments = files.map(({ file_id }) => ({ file_id }));
  return (await by.call(chat.send, { ...to(other), message_id: uuid(), body: docOf(''), attachments })).message;
};

overAllStores('previews', (at) => {
  const look = async (file: Known) => {
    const answer = await at.get(file.preview_url ?? 'none');
    return { status: answer.status, headers: answer.headers, picture: await bytesOf(answer) };
  };
  const rowOf = async ({ file_id }: Known) => {
    const [row] = await at.app.sql<{ preview_size: number | null; preview_tries: number }>(
      'SELECT preview_size, preview_tries FROM file WHERE file_id = $1',
      [file_id],
    );
    return row;
  };
  const again = (by: TestClient, { file_id }: Known) => by.call(contract.metadata, { file_id });

  test('a photo: small, turned as it is shown, without what the camera wrote; the original stays as it is', async () => {
    const file = await add(at.owner, photo, 'jpg');
    const { status, headers, picture } = await look(file);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="[0-9a-f-]+\.webp"/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const { width, height, format, exif, xmp, icc, orientation } = await sharp(picture).metadata();
    expect({ width, height, format }).toEqual({ width: 427, height: 640, format: 'webp' });
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(picture.length).toBeLessThan(file.size / 4);
    expect((await bytesOf(await at.get(file.download_url))).equals(photo)).toBe(true);
    expect(await rowOf(file)).toEqual({ preview_size: picture.length, preview_tries: 1 });
    const repeat = await at.get(file.preview_url ?? '', { 'if-none-match': headers.get('etag') ?? '' });
    expect(repeat.status).toBe(304);
    const whole = await at.get(file.download_url, { 'if-none-match': headers.get('etag') ?? '' });
    expect(whole.status).toBe(200);
  });

  test.each(['png', 'webp', 'avif', 'gif'] as const)('%s has one, too', async (end) => {
    const file = await add(at.owner, await noise(900, 700).toFormat(end, fast[end]).toBuffer(), end);
    const { status, picture } = await look(file);
    expect(status).toBe(200);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 640, height: 498 });
  });

  test('of what moves, the first picture', async () => {
    const moving = await sharp(bytes(300 * 900 * 3), { raw: { width: 300, height: 900, channels: 3, pageHeight: 300 } })
      .gif({ effort: 1, delay: [100, 100, 100] })
      .toBuffer();
    const { picture } = await look(await add(at.owner, moving, 'gif'));
    const { width, height, pages } = await sharp(picture).metadata();
    expect([width, height, pages]).toEqual([300, 300, undefined]);
  });

  test('it is made once, however many ask, and for a message before anybody does', async () => {
    const file = await add(at.owner, photo, 'jpg');
    const all = await Promise.all(Array.from({ length: 8 }, () => look(file)));
    for (const { status, picture } of all)
      expect([status, picture.equals(all[0]?.picture ?? Buffer.of())]).toEqual([200, true]);
    expect(await rowOf(file)).toEqual({ preview_size: all[0]?.picture.length, preview_tries: 1 });

    const sent = await add(at.owner, photo, 'jpg');
    await sendIt(at.owner, at.colleague, sent);
    await expect.poll(async () => (await rowOf(sent))?.preview_size).toBeGreaterThan(0);
    await look(sent);
    expect(await rowOf(sent)).toMatchObject({ preview_tries: 1 });
    expect(at.kept().keys).toContain(`${sent.s3_key}.preview.webp`);
  });

  test('what is small, and what is no image, has none', async () => {
    for (const [given, end] of [
      [png(40, 30), 'png'],
      [Buffer.from('words'), 'txt'],
      [bytes(90_000), 'mp4'],
    ] as const) {
      const file = await add(at.owner, given, end);
      expect(file.preview_url).toBeUndefined();
      expect((await at.get(`${file.download_url}&preview=1`)).status).toBe(404);
    }
    // Large as a picture, though few bytes.
    expect((await look(await add(at.owner, png(1600, 900), 'png'))).status).toBe(200);
  });

  test('what is broken or hostile has none; the server goes on, and does not try again', async () => {
    const bombs: [what: string, given: Buffer, end: string][] = [
      ['cut off', photo.subarray(0, photo.length / 2), 'jpg'],
      ['more than 40 megapixels', png(8000, 5200), 'png'],
      [
        'an AVIF that takes too much room',
        await sharp({ create: { width: 4500, height: 3000, channels: 3, background: 'red' } })
          .avif(fast.avif)
          .toBuffer(),
        'avif',
      ],
      ['claims to be endless', Buffer.concat([png().subarray(0, 16), Buffer.alloc(8, 0x7f), bytes(50_000)]), 'png'],
      ['claims more than a number holds', Buffer.concat([PNG_HEAD, Buffer.alloc(60_000, 0xfe)]), 'png'],
      ['noise behind a signature', Buffer.concat([PNG_HEAD, bytes(60_000)]), 'png'],
      ['a drawing behind a signature', Buffer.concat([PNG_HEAD, Buffer.from('<svg/>'.repeat(9_000))]), 'png'],
      ['half a WebP', (await noise(900, 700).webp().toBuffer()).subarray(0, 41_000), 'webp'],
      ['half an AVIF', (await noise(900, 700).avif(fast.avif).toBuffer()).subarray(0, 41_000), 'avif'],
      ['a GIF of noise', Buffer.concat([Buffer.from('GIF89a'), bytes(60_000)]), 'gif'],
    ];
    for (const [what, given, end] of bombs) {
      const file = await add(at.owner, given, end);
      expect((await look(file)).status, what).toBe(404);
      expect(await rowOf(file), what).toEqual({ preview_size: 0, preview_tries: 1 });
      expect((await again(at.owner, file)).preview_url, what).toBeUndefined();
      expect((await at.get(`${file.download_url}&preview=1`)).status, what).toBe(404);
      expect((await rowOf(file))?.preview_tries, what).toBe(1);
      const whole = await bytesOf(await at.get(file.download_url));
      expect(whole.equals(given), what).toBe(true);
    }
    expect(at.kept().halves).toBe(0);
    expect((await look(await add(at.owner, photo, 'jpg'))).status).toBe(200);
  });

  test('what the store refused is tried again', async () => {
    if (at.kind !== 'disk') return;
    const file = await add(at.owner, photo, 'jpg');
    const inTheWay = join(at.app.dataDir, 'files', 'objects', `${file.s3_key}.preview.webp`);
    mkdirSync(join(inTheWay, 'full'), { recursive: true });
    for (let n = 0; n < 5; n++) expect((await look(file)).status).toBe(500);
    expect(await rowOf(file)).toEqual({ preview_size: null, preview_tries: 0 });
    rmSync(inTheWay, { recursive: true });
    expect((await look(file)).status).toBe(200);
  });

  test('whoever waits too long for others is told to take the file itself; it is made all the same', async () => {
    if (at.kind !== 'disk') return;
    const files = await Promise.all([1, 2, 3].map(() => add(at.owner, photo, 'jpg')));
    const holder = new pg.Client(at.app.connection);
    await holder.connect();
    await holder.query('BEGIN');
    // The database gives the first of them up after four seconds, whichever that is; the others wait behind it for too long.
    const held = files.map(({ file_id }) => file_id);
    await holder.query('SELECT 1 FROM file WHERE file_id = ANY($1) FOR UPDATE', [held]);
    const answers = await Promise.all(files.map(look));
    await holder.end();
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(1);
    const last = files.filter((_, at) => answers[at]?.status === 404);
    expect(last).toHaveLength(2);
    await expect.poll(async () => (await Promise.all(last.map(rowOf))).some((row) => row?.preview_size)).toBe(true);
    for (const file of files) expect((await look(file)).status).toBe(200);
  });

  test('what has brought the server down each time is not tried again', async () => {
    const file = await add(at.owner, photo, 'jpg');
    await at.app.sql('UPDATE file SET preview_tries = 3 WHERE file_id = $1', [file.file_id]);
    expect((await look(file)).status).toBe(404);
    expect((await rowOf(file))?.preview_size).toBe(0);

    const other = await add(at.owner, photo, 'jpg');
    await at.app.sql('UPDATE file SET preview_tries = 2 WHERE file_id = $1', [other.file_id]);
    expect((await look(other)).status).toBe(200);
  });

  test('of other bytes under the same key, another', async () => {
    const form = await presign(at.owner, { folder: 'chat', name: `${uuid()}.png` });
    await post(at.app.url, form, await noise(700, 700).png().toBuffer());
    const first = await at.owner.call(contract.metadata, { file_id: form.file_id });
    expect(await sharp((await look(first)).picture).metadata()).toMatchObject({ width: 640, height: 640 });
    await post(at.app.url, form, await noise(700, 350).png().toBuffer());
    const second = await again(at.owner, first);
    await expect.poll(async () => (await sharp((await look(second)).picture).metadata()).height).toBe(320);
  });

  describe('is read by whoever reads the image, and by nobody else', () => {
    test('in a message, until that is deleted', async () => {
      const [ada, ben, cleo] = [at.owner, at.colleague, await addPerson(at.app, at.owner)];
      const file = await add(ada, photo, 'jpg');
      const message = await sendIt(ada, ben, file);
      const [his] = (await ben.call(contract.addresses, { file_ids: file.file_id })).items;
      expect((await at.get(his?.preview_url ?? '')).status).toBe(200);
      expect(his?.preview_url).not.toBe(file.preview_url);
      for (const who of [cleo, at.stranger]) {
        expect((await who.call(contract.addresses, { file_ids: file.file_id })).items).toEqual([]);
        expect((await who.raw(contract.metadata, { file_id: file.file_id })).status).toBe(404);
      }
      const [path = '', query = ''] = (his?.preview_url ?? '').split('?');
      const changed = (name: string, value: string) => {
        const all = new URLSearchParams(query);
        all.set(name, value);
        return `${path}?${all}`;
      };
      for (const url of [
        `${path}?preview=1`,
        changed('by', cleo.employee_id),
        changed('signature', 'x'),
        changed('expires', '9999999999'),
        his?.preview_url?.replace(at.owner.company_id, at.stranger.company_id) ?? '',
      ])
        expect((await at.get(url)).status, url).toBe(404);
      await ada.call(chat.remove, { message_id: message.message_id });
      for (const url of [his?.preview_url, file.preview_url]) expect((await at.get(url ?? '')).status).toBe(404);
      const { context } = at.app.app;
      await sweepFiles(context, createFileStore(context.config, '').store, []);
      expect(at.kept().keys.filter((key) => key.startsWith(file.s3_key))).toEqual([]);
    });

    test('of a public one, everybody who knows its address', async () => {
      const file = await upload(at.owner, photo, { ...FACES, name: `${uuid()}.jpg` });
      const { status, headers } = await look(file);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    });
  });

  test('it goes with what is swept away, also if that happens while it is made', async () => {
    const file = await add(at.owner, photo, 'jpg');
    expect((await look(file)).status).toBe(200);
    const racing = await add(at.owner, photo, 'jpg');
    await at.app.sql("UPDATE file SET used_at = now() - interval '15 days' WHERE file_id = ANY($1)", [
      [file.file_id, racing.file_id],
    ]);
    const { context } = at.app.app;
    const drawing = look(racing);
    await sweepFiles(context, createFileStore(context.config, '').store, []);
    expect([200, 404, 503]).toContain((await drawing).status);
    const left = () => at.kept().keys.filter((key) => [file, racing].some(({ s3_key }) => key.startsWith(s3_key)));
    await expect.poll(left).toEqual([]);
  });
});
