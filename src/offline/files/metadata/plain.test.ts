// Images without metadata: real files of each kind, with all that can be written beside the picture; and bytes that only pretend.
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { plainImage, plainParts } from './plain.ts';
import type { Bytes } from './tiff.ts';

const SECRET = 'cnry-secret';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${SECRET}"/></rdf:RDF></x:xmpmeta>`;
const pixels = Uint8Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * 7919) % 251);
const picture = (): Sharp => sharp(pixels, { raw: { width: 40, height: 30, channels: 3 } });

const kinds = {
  JPEG: () => picture().jpeg(),
  'JPEG, progressive': () => picture().jpeg({ progressive: true, quality: 95 }),
  PNG: () => picture().png(),
  'PNG, interlaced': () => picture().png({ progressive: true }),
  'WebP, lossy': () => picture().webp(),
  'WebP, lossless': () => picture().webp({ lossless: true }),
  'WebP, transparent': () => picture().ensureAlpha(0.5).webp(),
} as const;
const named = Object.entries(kinds);

const plainly = (bytes: Uint8Array): Buffer => Buffer.concat(plainParts(new Uint8Array(bytes)) ?? [bytes]);
const marked = (image: Sharp, orientation?: number) =>
  image
    .keepIccProfile()
    .withIccProfile('p3')
    .withMetadata({ ...(orientation && { orientation }) })
    .withExifMerge({ IFD0: { Copyright: SECRET, Make: SECRET }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp(XMP)
    .toBuffer();
const drawn = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
const joined = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

describe.each(named)('%s', (_, make) => {
  test('loses what is written beside the picture, and nothing of the picture', async () => {
    const given = await marked(make());
    expect(given.includes(SECRET)).toBe(true);
    const left = plainly(given);
    expect(left.includes(SECRET)).toBe(false);
    const [before, after] = await Promise.all([sharp(given).metadata(), sharp(left).metadata()]);
    expect([after.exif, after.xmp, after.iptc, after.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(after.icc?.equals(before.icc ?? Buffer.of())).toBe(true);
    expect([after.width, after.height, after.format]).toEqual([40, 30, before.format]);
    expect((await drawn(left)).equals(await drawn(given))).toBe(true);
    expect(plainly(left).equals(left)).toBe(true);
  });

  test.each([2, 3, 4, 5, 6, 7, 8])('is turned as before: %i', async (orientation) => {
    const given = await marked(make(), orientation);
    const left = plainly(given);
    expect(left.includes(SECRET)).toBe(false);
    expect((await sharp(left).metadata()).orientation).toBe(orientation);
    const seen = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer();
    expect((await seen(left)).equals(await seen(given))).toBe(true);
    expect(plainly(left).equals(left)).toBe(true);
  });

  test('without anything beside it stays as it is', async () => {
    const given = await make().toBuffer();
    expect(plainly(given).equals(given)).toBe(true);
  });

  test('what lies behind the picture goes: more pictures, films, words', async () => {
    const given = await make().toBuffer();
    expect(plainly(joined(given, await kinds.JPEG().toBuffer(), SECRET)).equals(given)).toBe(true);
  });

  test('no bytes make it stumble, wherever it is cut or changed', async () => {
    const given = await marked(make(), 6);
    fc.assert(
      fc.property(fc.nat(given.length), fc.nat(given.length), fc.uint8Array({ maxLength: 40 }), (keep, at, noise) => {
        const cut = given.subarray(0, keep);
        expect(plainly(cut).length).toBeLessThanOrEqual(cut.length);
        const changed = Buffer.from(given);
        changed.set(noise.subarray(0, given.length - at), at);
        expect(plainly(changed).length).toBeLessThanOrEqual(changed.length + 60);
      }),
    );
  });
});

test('JPEG: remarks, IPTC, small pictures and makers’ own segments go, wherever they stand', async () => {
  const given = await kinds['JPEG, progressive']().toBuffer();
  const segment = (marker: number, content: string) =>
    joined(Uint8Array.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255), content);
  const beside = joined(
    segment(0xfe, SECRET),
    segment(0xed, `Photoshop 3.0\0${SECRET}`),
    segment(0xe0, `JFXX\0\x10${SECRET}`),
    segment(0xe2, `MPF\0${SECRET}`),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
    segment(0xe4, SECRET),
    segment(0xef, SECRET),
    // Filled up, as some programs do.
    Uint8Array.of(0xff, 0xff),
  );
  const between = given.indexOf(Uint8Array.of(0xff, 0xc4), given.indexOf(Uint8Array.of(0xff, 0xda)));
  expect(between).toBeGreaterThan(0);
  const full = joined(given.subarray(0, 2), beside, given.subarray(2, between), beside, given.subarray(between));
  expect((await drawn(full)).equals(await drawn(given))).toBe(true);
  expect(plainly(full).equals(given)).toBe(true);
});

test('PNG: texts, the time and unknown chunks go; what says how it is drawn stays', async () => {
  const given = await picture().withIccProfile('p3').png({ palette: true }).toBuffer();
  const chunk = (name: string, content: string | Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    // Nobody looks at the sums of these.
    return joined(length, name, content, Buffer.alloc(4));
  };
  const told = joined(
    ...['tEXt', 'zTXt', 'iTXt', 'caBX', 'prVW'].map((name) => chunk(name, `${name}\0${SECRET}`)),
    chunk('tIME', Uint8Array.of(7, 0xe9, 1, 1, 1, 1, 1)),
  );
  const behindHead = 8 + 25;
  const end = given.length - 12;
  const full = joined(given.subarray(0, behindHead), told, given.subarray(behindHead, end), told, given.subarray(end));
  expect(plainly(full).equals(given)).toBe(true);
});

test('WebP that moves keeps all its pictures', async () => {
  const given = await sharp(pixels, { raw: { width: 40, height: 30, channels: 3, pageHeight: 10 } })
    .webp({ lossless: true, delay: [90, 90, 90] })
    .withExif({ IFD0: { Copyright: SECRET } })
    .toBuffer();
  const left = plainly(given);
  expect([given.includes(SECRET), left.includes(SECRET)]).toEqual([true, false]);
  const whole = (bytes: Buffer) => sharp(bytes, { animated: true });
  expect(await whole(left).metadata()).toMatchObject({ pages: 3, delay: [90, 90, 90] });
  expect((await whole(left).raw().toBuffer()).equals(await whole(given).raw().toBuffer())).toBe(true);
});

test('other bytes are let through as they are', () => {
  for (const text of ['', 'GIF89a', '<svg/>', 'RIFF', '\x89PNG\r\n\x1a\n', '\xff\xd8', 'RIFF\x04\0\0\0WEBP'])
    expect(plainParts(new Uint8Array(Buffer.from(text, 'latin1'))), text).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
      expect(plainParts(noise as Bytes)).toBeUndefined();
    }),
  );
});

test('a file: its type stays, and what is none of the kinds is not even read', async () => {
  const given = await marked(kinds.JPEG());
  const left = await plainImage(new Blob([new Uint8Array(given)], { type: 'image/jpeg' }));
  expect([left.type, left.size < given.length]).toEqual(['image/jpeg', true]);
  for (const type of ['image/gif', 'image/avif', 'text/plain', '']) {
    const other = new Blob([new Uint8Array(given)], { type });
    expect(await plainImage(other)).toBe(other);
  }
});
