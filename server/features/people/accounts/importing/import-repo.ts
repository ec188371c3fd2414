// SQL of the tables `people_import` and `people_import_row`.
import type { ImportBatch, ImportRow } from '#contract/people/spreadsheet/importing.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Unknown } from './judging/unknown.ts';
import type { Line } from './reading/read-file.ts';

export interface BatchRow
  extends Omit<
    ImportBatch,
    'results' | 'progress' | 'undo_until' | 'file_id' | 'missing' | 'deactivation' | 'departments'
  > {
  readonly company_id: string;
  readonly file_id: string | null;
  readonly day_first: boolean | null;
  readonly departments: readonly Unknown[];
  readonly attempts: number;
  readonly started_at: string | null;
  /** In whose name it goes on, or went last. */
  readonly acting_by: string;
  readonly direction: Direction;
}
type Direction = 'run' | 'undo';
export type NewBatch = Omit<
  BatchRow,
  'company_id' | 'attempts' | 'created_at' | 'started_at' | 'send_invitations' | 'acting_by' | 'direction'
>;

/** A row as it is stored. */
export interface StoredRow extends Omit<ImportRow, 'row' | 'work_email_id' | 'verdict'> {
  /** `missing`: somebody who is in no row of the file. */
  readonly verdict: ImportRow['verdict'] | 'missing';
  readonly row_number: number;
  readonly place: number;
  readonly cells: readonly string[];
  /** What was wrong with the line before it was judged. */
  readonly flaw: Pick<Line, 'formulas' | 'problem'> | null;
  readonly work_email: string;
  readonly employee_id: string | null;
  readonly made: boolean;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
export type NewRow = Omit<StoredRow, 'outcome' | 'made' | 'before' | 'after'>;

const COLUMNS = `company_id, import_id, created_by, source, file_id, file_name, status, columns, day_first, departments, send_invitations, counts,
  attempts, created_at, started_at, acting_by, direction`;
const ROW =
  'row_number, place, cells, flaw, name, work_email, verdict, fields, problems, employee_id, outcome, made, before, after';
/** Days for which it can be undone; then its rows are forgotten. */
export const KEPT_DAYS = 30;

const FIND = `SELECT ${COLUMNS} FROM people_import WHERE company_id = $1 AND import_id = $2`;
const LIST = `SELECT ${COLUMNS} FROM people_import WHERE company_id = $1 AND status NOT IN ('columns', 'checked')
  ORDER BY created_at DESC, import_id LIMIT 100`;
const PUT = `INSERT INTO people_import (company_id, import_id, created_by, acting_by, source, file_id, file_name, status, columns, day_first, counts, departments)
  VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (company_id, import_id) DO UPDATE SET file_id = excluded.file_id, file_name = excluded.file_name,
    status = excluded.status, columns = excluded.columns, day_first = excluded.day_first, counts = excluded.counts,
    departments = excluded.departments
  WHERE people_import.source = excluded.source AND people_import.created_by = excluded.created_by
    AND people_import.status IN ('columns', 'checked')
  RETURNING import_id`;
const FORGET = `DELETE FROM people_import WHERE company_id = $1 AND import_id <> $3
  AND ((status IN ('columns', 'checked') AND created_at < now() - interval '1 day')
    OR (status IN ('done', 'stopped', 'undone') AND created_at < now() - make_interval(days => $2)))`;
const CLEAR = 'DELETE FROM people_import_row WHERE company_id = $1 AND import_id = $2';
const INSERT_ROWS = `INSERT INTO people_import_row (company_id, import_id, row_number, place, cells, flaw, name, work_email, verdict, fields,
    problems, employee_id)
  SELECT $1, $2, row_number, place, cells, flaw, name, work_email, verdict, fields, problems, employee_id
  FROM jsonb_to_recordset($3::jsonb) AS t (row_number integer, place integer, cells text[], flaw jsonb, name text, work_email text, verdict text,
    fields text[], problems jsonb, employee_id uuid)`;
/** Of one statement. */
const PAGE = 2000;

export async function findBatch(tx: Tx, import_id: string): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(FIND, [tx.company_id, import_id]);
  return row;
}
/** Nobody else goes on with it before the commit. */
export async function lockBatch(tx: Tx, import_id: string): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(`${FIND} FOR UPDATE`, [tx.company_id, import_id]);
  return row;
}
/** Undefined if somebody else is at it. */
export async function takeBatch(tx: Tx, import_id: string): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(`${FIND} FOR UPDATE SKIP LOCKED`, [tx.company_id, import_id]);
  return row;
}
export const listBatches = (tx: Tx): Promise<BatchRow[]> => tx.query(LIST, [tx.company_id]);

/** IMPORT_STATUS if another one came to be under this id meanwhile, or it has begun: it stays as it is. */
export async function putBatch(tx: Tx, batch: NewBatch, rows: readonly NewRow[]): Promise<void> {
  const { import_id, created_by, source, file_id, file_name, status, columns, day_first, counts, departments } = batch;
  const read = [created_by, source, file_id, file_name];
  const found = [status, JSON.stringify(columns), day_first, JSON.stringify(counts), JSON.stringify(departments)];
  const put = await tx.query(PUT, [tx.company_id, import_id, ...read, ...found]);
  if (!put.length) throw new AppError('IMPORT_STATUS');
  await tx.query(CLEAR, [tx.company_id, import_id]);
  for (let at = 0; at < rows.length; at += PAGE)
    await tx.query(INSERT_ROWS, [tx.company_id, import_id, JSON.stringify(rows.slice(at, at + PAGE))]);
}
/** But for `import_id`, which is being judged anew: when it was read decides who cannot stand in it. */
export const forgetOld = (tx: Tx, import_id: string): Promise<object[]> =>
  tx.query(FORGET, [tx.company_id, KEPT_DAYS, import_id]);

// A row is about whoever it names by id, whatever the address: that may have been somebody else's then. By the address it is where
// it names nobody, or somebody who was not made, and where number and address were two people's.
const ABOUT = `(r.employee_id = $2 OR (lower(r.work_email) = lower($3) AND (r.employee_id IS NULL OR r.verdict = 'problem' OR (r.outcome = 'refused'
  AND NOT EXISTS (SELECT FROM employee e WHERE e.company_id = $1 AND e.employee_id = r.employee_id)))))`;
// As the managers of others they stand in their rows by the address.
const NAMES = `(lower(r.work_email) <> lower($3) AND EXISTS (SELECT FROM unnest(r.cells) c WHERE lower(btrim(c)) = lower($3)))`;
const FORGET_PERSON = [
  // What a heading's sample says is said of whoever stands in the first row.
  `UPDATE people_import i SET columns = (SELECT coalesce(jsonb_agg(c || '{"sample": ""}'), '[]') FROM jsonb_array_elements(i.columns) c)
    WHERE company_id = $1 AND (status = 'columns' OR import_id IN (
      SELECT r.import_id FROM people_import_row r WHERE r.company_id = $1 AND (${ABOUT} OR ${NAMES})))`,
  `UPDATE people_import_row r SET cells = '{}', flaw = NULL, name = '', work_email = '', before = NULL, after = NULL, problems = '[]'
    WHERE company_id = $1 AND ${ABOUT}`,
  `UPDATE people_import_row r SET problems = '[]',
      cells = ARRAY(SELECT CASE WHEN lower(btrim(c)) = lower($3) THEN '' ELSE c END FROM unnest(r.cells) WITH ORDINALITY AS t (c, at) ORDER BY at)
    WHERE company_id = $1 AND $2::uuid IS NOT NULL AND ${NAMES}`,
];

/** What files said of them. `work_email` is null where it is somebody else's by now. */
export async function forgetImported(tx: Tx, employee_id: string, work_email: string | null): Promise<void> {
  for (const statement of FORGET_PERSON) await tx.query(statement, [tx.company_id, employee_id, work_email]);
}

const UNHARMED = 'attempts = 0, error_code = NULL, stopped_at = NULL';
const SET_STATUS = `UPDATE people_import SET status = $3, ${UNHARMED}, started_at = coalesce(started_at, now())
  WHERE company_id = $1 AND import_id = $2`;
const SET_GOING = `UPDATE people_import SET status = CASE $3 WHEN 'run' THEN 'running' ELSE 'undoing' END, direction = $3, acting_by = $4,
    ${UNHARMED}, started_at = coalesce(started_at, now())
  WHERE company_id = $1 AND import_id = $2`;
const SET_INVITING = 'UPDATE people_import SET send_invitations = $3 WHERE company_id = $1 AND import_id = $2';
const FAILED = `UPDATE people_import SET attempts = attempts + 1, error_code = $4,
    status = CASE WHEN attempts + 1 >= $3 THEN 'stopped' ELSE status END,
    stopped_at = CASE WHEN attempts + 1 >= $3 THEN now() END
  WHERE company_id = $1 AND import_id = $2 AND status IN ('running', 'undoing')`;
const REFUSED = `UPDATE people_import SET status = 'stopped', error_code = $3, stopped_at = now() WHERE company_id = $1 AND import_id = $2`;

export const setStatus = (tx: Tx, import_id: string, status: ImportBatch['status']): Promise<object[]> =>
  tx.query(SET_STATUS, [tx.company_id, import_id, status]);
/** From now on it goes on in the name of `acting_by`. */
export const setGoing = (tx: Tx, import_id: string, direction: Direction, acting_by: string): Promise<object[]> =>
  tx.query(SET_GOING, [tx.company_id, import_id, direction, acting_by]);
export const setInviting = (tx: Tx, import_id: string, send: boolean): Promise<object[]> =>
  tx.query(SET_INVITING, [tx.company_id, import_id, send]);
/** After `most` in a row it gives up. `error_code`: as `codeOf` makes it. */
export const countFailure = (tx: Tx, import_id: string, most: number, error_code: string): Promise<object[]> =>
  tx.query(FAILED, [tx.company_id, import_id, most, error_code]);
/** It cannot go on as it is: no other attempt is made. */
export const giveUp = (tx: Tx, import_id: string, error_code: string): Promise<object[]> =>
  tx.query(REFUSED, [tx.company_id, import_id, error_code]);

const SET_DEPARTMENTS = 'UPDATE people_import SET departments = $3 WHERE company_id = $1 AND import_id = $2';
export const setDepartments = (tx: Tx, import_id: string, departments: readonly Unknown[]): Promise<object[]> =>
  tx.query(SET_DEPARTMENTS, [tx.company_id, import_id, JSON.stringify(departments)]);

const GOING = `SELECT company_id, import_id FROM people_import WHERE status IN ('running', 'undoing') ORDER BY started_at LIMIT 100`;

/** In a system transaction. */
export const listGoing = (tx: Tx): Promise<{ company_id: string; import_id: string }[]> => tx.query(GOING);

const OF = 'company_id = $1 AND import_id = $2';
const NEXT = `SELECT ${ROW} FROM people_import_row WHERE ${OF} AND outcome IS NULL AND verdict IN ('create', 'change', 'missing')
  ORDER BY place LIMIT $3`;
// Reports before their managers.
const NEXT_UNDO = `SELECT ${ROW} FROM people_import_row WHERE ${OF} AND outcome = 'done' ORDER BY place DESC LIMIT $3`;

export const nextRows = (tx: Tx, import_id: string, most: number): Promise<StoredRow[]> =>
  tx.query(NEXT, [tx.company_id, import_id, most]);
export const nextToUndo = (tx: Tx, import_id: string, most: number): Promise<StoredRow[]> =>
  tx.query(NEXT_UNDO, [tx.company_id, import_id, most]);

/** What became of a row. */
export type Became = Pick<StoredRow, 'row_number' | 'outcome' | 'problems'> &
  Partial<Pick<StoredRow, 'employee_id' | 'made' | 'before' | 'after' | 'fields'>>;

// A part that went well: what fails from here on is counted anew.
const SETTLE = `WITH well AS (UPDATE people_import SET attempts = 0, error_code = NULL WHERE company_id = $1 AND import_id = $2 AND attempts > 0)
  UPDATE people_import_row r SET outcome = t.outcome, problems = t.problems, made = coalesce(t.made, r.made),
    employee_id = coalesce(t.employee_id, r.employee_id), before = coalesce(t.before, r.before), after = coalesce(t.after, r.after),
    fields = coalesce(t.fields, r.fields)
  FROM jsonb_to_recordset($3::jsonb) AS t (row_number integer, outcome text, problems jsonb, made boolean, employee_id uuid,
    before jsonb, after jsonb, fields text[])
  WHERE r.company_id = $1 AND r.import_id = $2 AND r.row_number = t.row_number`;

export const settleRows = (tx: Tx, import_id: string, rows: readonly Became[]): Promise<object[]> =>
  tx.query(SETTLE, [tx.company_id, import_id, JSON.stringify(rows)]);

const MOVED = `SELECT DISTINCT ON (key) lower(r.before ->> 'work_email') AS key, r.employee_id FROM people_import_row r
  JOIN employee e ON e.company_id = $1 AND e.employee_id = r.employee_id AND e.employee_account_status <> 'DELETED'
  WHERE r.company_id = $1 AND r.import_id = $2 AND r.outcome = 'done' AND NOT r.made AND lower(r.before ->> 'work_email') = ANY ($3)
  ORDER BY key, r.row_number`;

/** Who had one of these addresses (their keys) before the import gave them another one. */
export async function movedIn(tx: Tx, import_id: string, keys: readonly string[]): Promise<Map<string, string>> {
  if (!keys.length) return new Map();
  const rows = await tx.query<{ key: string; employee_id: string }>(MOVED, [tx.company_id, import_id, keys]);
  return new Map(rows.map(({ key, employee_id }) => [key, employee_id]));
}

const TALLY = `SELECT import_id, verdict, outcome, made, count(*)::integer AS rows, count(before)::integer AS changed FROM people_import_row
  WHERE company_id = $1 AND import_id = ANY($2) GROUP BY import_id, verdict, outcome, made`;

export interface Tally extends Pick<StoredRow, 'verdict' | 'outcome' | 'made'> {
  readonly import_id: string;
  readonly rows: number;
  readonly changed: number;
}
export const tallyOf = (tx: Tx, import_ids: readonly string[]): Promise<Tally[]> =>
  tx.query(TALLY, [tx.company_id, import_ids]);

const LINES = `SELECT row_number AS row, cells, flaw FROM people_import_row WHERE ${OF} AND verdict <> 'missing' ORDER BY row_number`;

/** As they were read. */
export async function listLines(tx: Tx, import_id: string): Promise<Line[]> {
  const rows = await tx.query<{ row: number; cells: string[]; flaw: StoredRow['flaw'] }>(LINES, [
    tx.company_id,
    import_id,
  ]);
  return rows.map(({ flaw, ...line }) => ({ ...line, ...flaw }));
}

const NAMED = `SELECT DISTINCT cells[$3] AS name FROM people_import_row WHERE ${OF} AND verdict IN ('create', 'change') AND cells[$3] <> ''`;

/** What stands in a column (the first is 1) of the rows that make or change somebody. */
export const listNamed = async (tx: Tx, import_id: string, column: number): Promise<string[]> =>
  (await tx.query<{ name: string }>(NAMED, [tx.company_id, import_id, column])).map(({ name }) => name);

const SHOWN = `${OF} AND row_number > $3 AND (verdict = 'missing') = ($4::text IS NOT DISTINCT FROM 'missing')
  AND ($4::text IS NULL OR CASE $4 WHEN 'missing' THEN true WHEN 'problem' THEN verdict = 'problem' OR outcome = 'refused' WHEN 'kept' THEN outcome = 'kept'
    ELSE verdict = $4 AND outcome IS DISTINCT FROM 'refused' END)`;
const LIST_ROWS = `SELECT ${ROW} FROM people_import_row WHERE ${SHOWN} ORDER BY row_number LIMIT $5`;

export const listRows = (
  tx: Tx,
  import_id: string,
  show: string | undefined,
  after: number,
  limit: number,
): Promise<StoredRow[]> => tx.query(LIST_ROWS, [tx.company_id, import_id, after, show ?? null, limit]);
