// SQL of the table `finch_connection`.
import type { Tx } from '../../../../../platform/db/database.ts';

export interface ConnectionRow {
  readonly sealed_key: Buffer;
  readonly key_end: string;
  readonly set_by: string;
  readonly set_at: string;
  /** The import that people are fetched for, or were last. */
  readonly fetch_id: string | null;
  readonly fetching: boolean;
  readonly fetch_failed: string | null;
}

const FIND = `SELECT sealed_key, key_end, set_by, set_at, fetch_id, coalesce(fetch_until > now(), false) AS fetching, fetch_failed
  FROM finch_connection WHERE company_id = $1`;
// What was fetched by the key of before is thrown away.
const PUT = `INSERT INTO finch_connection (company_id, sealed_key, key_end, set_by) VALUES ($1, $2, $3, $4)
  ON CONFLICT (company_id) DO UPDATE SET sealed_key = $2, key_end = $3, set_by = $4, set_at = now(),
    fetch_id = NULL, fetch_until = NULL, fetch_failed = NULL`;
const DELETE = 'DELETE FROM finch_connection WHERE company_id = $1 RETURNING company_id';
const BEGIN = `UPDATE finch_connection SET fetch_id = $2, fetch_until = now() + make_interval(secs => $3), fetch_failed = NULL
  WHERE company_id = $1`;
const END = `UPDATE finch_connection SET fetch_until = NULL, fetch_failed = $3
  WHERE company_id = $1 AND fetch_id = $2 AND fetch_until IS NOT NULL RETURNING company_id`;

export async function findConnection(tx: Tx): Promise<ConnectionRow | undefined> {
  return (await tx.query<ConnectionRow>(FIND, [tx.company_id]))[0];
}
/** Nobody else begins to fetch, or changes the key, before the commit. */
export async function lockConnection(tx: Tx): Promise<ConnectionRow | undefined> {
  return (await tx.query<ConnectionRow>(`${FIND} FOR UPDATE`, [tx.company_id]))[0];
}
export const putConnection = (tx: Tx, sealed_key: Buffer, key_end: string, set_by: string): Promise<object[]> =>
  tx.query(PUT, [tx.company_id, sealed_key, key_end, set_by]);
/** False if there is none. */
export const deleteConnection = async (tx: Tx): Promise<boolean> =>
  (await tx.query(DELETE, [tx.company_id])).length > 0;

export const beginFetch = (tx: Tx, fetch_id: string, seconds: number): Promise<object[]> =>
  tx.query(BEGIN, [tx.company_id, fetch_id, seconds]);
/** False if the key was changed or removed meanwhile, or it is over already: then nothing may come of it. */
export const endFetch = async (tx: Tx, fetch_id: string, failed: string | null): Promise<boolean> =>
  (await tx.query(END, [tx.company_id, fetch_id, failed])).length > 0;
