// What an image really is, and its size in pixels, from its first bytes. Pure.

export interface Image {
  readonly mime_type: string;
  /** Pixels; undefined where the first bytes do not tell. */
  readonly width?: number;
  readonly height?: number;
}

/** As many bytes from the beginning as are looked at. */
export const HEAD_BYTES = 131_072;

/** Undefined if it is none of the images that we show. */
export function imageIn(head: Buffer): Image | undefined {
  const text = (at: number, length: number) => head.toString('latin1', at, at + length);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n')
    return sized('image/png', head, 24, () => [head.readUInt32BE(16), head.readUInt32BE(20)]);
  if (/^GIF8[79]a$/.test(text(0, 6)))
    return sized('image/gif', head, 10, () => [head.readUInt16LE(6), head.readUInt16LE(8)]);
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP')
    return sized('image/webp', head, 30, () => webp(head, text(12, 4)));
  if (text(4, 4) === 'ftyp' && /avi[fs]/.test(text(8, 24))) return sized('image/avif', head, 0, () => avif(head));
  if (head.length > 3 && head.readUIntBE(0, 3) === 0xffd8ff) return sized('image/jpeg', head, 0, () => jpeg(head));
  return undefined;
}

type Size = readonly [width: number, height: number];

/** Pixels; no picture has more on one side, whatever its head claims. */
const LONGEST_SIDE = 65_535;

function sized(mime_type: string, head: Buffer, least: number, read: () => Size | undefined): Image {
  const [width, height] = (head.length >= least && read()) || [];
  const told = width && height && Math.max(width, height) <= LONGEST_SIDE;
  return told ? { mime_type, width, height } : { mime_type };
}

function webp(head: Buffer, kind: string): Size | undefined {
  if (kind === 'VP8X') return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
  if (kind === 'VP8 ') return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff];
  const bits = head.readUInt32LE(21);
  return kind === 'VP8L' ? [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1] : undefined;
}

function avif(head: Buffer): Size | undefined {
  const at = head.indexOf('ispe', 0, 'latin1');
  return at > 0 && at + 16 <= head.length ? [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)] : undefined;
}

/** Segment by segment to the one that begins a frame. A picture that is to be shown turned has its sides exchanged. */
function jpeg(head: Buffer): Size | undefined {
  let turned = false;
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; ) {
    const marker = head[at + 1] as number;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [head.readUInt16BE(at + 5), head.readUInt16BE(at + 7)];
      return turned ? [height, width] : [width, height];
    }
    const length = head.readUInt16BE(at + 2);
    if (marker === 0xe1) turned ||= isTurned(head.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  return undefined;
}

/** The Exif orientations 5 to 8. */
function isTurned(exif: Buffer): boolean {
  if (exif.length < 20 || exif.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
  const tiff = exif.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < short(first); entry++) {
    const at = first + 2 + entry * 12;
    if (short(at) === 0x0112) return short(at + 8) >= 5 && short(at + 8) <= 8;
  }
  return false;
}
