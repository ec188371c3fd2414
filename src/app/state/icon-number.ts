// When the number on the app's icon is set. The worker sets it, too, as a push says (sw/push.ts): on what this page has set last there is
// no relying once a push was shown, or while the page was asleep. Then it is set again, once what is counted is known to be current: what
// the worker knew may be newer than an old count.
import { subscribe } from 'valtio/vanilla';
import type { LiveNumber } from '#src/kit/ui/navigation.ts';
import { setBadge } from '#src/offline/badge.ts';
import type { Client } from '#src/realtime/client.ts';
import { isVisible } from '#src/realtime/page/page-events.ts';
import { followShown } from './shown.ts';

/** A line that was dead is known to be by then (realtime/socket.ts, after waking). Milliseconds. */
const SURE_MS = 5_000;

export interface Told {
  /** What this page has set last. */
  count?: number;
  /** Since when that may be another: milliseconds since 1970. Null: it is what is shown. */
  doubtedAt: number | null;
}

/** Keeps it at the sum of these. `told`: from one call to the next. Returns the way to end it. */
export function keepIconNumber(
  { connection: { state }, wake }: Pick<Client, 'connection' | 'wake'>,
  numbers: readonly LiveNumber[],
  told: Told,
): () => void {
  let sure: ReturnType<typeof setTimeout> | undefined;
  const isSyncedSince = (at: number | null) => at !== null && (state.lastSyncedAt ?? 0) >= at;
  const look = () => {
    // What follows asks for everything.
    if (state.state !== 'online') clearTimeout(sure);
    set(numbers, told, isSyncedSince(told.doubtedAt));
  };
  const wait = () => {
    clearTimeout(sure);
    if (told.doubtedAt === null || state.state !== 'online') return;
    // Nothing has come, and nothing was missed.
    sure = setTimeout(() => set(numbers, told, isSyncedSince(performance.timeOrigin)), SURE_MS);
  };
  const doubt = () => {
    told.doubtedAt = Date.now();
    wait();
  };
  wait();
  look();
  const endShown = followShown(() => {
    doubt();
    // Whoever is told by a push may have lost the line without knowing.
    wake();
  });
  const ends = [
    ...numbers.map((number) => number.subscribe(look)),
    subscribe(state, look),
    endShown,
    followSeen(doubt),
  ];
  return () => {
    clearTimeout(sure);
    for (const end of ends) end();
  };
}

/** Where it is in doubt, if the count is current; and in any case when that is another than this page has set. */
function set(numbers: readonly LiveNumber[], told: Told, isCurrent: boolean): void {
  if (numbers.some((number) => number.isKnown?.() === false)) return;
  const count = numbers.reduce((sum, number) => sum + number.read(), 0);
  const isDue = told.doubtedAt !== null && isCurrent;
  const isChanged = told.count !== undefined && told.count !== count;
  if (!isDue && !isChanged) return;
  void setBadge(count);
  told.count = count;
  if (isDue) told.doubtedAt = null;
}

/** The page is seen again. */
function followSeen(seen: () => void): () => void {
  const end = new AbortController();
  document.addEventListener('visibilitychange', () => isVisible() && seen(), { signal: end.signal });
  return () => end.abort();
}
