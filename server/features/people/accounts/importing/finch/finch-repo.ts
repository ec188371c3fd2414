// SQL of the tables `finch_connection` and `finch_dropped`.
import { randomUUID } from 'node:crypto';
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
const PUT = `INSERT INTO finch_connection (company_id, sealed_key, key_end, set_by) VALUES ($1, $2, $3, $4)
  ON CONFLICT (company_id) DO UPDATE SET sealed_key = $2, key_end = $3, set_by = $4, set_at = now()`;
const DELETE = 'DELETE FROM finch_connection WHERE company_id = $1 RETURNING company_id';
const BEGIN = `UPDATE finch_connection SET fetch_id = $2, fetch_lease = $3, fetch_until = now() + make_interval(secs => $4),
    fetch_failed = NULL, fetch_failed_at = NULL
  WHERE company_id = $1`;
const END = `UPDATE finch_connection SET fetch_lease = NULL, fetch_until = NULL, fetch_failed = $3,
    fetch_failed_at = CASE WHEN $3::text IS NOT NULL THEN now() END
  WHERE company_id = $1 AND fetch_lease = $2 RETURNING company_id`;
const DROP = [
  `INSERT INTO finch_dropped (company_id, import_id)
    SELECT company_id, fetch_id FROM finch_connection WHERE company_id = $1 AND fetch_id IS NOT NULL ON CONFLICT DO NOTHING`,
  `UPDATE finch_connection SET fetch_id = NULL, fetch_lease = NULL, fetch_until = NULL, fetch_failed = NULL,
    fetch_failed_at = NULL WHERE company_id = $1`,
  // By then nobody asks for it any more: what was only looked at is forgotten as early.
  `DELETE FROM finch_dropped WHERE company_id = $1 AND dropped_at < now() - interval '1 day'`,
];
const DROPPED = 'SELECT 1 FROM finch_dropped WHERE company_id = $1 AND import_id = $2';

export async function findConnection(tx: Tx): Promise<ConnectionRow | undefined> {
  return (await tx.query<ConnectionRow>(FIND, [tx.company_id]))[0];
}
/** Nobody else begins to fetch, or changes the key, before the commit. */
export async function lockConnection(tx: Tx): Promise<ConnectionRow | undefined> {
  return (await tx.query<ConnectionRow>(`${FIND} FOR UPDATE`, [tx.company_id]))[0];
}
/** What was fetched by the key of before is thrown away. */
export async function putConnection(tx: Tx, sealed_key: Buffer, key_end: string, set_by: string): Promise<void> {
  // First, so that nobody begins to fetch between the two.
  await tx.query(PUT, [tx.company_id, sealed_key, key_end, set_by]);
  await dropFetch(tx);
}
/** False if there is none. */
export async function deleteConnection(tx: Tx): Promise<boolean> {
  if (!(await lockConnection(tx))) return false;
  await dropFetch(tx);
  return (await tx.query(DELETE, [tx.company_id])).length > 0;
}

async function dropFetch(tx: Tx): Promise<void> {
  for (const statement of DROP) await tx.query(statement, [tx.company_id]);
}
/** The key that it was fetched by is no longer there. */
export const wasDropped = async (tx: Tx, import_id: string): Promise<boolean> =>
  (await tx.query(DROPPED, [tx.company_id, import_id])).length > 0;

/** The lease, by which alone it is ended: the same import may be fetched again, by another key. */
export async function beginFetch(tx: Tx, fetch_id: string, seconds: number): Promise<string> {
  const lease = randomUUID();
  await tx.query(BEGIN, [tx.company_id, fetch_id, lease, seconds]);
  return lease;
}
/** False if the key was replaced or removed meanwhile, or somebody else fetches: then nothing may come of it. */
export const endFetch = async (tx: Tx, lease: string, failed: string | null): Promise<boolean> =>
  (await tx.query(END, [tx.company_id, lease, failed])).length > 0;
