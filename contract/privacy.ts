// What somebody may ask of what is kept about them: all of it, as one file (product.md 3.2 and 6).
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { count, empty, id, password, time } from './kernel/fields.ts';

/** For so many days the file can be fetched. */
export const EXPORT_KEPT_DAYS = 7;

export const dataExport = v.strictObject({
  export_id: id,
  /** `waiting`: it is being made. `failed`: it could not be made; it can be asked for again at once. */
  status: v.picklist(['waiting', 'ready', 'failed']),
  created_at: time,
  /** Who asked for it: the person, or somebody who manages people. */
  asked_by: id,
  ready_at: v.nullable(time),
  /** When the file goes. */
  expires_at: v.nullable(time),
  /** For files.file.metadata, which says where it is read; its person's alone. */
  file_id: v.nullable(id),
  /** Bytes. */
  size: v.nullable(count),
});
export type DataExport = v.InferOutput<typeof dataExport>;

/** The last one that was asked for. */
export const getExport = endpoint({
  name: 'privacy.export.get',
  method: 'GET',
  path: '/privacy/export/get',
  access: 'session',
  rate: 'read',
  input: empty,
  output: v.strictObject({
    data_export: v.nullable(dataExport),
    /** From when on the next one can be asked for; null: at once. */
    again_at: v.nullable(time),
    /** What asking for it asks for first. */
    asks: v.picklist(['password', 'recent_sign_in']),
  }),
});

const common = { method: 'POST', rate: 'write', idempotency: 'natural' } as const;
const errors = { AUTH_PASSWORD_INVALID: 400, AUTH_SIGN_IN_TOO_OLD: 403, DATA_EXPORT_TOO_SOON: 409 } as const;

/**
 * Has it made; a mail says when it is ready. While one is being made, and for some minutes after, it is that one. Then
 * DATA_EXPORT_TOO_SOON within a day of the last one.
 * The password first, because it is everything; who has none must have signed in within ten minutes.
 */
export const askExport = endpoint({
  ...common,
  name: 'privacy.export.ask',
  path: '/privacy/export/ask',
  access: 'session',
  input: v.strictObject({ password: v.optional(password) }),
  output: v.strictObject({ data_export: dataExport }),
  errors,
});

/**
 * The same for a colleague who has asked for it. It is theirs: they are told by mail, and nobody else can read the file, or learns when
 * it was asked for and how large it is.
 * NO_PERMISSION over whoever the caller could not remove. The password is the caller's.
 */
export const askExportFor = endpoint({
  ...common,
  name: 'privacy.export.ask_for',
  path: '/user-management/employee/data-export',
  access: { all: ['people.manage'] },
  input: v.strictObject({ employee_id: id, password: v.optional(password) }),
  output: v.strictObject({ status: dataExport.entries.status }),
  refs: { employee_id: 'employee' },
  errors: { ...errors, EMPLOYEE_NOT_FOUND: 404 },
});
