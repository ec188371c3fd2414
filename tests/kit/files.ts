// Uploading in tests as a browser does it: ask for a form, post it without any session, look at what has arrived. And unpacking archives.
import { crc32, deflateSync, inflateRawSync } from 'node:zlib';
import * as contract from '#contract/files.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { TestClient } from './client.ts';

type Presigned = ResponseOf<typeof contract.presign>;
type Bytes = Buffer | string;

/** A real PNG. `noise`: bytes behind its end, to make it larger. */
export function png(width = 2, height = 3, noise = 0): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height, 0x55);
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts, Buffer.alloc(noise, 7)]);
}

/** The form, presigned for this file; the key is made of the client's own company and employee unless `key` says otherwise. */
export const presign = (
  by: TestClient,
  given: { name?: string; folder?: string; is_private?: boolean; key?: string },
): Promise<Presigned> => {
  const { name = 'note.txt', folder = '', is_private = true } = given;
  const parts = [by.company_id, folder, by.employee_id, name].filter(Boolean);
  return by.call(contract.presign, { key: given.key ?? parts.join('/'), is_private: is_private ? 'true' : 'false' });
};

/** As multipart, the fields first. */
export function formOf(fields: Readonly<Record<string, string>>, bytes: Bytes, name = 'a "file".bin'): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return form;
}

export const post = (
  base: string,
  { url, fields }: Pick<Presigned, 'url' | 'fields'>,
  bytes: Bytes,
): Promise<Response> => fetch(new URL(url, base), { method: 'POST', body: formOf(fields, bytes) });

/** Throws if anything refuses it. */
export async function upload(
  by: TestClient,
  bytes: Bytes,
  given: Parameters<typeof presign>[1],
): Promise<ResponseOf<typeof contract.metadata>> {
  const form = await presign(by, given);
  const answer = await post(by.url, form, bytes);
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return by.call(contract.metadata, { file_id: form.file_id });
}

/** A ZIP archive as whoever has downloaded it unpacks it, each part checked by its sum: name → bytes. Throws for what is none. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('Not a whole archive');
  const parts = new Map<string, Buffer>();
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, sum, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stored = zip.subarray(start, start + packed);
    const bytes = method === 8 ? inflateRawSync(stored) : stored;
    const name = zip.toString('utf8', at + 46, at + 46 + lengths[0]);
    if (crc32(bytes) !== sum || parts.has(name)) throw new Error(`${name} is broken`);
    parts.set(name, bytes);
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return parts;
}
