// Which way up a picture is shown, as Exif says it: a TIFF with one entry among many others. Pure.
export type Bytes = Uint8Array<ArrayBuffer>;

const ORIENTATION = 0x0112;

export const view = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether there is this text, of signs of one byte each. */
export function says(bytes: Bytes, at: number, text: string): boolean {
  for (let n = 0; n < text.length; n++) if (bytes[at + n] !== text.charCodeAt(n)) return false;
  return true;
}

/** From 2 to 8; undefined if it is shown as it is. */
export function orientationIn(tiff: Bytes): number | undefined {
  const little = says(tiff, 0, 'II');
  if (tiff.length < 14 || !(little || says(tiff, 0, 'MM'))) return undefined;
  const data = view(tiff);
  const first = data.getUint32(4, little);
  if (first + 2 > tiff.length) return undefined;
  const count = data.getUint16(first, little);
  for (let entry = 0; entry < count; entry++) {
    const at = first + 2 + entry * 12;
    if (at + 10 > tiff.length) return undefined;
    if (data.getUint16(at, little) !== ORIENTATION) continue;
    const value = data.getUint16(at + 8, little);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** A TIFF that says this and nothing else. */
export const tiffOf = (orientation: number): number[] =>
  // Big-endian, its first directory at 8: one entry, a SHORT, one of them.
  [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
