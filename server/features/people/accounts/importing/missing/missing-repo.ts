// SQL of who is not in a file: who may be deactivated for it, and the rows that say so once it runs.
import type { Tx } from '../../../../../platform/db/database.ts';
import type { Place } from '../../../finding/places.ts';
import { COLUMNS, type EmployeeRow } from '../../../repo.ts';

/** For whom it is asked. */
export interface Asking {
  readonly import_id: string;
  readonly employee_id: string;
  /** Who has one of these is never deactivated by it. */
  readonly spared_roles: readonly string[];
  /** Which cell of a row, from 1 on, holds the employee number; null if none does. */
  readonly number_at: number | null;
}

/** Whose account an import may end: not the caller's, nobody's who comes from the identity provider, or may do too much. */
const MAY_GO = `e.company_id = $1 AND e.employee_account_status IN ('ACTIVE', 'INVITED') AND e.employee_id <> $2
  AND NOT EXISTS (SELECT FROM provisioned_person p WHERE p.company_id = $1 AND p.employee_id = e.employee_id)
  AND NOT EXISTS (SELECT FROM employee_role x
    WHERE x.company_id = $1 AND x.employee_id = e.employee_id AND x.role_id = ANY ($3::uuid[]))`;
const ROWS = `FROM people_import_row r WHERE r.company_id = $1 AND r.import_id = $4 AND r.verdict <> 'missing'`;
const OF_IMPORT = 'FROM people_import i WHERE i.company_id = $1 AND i.import_id = $4';
// NOT IN, which is read once and hashed: the rows were written a moment ago, and nobody has told the planner how many there are.
/**
 * In no row, by whatever of them; and no news to the file: who came after it was read cannot stand in it, and whose account was
 * switched since is somebody's own decision.
 */
const ABSENT = `${MAY_GO} AND e.created_at <= (SELECT i.created_at ${OF_IMPORT})
  AND coalesce(e.switched_at <= (SELECT i.created_at ${OF_IMPORT}), true)
  AND e.employee_id NOT IN (SELECT r.employee_id ${ROWS} AND r.employee_id IS NOT NULL)
  AND coalesce(e.work_email_key, '') NOT IN (SELECT lower(r.work_email) ${ROWS})
  AND (e.employee_number IS NULL OR e.employee_number NOT IN (SELECT coalesce(normalize(r.cells[$5::integer], NFC), '') ${ROWS}))`;
const KEEP = `UPDATE people_import SET missing = ARRAY(SELECT e.employee_id FROM employee e WHERE ${ABSENT})
  WHERE company_id = $1 AND import_id = $4`;
/** Of those who were missing when the file was checked: who still is. */
const MISSING = `${ABSENT} AND e.employee_id IN (SELECT unnest(i.missing) ${OF_IMPORT})`;
const COUNT = `SELECT count(*)::integer AS people FROM employee e WHERE ${MISSING}`;
const LIST = `SELECT e.employee_id, e.first_name, e.last_name, e.work_email, e.sort_name FROM employee e
  WHERE ${MISSING} AND (e.sort_name, e.employee_id) > ($6::text COLLATE "C", $7::uuid)
  ORDER BY e.sort_name, e.employee_id LIMIT $8`;
const ACTIVE = `SELECT count(*)::integer AS people FROM employee WHERE company_id = $1 AND employee_account_status = 'ACTIVE'`;
const UNCLEAR = `SELECT count(*)::integer AS people FROM people_import_row
  WHERE company_id = $1 AND import_id = $2 AND verdict = 'problem'`;
const HAS_REFUSED = `SELECT 1 FROM people_import_row
  WHERE company_id = $1 AND import_id = $2 AND verdict <> 'missing' AND outcome = 'refused' LIMIT 1`;
const AWAITED = `SELECT count(*)::integer AS people FROM people_import_row r
  JOIN people_import i ON i.company_id = $1 AND i.import_id = r.import_id
  WHERE r.company_id = $1 AND r.import_id <> $2 AND r.verdict = 'missing' AND r.outcome IS NULL
    AND i.direction = 'run' AND i.status IN ('running', 'stopped')`;
const PUT = `WITH last AS (SELECT coalesce(max(row_number), 0) AS row_number, coalesce(max(place), 0) AS place FROM people_import_row
    WHERE company_id = $1 AND import_id = $4),
  missing AS (SELECT e.employee_id, e.first_name, e.last_name, e.work_email,
      row_number() OVER (ORDER BY e.sort_name, e.employee_id)::integer AS nth FROM employee e WHERE ${MISSING})
  INSERT INTO people_import_row (company_id, import_id, row_number, place, cells, name, work_email, verdict, fields, problems, employee_id)
  SELECT $1, $4, last.row_number + nth, last.place + nth, '{}', btrim(first_name || ' ' || last_name), work_email, 'missing', '{}', '[]',
    employee_id FROM missing, last`;
const FIND = `SELECT ${COLUMNS.replaceAll(/(\w+)/g, 'e.$1')} FROM employee e WHERE ${MISSING} AND e.employee_id = ANY ($6::uuid[])`;
const SWITCH_OFF = `UPDATE employee SET employee_account_status = 'INACTIVE', updated_at = now(), switched_at = now()
  WHERE company_id = $1 AND employee_id = ANY ($2::uuid[]) RETURNING ${COLUMNS}`;

export type MissingRow = Pick<EmployeeRow, 'employee_id' | 'first_name' | 'last_name' | 'work_email'> & {
  readonly sort_name: string;
};

const asked = (tx: Tx, { import_id, employee_id, spared_roles, number_at }: Asking) => [
  ...[tx.company_id, employee_id, spared_roles, import_id, number_at],
];
async function counted(rows: Promise<{ people: number }[]>): Promise<number> {
  return (await rows)[0]?.people ?? 0;
}

/** From now on who is missing is one of those who are it now. */
export const keepMissing = (tx: Tx, of: Asking): Promise<object[]> => tx.query(KEEP, asked(tx, of));
export const countMissing = (tx: Tx, of: Asking): Promise<number> => counted(tx.query(COUNT, asked(tx, of)));
/** By name. */
export const listMissing = (tx: Tx, of: Asking, [name, id]: Place, limit: number): Promise<MissingRow[]> =>
  tx.query(LIST, [...asked(tx, of), name, id, limit]);
/** All of them become rows of the import. */
export const putMissing = (tx: Tx, of: Asking): Promise<object[]> => tx.query(PUT, asked(tx, of));

export const countActive = (tx: Tx): Promise<number> => counted(tx.query(ACTIVE, [tx.company_id]));
/** Whom other imports are about to deactivate. */
export const countAwaited = (tx: Tx, import_id: string): Promise<number> =>
  counted(tx.query(AWAITED, [tx.company_id, import_id]));
/** Rows with a problem: anybody could be meant. */
export const countUnclear = (tx: Tx, import_id: string): Promise<number> =>
  counted(tx.query(UNCLEAR, [tx.company_id, import_id]));

/** A row was refused when it was its turn. */
export const hasRefused = async (tx: Tx, import_id: string): Promise<boolean> =>
  (await tx.query(HAS_REFUSED, [tx.company_id, import_id])).length > 0;

/** Those of them whose accounts may end still. */
export const findEnding = (tx: Tx, of: Asking, ids: readonly string[]): Promise<EmployeeRow[]> =>
  tx.query(FIND, [...asked(tx, of), ids]);
const IS_OURS = `SELECT 1 FROM employee e JOIN people_import_row r ON r.company_id = $1 AND r.import_id = $3 AND r.row_number = $4
  WHERE e.company_id = $1 AND e.employee_id = $2 AND e.employee_account_status = 'INACTIVE'
    AND e.switched_at = (r.after ->> 'switched_at')::timestamptz`;

/** It is this row that has switched them off, and nobody has said anything of it since. */
export const isSwitchedBy = async (
  tx: Tx,
  employee_id: string,
  { import_id, row_number }: { import_id: string; row_number: number },
): Promise<boolean> => (await tx.query(IS_OURS, [tx.company_id, employee_id, import_id, row_number])).length > 0;

/** The rows are locked. */
export const switchOff = (tx: Tx, ids: readonly string[]): Promise<EmployeeRow[]> =>
  tx.query(SWITCH_OFF, [tx.company_id, ids]);

/** As `now()` writes it in this transaction. */
export async function momentOf(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ moment: string }>('SELECT now()::text AS moment');
  return (row as { moment: string }).moment;
}
