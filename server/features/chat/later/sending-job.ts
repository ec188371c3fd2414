// Sends what was scheduled when it is due. Several servers may run this: the row's lock gives each message to one of them, and
// what is sent is taken away in the same transaction. What was due while no server ran is sent when one does, and says for when
// it was meant.
import { scheduledChanged } from '#contract/chat/scheduled.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import type { Context } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { isServed } from '../../auth/service.ts';
import { modulesOf } from '../../company/service.ts';
import { isActive } from '../../people/service.ts';
import { keepUnread } from '../marks/marks.ts';
import { withoutErased } from '../messages/erased.ts';
import { sendHeld } from './scheduled.ts';
import { type Due, findNextTime, listDue, takeDue, updateScheduled } from './scheduled-repo.ts';

/** Other servers take messages to be scheduled, too: so often everybody looks. Everything is due at least half a minute later. */
const LOOK_MS = 10_000;
const BATCH = 50;
/** Later than that is late: nobody who chose a minute wonders about the next one, and busy servers are some seconds behind. */
const LATE_MS = 120_000;

type Needs = Pick<Context, 'db' | 'log'>;

/** Everything that is due now, one after the other. Returns how many were sent or kept as failed. */
export async function sendDue({ db, log }: Needs): Promise<number> {
  let done = 0;
  let last: Due | undefined;
  for (let found = BATCH; found === BATCH; ) {
    const batch = await db.system((tx) => listDue(tx, last, BATCH));
    found = batch.length;
    last = batch.at(-1) ?? last;
    for (const due of batch) {
      try {
        if (await sendOne({ db }, due)) done++;
      } catch (error) {
        // It stays due; one that cannot be sent must not keep the others back.
        log.error({ err: error, message_id: due.message_id }, 'sending a scheduled message');
      }
    }
  }
  return done;
}

/** False if somebody else has it, it is not due any more, or its company is suspended or has chat switched off. */
async function sendOne({ db }: Pick<Needs, 'db'>, { company_id, message_id }: Due): Promise<boolean> {
  try {
    return await db.company(company_id, async (tx) => {
      const due = await takeDue(tx, message_id, LATE_MS);
      if (!due || !(await isOn(tx))) return false;
      const { employee_id, is_late, held } = due;
      if (!(await isActive(tx, employee_id))) throw new AppError('EMPLOYEE_NOT_FOUND');
      // Its sender may be asleep, and has not read by this what others wrote meanwhile.
      const manner = { present: false, scheduled_for: is_late ? held.due_at : null };
      const actor = actorOf(tx, employee_id);
      await keepUnread(tx, actor, held, () => sendHeld(tx, actor, held, manner));
      return true;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return db.company(company_id, (tx) => keepFailed(tx, message_id, error.code));
  }
}

const isOn = async (tx: Tx): Promise<boolean> => (await isServed(tx)) && (await modulesOf(tx)).includes('chat');

/** Nobody has called: there is no session, and nothing that only a permission allows. */
const actorOf = ({ company_id }: Tx, employee_id: string): Actor => ({
  company_id,
  employee_id,
  session_id: '',
  permissions: new Set(),
  modules: new Set(['chat']),
});

async function keepFailed(tx: Tx, message_id: string, error_code: string): Promise<boolean> {
  const due = await takeDue(tx, message_id, LATE_MS);
  if (!due) return false;
  const { employee_id, held } = due;
  const failed = { ...held, body: await withoutErased(tx, held.body), error_code };
  await updateScheduled(tx, failed);
  await emit(tx, scheduledChanged, `employee:${employee_id}`, failed);
  return true;
}

/** From now on. Returns the way to end it, which waits for what is being sent. */
export function keepSendingDue(context: Needs): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const round = async () => {
    let wait = LOOK_MS;
    try {
      await sendDue(context);
      const next = await context.db.system(findNextTime);
      if (next !== null) wait = Math.min(wait, Math.max(0, Date.parse(next) - Date.now()));
    } catch (error) {
      context.log.error({ err: error }, 'scheduled messages');
    }
    plan(wait);
  };
  const plan = (ms: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = round();
    }, ms);
    timer.unref();
  };
  plan(0);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
