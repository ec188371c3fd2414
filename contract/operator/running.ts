// What an operator sees of the server itself: what waits to be done, the mails where nobody sends them, how it is, and what broke.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { count, cursor, empty, id, page, time } from '../kernel/fields.ts';

const read = { method: 'GET', access: 'operator', rate: 'read' } as const;
const write = { method: 'POST', access: 'operator', rate: 'write', idempotency: 'natural' } as const;

/** Queues whose jobs are tried again. */
export const retriedQueues = ['mail', 'push', 'notification_job', 'preview_job', 'data_export'] as const;
const queue = v.picklist(retriedQueues);

const failingJob = v.strictObject({
  queue,
  job_id: id,
  company_id: id,
  attempts: count,
  /** Null where it was not told: the log has more. */
  error_code: v.nullable(v.string()),
  /** When it is tried again. */
  due_at: time,
});
export type FailingJob = v.InferOutput<typeof failingJob>;

/** What gave up: it is not tried again by itself. */
const stoppedJob = v.strictObject({
  queue: v.picklist(['people_import', 'finch_fetch', 'data_export']),
  job_id: id,
  company_id: id,
  /** Null where it was not told: the log has more. */
  error_code: v.nullable(v.string()),
  stopped_at: time,
});
export type StoppedJob = v.InferOutput<typeof stoppedJob>;

/** How many wait (10,000 at most), the 100 that have failed the most often, and the last 100 that gave up. */
export const listJobs = endpoint({
  ...read,
  name: 'operator.job.list',
  path: '/backadmin/job/list',
  input: empty,
  output: v.strictObject({
    queues: v.array(v.strictObject({ queue: v.string(), waiting: count })),
    failing: v.array(failingJob),
    stopped: v.array(stoppedJob),
  }),
});

/** It is due at once; an import that gave up goes on. `retried`: 0 if it is through by now, or due already. */
export const retryJob = endpoint({
  ...write,
  name: 'operator.job.retry',
  path: '/backadmin/job/retry',
  input: v.strictObject({ queue: v.picklist([...retriedQueues, 'people_import']), company_id: id, job_id: id }),
  output: v.strictObject({ retried: count }),
  refs: { company_id: 'company', job_id: 'job' },
});

export const retryAllJobs = endpoint({
  ...write,
  name: 'operator.job.retry_all',
  path: '/backadmin/job/retry-all',
  input: empty,
  output: v.strictObject({ retried: count }),
});

const keptMail = v.strictObject({
  /** Its name in the folder. */
  file: v.string(),
  to: v.string(),
  subject: v.string(),
  date: v.nullable(time),
});
export type KeptMail = v.InferOutput<typeof keptMail>;

/** `folder`: nobody sends them, and they are here, the newest first. `smtp`: they are sent, and none is kept. */
export const listMails = endpoint({
  ...read,
  name: 'operator.mail.list',
  path: '/backadmin/mail/list',
  input: v.strictObject({ cursor: v.optional(cursor) }),
  output: v.strictObject({ ...page(keptMail).entries, kept: v.picklist(['folder', 'smtp']) }),
});

export const getMail = endpoint({
  ...read,
  name: 'operator.mail.get',
  path: '/backadmin/mail/get',
  input: v.strictObject({ file: v.pipe(v.string(), v.regex(/^\w[\w.-]{0,120}\.eml$/, 'Not a mail')) }),
  output: v.strictObject({ ...keptMail.entries, text: v.string() }),
  errors: { MAIL_NOT_FOUND: 404 },
});

const health = v.strictObject({
  version: v.string(),
  started_at: time,
  database: v.strictObject({ up: v.boolean(), embedded: v.boolean(), in_use: count, idle: count, waited_for: count }),
  /** Bytes of the disk that has the data folder; null where it does not tell. */
  disk: v.nullable(v.strictObject({ free: count, total: count })),
  /** Bytes of this process. */
  memory: v.strictObject({ rss: count, heap: count }),
  sockets: count,
});
export type Health = v.InferOutput<typeof health>;

export const getHealth = endpoint({
  ...read,
  name: 'operator.health.get',
  path: '/backadmin/health',
  input: empty,
  output: health,
});

const clientError = v.strictObject({
  fingerprint: v.string(),
  kind: v.string(),
  type: v.string(),
  message: v.string(),
  stack: v.string(),
  app_version: v.string(),
  route: v.string(),
  count,
  created_at: time,
  seen_at: time,
});
export type ClientError = v.InferOutput<typeof clientError>;

/** What broke in browsers within 30 days, the latest first. Nothing of whom. */
export const listErrors = endpoint({
  ...read,
  name: 'operator.error.list',
  path: '/backadmin/error/list',
  input: empty,
  output: v.strictObject({ items: v.array(clientError) }),
});
