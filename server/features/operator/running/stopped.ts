// Work that gave up and that nobody tries again by itself. As of jobs, only the attempts, the codes and the times are looked at. An import
// goes on where it stopped, for doing a row twice changes nothing; whatever else is here a person of the company begins anew.
import type { StoppedJob } from '#contract/operator/running.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';

const MOST = 100;

const STOPPED = `SELECT * FROM (
    SELECT 'people_import' AS queue, import_id AS job_id, company_id, error_code, stopped_at
    FROM people_import WHERE stopped_at IS NOT NULL
  UNION ALL
    SELECT 'finch_fetch', fetch_id, company_id, fetch_failed, fetch_failed_at
    FROM finch_connection WHERE fetch_failed_at IS NOT NULL
  UNION ALL
    SELECT 'data_export', export_id, company_id, error_code, due_at FROM data_export WHERE status = 'failed'
  ) AS stopped ORDER BY stopped_at DESC, job_id LIMIT ${MOST}`;

/** The last that gave up first. */
export const listStopped = ({ system }: Pick<Database, 'system'>): Promise<StoppedJob[]> =>
  system((tx) => tx.query<StoppedJob>(STOPPED));

// Its own runner looks every few seconds what goes on, and asks whether whoever had it run may do so still.
const RESUME = `UPDATE people_import SET status = CASE direction WHEN 'run' THEN 'running' ELSE 'undoing' END, attempts = 0,
    error_code = NULL, stopped_at = NULL
  WHERE company_id = $1 AND import_id = $2 AND stopped_at IS NOT NULL RETURNING import_id`;

/** 1 if it goes on now; 0 if somebody was faster. */
export const resumeImport = async (tx: Tx, import_id: string): Promise<number> =>
  (await tx.query(RESUME, [tx.company_id, import_id])).length;
