// SQL of the table `client_error`. All of it in system transactions: the reports are no company's.
import type { Tx } from '../../../platform/db/database.ts';
import { type ErrorReport, stackOf } from './cleaned.ts';

export interface KeptError extends Omit<ErrorReport, 'frames' | 'recorded'> {
  readonly stack: string;
  readonly count: number;
  /** When it was seen first, and last. */
  readonly created_at: string;
  readonly seen_at: string;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
const DAYS = 30;
/** Kinds of errors. Those that were not seen for the longest go first. */
export const MOST_KEPT = 500;

const KEEP = `INSERT INTO client_error (company_id, fingerprint, kind, type, message, stack, app_version, route)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (company_id, fingerprint) DO UPDATE SET count = client_error.count + 1, seen_at = now(),
    app_version = EXCLUDED.app_version, route = EXCLUDED.route`;
const CAP = `WITH over AS MATERIALIZED (
    SELECT company_id, fingerprint FROM client_error WHERE company_id = $1 ORDER BY seen_at DESC, fingerprint OFFSET $2 FOR UPDATE SKIP LOCKED)
  DELETE FROM client_error c USING over WHERE c.company_id = over.company_id AND c.fingerprint = over.fingerprint`;
const SWEEP = `DELETE FROM client_error WHERE company_id = $1 AND seen_at < now() - make_interval(days => ${DAYS})`;
const LIST = `SELECT fingerprint, kind, type, message, stack, app_version, route, count, created_at, seen_at FROM client_error
  WHERE company_id = $1 AND seen_at >= now() - make_interval(days => ${DAYS}) ORDER BY seen_at DESC, fingerprint LIMIT $2`;

export async function keepError(tx: Tx, report: ErrorReport): Promise<void> {
  const { fingerprint, kind, type, message, frames, app_version, route } = report;
  await tx.query(KEEP, [NOBODY, fingerprint, kind, type, message, stackOf(frames), app_version, route]);
  await tx.query(CAP, [NOBODY, MOST_KEPT]);
}
export const sweepErrors = (tx: Tx): Promise<object[]> => tx.query(SWEEP, [NOBODY]);
export const listErrors = (tx: Tx, limit: number): Promise<KeptError[]> => tx.query(LIST, [NOBODY, limit]);
