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

const EMIT_EACH = `
WITH told AS (SELECT * FROM unnest($2::text[], $4::text[]) AS t (topic, payload)),
raised AS (
  INSERT INTO topic AS there (company_id, topic, revision) SELECT $1, t.topic, 1 FROM told t ORDER BY t.topic
  ON CONFLICT (company_id, topic) DO UPDATE SET revision = there.revision + 1
  RETURNING there.topic, there.revision)
INSERT INTO event (company_id, topic, revision, name, payload)
SELECT $1, r.topic, r.revision, $3, t.payload::jsonb FROM raised r JOIN told t ON t.topic = r.topic RETURNING topic, revision`;

/** The same event in many topics, each with a payload of its own and at most once, in one statement however many there are. */
export async function emitEach<T extends EventType>(
  tx: Tx,
  type: T,
  tellings: readonly { readonly topic: Topic; readonly payload: PayloadOf<T> }[],
): Promise<void> {
  const payloads = new Map(tellings.map(({ topic, payload }) => [topic, payload]));
  const stray = [...payloads.keys()].find((topic) => topic.split(':', 1)[0] !== type.topic);
  if (stray || payloads.size < tellings.length)
    throw new TypeError(`${type.name} cannot be told twice in one topic, nor in ${stray}`);
  if (!payloads.size) return;
  const values = [[...payloads.keys()], type.name, [...payloads.values()].map((payload) => JSON.stringify(payload))];
  const rows = await tx.query<{ topic: Topic; revision: number }>(EMIT_EACH, [tx.company_id, ...values]);
  for (const { topic, revision } of rows)
    tx.events.push({ topic, revision, name: type.name, payload: payloads.get(topic) });
}

const EMIT_MANY = `
WITH told AS (SELECT t.payload, t.at FROM unnest($4::text[]) WITH ORDINALITY AS t (payload, at)),
raised AS (
  INSERT INTO topic AS there (company_id, topic, revision) SELECT $1, $2, count(*) FROM told
  ON CONFLICT (company_id, topic) DO UPDATE SET revision = there.revision + excluded.revision
  RETURNING there.revision)
INSERT INTO event (company_id, topic, revision, name, payload)
SELECT $1, $2, r.revision - (SELECT count(*) FROM told) + t.at, $3, t.payload::jsonb FROM raised r, told t ORDER BY t.at RETURNING revision`;

/** The same event many times in one topic, in the order of the payloads, in one statement. */
export async function emitMany<T extends EventType>(
  tx: Tx,
  type: T,
  topic: Topic,
  payloads: readonly PayloadOf<T>[],
): Promise<void> {
  if (topic.split(':', 1)[0] !== type.topic)
    throw new TypeError(`${type.name} belongs to a topic of kind ${type.topic}, not to ${topic}`);
  if (!payloads.length) return;
  const values = [topic, type.name, payloads.map((payload) => JSON.stringify(payload))];
  const rows = await tx.query<{ revision: number }>(EMIT_MANY, [tx.company_id, ...values]);
  const revisions = rows.map(({ revision }) => revision).toSorted((a, b) => a - b);
  payloads.forEach((payload, at) => {
    tx.events.push({ topic, revision: revisions[at] as number, name: type.name, payload });
  });
}

/** From the commit on, all sockets of the employee hear (`add`) or no longer hear (`remove`) these topics. */
export function subscribe(tx: Tx, change: SubscriptionChange): void {
  tx.subscriptions.push(change);
}

const BEGIN_TOPICS = `INSERT INTO topic (company_id, topic, revision) SELECT $1, t, 0 FROM unnest($2::text[]) AS t ON CONFLICT DO NOTHING`;
const HOLD_TOPICS = `SELECT 1 FROM topic WHERE company_id = $1 AND topic = ANY($2) ORDER BY topic FOR NO KEY UPDATE`;

/** Nobody else tells anything in these topics until the commit: what is counted from now on is right in the order of their events. */
export async function holdTopics(tx: Tx, topics: readonly Topic[]): Promise<void> {
  const values = [tx.company_id, topics.toSorted()];
  await Promise.all([tx.query(BEGIN_TOPICS, values), tx.query(HOLD_TOPICS, values)]);
}

/** The revision a topic is at, 0 if nothing ever happened to it. */
export async function revisionOf(tx: Tx, topic: Topic): Promise<number> {
  const [row] = await tx.query<{ revision: number }>(
    'SELECT revision FROM topic WHERE company_id = $1 AND topic = $2',
    [tx.company_id, topic],
  );
  return row?.revision ?? 0;
}
