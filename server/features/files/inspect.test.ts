// What images say of themselves: real heads of each kind, cut ones, and bytes that only pretend.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageIn } from './inspect.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const PNG = hex('89504e470d0a1a0a 0000000d49484452 00000280000001e0 0802000000');
const GIF = hex('474946383961 8002e001 f70000');
const VP8X = hex('52494646 24000000 57454250 56503858 0a000000 10000000 7f0200 df0100');
const VP8 = hex('52494646 24000000 57454250 56503820 18000000 300100 9d012a 8002e001');
const VP8L = Buffer.concat([hex('52494646 24000000 57454250 5650384c 18000000 2f'), hex('7fc27700 0000000000')]);
const AVIF = Buffer.concat([
  hex('0000001c66747970 61766966 00000000 6d696631 61766966'),
  hex('00000014 69737065 00000000 00000280 000001e0'),
]);
const FRAME = hex('ffc0 0011 08 01e0 0280 03 012200 021101 031101');
const JPEG = Buffer.concat([hex('ffd8 ffe0 0010 4a46494600010100000100010000'), FRAME]);
const exif = (orientation: string) =>
  Buffer.concat([
    hex(`ffd8 ffe1 0022 457869660000 4d4d002a 00000008 0001 0112 0003 00000001 ${orientation} 0000 00000000`),
    FRAME,
  ]);

test.each([
  ['PNG', PNG, 'image/png'],
  ['GIF', GIF, 'image/gif'],
  ['WebP, extended', VP8X, 'image/webp'],
  ['WebP, lossy', VP8, 'image/webp'],
  ['WebP, lossless', VP8L, 'image/webp'],
  ['AVIF', AVIF, 'image/avif'],
  ['JPEG', JPEG, 'image/jpeg'],
  ['JPEG as it is', exif('0001'), 'image/jpeg'],
])('%s', (_, head, mime_type) => {
  expect(imageIn(head)).toEqual({ mime_type, width: 640, height: 480 });
});

test('a JPEG that is to be shown turned', () => {
  expect(imageIn(exif('0006'))).toEqual({ mime_type: 'image/jpeg', width: 480, height: 640 });
});

test('what claims to be without end has no size', () => {
  const endless = Buffer.from(PNG);
  endless.writeUInt32BE(0xf0000000, 16);
  expect(imageIn(endless)).toEqual({ mime_type: 'image/png' });
});

test('pages, scripts and drawings are no images', () => {
  for (const text of ['<html>', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF', 'RIFF....WAVE', '', '\x89PNG'])
    expect(imageIn(Buffer.from(text, 'latin1'))).toBeUndefined();
});

test('no bytes make it stumble', () => {
  const heads = [PNG, GIF, VP8X, VP8, VP8L, AVIF, JPEG, exif('0006')];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.nat(80), fc.uint8Array({ maxLength: 60 }), (head, keep, noise) => {
      expect(() => imageIn(Buffer.concat([head.subarray(0, keep), noise]))).not.toThrow();
    }),
  );
});
