// Both ends of the run that is on the screen: more is fetched when somebody comes near, and what is far away goes again.
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Address } from '#contract/chat.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { type Messages, MOST } from '../live/live-messages.ts';

export interface Edge {
  readonly has: boolean;
  readonly loading: boolean;
  /** There are more, but not on this device, and there is no connection. */
  readonly cut: boolean;
  readonly load: () => void;
}

export interface GrowthInput {
  readonly address: Address;
  readonly key: QueryKey | undefined;
  readonly data: Messages | undefined;
  readonly offline: boolean;
  /** The run goes on under another key, unless somebody has gone elsewhere meanwhile. */
  readonly move: (from: QueryKey, to: QueryKey) => void;
}

/** Of a run; also the half of it that is nearer to that end. */
export type End = 'older' | 'newer';

/** After a failure scrolling on tries again, but not at once. Milliseconds. */
const REST_MS = 2_000;
/** What goes in front moves all rows: not while somebody scrolls, if it can wait. Milliseconds. */
const IDLE_MS = 300;

export function useGrowth({ address, key, data, offline, move }: GrowthInput) {
  const client = useClient();
  const [loading, setLoading] = useState<End>();
  const rests = useRef(0);
  const reads = useRef<End>('newer');
  const moved = useRef(0);
  const load = async (end: End) => {
    if (loading || offline || !key || performance.now() < rests.current) return;
    setLoading(end);
    try {
      const { grow } = await import('../reading/growth.ts');
      move(key, await grow({ client, address, key }, end));
    } catch {
      // The connection banner says why.
      rests.current = performance.now() + REST_MS;
    }
    setLoading(undefined);
  };
  const cutBack = useEffectEvent(async () => {
    const { cut } = await import('../reading/growth.ts');
    if (key) move(key, cut({ client, address, key }, reads.current));
  });
  const length = data?.items.length ?? 0;
  useEffect(() => {
    if (length <= MOST || loading) return;
    const timer = setInterval(() => {
      const rests = performance.now() - moved.current > IDLE_MS;
      if (reads.current === 'older' || rests || length > 2 * MOST) void cutBack();
    }, IDLE_MS / 2);
    return () => clearInterval(timer);
  }, [length, loading]);

  const edge = (end: End, has: boolean): Edge => ({
    has,
    loading: loading === end,
    cut: has && offline,
    load: () => void load(end),
  });
  return {
    older: edge('older', data?.has_before ?? false),
    newer: edge('newer', data?.has_after ?? false),
    onHalf: (end: End) => {
      reads.current = end;
      moved.current = performance.now();
    },
  };
}
