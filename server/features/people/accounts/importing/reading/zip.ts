// A workbook is a ZIP archive. It is unpacked here, within limits, and packed again without compression: whoever reads it then meets
// nothing that was not counted before, however the archive was made.
import { crc32, inflateRawSync } from 'node:zlib';

/** Bytes of all parts together: a workbook of 20,000 people has a quarter of that. */
const MOST_BYTES = 100_000_000;
const MOST_PARTS = 1000;
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const END_BYTES = 22;

export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Thrown for what is no ZIP archive, or `tooLarge`. */
export class NotUnpacked extends Error {
  readonly tooLarge: boolean;
  constructor(tooLarge: boolean) {
    super(tooLarge ? 'The archive is too large' : 'Not an archive that can be read');
    this.tooLarge = tooLarge;
  }
}

/** The parts whose names end in `.xml` or `.rels`. */
export function unpack(archive: Buffer): Part[] {
  try {
    return [...partsOf(archive)];
  } catch (error) {
    if (error instanceof NotUnpacked) throw error;
    // What leads out of the buffer, or does not inflate.
    throw new NotUnpacked((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE');
  }
}

function* partsOf(archive: Buffer): Generator<Part> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new NotUnpacked(false);
  const parts = archive.readUInt16LE(end + 10);
  if (parts > MOST_PARTS) throw new NotUnpacked(true);
  let left = MOST_BYTES;
  for (let at = archive.readUInt32LE(end + 16), n = 0; n < parts; n++) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new NotUnpacked(false);
    const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameBytes as number));
    if (/\.(xml|rels)$/.test(name)) {
      const bytes = inflate(archive, at, left);
      left -= bytes.length;
      yield { name, bytes };
    }
    at += 46 + (nameBytes as number) + (extra as number) + (comment as number);
  }
}

function inflate(archive: Buffer, at: number, most: number): Buffer {
  const [flags, method] = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10)];
  const [packed, local] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 42)];
  // Encrypted, or packed in a way that no spreadsheet uses.
  if (flags & 1 || (method !== 0 && method !== 8) || archive.readUInt32LE(local) !== LOCAL)
    throw new NotUnpacked(false);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(start, start + packed);
  if (method === 8) return inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) });
  if (bytes.length > most) throw new NotUnpacked(true);
  return bytes;
}

/** An archive of these parts and nothing else, as they are. */
export function pack(parts: readonly Part[]): Buffer {
  const [files, index]: Buffer[][] = [[], []];
  let at = 0;
  for (const { name, bytes } of parts) {
    const title = Buffer.from(name);
    // Version, flags (UTF-8), no compression, no time; then the sum, both sizes, and the length of the name.
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x800, 2);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(bytes.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(title.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    files?.push(marked(LOCAL), head, title, bytes);
    index?.push(marked(CENTRAL), Buffer.from([20, 0]), head, rest, title);
    at += 30 + title.length + bytes.length;
  }
  const listed = Buffer.concat(index ?? []);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...(files ?? []), listed, end]);
}

function marked(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
