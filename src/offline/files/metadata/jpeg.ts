// JPEG, segment by segment. Stays: what is decoded, JFIF, the colour profile, Adobe's word on colours. Goes: Exif and XMP, IPTC,
// remarks, all that is only for the maker's own programs, and what lies behind the picture: more pictures, films. Pure.
import { type Bytes, orientationIn, says, tiffOf, view } from './tiff.ts';

const [SOI, EOI, SOS, APP0, APP1, APP2, APP14, APP15, COM] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe];

function stays(bytes: Bytes, at: number, marker: number): boolean {
  const isOf = (name: string) => says(bytes, at + 4, name);
  if (marker === APP0) return isOf('JFIF\0');
  if (marker === APP2) return isOf('ICC_PROFILE\0');
  if (marker === APP14) return isOf('Adobe');
  return marker !== COM && !(marker >= APP1 && marker <= APP15);
}

/** Undefined if it is none, or breaks off before there is a picture. */
export function plainJpeg(bytes: Bytes): Bytes[] | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return undefined;
  const parts = [bytes.subarray(0, 2)];
  const data = view(bytes);
  let orientation: number | undefined;
  let drawn = false;
  for (let at = 2; ; ) {
    at = markerFrom(bytes, at);
    const marker = bytes[at + 1];
    if (marker === EOI) parts.push(bytes.subarray(at, at + 2));
    // What breaks off is drawn as far as it goes.
    if (marker === undefined || marker === EOI) return drawn ? turned(parts, orientation) : undefined;
    const length = at + 4 > bytes.length ? 0 : data.getUint16(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return drawn ? turned(parts, orientation) : undefined;
    if (marker === SOS) {
      end = markerFrom(bytes, end);
      drawn = true;
    }
    if (stays(bytes, at, marker)) parts.push(bytes.subarray(at, end));
    else if (marker === APP1 && says(bytes, at + 4, 'Exif\0\0'))
      orientation ??= orientationIn(bytes.subarray(at + 10, end));
    at = end;
  }
}

/** Where the next segment begins: not zeros that were stuffed in, not marks to start over, which are of the drawing. */
function markerFrom(bytes: Bytes, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 1 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** JFIF comes first, where it is. */
function turned(parts: Bytes[], orientation: number | undefined): Bytes[] {
  if (!orientation) return parts;
  const exif = [...'Exif\0\0'].map((sign) => sign.charCodeAt(0));
  const segment = Uint8Array.from([0xff, APP1, 0, 34, ...exif, ...tiffOf(orientation)]);
  return parts.toSpliced(parts[1]?.[1] === APP0 ? 2 : 1, 0, segment);
}
