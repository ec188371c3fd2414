// The tabs of one browser and account among themselves: who leads (holds the socket and sends the outbox), and what they tell
// each other. What a leader does is client.ts.
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import type { FromClient, Presence } from '#contract/sync.ts';
import { leaderLock, withLock } from '../../offline/locks.ts';
import type { ConnectionState } from '../connection.ts';

export type TabMessage =
  /** Heard on the socket, or in the answer to a write. */
  | { type: 'frames'; frames: readonly EventFrame[] }
  /** The leader's socket is ready: everybody catches up. */
  | { type: 'ready' }
  /** There is no socket, and the leader asks for what has happened: whoever is looked at asks, too. */
  | { type: 'poll' }
  | { type: 'connection'; connection: ConnectionState }
  | { type: 'presence'; presence: Record<string, Presence>; all: boolean }
  | { type: 'typing'; conversation_id: string; employee_id: string }
  /** The outbox on disk changed. `added`: something new waits. */
  | { type: 'outbox'; added: boolean }
  /** For the leader: say this on the socket. */
  | { type: 'say'; message: FromClient }
  /** For the leader: is somebody at this tab? */
  | { type: 'active'; tab: string; active: boolean }
  /** A new tab, or one that has rested, wants to know how things are. */
  | { type: 'hello' }
  /** Is there a leader that is awake? */
  | { type: 'who' }
  | { type: 'leader' };

/** A leader that is awake answers within this time; one that does not (a frozen tab) is replaced. Milliseconds. */
const ANSWER_MS = 1_000;
const WATCH_MS = 10_000;

export interface Tabs {
  isLeader(): boolean;
  post(message: TabMessage): void;
  /** Makes sure that somebody awake leads. To be called when this tab wakes up. */
  probe(): void;
  /** Gives up leading (the page goes into the back/forward cache) until `probe`. */
  rest(): void;
  stop(): void;
}

export interface TabsOptions {
  readonly account: string;
  readonly onMessage: (message: TabMessage) => void;
  readonly onLead: (leading: boolean) => void;
  /** Only a tab that somebody looks at doubts the leader. */
  readonly isWatched: () => boolean;
}

export function joinTabs({ account, onMessage, onLead, isWatched }: TabsOptions): Tabs {
  const channel = new BroadcastChannel(`limelight:${account}`);
  let leading = false;
  let resign: (() => void) | undefined;
  let abort: AbortController | undefined;
  let doubt: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const post = (message: TabMessage) => {
    if (!stopped) channel.postMessage(message);
  };
  const set = (now: boolean) => {
    if (leading === now) return;
    leading = now;
    onLead(now);
    if (now) post({ type: 'leader' });
  };
  const lead = () =>
    new Promise<void>((done) => {
      resign = done;
      set(true);
    });
  const stand = async (steal = false) => {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    try {
      await withLock(leaderLock(account), lead, steal ? { steal } : { signal: mine.signal });
    } catch {
      // Stolen by a tab that heard nothing of us, or no longer wanted.
    }
    if (abort !== mine) return;
    resign = undefined;
    set(false);
    // Whoever was robbed, or rested, stands again: some tab must be next in line.
    if (!stopped && !mine.signal.aborted) void stand();
  };
  const ask = () => {
    if (leading || stopped || doubt) return;
    post({ type: 'who' });
    doubt = setTimeout(() => {
      doubt = undefined;
      if (!leading && !stopped && isWatched()) void stand(true);
    }, ANSWER_MS);
  };

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (stopped) return;
    if (data.type === 'who') {
      if (leading) post({ type: 'leader' });
    } else if (data.type === 'leader') {
      clearTimeout(doubt);
      doubt = undefined;
    } else onMessage(data);
  };
  const watch = setInterval(() => {
    if (isWatched()) ask();
  }, WATCH_MS);
  void stand();

  return {
    isLeader: () => leading,
    post,
    probe: () => {
      if (!abort) {
        void stand();
        // What was told while it rested did not get here.
        post({ type: 'hello' });
      }
      ask();
    },
    rest: () => {
      abort?.abort();
      abort = undefined;
      resign?.();
      set(false);
    },
    stop: () => {
      stopped = true;
      clearInterval(watch);
      clearTimeout(doubt);
      abort?.abort();
      resign?.();
      set(false);
      channel.close();
    },
  };
}
