// Who calls, remembered for seconds per token: the usual request asks the database nothing. Forgotten at once when a session
// ends or permissions change; the time bound is for other nodes, whose signals do not reach this process.

import type { Actor } from '../../../platform/actor.ts';
import { type Bus, concerns } from '../../../platform/bus/bus.ts';

const LIFE_MS = 5_000;
const MAX = 20_000;

/** What was found out about a token. `for_ms`: how long it stays true at most. */
export interface Found {
  readonly actor: Actor;
  readonly for_ms: number;
  /** A successor, for whoever waited for this very look-up. */
  readonly fresh?: string;
}

export interface ActorCache {
  get(key: string): Actor | undefined;
  /** Looks up; whoever asks for the same key meanwhile shares the answer. Undefined answers are not remembered. */
  load(key: string, look: () => Promise<Found | undefined>): Promise<Found | undefined>;
  readonly size: number;
}

/** `now` in milliseconds; never goes back. */
export function createActorCache(bus: Bus, now: () => number = () => performance.now()): ActorCache {
  const known = new Map<string, { actor: Actor; until: number }>();
  const running = new Map<string, Promise<Found | undefined>>();
  let epoch = 0;

  bus.onSignal((signal) => {
    // What is being read at this moment may be from before the change: it answers its callers and is not remembered.
    epoch++;
    running.clear();
    for (const [key, { actor }] of known) if (concerns(signal, actor)) known.delete(key);
  });
  const remember = (key: string, { actor, for_ms }: Found) => {
    known.delete(key);
    // All live equally long, so the first in is the first to expire: no need to know which was used last.
    for (const oldest of known.keys()) {
      if (known.size < MAX) break;
      known.delete(oldest);
    }
    known.set(key, { actor, until: now() + Math.min(LIFE_MS, for_ms) });
  };
  const start = async (key: string, look: () => Promise<Found | undefined>) => {
    const begun = epoch;
    const found = await look();
    if (found && begun === epoch) remember(key, found);
    return found;
  };
  return {
    get: (key) => {
      const entry = known.get(key);
      if (entry && entry.until > now()) return entry.actor;
      if (entry) known.delete(key);
      return undefined;
    },
    load: (key, look) => {
      const shared = running.get(key);
      if (shared) return shared;
      const promise = start(key, look).finally(() => {
        if (running.get(key) === promise) running.delete(key);
      });
      running.set(key, promise);
      return promise;
    },
    get size() {
      return known.size;
    },
  };
}
