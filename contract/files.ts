// Files: the way to a presigned upload, and what is known of a file. The bytes themselves travel outside of the contract:
// as a multipart form to `url` (S3's POST policy, whichever store it is), and from `download_url`.
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { count, id, text, time } from './kernel/fields.ts';

/** Where files are put (S7), `chat` for what is attached to messages, and `spaces` for their images. */
export const folders = ['user-manage/employee', 'branding', 'config/values', 'chat', 'spaces'] as const;
export type Folder = (typeof folders)[number];

/** Most bytes of one file, by what its name says it is. */
export const uploadLimits = { image: 10_000_000, file: 50_000_000 } as const;

/** Types that count as images: whatever shows them takes no other. Nothing in here can run. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const;

/** Ids with commas between them. */
const IDS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/;

/** How many addresses may be asked for at once. */
export const MOST_ADDRESSES = 50;

/**
 * A form that takes one file for a few minutes. `key` is a wish, `company_id/[folder]/[employee_id]/name`: the server makes its
 * own of the session's company and employee. Asked again with the same key, it is the same file until that has arrived.
 */
export const presign = endpoint({
  name: 'files.upload.presign',
  method: 'GET',
  path: '/general/s3/upload/presign',
  access: 'session',
  rate: 'write',
  idempotency: 'natural',
  input: v.strictObject({ key: text(500, 1), is_private: v.picklist(['true', 'false']) }),
  output: v.strictObject({
    /** Own path or absolute address; no session headers there. */
    url: v.string(),
    /** Goes into the form as it is, before the field `file`. */
    fields: v.record(v.string(), v.string()),
    file_id: id,
    max_size: count,
  }),
  // Not 429: it passes with the day, and nothing but files has to wait for that.
  errors: { TOO_MANY_BYTES: 403 },
});

/** What is known of a file that has arrived. `download_url` of a private one is the caller's own, for some minutes. */
export const metadata = endpoint({
  name: 'files.file.metadata',
  method: 'GET',
  path: '/general/file/metadata',
  access: 'session',
  rate: 'read',
  input: v.strictObject({ file_id: id }),
  output: v.strictObject({
    file_id: id,
    name: v.string(),
    mime_type: v.string(),
    size: count,
    /** Pixels; of images only. */
    width: v.optional(count),
    height: v.optional(count),
    is_private: v.boolean(),
    download_url: v.string(),
    /** A smaller picture of an image, where there may be one: asked for, it may yet turn out that there is none (404). */
    preview_url: v.optional(v.string()),
    s3_key: v.string(),
    created_at: time,
    created_by: id,
  }),
  refs: { file_id: 'file' },
  errors: { FILE_NOT_FOUND: 404 },
});

/** Where some files are read for the next minutes, by the caller alone; those that they may not read are left out. */
export const addresses = endpoint({
  name: 'files.file.addresses',
  method: 'GET',
  path: '/general/file/addresses',
  access: 'session',
  rate: 'read',
  input: v.strictObject({
    file_ids: v.pipe(
      v.string(),
      v.maxLength(MOST_ADDRESSES * 37),
      v.regex(IDS, 'Not ids'),
      v.transform((ids) => [...new Set(ids.split(','))]),
    ),
  }),
  output: v.strictObject({
    items: v.array(
      v.strictObject({
        file_id: id,
        download_url: v.string(),
        /** See metadata. */
        preview_url: v.optional(v.string()),
      }),
    ),
  }),
  refs: { file_ids: 'file' },
});
