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

export function createS3Store(config: S3Config): FileStore {
  const { bucket } = config;
  const bucketUrl = `${config.endpoint}/${bucket}`;

  /** Throws unless the answer is one of success, or says that there is none (undefined). */
  const ask = async (method: string, key: string, headers: Record<string, string> = {}) => {
    const url = new URL(`${bucketUrl}/${key}`);
    const { host: _, ...signed } = signedHeaders(config, { method, url, headers }, new Date());
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new StoreError('does not answer')), PATIENCE_MS);
    try {
      const response = await fetch(url, { method, headers: signed, redirect: 'error', signal: patience.signal });
      if (response.ok) return response;
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new StoreError(`answered ${method} with ${response.status}`);
    } catch (error) {
      throw error instanceof StoreError ? error : new StoreError(String((error as Error).cause ?? error));
    } finally {
      clearTimeout(timer);
    }
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
