// Files in a bucket of an S3-compatible store (path style). Uploads go there directly, by a form; we ask for the rest.
import { randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { S3Config } from '../config/config.ts';
import { sweepLeftBehind } from './left-behind.ts';
import { signForm } from './post-policy.ts';
import { derive } from './secret.ts';
import { signedHeaders } from './sigv4.ts';
import type { FileStore } from './store.ts';

/** Until the store begins to answer. */
const PATIENCE_MS = 5_000;
/** Bytes that a store takes in a second at least. */
const SLOWEST = 500_000;
/** Seconds. */
const FORM_LIVES = 60;

/** `parts`: a folder that is this store's alone; what a crash left in it goes. */
export function createS3Store(config: S3Config, parts: string): FileStore {
  sweepLeftBehind(parts, true);
  const { bucket } = config;
  const bucketUrl = `${config.endpoint}/${bucket}`;

  /** Throws unless the answer is one of success, or says that there is none (undefined). */
  const send = async (
    url: URL,
    request: { method: string; headers?: Record<string, string>; body?: FormData },
    patience_ms = PATIENCE_MS,
  ) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new StoreError('does not answer')), patience_ms);
    try {
      const response = await fetch(url, { ...request, redirect: 'error', signal: patience.signal });
      if (response.ok) return response;
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new StoreError(`answered ${request.method} with ${response.status}`);
    } catch (error) {
      throw error instanceof StoreError ? error : new StoreError(String((error as Error).cause ?? error));
    } finally {
      clearTimeout(timer);
    }
  };
  const ask = (method: string, key: string, given: Record<string, string> = {}) => {
    const url = new URL(`${bucketUrl}/${key}`);
    const { host: _, ...headers } = signedHeaders(config, { method, url, headers: given }, new Date());
    return send(url, { method, headers });
  };
  // By a form as everybody else: there is one way into the bucket.
  const post = async (key: string, bytes: Blob, mime_type: string) => {
    const wish = { key, mime_type, max_size: bytes.size, expires_in: FORM_LIVES };
    const body = new FormData();
    for (const [name, value] of Object.entries(signForm(config, bucket, wish, new Date()))) body.append(name, value);
    body.append('file', bytes);
    const patience = PATIENCE_MS + (bytes.size / SLOWEST) * 1000;
    const response = await send(new URL(bucketUrl), { method: 'POST', body }, patience);
    if (!response) throw new StoreError('has no such bucket');
    await response.body?.cancel();
  };
  return {
    secret: derive(config.secretAccessKey, 'addresses'),
    presign: (wish) => ({ url: bucketUrl, fields: signForm(config, bucket, wish, new Date()) }),
    size: async (key) => {
      const response = await ask('HEAD', key);
      return response && Number(response.headers.get('content-length'));
    },
    read: async (key, range) => {
      const response = await ask('GET', key, range && { range: `bytes=${range.start}-${range.end}` });
      if (range && response?.status === 200) throw new StoreError('does not know ranges');
      return response && Readable.fromWeb((response.body ?? new Blob([]).stream()) as ReadableStream);
    },
    put: (key, bytes, mime_type) => post(key, new Blob([new Uint8Array(bytes)]), mime_type),
    // A form says its length before it begins: what comes bit by bit is gathered on the disk first.
    write: async (key, bytes, mime_type) => {
      const path = join(parts, randomUUID());
      try {
        await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        await post(key, await openAsBlob(path), mime_type);
        return (await stat(path)).size;
      } finally {
        await rm(path, { force: true });
      }
    },
    remove: async (key) => {
      await (await ask('DELETE', key))?.body?.cancel();
    },
  };
}

/** The store is not to be had; reaches the caller as SERVICE_UNAVAILABLE. */
class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'ECONN_STORE';
  constructor(what: string) {
    super(`The S3 store ${what}`);
  }
}
