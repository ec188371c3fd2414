// SQL of the table `file`.
import type { Folder } from '#contract/files.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface FileRow {
  readonly company_id: string;
  readonly file_id: string;
  readonly key: string;
  readonly folder: Folder | '';
  readonly name: string;
  readonly mime_type: string;
  readonly max_size: number;
  readonly is_private: boolean;
  readonly created_by: string;
  readonly created_at: string;
  /** Null until it is known to have arrived, as is `size`. */
  readonly arrived_at: string | null;
  readonly size: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Bytes of its preview; 0 if it has none, null while that is not known. */
  readonly preview_size: number | null;
}

export type NewFile = Pick<
  FileRow,
  'file_id' | 'key' | 'folder' | 'name' | 'mime_type' | 'max_size' | 'is_private' | 'created_by'
>;

const COLUMNS = `company_id, file_id, key, folder, name, mime_type, max_size, is_private, created_by, created_at, arrived_at, size,
  width, height, preview_size`;
const FIND = `SELECT ${COLUMNS} FROM file WHERE company_id = $1 AND file_id = $2 AND removed_at IS NULL`;
const FIND_KEY = `SELECT ${COLUMNS} FROM file WHERE company_id = $1 AND key = $2 AND removed_at IS NULL`;

const FIND_MANY = `SELECT ${COLUMNS} FROM file WHERE company_id = $1 AND file_id = ANY($2) AND arrived_at IS NOT NULL
  AND removed_at IS NULL`;
const HOLD = `SELECT ${COLUMNS} FROM file WHERE company_id = $1 AND file_id = ANY($2) AND removed_at IS NULL
  ORDER BY file_id FOR NO KEY UPDATE`;

/** Those of them that have arrived. */
export const findFiles = (tx: Tx, file_ids: readonly string[]): Promise<FileRow[]> =>
  tx.query(FIND_MANY, [tx.company_id, file_ids]);
/** Nobody else changes or removes them before the commit. */
export const holdFiles = (tx: Tx, file_ids: readonly string[]): Promise<FileRow[]> =>
  tx.query(HOLD, [tx.company_id, file_ids]);

export async function findFile(tx: Tx, file_id: string): Promise<FileRow | undefined> {
  const [row] = await tx.query<FileRow>(FIND, [tx.company_id, file_id]);
  return row;
}

export async function findByKey(tx: Tx, key: string): Promise<FileRow | undefined> {
  const [row] = await tx.query<FileRow>(FIND_KEY, [tx.company_id, key]);
  return row;
}

const INSERT = `INSERT INTO file (company_id, file_id, key, folder, name, mime_type, max_size, is_private, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT ON CONSTRAINT file_key DO NOTHING RETURNING file_id`;

/** False if the key is taken. */
export async function insertFile(tx: Tx, file: NewFile): Promise<boolean> {
  const { file_id, key, folder, name, mime_type, max_size, is_private, created_by } = file;
  const values = [tx.company_id, file_id, key, folder, name, mime_type, max_size, is_private, created_by];
  return (await tx.query(INSERT, values)).length === 1;
}

const UPLOADED = `SELECT ${COLUMNS} FROM file WHERE company_id = $1 AND created_by = $2 AND folder = $3 AND removed_at IS NULL
  ORDER BY file_id FOR NO KEY UPDATE`;

/** What somebody has put into the folder; nobody else changes or removes it before the commit. */
export const listUploaded = (tx: Tx, employee_id: string, folder: Folder): Promise<FileRow[]> =>
  tx.query(UPLOADED, [tx.company_id, employee_id, folder]);

// What we made for them they have not uploaded: it lies under its own id.
const USED = `SELECT coalesce(sum(coalesce(size, max_size)), 0)::bigint AS bytes FROM file WHERE company_id = $1 AND created_by = $2
  AND created_at > now() - interval '1 day' AND key NOT LIKE '%/' || file_id::text || '.%' AND (size IS NOT NULL OR created_at > now() - make_interval(secs => $3))`;

/** Bytes that somebody has uploaded in a day, and may yet upload with forms younger than `seconds`. */
export async function bytesOfDay(tx: Tx, employee_id: string, seconds: number): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>(USED, [tx.company_id, employee_id, seconds]);
  return row?.bytes ?? 0;
}

// Of other bytes there is no preview yet.
const ARRIVE = `UPDATE file SET arrived_at = now(), size = $3, width = $4, height = $5, mime_type = $6,
  preview_size = CASE WHEN size = $3 THEN preview_size END
  WHERE company_id = $1 AND file_id = $2 AND removed_at IS NULL`;

export const setArrived = (
  tx: Tx,
  file_id: string,
  { size, width, height, mime_type }: Pick<FileRow, 'width' | 'height' | 'mime_type'> & { readonly size: number },
): Promise<object[]> => tx.query(ARRIVE, [tx.company_id, file_id, size, width, height, mime_type]);

// What was begun so often and never ended has brought the server down with it.
const CLAIM = `UPDATE file SET preview_tries = preview_tries + 1, preview_size = CASE WHEN preview_tries >= $3 THEN 0 END
  WHERE company_id = $1 AND file_id = $2 AND preview_size IS NULL AND arrived_at IS NOT NULL AND removed_at IS NULL
  RETURNING ${COLUMNS}`;
const GIVE_BACK = `UPDATE file SET preview_tries = preview_tries - 1
  WHERE company_id = $1 AND file_id = $2 AND preview_tries > 0 AND preview_size IS NULL`;
const SET_PREVIEW = `UPDATE file SET preview_size = $4
  WHERE company_id = $1 AND file_id = $2 AND size = $3 AND removed_at IS NULL RETURNING file_id`;

/** The file whose preview is to be made now; after `tries` that never ended it has none. Undefined if that is known already. */
export async function claimPreview(tx: Tx, file_id: string, tries: number): Promise<FileRow | undefined> {
  const [row] = await tx.query<FileRow>(CLAIM, [tx.company_id, file_id, tries]);
  return row;
}
/** That failed, and it was not because of the file. */
export const giveBackPreview = (tx: Tx, file_id: string): Promise<object[]> =>
  tx.query(GIVE_BACK, [tx.company_id, file_id]);
/** False if the file has gone meanwhile, or is not the one of `size` bytes any more. */
export const setPreview = async (tx: Tx, file_id: string, size: number, preview_size: number): Promise<boolean> =>
  (await tx.query(SET_PREVIEW, [tx.company_id, file_id, size, preview_size])).length === 1;

const REMOVE = 'UPDATE file SET removed_at = now() WHERE company_id = $1 AND file_id = ANY($2) AND removed_at IS NULL';
// Somebody may have put it to use while it was looked for.
const REMOVE_IDLE = `${REMOVE} AND used_at < now() - interval '12 hours'`;
const KEEP = 'UPDATE file SET used_at = now() WHERE company_id = $1 AND file_id = ANY($2)';

/** From now on it is not there; the store lets go of it at the next sweep. */
export const markRemoved = (tx: Tx, file_ids: readonly string[]): Promise<object[]> =>
  tx.query(REMOVE, [tx.company_id, file_ids]);
/** The same, but for what was put to use just now. */
export const markIdle = (tx: Tx, file_ids: readonly string[]): Promise<object[]> =>
  tx.query(REMOVE_IDLE, [tx.company_id, file_ids]);
export const markUsed = (tx: Tx, file_ids: readonly string[]): Promise<object[]> =>
  tx.query(KEEP, [tx.company_id, file_ids]);

const IDLE = `SELECT ${COLUMNS} FROM file WHERE removed_at IS NULL AND (used_at < now() - make_interval(days => $1)
    OR (arrived_at IS NULL AND used_at < now() - make_interval(days => $2))) ORDER BY used_at LIMIT $3`;
const REMOVED = `SELECT ${COLUMNS} FROM file WHERE removed_at IS NOT NULL LIMIT $1`;
const DELETE = 'DELETE FROM file WHERE company_id = $1 AND file_id = $2';

/** In a system transaction: what was not seen in use for so long, or never arrived. */
export const listIdle = (tx: Tx, days: { arrived: number; awaited: number }, limit: number): Promise<FileRow[]> =>
  tx.query(IDLE, [days.arrived, days.awaited, limit]);
/** In a system transaction. */
export const listRemoved = (tx: Tx, limit: number): Promise<FileRow[]> => tx.query(REMOVED, [limit]);
/** In a system transaction. */
export const deleteFile = (tx: Tx, { company_id, file_id }: FileRow): Promise<object[]> =>
  tx.query(DELETE, [company_id, file_id]);
