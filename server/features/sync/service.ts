// What a client missed, topic by topic: the events after the revision that it holds.
import type { EventFrame, ResponseOf } from '#contract/kernel/endpoint.ts';
import { SYNC_MAX_EVENTS, type sync } from '#contract/sync.ts';
import type { Tx } from '../../platform/db/database.ts';
import { asHeard, type Since } from '../../platform/events/heard.ts';

type TopicAnswer = ResponseOf<typeof sync>['topics'][number];
type Row = EventFrame & TopicAnswer['events'][number];

/** Events kept for all topics of one answer together; what does not fit is told to be read anew. */
const MAX_EVENTS_IN_ALL = 5_000;

const REVISIONS = 'SELECT topic, revision FROM topic WHERE company_id = $1 AND topic = ANY($2)';
const EVENTS = `SELECT e.topic, e.revision, e.name, e.payload
  FROM unnest($2::text[], $3::int[], $4::int[]) AS wanted(topic, low, high)
  JOIN event e ON e.company_id = $1 AND e.topic = wanted.topic AND e.revision > wanted.low AND e.revision <= wanted.high
  ORDER BY e.topic, e.revision`;

/**
 * `held`: topic → the revision that the client has. `visible`: topic → from where on it is heard; others are `gone`.
 * Runs in a snapshot.
 */
export async function catchUp(
  tx: Tx,
  held: Readonly<Record<string, number>>,
  visible: ReadonlyMap<string, Since>,
): Promise<TopicAnswer[]> {
  const asked = Object.keys(held).filter((topic) => visible.has(topic));
  const rows = await tx.query<{ topic: string; revision: number }>(REVISIONS, [tx.company_id, asked]);
  const current = new Map(rows.map((row) => [row.topic, row.revision]));
  const behind = pickReplayable(asked, held, current);
  const events = await readEvents(tx, behind, held, current);
  return Object.entries(held).map(([topic, revision]) => {
    const now = current.get(topic) ?? 0;
    const since = visible.get(topic);
    if (!since) return { topic, status: 'gone', revision: 0, events: [] };
    if (revision === now) return { topic, status: 'ok', revision: now, events: [] };
    const found = events.get(topic) ?? [];
    // Of a time before they came back: what they hold then may be hidden now, and the log does not lead on from it.
    if (revision < since.since_revision) return { topic, status: 'reset', revision: now, events: [] };
    // Fewer than expected: retention took some away. More held than there is: the database was set back. Both: read anew.
    if (!behind.includes(topic) || found.length !== now - revision)
      return { topic, status: 'reset', revision: now, events: [] };
    return {
      topic,
      status: 'ok',
      revision: now,
      events: found.map((event) => asHeard(event, since.since_seq)),
    };
  });
}

function pickReplayable(
  asked: string[],
  held: Readonly<Record<string, number>>,
  current: ReadonlyMap<string, number>,
): string[] {
  let room = MAX_EVENTS_IN_ALL;
  return asked.filter((topic) => {
    const missing = (current.get(topic) ?? 0) - (held[topic] ?? 0);
    if (missing <= 0 || missing > SYNC_MAX_EVENTS || missing > room) return false;
    room -= missing;
    return true;
  });
}

async function readEvents(
  tx: Tx,
  topics: string[],
  held: Readonly<Record<string, number>>,
  current: ReadonlyMap<string, number>,
): Promise<Map<string, Row[]>> {
  if (!topics.length) return new Map();
  const rows = await tx.query<Row>(EVENTS, [
    tx.company_id,
    topics,
    topics.map((topic) => held[topic] ?? 0),
    topics.map((topic) => current.get(topic) ?? 0),
  ]);
  return Map.groupBy(rows, (row) => row.topic);
}
