// Erases whose time is over. Several servers may run this: the row's lock gives each person to one of them. What came due while no
// server ran, or came back with a backup, is done when one starts.
import type { Context } from '../../../../platform/feature.ts';
import type { PeopleDeps } from '../../deps.ts';
import { erase } from './erasing.ts';
import { listDue } from './leaver-repo.ts';

const EVERY_MS = 3_600_000;
const BATCH = 100;

/** Everybody whose time is over. Returns how many were erased. */
export async function eraseDue({ db, log }: Pick<Context, 'db' | 'log'>, deps: PeopleDeps): Promise<number> {
  let done = 0;
  for (let failed = 0; ; ) {
    const due = (await db.system((tx) => listDue(tx, BATCH + failed))).slice(failed);
    for (const { company_id, employee_id } of due) {
      try {
        if (await db.company(company_id, (tx) => erase(tx, null, employee_id, deps))) done++;
      } catch (error) {
        // They stay due; one who cannot be erased must not keep the others back.
        failed++;
        log.error({ err: error, employee_id }, 'erasing somebody who has left');
      }
    }
    if (due.length < BATCH) return done;
  }
}

/** From now on, every hour. Returns the way to end it, which waits for what is being done. */
export function keepErasing(context: Pick<Context, 'db' | 'log'>, deps: PeopleDeps): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const round = () => {
    running = eraseDue(context, deps).catch((error: unknown) => context.log.error({ err: error }, 'erasing'));
  };
  const first = setTimeout(round, 0);
  const timer = setInterval(round, EVERY_MS);
  first.unref();
  timer.unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    await running;
  };
}
