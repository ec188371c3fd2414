// Telling the world: an event is written in the transaction that causes it, and told after the commit.
import type { EventType, PayloadOf, Topic } from '#contract/kernel/endpoint.ts';
import type { SubscriptionChange, Tx } from '../db/database.ts';

const EMIT = `
WITH raised AS (
  INSERT INTO topic (company_id, topic, revision) VALUES ($1, $2, 1)
  ON CONFLICT (company_id, topic) DO UPDATE SET revision = topic.revision + 1
  RETURNING revision)
INSERT INTO event (company_id, topic, revision, name, payload)
SELECT $1, $2, revision, $3, $4 FROM raised RETURNING revision`;

/**
 * Raises the topic's revision by one (its row stays locked until the commit, so revisions are in commit order) and
 * appends the event. Returns the revision. The topic must be of the event's kind.
 */
export async function emit<T extends EventType>(tx: Tx, type: T, topic: Topic, payload: PayloadOf<T>): Promise<number> {
  if (topic.split(':', 1)[0] !== type.topic)
    throw new TypeError(`${type.name} belongs to a topic of kind ${type.topic}, not to ${topic}`);
  const [row] = await tx.query<{ revision: number }>(EMIT, [tx.company_id, topic, type.name, JSON.stringify(payload)]);
  const revision = (row as { revision: number }).revision;
  tx.events.push({ topic, revision, name: type.name, payload });
  return revision;
}

/** From the commit on, all sockets of the employee hear (`add`) or no longer hear (`remove`) these topics. */
export function subscribe(tx: Tx, change: SubscriptionChange): void {
  tx.subscriptions.push(change);
}

/** The revision a topic is at, 0 if nothing ever happened to it. */
export async function revisionOf(tx: Tx, topic: Topic): Promise<number> {
  const [row] = await tx.query<{ revision: number }>(
    'SELECT revision FROM topic WHERE company_id = $1 AND topic = $2',
    [tx.company_id, topic],
  );
  return row?.revision ?? 0;
}
