// Jobs that are tried again until they succeed: which have failed, and having one tried at once. What a job is about stays in its
// table, which is another feature's: in here are only its attempts and times.

import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { FailingJob, retryJob } from '#contract/operator/running.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Context, OperatorCall } from '../../../platform/feature.ts';
import { resumeImport } from './stopped.ts';

interface Queue {
  readonly id: string;
  readonly due: string;
  readonly failed: string;
  readonly error: string;
}

/** What is being tried for the first time has an attempt already, where taking one up counts as such. */
const QUEUES: Readonly<Record<FailingJob['queue'], Queue>> = {
  // None while it is being sent.
  mail: {
    id: 'mail_id',
    due: 'next_attempt_at',
    failed: 'attempts > 0 AND error_code IS NOT NULL',
    error: 'error_code',
  },
  push: {
    id: 'push_id',
    due: 'due_at',
    failed: 'attempts > 1',
    error: `(SELECT d.last_error FROM device d
      WHERE d.company_id = q.company_id AND d.session_id = q.session_id AND d.device_id = q.device_id)`,
  },
  notification_job: { id: 'job_id', due: 'due_at', failed: 'attempts > 0', error: 'error_code' },
  preview_job: { id: 'message_id', due: 'due_at', failed: 'attempts > 1', error: 'error_code' },
  // Of two that are at the same one, only what the later one makes counts.
  data_export: { id: 'export_id', due: 'due_at', failed: "status = 'waiting' AND attempts > 1", error: 'error_code' },
};
const names = Object.keys(QUEUES) as FailingJob['queue'][];
const MOST = 100;
/** Companies that one call goes through. */
const MOST_COMPANIES = 500;

const failing = (name: FailingJob['queue']): string => {
  const { id, due, failed, error } = QUEUES[name];
  return `(SELECT '${name}' AS queue, q.${id} AS job_id, q.company_id, q.attempts, ${error} AS error_code, q.${due} AS due_at
    FROM ${name} q WHERE ${failed} ORDER BY q.attempts DESC, q.${id} LIMIT ${MOST})`;
};
const FAILING = `SELECT * FROM (${names.map(failing).join(' UNION ALL ')}) AS failing ORDER BY attempts DESC, job_id LIMIT ${MOST}`;
const COMPANIES = `SELECT DISTINCT company_id FROM (${names
  .map((name) => `SELECT company_id FROM ${name} WHERE ${QUEUES[name].failed} AND ${QUEUES[name].due} > now()`)
  .join(' UNION ALL ')}) AS failing LIMIT ${MOST_COMPANIES}`;

// What is due already is not touched: somebody may be at it.
const retryOf = (name: FailingJob['queue'], which: string): string => {
  const { id, due, failed } = QUEUES[name];
  return `WITH taken AS MATERIALIZED (
      SELECT ${id} FROM ${name} WHERE company_id = $1 AND ${failed} AND ${due} > now() AND ${which} FOR UPDATE SKIP LOCKED)
    UPDATE ${name} q SET ${due} = now() FROM taken WHERE q.company_id = $1 AND q.${id} = taken.${id} RETURNING q.${id}`;
};

/** Those that have failed the most often come first. */
export const listFailing = ({ system }: Context['db']): Promise<FailingJob[]> =>
  system((tx) => tx.query<FailingJob>(FAILING));

type Needs = Pick<Context, 'db' | 'mailer'> & Pick<OperatorCall, 'operator'>;

async function record(tx: Tx, { mailer, operator: { operator_id } }: Needs, retried: number): Promise<number> {
  if (!retried) return 0;
  await audit(tx, tx.company_id, null, 'operator.jobs_retried', { retried, operator_id });
  // The other queues are looked at every few seconds anyway.
  tx.afterCommit(() => void mailer.deliver());
  return retried;
}

/** 1 if it is due at once now; 0 if it is gone, or was due. */
export const retry = (needs: Needs, { queue, company_id, job_id }: ParsedOf<typeof retryJob>): Promise<number> =>
  needs.db.company(company_id, async (tx) => {
    if (queue === 'people_import') return record(tx, needs, await resumeImport(tx, job_id));
    const rows = await tx.query(retryOf(queue, `${QUEUES[queue].id} = $2`), [company_id, job_id]);
    return record(tx, needs, rows.length);
  });

/** All that have failed and wait for their next time: how many. */
export async function retryAll(needs: Needs): Promise<number> {
  const companies = await needs.db.system((tx) => tx.query<{ company_id: string }>(COMPANIES));
  let all = 0;
  for (const { company_id } of companies)
    all += await needs.db.company(company_id, async (tx) => {
      let retried = 0;
      for (const name of names) retried += (await tx.query(retryOf(name, 'true'), [company_id])).length;
      return record(tx, needs, retried);
    });
  return all;
}
