// Uploads one file: asks for a form, posts it, looks at what has arrived. To be imported when somebody has chosen a file.

import * as contract from '#contract/files.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Call } from '#src/api/call.ts';
import { type PostOptions, postForm } from '#src/api/post-form.ts';
import { fitPicture, type PictureBounds } from './picture.ts';
import { UploadError } from './upload-error.ts';

export type Uploaded = ResponseOf<typeof contract.metadata>;

export interface UploadOptions extends PostOptions {
  readonly call: Call;
  /** Whoever is signed in. */
  readonly who: { readonly company_id: string; readonly employee_id: string };
  /** None: for nobody but the uploader. */
  readonly folder: contract.Folder | '';
  /** False: whoever knows the address may read it, for ever. */
  readonly isPrivate: boolean;
  /** Images are made to fit before they leave; others stay as they are. Default: 4096 px. */
  readonly picture?: PictureBounds;
}

const LARGEST: PictureBounds = { side: 4096 };

/**
 * Resolves with what the server knows of the file: `download_url`, `s3_key`, size, pixels. Throws UploadError, whose message is
 * for people and whose `cause` says whether trying again helps (`isPassing`); AbortError if `signal` fired.
 */
export async function upload(file: File, options: UploadOptions): Promise<Uploaded> {
  const { call, who, folder, isPrivate, signal, onProgress } = options;
  const given = isImage(file.type) ? await fitPicture(file, options.picture ?? LARGEST) : file;
  const limit = isImage(given.type) ? contract.uploadLimits.image : contract.uploadLimits.file;
  if (!given.size) throw new UploadError('This file is empty.');
  if (given.size > limit) throw new UploadError(`Choose a file of up to ${limit / 1_000_000} MB.`);
  const within = signal ? { signal } : {};

  const parts = [who.company_id, folder, who.employee_id, stamped(given.name, Date.now())];
  const key = parts.filter(Boolean).join('/');
  const asked = call(contract.presign, { key, is_private: isPrivate ? 'true' : 'false' }, within);
  const form = await asked.catch(as('Failed to get presigned URL', signal));
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append('file', given);
  const posted = postForm(new URL(form.url, apiOrigin()).href, body, { signal, onProgress });
  // A store answers in its own words; what has arrived, our server knows.
  const arrived = posted.then(() => call(contract.metadata, { file_id: form.file_id }, within));
  return arrived.catch(as('Failed to upload file', signal));
}

const isImage = (type: string): boolean => (contract.imageTypes as readonly string[]).includes(type);
const apiOrigin = (): string => import.meta.env.VITE_BACKEND_URL || location.href;

/** What was called off is no failure. */
const as =
  (text: string, signal: AbortSignal | undefined) =>
  (error: unknown): never => {
    throw signal?.aborted ? signal.reason : new UploadError(text, error);
  };

/** `plan.pdf` → `plan-1732201600000.pdf`; a slash would be a folder. `now` in milliseconds. */
export function stamped(name: string, now: number): string {
  const flat = name.replace(/[/\\]/g, '-');
  const dot = flat.lastIndexOf('.');
  // The key as a whole has room for 500 characters.
  return dot > 0
    ? `${flat.slice(0, dot).slice(0, 120)}-${now}${flat.slice(dot).slice(0, 12)}`
    : `${flat.slice(0, 120)}-${now}`;
}
