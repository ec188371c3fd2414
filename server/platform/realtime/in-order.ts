// Two commits may come back from the database in another order than they happened in: on a busy machine a backend can be put to
// sleep between its commit and its answer. This tells the events of a topic in the order of their revisions all the same; else
// every one of a thousand hearers would see a gap and ask /sync. What stays missing is waited for only for a moment.
import type { EventFrame } from '#contract/kernel/endpoint.ts';

/** A client that still sees a gap asks /sync, so this need not be long. */
const PATIENCE_MS = 100;
/** Topics whose last revision is remembered. */
const MAX = 50_000;

export interface InOrder {
  take(company_id: string, event: EventFrame): void;
}

export function createInOrder(tell: (company_id: string, event: EventFrame) => void): InOrder {
  const last = new Map<string, number>();
  const held = new Map<string, { events: EventFrame[]; timer: NodeJS.Timeout }>();

  const pass = (key: string, company_id: string, event: EventFrame) => {
    const before = last.get(key) ?? 0;
    // Told again (uncertain.ts) or too late: no step back.
    last.delete(key);
    last.set(key, Math.max(before, event.revision));
    if (last.size > MAX) for (const oldest of last.keys()) if (last.delete(oldest)) break;
    tell(company_id, event);
  };
  const release = (key: string, company_id: string, all: boolean) => {
    const waiting = held.get(key);
    if (!waiting) return;
    waiting.events.sort((a, b) => a.revision - b.revision);
    while (waiting.events[0] && (all || waiting.events[0].revision <= (last.get(key) ?? 0) + 1))
      pass(key, company_id, waiting.events.shift() as EventFrame);
    if (waiting.events.length) return;
    clearTimeout(waiting.timer);
    held.delete(key);
  };
  return {
    take: (company_id, event) => {
      const key = `${company_id}/${event.topic}`;
      const known = last.get(key);
      if (known === undefined || event.revision <= known + 1) {
        pass(key, company_id, event);
        return release(key, company_id, false);
      }
      const waiting = held.get(key);
      if (waiting) waiting.events.push(event);
      else held.set(key, { events: [event], timer: setTimeout(release, PATIENCE_MS, key, company_id, true) });
    },
  };
}
