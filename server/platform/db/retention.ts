// What is kept only for a while: events (who was away longer reads anew), the answers to idempotency keys (messages know
// their own id for ever), entries of people's lists of notifications, calls of identity providers that failed. Neither may hold on to what was erased elsewhere.
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './database.ts';

/** Days. */
const KEPT = { event: 30, idempotency_key: 60, notification: 90, scim_failure: 30 } as const;
const EVERY_MS = 3_600_000;
/** Rows of one statement: it must stay far below the statement's time limit. */
const BATCH = 5_000;

const sweepOf = (table: keyof typeof KEPT): string =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM ${table} WHERE created_at < now() - make_interval(days => ${KEPT[table]}) LIMIT ${BATCH}))
   RETURNING 1 AS one`;

/** Deletes what is older than it may be, of all companies. Returns how many rows. */
export async function sweepOld(db: Database): Promise<number> {
  let total = 0;
  for (const table of Object.keys(KEPT) as (keyof typeof KEPT)[]) {
    for (let taken = BATCH; taken === BATCH; total += taken) {
      taken = (await db.system((tx) => tx.query(sweepOf(table)))).length;
    }
  }
  return total;
}

/** Sweeps every hour from now on. Returns the way to end it. */
export function keepSweeping(db: Database, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => {
    sweepOld(db).catch((error: unknown) => log.error({ err: error }, 'retention'));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
