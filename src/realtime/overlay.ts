// What waits, on top of what the server said: the cache stays pure, and a prediction is taken back by taking its record back.
import type { OutboxItem } from '../offline/outbox/outbox.ts';
import type { LiveContext, LiveQuery } from './live-query.ts';

interface Laid<D> {
  readonly data: D;
  readonly waiting: readonly OutboxItem[];
  /** Those of them that changed something. */
  readonly relevant: readonly OutboxItem[];
  readonly result: D;
}

/**
 * Lays waiting writes over data. The same objects in give the same object out, and data that no write concerns comes back
 * as it is. One instance per live query and screen.
 */
export function createOverlay<D>(query: LiveQuery<D>, key: readonly unknown[], context: LiveContext) {
  let last: Laid<D> | undefined;
  return (data: D, items: readonly OutboxItem[]): D => {
    const { predict } = query;
    if (!predict || isMissing(data)) return data;
    const waiting = items.filter((item) => !isHeld(query, data, key, context, item));
    if (last && last.data === data && isSame(last.waiting, waiting)) return last.result;
    let result: D = data;
    // Only those that change something are compared next time: what waits elsewhere must not redraw this.
    const relevant: OutboxItem[] = [];
    for (const item of waiting) {
      const next = predict.call(query, result, key, item, context);
      if (next !== result) relevant.push(item);
      result = next;
    }
    if (last && last.data === data && isSame(last.relevant, relevant)) result = last.result;
    last = { data, waiting, relevant, result };
    return result;
  };
}

/** True if the server has it and the data is at or past its events: it is in the data, there is nothing to predict. */
function isHeld<D>(query: LiveQuery<D>, data: D, key: readonly unknown[], context: LiveContext, item: OutboxItem) {
  if (item.state !== 'acked') return false;
  const at = new Map(query.topics(data, key, context));
  const followed = item.frames.filter(({ topic }) => at.has(topic));
  return followed.length > 0 && followed.every(({ topic, revision }) => (at.get(topic) ?? 0) >= revision);
}

const isMissing = (data: unknown): boolean => data === undefined;

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);
