// Looks at what has happened, after the commit, and tells people. Several servers may run this: what one of them is at the others
// skip, and what it did not finish is there again.
import * as chat from '#contract/chat.ts';
import { settingsChanged } from '#contract/notifications.ts';
import {
  memberChanged,
  roleChanged,
  roleRemoved,
  statusChanged,
  subSpaceClosed,
  subSpaceMembersChanged,
} from '#contract/spaces/events.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Context } from '../../../platform/feature.ts';
import { codeOf } from '../../../platform/http/log/error-code.ts';
import { findNextTime, listDueCompanies, takeDue, takeWaiting } from './due-repo.ts';
import { dropJob, type Job, listCompanies, postponeJob, takeEasyJobs, takeNextJob } from './jobs-repo.ts';
import { tellWaiting } from './later/waiting.ts';
import { sendDue } from './sending.ts';
import { BATCH, doJobs, type IsHere } from './telling.ts';

/** What other servers have left is looked for so often. */
const LOOK_MS = 5_000;
/** What comes together is looked at together. */
const GATHER_MS = 50;
/** Done together, and done one by one, before the next kind or company has its turn. */
const TOGETHER = 100;
const SINGLES = 20;
/** Batches of one kind in one company, before the next has its turn. */
const AT_A_TIME = 10;
/** The last one comes a quarter of an hour after the first. */
const MOST_ATTEMPTS = 10;

type Needs = Pick<Context, 'db' | 'log' | 'mailer'> & { readonly appUrl: string; readonly isHere: IsHere };
/** True once the server is being stopped: what is left is for the next one. */
type IsOver = () => boolean;

/** True if something is left that could be done at once. */
async function tellSome(needs: Needs, isOver: IsOver): Promise<boolean> {
  const { db } = needs;
  const jobs = await inEach(needs, isOver, listCompanies, (company_id) => doSome(needs, company_id, isOver));
  const due = await inEach(
    needs,
    isOver,
    (tx) => listDueCompanies(tx, 'due'),
    (company_id) => db.company(company_id, async (tx) => isFull(await takeDue(tx, BATCH), (due) => sendDue(tx, due))),
  );
  const waiting = await inEach(
    needs,
    isOver,
    (tx) => listDueCompanies(tx, 'waiting'),
    (company_id) =>
      db.company(company_id, async (tx) =>
        isFull(await takeWaiting(tx, BATCH), (waiting) => tellWaiting(tx, waiting, needs)),
      ),
  );
  return jobs || due || waiting;
}

async function isFull<T>(taken: readonly T[], work: (taken: readonly T[]) => Promise<void>): Promise<boolean> {
  if (taken.length) await work(taken);
  return taken.length === BATCH;
}

/**
 * In each of the companies; what fails in one keeps the others from nothing. True if something is left: nobody goes on with one kind
 * for ever while another waits.
 */
async function inEach(
  { db, log }: Pick<Needs, 'db' | 'log'>,
  isOver: IsOver,
  companies: (tx: Tx) => Promise<string[]>,
  work: (company_id: string) => Promise<boolean>,
): Promise<boolean> {
  let left = false;
  for (const company_id of await db.system(companies)) {
    try {
      let more = true;
      for (let n = 0; n < AT_A_TIME && more && !isOver(); n++) more = await work(company_id);
      left ||= more;
    } catch (error) {
      log.error({ err: error, company_id }, 'notifications');
    }
  }
  return left;
}

/** Many together where that holds nobody up, then each of the others by itself. True if there may be more. */
async function doSome({ db, log, isHere }: Needs, company_id: string, isOver: IsOver): Promise<boolean> {
  let easy: Job[] = [];
  try {
    await db.company(company_id, async (tx) => {
      easy = await takeEasyJobs(tx, TOGETHER);
      if (easy.length) await doJobs(tx, easy, isHere);
    });
  } catch (error) {
    if (!easy.length) throw error;
    log.warn({ err: error, company_id }, 'notifications, one by one now');
  }
  for (let n = 0; n < SINGLES && !isOver(); n++)
    if (!(await doNext(db, log, company_id, isHere))) return easy.length === TOGETHER;
  return true;
}

/** One that cannot be done is tried again later, and not for ever. False if there was none. */
async function doNext(db: Database, log: Needs['log'], company_id: string, isHere: IsHere): Promise<boolean> {
  let job: Job | undefined;
  try {
    await db.company(company_id, async (tx) => {
      job = await takeNextJob(tx);
      if (job) await doJobs(tx, [job], isHere);
    });
  } catch (error) {
    if (!job) throw error;
    log.error({ err: error, job }, 'notifications');
    const { job_id, attempts } = job;
    await db.company(company_id, (tx) =>
      attempts + 1 < MOST_ATTEMPTS ? postponeJob(tx, job_id, 2 ** (attempts + 1), codeOf(error)) : dropJob(tx, job_id),
    );
  }
  return job !== undefined;
}

/** After these there may be something to do. */
const CAUSES: ReadonlySet<string> = new Set(
  [
    chat.messageCreated,
    chat.messageUpdated,
    chat.messageDeleted,
    chat.reactionAdded,
    chat.reactionRemoved,
    chat.read,
    chat.entryRemoved,
    statusChanged,
    memberChanged,
    roleChanged,
    roleRemoved,
    subSpaceMembersChanged,
    subSpaceClosed,
    settingsChanged,
  ].map(({ name }) => name),
);

/** From now on. Returns the way to end it, which waits for what is being done. */
export function keepTelling(context: Needs & Pick<Context, 'bus'>): () => Promise<void> {
  const { bus, db, log } = context;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const round = async () => {
    let wait = LOOK_MS;
    try {
      const left = await tellSome(context, () => stopped);
      const next = await db.system(findNextTime);
      if (next !== null) wait = Math.min(wait, Math.max(GATHER_MS, Date.parse(next) - Date.now()));
      if (left) wait = 0;
    } catch (error) {
      log.error({ err: error }, 'notifications');
    }
    running = undefined;
    plan(again ? Math.min(wait, GATHER_MS) : wait);
  };
  const plan = (ms: number) => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      again = false;
      running = round();
    }, ms);
    timer.unref();
  };
  bus.onCommitted(({ events }) => {
    if (again || !events.some(({ name }) => CAUSES.has(name))) return;
    again = true;
    if (!running) plan(GATHER_MS);
  });
  plan(0);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
