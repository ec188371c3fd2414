// Reading ahead: what is likely to be wanted without a network is fetched while there is one, a little at a time, so that a
// conversation that was never opened on this device can be read on the train. Which queries that are, their live queries say.
import type { QueryClient } from '@tanstack/react-query';
import type { HolderCache } from './engine.ts';
import type { LiveContext } from './live-query.ts';

/** After the last change; starting the app and opening a screen come first. Milliseconds. */
const PATIENCE_MS = 2_000;
const AT_ONCE = 2;

export interface AheadOptions {
  readonly queryClient: QueryClient;
  readonly cache: Pick<HolderCache, 'holders' | 'peek'>;
  readonly context: LiveContext;
  /** Not by every tab, and not without a connection. */
  readonly mayRead: () => boolean;
}

export interface Ahead {
  /** Something changed: look what is missing, soon. */
  look(): void;
  stop(): void;
}

export function createAhead({ queryClient, cache, context, mayRead }: AheadOptions): Ahead {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let stopped = false;
  /** Tried since the start: what is refused or fails is left to whoever opens it. */
  const tried = new Set<string>();

  const missing = (): (readonly unknown[])[] =>
    [...cache.holders()]
      .flatMap(({ query, key, data }) => [...(query.ahead?.(data, key, context) ?? [])])
      .filter((key) => !tried.has(JSON.stringify(key)) && cache.peek(key) === undefined);
  const read = async () => {
    if (running || stopped || !mayRead()) return;
    running = true;
    const keys = missing();
    const lane = async () => {
      for (let key = keys.shift(); key && !stopped && mayRead(); key = keys.shift()) {
        tried.add(JSON.stringify(key));
        await queryClient.prefetchQuery({ queryKey: key, retry: false });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    running = false;
  };
  return {
    look: () => {
      if (stopped) return;
      clearTimeout(timer);
      timer = setTimeout(() => void read(), PATIENCE_MS);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
