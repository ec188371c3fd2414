// What becomes of what has happened: entries in lists, and pushes that are due. Everything of a job, and the job that tells of its
// entries, is in the transaction that takes it away, so nothing is told twice and nothing is lost.
import { v7 as uuid } from 'uuid';
import type { Tx } from '../../../platform/db/database.ts';
import { settingsOf } from '../../company/service.ts';
import { reachable } from '../devices/pushing.ts';
import { deleteGone, listOfMessage } from '../list/list-repo.ts';
import { morningAfter } from '../settings/quiet.ts';
import { findSettings } from '../settings/settings-repo.ts';
import * as audience from './audience-repo.ts';
import { type Due, listRecipients, listWaiters, putDue, wait } from './due-repo.ts';
import { followMarkers, tellEntered, tellGone } from './entering.ts';
import { type Entered, enterMessages, enterReaction, enterSpace, type MessageEntry } from './entries-repo.ts';
import { type Job, putBack } from './jobs-repo.ts';

/** Who is at a device of theirs may see it there: so long they are given to read it. Seconds. */
const GRACE_S = 5;
/** People of one transaction. */
export const BATCH = 500;
/** Fewer where all their topics are held, for which others wait. */
const TELL = 100;

/** True if the person is at one of their devices now. */
export type IsHere = (company_id: string, employee_id: string) => boolean;

/** Does all of these jobs of one company, or as much of them as one transaction should: the rest is put back. */
export async function doJobs(tx: Tx, jobs: readonly Job[], isHere: IsHere): Promise<void> {
  const written = jobs.filter(({ kind }) => kind === 'message' || kind === 'edit');
  if (written.length) await enterAll(tx, written, isHere);
  for (const job of jobs) await doJob(tx, job, isHere);
  const readers = jobs.flatMap(({ kind, actor_id, employee_id }) =>
    kind === 'message' ? (actor_id ?? []) : kind === 'read' ? (employee_id ?? []) : [],
  );
  await followMarkers(tx, readers);
}

async function doJob(tx: Tx, job: Job, isHere: IsHere): Promise<void> {
  const { kind, message_id, space_id, employee_id, actor_id, emoji } = job;
  if (kind === 'changed') await tellChanged(tx, job);
  if (kind === 'message_gone' && message_id) await tellGone(tx, await deleteGone(tx, 'message', message_id));
  if (kind === 'left' && employee_id) await tellGone(tx, await deleteGone(tx, 'employee', employee_id));
  if (kind === 'reaction' && message_id && actor_id && emoji)
    await tellReaction(tx, message_id, actor_id, emoji, isHere);
  if (!space_id) return;
  if (kind === 'joining') {
    await tellGone(tx, await deleteGone(tx, 'space', space_id));
    if (employee_id) await tellSpace(tx, space_id, await audience.listConcerned(tx, space_id, employee_id), isHere);
  }
  if (kind === 'joined' && employee_id && actor_id)
    await tellSpace(tx, space_id, [{ employee_id, actor_id, kind: 'joined' }], isHere);
}

async function tellChanged(tx: Tx, job: Job): Promise<void> {
  const keys = await listOfMessage(tx, job.message_id ?? '', job.after_id, TELL);
  await tellEntered(tx, keys);
  const last = keys.at(-1)?.employee_id;
  if (last && keys.length === TELL) await putBack(tx, [{ ...job, after_id: last }]);
}

/**
 * Into the lists of those whom they call, and to devices. That entries are new is told in another transaction: this one holds their
 * people's markers, and who writes or reads would wait with it for their topics.
 */
async function enterAll(tx: Tx, jobs: readonly Job[], isHere: IsHere): Promise<void> {
  const found = await audience.listAudience(tx, jobs, BATCH + 1);
  const told = found.slice(0, BATCH);
  const last = found.length > BATCH ? told.at(-1) : undefined;
  const rest = last ? restOf(jobs, last) : [];
  const entering = told.flatMap((one): MessageEntry[] =>
    one.called || one.is_thread ? [{ ...one, kind: one.called ? 'mention' : 'thread' }] : [],
  );
  const entered = entering.length ? await enterMessages(tx, entering) : [];
  const isOver = (job: Job) => !rest.some(({ job_id }) => job_id === job.job_id);
  const isTold = new Set(entered.map(({ message_id }) => message_id));
  // An edit: what is in lists already says it, too.
  const changed = jobs.filter(
    (job) => isOver(job) && (job.kind === 'edit' || job.after_id || isTold.has(job.message_id ?? '')),
  );
  const changes = changed.map((job) => ({
    ...job,
    job_id: uuid(),
    kind: 'changed' as const,
    after_id: null,
    attempts: 0,
  }));
  if (rest.length || changes.length) await putBack(tx, [...rest, ...changes]);
  const isNew = new Set(entered.map(keyOf));
  const entry = new Set(entering.map(keyOf));
  const pushed = told.filter(
    (one) =>
      (one.level === 'all' || (one.level === 'mentions' && one.called)) &&
      !one.is_read &&
      // What was entered before was pushed before.
      (isNew.has(keyOf(one)) || !entry.has(keyOf(one))),
  );
  await push(
    tx,
    pushed.map(({ employee_id, message_id, created_at }) => ({
      employee_id,
      subject_id: message_id,
      is_message: true,
      since: created_at,
    })),
    isHere,
  );
}

const keyOf = ({ employee_id, message_id }: { employee_id: string; message_id: string }) =>
  `${message_id}/${employee_id}`;

/** Messages come by id, people within them by id: all before `last` are done. */
const restOf = (jobs: readonly Job[], last: audience.Told): Job[] =>
  jobs.flatMap((job) => {
    if ((job.message_id ?? '') < last.message_id) return [];
    return job.message_id === last.message_id ? [{ ...job, after_id: last.employee_id }] : [job];
  });

async function tellReaction(
  tx: Tx,
  message_id: string,
  actor_id: string,
  emoji: string,
  isHere: IsHere,
): Promise<void> {
  const reacted = await audience.findReacted(tx, message_id, actor_id, emoji);
  if (!reacted) return;
  const keys = await enterReaction(tx, reacted);
  if (!reacted.people) return tellGone(tx, keys);
  await tellEntered(tx, keys);
  if (!reacted.stands || reacted.silent) return;
  if ((await findSettings(tx, reacted.employee_id)).levels.reaction === 'all') await pushEntries(tx, keys, isHere);
}

async function tellSpace(
  tx: Tx,
  space_id: string,
  told: Parameters<typeof enterSpace>[2],
  isHere: IsHere,
): Promise<void> {
  const keys = told.length ? await enterSpace(tx, space_id, told) : [];
  await tellEntered(tx, keys);
  const wanted: typeof keys = [];
  for (const key of keys) if ((await findSettings(tx, key.employee_id)).levels.invitation === 'all') wanted.push(key);
  await pushEntries(tx, wanted, isHere);
}

const pushEntries = (tx: Tx, entered: readonly Entered[], isHere: IsHere) =>
  push(
    tx,
    entered.map(({ employee_id, notification_id, created_at }) => ({
      employee_id,
      subject_id: notification_id,
      is_message: false,
      // What waits is counted from then on: a moment later, and it would be left out itself.
      since: created_at,
    })),
    isHere,
  );

/** To their devices; who has none that takes pushes gets a mail in the morning, if they want one. */
async function push(tx: Tx, due: readonly Due[], isHere: IsHere): Promise<void> {
  if (!due.length) return;
  const people = peopleIn(due);
  const reached = await reachable(tx, people);
  const pushed = due.filter(({ employee_id }) => reached.has(employee_id));
  const delayOf = (employee_id: string) => (isHere(tx.company_id, employee_id) ? GRACE_S : 0);
  if (pushed.length)
    await putDue(
      tx,
      pushed.map((one) => ({ ...one, delay: delayOf(one.employee_id) })),
    );
  if (reached.size < people.length)
    await waitForMail(
      tx,
      due.filter(({ employee_id }) => !reached.has(employee_id)),
    );
}

async function waitForMail(tx: Tx, due: readonly Due[]): Promise<void> {
  const oldest = due.map(({ since }) => since).sort()[0] as string;
  const there = await listWaiters(tx, peopleIn(due), 'mail', oldest);
  const firsts = new Map(due.toReversed().map((one) => [one.employee_id, one.since]));
  const fresh = [...firsts.keys()].filter((employee_id) => !there.has(employee_id));
  if (!fresh.length) return;
  const [recipients, { awake: company_awake }] = await Promise.all([listRecipients(tx, fresh), settingsOf(tx)]);
  const now = new Date();
  const waiting = [...recipients.values()]
    .filter(({ mail_digest }) => mail_digest)
    .map((one) => ({
      employee_id: one.employee_id,
      means: 'mail' as const,
      since: firsts.get(one.employee_id) ?? now.toISOString(),
      due_at: morningAfter({ ...one, company_awake }, now).toISOString(),
    }));
  if (waiting.length) await wait(tx, waiting);
}

const peopleIn = (due: readonly Due[]) => [...new Set(due.map(({ employee_id }) => employee_id))];
