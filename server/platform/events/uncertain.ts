// When the connection breaks during a commit nobody knows whether it happened. If it did, its events stand in the log
// but were never told: this looks until the database answers again, and tells what it finds.
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import type { Bus } from '../bus/bus.ts';
import type { Committed, Database } from '../db/database.ts';

/** `ours`: it is the one that was written. If that did not happen, another transaction's may stand in its place. */
const FIND = `SELECT topic, revision, name, payload, revision = $3 AND name = $4 AND payload = $5::jsonb AS ours
  FROM event WHERE company_id = $1 AND topic = $2 AND revision >= $3 ORDER BY revision`;
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
        for (const { topic, revision, name, payload } of events) {
          const values = [company_id, topic, revision, name, JSON.stringify(payload)];
          rows.push(...(await tx.query<EventFrame & { readonly ours: boolean }>(FIND, values)));
        }
        return rows;
      },
      'snapshot',
    );
    if (!found.length) return;
    const isDone = found.filter(({ ours }) => ours).length === events.length;
    // Told twice does no harm: a client that holds the revision ignores it. Letting somebody in who was not would.
    bus.publish({
      company_id,
      events: found.map(({ ours: _, ...event }) => event),
      subscriptions: isDone ? subscriptions : [],
    });
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
