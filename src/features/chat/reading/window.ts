// A run of messages that grows at either end and is cut at the other one. Pure. What it promises: whatever comes in, and
// however late, the run has no gap.
import { type Messages, MOST } from '../live/live-messages.ts';

/** What is left of a run that is cut. */
const LEFT = 300;

/** `page`: what comes before the run, at the same revision. Anything else changes nothing. */
export function joinOlder(held: Messages, page: Messages): Messages {
  const first = held.items[0]?.seq;
  const before = page.items.filter(({ seq }) => first !== undefined && seq < first);
  const last = before.at(-1)?.seq;
  if (first === undefined || (last !== undefined && last !== first - 1)) return held;
  return {
    ...held,
    items: [...before, ...held.items],
    has_before: before.length || !page.items.length ? page.has_before : first > 1,
  };
}

/** `page`: what comes after the run, at the same revision. Anything else changes nothing. */
export function joinNewer(held: Messages, page: Messages): Messages {
  const last = held.items.at(-1)?.seq;
  const after = page.items.filter(({ seq }) => last !== undefined && seq > last);
  const first = after[0]?.seq;
  if (last === undefined || (first !== undefined && first !== last + 1)) return held;
  return { ...held, items: [...held.items, ...after], has_after: page.has_after };
}

/** Too long, so without what is furthest from `end`, where somebody reads. The same object if it is not too long. */
export function bounded(data: Messages, end: 'older' | 'newer'): Messages {
  if (data.items.length <= MOST) return data;
  if (end === 'older') return { ...data, items: data.items.slice(0, LEFT), has_after: true };
  return { ...data, items: data.items.slice(-LEFT), has_before: true };
}
