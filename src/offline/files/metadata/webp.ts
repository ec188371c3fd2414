// WebP, chunk by chunk. Stays: what is decoded, the colour profile, and the pictures of one that moves. Goes: Exif, XMP, and what
// nobody knows. Pure.
import { type Bytes, orientationIn, says, tiffOf, view } from './tiff.ts';

const STAY = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];
const PICTURE = ['VP8 ', 'VP8L', 'ANMF'];
/** Flags of the head. */
const [EXIF, XMP] = [0x08, 0x04];
const HEAD = 12;

/** Undefined if it is none, or breaks off. */
export function plainWebp(bytes: Bytes): Bytes[] | undefined {
  if (bytes.length < HEAD + 8 || !says(bytes, 0, 'RIFF') || !says(bytes, 8, 'WEBP')) return undefined;
  const data = view(bytes);
  const whole = 8 + data.getUint32(4, true);
  if (whole > bytes.length) return undefined;
  const parts: Bytes[] = [];
  let orientation: number | undefined;
  let drawn = false;
  for (let at = HEAD; at + 8 <= whole; ) {
    const length = data.getUint32(at + 4, true);
    const end = Math.min(at + 8 + length + (length & 1), whole);
    if (at + 8 + length > whole) return undefined;
    const isOf = (name: string) => says(bytes, at, name);
    drawn ||= PICTURE.some(isOf);
    if (STAY.some(isOf)) parts.push(bytes.slice(at, end));
    else if (isOf('EXIF')) {
      const exif = bytes.subarray(at + 8, end);
      orientation ??= orientationIn(says(exif, 0, 'Exif\0\0') ? exif.subarray(6) : exif);
    }
    at = end;
  }
  const [head] = parts;
  if (!drawn || !head) return undefined;
  if (says(head, 0, 'VP8X') && head.length > 8) {
    head[8] = ((head[8] ?? 0) & ~(EXIF | XMP)) | (orientation ? EXIF : 0);
    if (orientation) parts.push(exifOf(orientation));
  }
  return [headOf(parts), ...parts];
}

function exifOf(orientation: number): Bytes {
  const tiff = tiffOf(orientation);
  return Uint8Array.from([...[...'EXIF'].map((sign) => sign.charCodeAt(0)), tiff.length, 0, 0, 0, ...tiff]);
}

function headOf(parts: Bytes[]): Bytes {
  const head = Uint8Array.from([...'RIFF0000WEBP'].map((sign) => sign.charCodeAt(0)));
  view(head).setUint32(4, 4 + parts.reduce((sum, part) => sum + part.length, 0), true);
  return head;
}
