// SQL of the table `data_export`.
import type { DataExport } from '#contract/privacy.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface ExportRow extends DataExport {
  readonly company_id: string;
  readonly employee_id: string;
  readonly attempts: number;
}

const COLUMNS = `company_id, export_id, employee_id, asked_by, status, attempts, file_id, size, created_at, ready_at, expires_at`;

const LAST = `SELECT ${COLUMNS} FROM data_export WHERE company_id = $1 AND employee_id = $2 ORDER BY created_at DESC, export_id DESC LIMIT 1`;

export const findLast = async (tx: Tx, employee_id: string): Promise<ExportRow | undefined> =>
  (await tx.query<ExportRow>(LAST, [tx.company_id, employee_id]))[0];

const INSERT = `INSERT INTO data_export (company_id, export_id, employee_id, asked_by) VALUES ($1, $2, $3, $4)
  ON CONFLICT (company_id, employee_id) WHERE status = 'waiting' DO NOTHING RETURNING ${COLUMNS}`;

/** Undefined if one is waiting, which may have been asked for at this very moment. */
export const insertExport = async (
  tx: Tx,
  { export_id, employee_id, asked_by }: Pick<ExportRow, 'export_id' | 'employee_id' | 'asked_by'>,
): Promise<ExportRow | undefined> =>
  (await tx.query<ExportRow>(INSERT, [tx.company_id, export_id, employee_id, asked_by]))[0];

/** For so long whoever has taken one up has it alone, unless they say that they are still at it. */
const LEASE = "interval '60 seconds'";

const DUE =
  "SELECT company_id, export_id FROM data_export WHERE status = 'waiting' AND due_at <= now() ORDER BY due_at LIMIT 20";
/** In a system transaction. */
export const listDue = (tx: Tx): Promise<Pick<ExportRow, 'company_id' | 'export_id'>[]> => tx.query(DUE);

const TAKE = `WITH taken AS MATERIALIZED (SELECT export_id FROM data_export WHERE company_id = $1 AND export_id = $2
    AND status = 'waiting' AND attempts < $3 AND due_at <= now() FOR UPDATE SKIP LOCKED)
  UPDATE data_export e SET attempts = e.attempts + 1, due_at = now() + ${LEASE} FROM taken
  WHERE e.company_id = $1 AND e.export_id = taken.export_id
  RETURNING ${COLUMNS.replaceAll('export_id', 'e.export_id')}`;

/** Undefined if somebody else is at it, or it was taken up `most` times. */
export const takeUp = async (tx: Tx, export_id: string, most: number): Promise<ExportRow | undefined> =>
  (await tx.query<ExportRow>(TAKE, [tx.company_id, export_id, most]))[0];

const GIVE_UP = `UPDATE data_export SET status = 'failed' WHERE company_id = $1 AND export_id = $2 AND status = 'waiting'
  AND attempts >= $3 AND due_at <= now() RETURNING employee_id`;
/** Every server that took it up was killed over it: it is not begun again. False if it is not so. */
export const giveUp = async (tx: Tx, export_id: string, most: number): Promise<boolean> =>
  (await tx.query(GIVE_UP, [tx.company_id, export_id, most])).length > 0;

type Taken = Pick<ExportRow, 'export_id' | 'attempts'>;
const MINE = "company_id = $1 AND export_id = $2 AND attempts = $3 AND status = 'waiting'";
const mine = async (tx: Tx, { export_id, attempts }: Taken, statement: string, ...more: unknown[]): Promise<boolean> =>
  (await tx.query(`${statement} RETURNING export_id`, [tx.company_id, export_id, attempts, ...more])).length > 0;

/** Still at it. False if it is somebody else's by now, or gone. */
export const keepLease = (tx: Tx, taken: Taken): Promise<boolean> =>
  mine(tx, taken, `UPDATE data_export SET due_at = now() + ${LEASE} WHERE ${MINE}`);

/** Not done, and for no fault of its own: the next server takes it up at once. */
export const giveBack = (tx: Tx, taken: Taken): Promise<boolean> =>
  mine(tx, taken, `UPDATE data_export SET attempts = attempts - 1, due_at = now() WHERE ${MINE}`);

/** It failed: to be tried again later, or not any more after `most` times. */
export const noteFailure = (tx: Tx, taken: Taken, most: number, error_code: string): Promise<boolean> =>
  mine(
    tx,
    taken,
    `UPDATE data_export SET due_at = now() + CASE WHEN attempts >= $4 THEN '0' ELSE attempts * interval '20 seconds' END, error_code = $5,
      status = CASE WHEN attempts >= $4 THEN 'failed' ELSE status END WHERE ${MINE}`,
    most,
    error_code,
  );

/** There it is. False if somebody else has made it, or nobody wants it any more. */
export const noteReady = (
  tx: Tx,
  taken: Taken,
  { file_id, size, days }: { file_id: string; size: number; days: number },
): Promise<boolean> =>
  mine(
    tx,
    taken,
    `UPDATE data_export SET status = 'ready', file_id = $4, size = $5, ready_at = now(),
      expires_at = now() + make_interval(days => $6) WHERE ${MINE}`,
    file_id,
    size,
    days,
  );

const DROP = 'DELETE FROM data_export WHERE company_id = $1 AND export_id = $2 AND attempts = $3';
/** Nobody wants it any more. */
export const dropExport = (tx: Tx, { export_id, attempts }: Taken): Promise<object[]> =>
  tx.query(DROP, [tx.company_id, export_id, attempts]);

const OVER = `SELECT DISTINCT company_id FROM data_export WHERE expires_at < now()
  OR (status = 'failed' AND created_at < now() - interval '7 days')`;
/** In a system transaction: the companies with some whose time is over. */
export const listOver = async (tx: Tx): Promise<string[]> =>
  (await tx.query<{ company_id: string }>(OVER)).map(({ company_id }) => company_id);

const SWEEP = `WITH over AS MATERIALIZED (SELECT export_id FROM data_export WHERE company_id = $1 AND (expires_at < now()
    OR (status = 'failed' AND created_at < now() - interval '7 days')) ORDER BY export_id FOR UPDATE SKIP LOCKED)
  DELETE FROM data_export e USING over WHERE e.company_id = $1 AND e.export_id = over.export_id RETURNING e.file_id`;
const FORGET = 'DELETE FROM data_export WHERE company_id = $1 AND employee_id = $2 RETURNING file_id';

type Gone = { readonly file_id: string | null };
const filesOf = (rows: readonly Gone[]): string[] => rows.flatMap(({ file_id }) => file_id ?? []);

/** Their files are for the caller to let go of. */
export const sweepExports = async (tx: Tx): Promise<string[]> => filesOf(await tx.query<Gone>(SWEEP, [tx.company_id]));
/** The same of one person's, whatever has become of them. */
export const deleteExports = async (tx: Tx, employee_id: string): Promise<string[]> =>
  filesOf(await tx.query<Gone>(FORGET, [tx.company_id, employee_id]));
