// Files in a folder. A file is written beside, flushed, and moved to its name: nothing half-written can be seen, and what was
// acknowledged is on the disk.
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../http/errors.ts';
import { sweepLeftBehind } from './left-behind.ts';
import { type Granted, judgeForm, signForm } from './post-policy.ts';
import { derive } from './secret.ts';
import type { FileStore } from './store.ts';

const BUCKET = 'files';
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

export interface DiskStore extends FileStore {
  /** What a posted form may upload. NO_PERMISSION with the reason. */
  judge(fields: ReadonlyMap<string, string>): Granted;
  /** Takes a file in. PAYLOAD_TOO_LARGE, INVALID_REQUEST (empty), ENOSPC; then nothing of it is left. */
  take(granted: Granted, bytes: AsyncIterable<Buffer>): Promise<void>;
}

/** `folder` is made if it is not there. */
export function createDiskStore(folder: string, uploadPath: string): DiskStore {
  const incoming = join(folder, 'incoming');
  sweepLeftBehind(incoming);
  const secret = secretIn(folder);
  const keys = { accessKeyId: 'limelight', secretAccessKey: secret, region: 'local' };
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new TypeError('Not a key');
    return join(folder, 'objects', key);
  };
  const take: DiskStore['take'] = async ({ key, max_size }, bytes) => {
    const [part, whole] = [join(incoming, randomUUID()), pathOf(key)];
    try {
      await writeFlushed(part, bytes, max_size);
      await mkdir(dirname(whole), { recursive: true });
      await rename(part, whole);
      await flushFolder(dirname(whole));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };
  return {
    secret: derive(secret, 'addresses'),
    presign: (wish) => ({ url: uploadPath, fields: signForm(keys, BUCKET, wish, new Date()) }),
    size: (key) => stat(pathOf(key)).then(({ size }) => size, absent),
    read: async (key, range) => {
      const file = await open(pathOf(key)).catch(absent);
      return file && createReadStream('', { fd: file, ...range });
    },
    put: (key, bytes) => take({ key, max_size: bytes.length }, Readable.from([bytes])),
    write: async (key, bytes) => {
      await take({ key, max_size: Number.POSITIVE_INFINITY }, bytes);
      return (await stat(pathOf(key))).size;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    judge: (fields) => {
      const granted = judgeForm(keys, BUCKET, fields, new Date());
      if (typeof granted === 'string') throw new AppError('NO_PERMISSION', { message: granted });
      return granted;
    },
    take,
  };
}

async function writeFlushed(path: string, bytes: AsyncIterable<Buffer>, max_size: number): Promise<void> {
  const file = await open(path, 'wx');
  try {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > max_size) throw new AppError('PAYLOAD_TOO_LARGE', { message: `More than ${max_size} bytes` });
      await writeAll(file, chunk);
    }
    if (!size) throw new AppError('INVALID_REQUEST', { message: 'The file is empty' });
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
}

/** The new name lasts, too. Not where folders cannot be opened (Windows). */
async function flushFolder(path: string): Promise<void> {
  const handle = await open(path).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Signs the forms; made at the first start. */
function secretIn(folder: string): string {
  const path = join(folder, 'secret');
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
