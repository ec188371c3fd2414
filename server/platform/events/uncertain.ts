// When the connection breaks during a commit nobody knows whether it happened. If it did, its events stand in the log
// but were never told: this looks until the database answers again, and tells what it finds.
import type { Topic } from '#contract/kernel/endpoint.ts';
import type { Bus } from '../bus/bus.ts';
import type { Committed, Database } from '../db/database.ts';

const FIND =
  'SELECT topic, revision, name, payload FROM event WHERE company_id = $1 AND topic = $2 AND revision >= $3 ORDER BY revision';
const RETRY_MS = 1_000;

export interface Uncertain {
  lookUp(committed: Committed): void;
  stop(): void;
}

export function createUncertain(database: () => Database, bus: Bus, onError: (error: unknown) => void): Uncertain {
  const timers = new Set<NodeJS.Timeout>();

  const tell = async ({ company_id, events, subscriptions }: Committed) => {
    const found = await database().company(
      company_id,
      async (tx) => {
        const rows = [];
        for (const { topic, revision } of events)
          rows.push(
            ...(await tx.query<{ topic: Topic; revision: number; name: string; payload: unknown }>(FIND, [
              company_id,
              topic,
              revision,
            ])),
          );
        return rows;
      },
      'snapshot',
    );
    // Told twice does no harm: a client that holds the revision ignores it.
    if (found.length) bus.publish({ company_id, events: found, subscriptions });
  };
  const lookUp = (committed: Committed) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      tell(committed).catch((error) => {
        onError(error);
        lookUp(committed);
      });
    }, RETRY_MS);
    timers.add(timer);
  };
  return { lookUp, stop: () => timers.forEach(clearTimeout) };
}
