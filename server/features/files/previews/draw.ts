// Draws the preview of an image, or an icon, from its bytes. Whoever sends the bytes may be hostile: what is none of our images is not even
// looked at, and what is too large or broken has no preview.
import type SharpModule from 'sharp';
import { HEAD_BYTES, imageIn } from '../inspect.ts';

type Draw = typeof SharpModule;

/** Pixels of the longer side: twice what a message shows. */
export const LONGEST = 640;
/** Pixels of what is taken apart. Of AVIF fewer: it takes 20 bytes for each, the others up to 10. */
const MOST_PIXELS = { avif: 12_000_000, others: 40_000_000 };
const MOST_SECONDS = 8;
const QUALITY = 74;
/** The only ones that are read: no drawings, no documents, nothing that reads other files. */
const READ = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
];

let loaded: Promise<Draw> | undefined;

/** When it is first needed. */
const load = (): Promise<Draw> =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: READ });
    return sharp;
  }));

/** False where the machine has nothing to draw with; then there are no previews. */
export const canDraw = (): Promise<boolean> =>
  load().then(
    () => true,
    () => false,
  );

let last: Promise<unknown> = Promise.resolve();

/**
 * A WebP of the first frame, turned as it is shown, without metadata. Undefined if the bytes cannot be drawn. Works in threads
 * of its own; one after the other, whoever asks, for the memory that each takes.
 */
export const draw = (bytes: Buffer): Promise<Buffer | undefined> =>
  inTurn(bytes, (image) =>
    image
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY }),
  );

/** A square PNG; `ground`: the colour behind what leaves room, `room`: how much of a side is left free around it. */
export const drawSquare = (
  bytes: Buffer,
  { side, room, ground }: { side: number; room: number; ground: string },
): Promise<Buffer | undefined> => {
  const inner = Math.round(side * (1 - room));
  const before = Math.floor((side - inner) / 2);
  const after = side - inner - before;
  return inTurn(bytes, (image) =>
    image
      .resize({ width: inner, height: inner, fit: 'contain', background: ground })
      .extend({ top: before, left: before, bottom: after, right: after, background: ground })
      .flatten(ground === NO_GROUND ? false : { background: ground })
      .png({ compressionLevel: 9 }),
  );
};

/** Nothing behind it. */
export const NO_GROUND = '#0000';

type Shape = (image: ReturnType<Draw>) => ReturnType<Draw>;

function inTurn(bytes: Buffer, shape: Shape): Promise<Buffer | undefined> {
  const one = last.then(() => drawNow(bytes, shape));
  last = one.catch(() => undefined);
  return one;
}

async function drawNow(bytes: Buffer, shape: Shape): Promise<Buffer | undefined> {
  const image = imageIn(bytes.subarray(0, HEAD_BYTES));
  if (!image) return undefined;
  const sharp = await load();
  const limitInputPixels = MOST_PIXELS[image.mime_type === 'image/avif' ? 'avif' : 'others'];
  try {
    const read = sharp(bytes, { limitInputPixels, sequentialRead: true, failOn: 'error', pages: 1 });
    return await shape(read.autoOrient()).timeout({ seconds: MOST_SECONDS }).toBuffer();
  } catch {
    // Every failure in here is one of the bytes.
    return undefined;
  }
}
