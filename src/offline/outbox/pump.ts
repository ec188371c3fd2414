// When the outbox is sent: at once when something changes, then again with growing pauses for as long as something waits.
import type { Drained } from './drain.ts';

const FIRST_MS = 1_000;
const CAP_MS = 30_000;
/** A sender that has heard nothing for this long is started anew by `restart()`: its connection is probably dead. */
const STUCK_MS = 5_000;

export interface Pump {
  /** Something of this scope waits: sends now, unless the pause after an attempt that got nowhere is still running. */
  kick(scope: string): void;
  /** Sends now: the network may have come back. A sender that hangs is cut off, its repeat is harmless. */
  restart(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  stop(): void;
}

export interface PumpOptions {
  /** May this tab send now? */
  readonly mayRun: () => boolean;
  /** One drain without the scopes of `skip`. `alive` is to be called at each sign of progress. */
  readonly run: (signal: AbortSignal, skip: ReadonlySet<string>, alive: () => void) => Promise<Drained>;
  readonly onEnd: (drained: Drained) => void;
  readonly random?: () => number;
}

export function createPump({ mayRun, run, onEnd, random = Math.random }: PumpOptions): Pump {
  let running: { abort: AbortController; since: number; done: Promise<void> } | undefined;
  /** What was asked for while something was running: go on, or go on with everything. */
  let again: 'more' | 'anew' | null = null;
  /** Until the pause is over: scopes that got nowhere, and whether anything gets anywhere. */
  let stuck: ReadonlySet<string> = new Set();
  let away = false;
  /** The server asked us to wait until then. */
  let barUntil = 0;
  let pause = FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Until something that is held may be sent. */
  let holding: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(anew, ms);
  };
  const anew = () => {
    stuck = new Set();
    away = false;
    start();
  };
  const once = async (current: { abort: AbortController; since: number }) => {
    try {
      const drained = await run(current.abort.signal, stuck, () => {
        current.since = Date.now();
      });
      if (stopped) return;
      onEnd(drained);
      plan(drained);
    } catch {
      // Cut off while it waited for its turn.
    }
  };
  const plan = ({ left, heldMs, stopped: why, waitMs, reached, stuck: now }: Drained) => {
    clearTimeout(holding);
    if (heldMs < Number.POSITIVE_INFINITY) holding = setTimeout(start, heldMs);
    const wasPausing = stuck.size > 0;
    stuck = now;
    if (!left || why === 'over') {
      pause = FIRST_MS;
      return;
    }
    away = !reached && !wasPausing;
    if (why === 'throttled') barUntil = Date.now() + waitMs;
    // What was left out this time has its pause running already.
    if (wasPausing) return;
    // Between half and all of the pause, so that many clients do not return in the same instant.
    later(Math.max(waitMs, pause * (0.5 + random() / 2)));
    pause = Math.min(pause * 2, CAP_MS);
  };
  const start = () => {
    if (stopped || !mayRun()) return;
    if (Date.now() < barUntil) return later(barUntil - Date.now());
    if (running) {
      again ??= 'more';
      return;
    }
    const current = { abort: new AbortController(), since: Date.now(), done: Promise.resolve() };
    running = current;
    current.done = once(current).then(() => {
      running = undefined;
      const next = again;
      again = null;
      if (next === 'anew') anew();
      else if (next) start();
    });
  };
  return {
    kick: (scope) => {
      if (!away && !stuck.has(scope)) start();
    },
    restart: () => {
      clearTimeout(timer);
      pause = FIRST_MS;
      if (!running) return anew();
      again = 'anew';
      if (Date.now() - running.since > STUCK_MS) running.abort.abort(new DOMException('Started anew', 'AbortError'));
    },
    idle: async () => {
      while (running) await running.done;
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(holding);
      running?.abort.abort(new DOMException('Stopped', 'AbortError'));
    },
  };
}
