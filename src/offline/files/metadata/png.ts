// PNG, chunk by chunk. Stays: what is decoded, what says how its colours are meant, and the pictures of one that moves. Goes:
// Exif, texts, the time, and what is only for programs of one maker. Pure.
import { type Bytes, orientationIn, says, tiffOf, view } from './tiff.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
/** Besides those that begin with a capital letter: without them there is no picture. */
const STAY = /^(?:[A-Z]\w{3}|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|mDCV|cLLI|sBIT|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/;

/** Undefined if it is none, or breaks off before there is a picture. */
export function plainPng(bytes: Bytes): Bytes[] | undefined {
  if (!says(bytes, 0, SIGNATURE)) return undefined;
  const parts = [bytes.subarray(0, SIGNATURE.length)];
  const data = view(bytes);
  let orientation: number | undefined;
  let drawn = false;
  for (let at = SIGNATURE.length; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = at + 12 + data.getUint32(at);
    drawn ||= name === 'IDAT';
    if (STAY.test(name)) parts.push(bytes.subarray(at, end));
    else if (!/^[a-z]\w{3}$/.test(name)) return undefined;
    else if (name === 'eXIf') orientation ??= orientationIn(bytes.subarray(at + 8, end - 4));
    if (name === 'IEND') break;
    at = end;
  }
  if (!drawn) return undefined;
  // The second is the head.
  return orientation ? parts.toSpliced(2, 0, chunkOf('eXIf', tiffOf(orientation))) : parts;
}

function chunkOf(name: string, content: number[]): Bytes {
  const summed = [...[...name].map((sign) => sign.charCodeAt(0)), ...content];
  const chunk = new Uint8Array(8 + summed.length);
  view(chunk).setUint32(0, content.length);
  chunk.set(summed, 4);
  view(chunk).setUint32(4 + summed.length, crcOf(summed));
  return chunk;
}

function crcOf(content: number[]): number {
  let crc = -1;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
