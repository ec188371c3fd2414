// Files in a bucket of an S3-compatible store (path style). Uploads go there directly, by a form; we ask for the rest.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { S3Config } from '../config/config.ts';
import { signForm } from './post-policy.ts';
import { derive } from './secret.ts';
import { signedHeaders } from './sigv4.ts';
import type { FileStore } from './store.ts';

/** Until the store begins to answer. */
const PATIENCE_MS = 5_000;
/** Seconds. */
const FORM_LIVES = 60;

export function createS3Store(config: S3Config): FileStore {
  const { bucket } = config;
  const bucketUrl = `${config.endpoint}/${bucket}`;

  /** Throws unless the answer is one of success, or says that there is none (undefined). */
  const send = async (url: URL, request: { method: string; headers?: Record<string, string>; body?: FormData }) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new StoreError('does not answer')), PATIENCE_MS);
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
    // By a form as everybody else: there is one way into the bucket.
    put: async (key, bytes, mime_type) => {
      const wish = { key, mime_type, max_size: bytes.length, expires_in: FORM_LIVES };
      const body = new FormData();
      for (const [name, value] of Object.entries(signForm(config, bucket, wish, new Date()))) body.append(name, value);
      body.append('file', new Blob([new Uint8Array(bytes)]));
      const response = await send(new URL(bucketUrl), { method: 'POST', body });
      if (!response) throw new StoreError('has no such bucket');
      await response.body?.cancel();
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
