// Uploading in tests as a browser does it: ask for a form, post it without any session, look at what has arrived.
import { crc32, deflateSync } from 'node:zlib';
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
