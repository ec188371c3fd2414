// Gives the lines of the audit log their places in the chain, moments after they were committed. Several servers may run this: of one
// company one at a time.
import type { Context } from '../../platform/feature.ts';
import { insertSeals, listPending, takePending } from './audit-repo.ts';
import { sealAll } from './chain.ts';

const EVERY_MS = 2_000;
const BATCH = 500;

/** Everything that has no place yet. */
export async function sealPending({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const company_id of await db.system(listPending))
    for (let found = BATCH; found === BATCH; )
      found = await db.company(company_id, async (tx) => {
        const { lines, last } = await takePending(tx, BATCH);
        if (lines.length) await insertSeals(tx, sealAll(lines, last));
        return lines.length;
      });
}

/** From now on. Returns the way to end it, which waits for what is being done. */
export function keepSealing(context: Pick<Context, 'db' | 'log'>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= sealPending(context)
      .catch((error: unknown) => context.log.error({ err: error }, 'sealing the audit log'))
      .finally(() => {
        running = undefined;
      });
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
