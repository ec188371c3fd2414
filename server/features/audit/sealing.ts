// Gives the lines of the audit log their places in the chain, moments after they were committed. Several servers may run this: of one
// company one at a time.
import { keepRounds } from '../../platform/db/rounds.ts';
import type { Context } from '../../platform/feature.ts';
import { insertSeals, listPending, takePending } from './audit-repo.ts';
import { sealAll } from './chain.ts';

const EVERY_MS = 2_000;
const BATCH = 500;

type Needs = Pick<Context, 'db' | 'log'>;

/** Everything that has no place yet; what fails in one company keeps the others from nothing. */
async function sealPending({ db, log }: Needs, isOver: () => boolean): Promise<void> {
  for (const company_id of await db.system(listPending)) {
    try {
      for (let found = BATCH; found === BATCH && !isOver(); ) found = await sealSome(db, company_id);
    } catch (error) {
      log.error({ err: error, company_id }, 'sealing the audit log');
    }
  }
}

const sealSome = (db: Needs['db'], company_id: string): Promise<number> =>
  db.company(company_id, async (tx) => {
    const { lines, last } = await takePending(tx, BATCH);
    if (lines.length) await insertSeals(tx, sealAll(lines, last));
    return lines.length;
  });

/** From now on. Returns the way to end it, which waits for what is being done. */
export const keepSealing = (context: Needs): (() => Promise<void>) =>
  keepRounds({ log: context.log, what: 'sealing the audit log', every_ms: EVERY_MS }, (isOver) =>
    sealPending(context, isOver),
  ).stop;
