// The body of an answer, unpacked, up to a size. What is packed is counted as it comes out: a small parcel can hold a huge one.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './errors.ts';

const unpackers = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

function unpacked(answer: IncomingMessage): Readable {
  const packing = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (packing === 'identity') return answer;
  if (!Object.hasOwn(unpackers, packing)) throw new OutboundError('unsuited', 'Packed in an unknown way');
  const unpacker = unpackers[packing as keyof typeof unpackers]();
  answer.on('error', (error) => unpacker.destroy(error));
  return answer.pipe(unpacker);
}

/** The first `most` bytes; then nothing more is read. Throws if it breaks off before that. */
export async function bodyOf(answer: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of unpacked(answer) as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most);
}
