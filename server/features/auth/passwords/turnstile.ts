// Lets a few through at a time and a bounded number wait: a storm of sign-ins must not take the processor from everybody else.
import { AppError } from '../../../platform/http/errors.ts';

export interface Turnstile {
  /**
   * Runs `work` when it is its turn. `from`: where it comes from; see `createTurnstile`. Throws the code of the limits with Retry-After if
   * too many wait already.
   */
  run<T>(work: () => Promise<T>, from?: string): Promise<T>;
}

export interface TurnstileLimits {
  /** At a time. */
  readonly running: number;
  /** More, in a queue. */
  readonly waiting: number;
  /** Whoever finds it full comes back after this many at the earliest. */
  readonly seconds: number;
  /** Of the error for those; default SERVICE_UNAVAILABLE. Its status is 503. */
  readonly code?: string;
  /** Milliseconds of a clock that only goes on. */
  readonly now?: () => number;
}

/** Nobody is told to wait for longer: by then much may be different. Seconds. */
const LONGEST_S = 60;
/** Until work has been timed. Milliseconds. */
const USUAL_MS = 30;
/** Of each new time, in the mean; one that took longer than the most counts as that, and what was refused at once as nothing. */
const WEIGHT = 0.1;
const [LEAST_MS, MOST_MS] = [5, 500];

interface Waiting {
  readonly from: string;
  readonly turn: () => void;
  readonly refuse: (error: AppError) => void;
}

/**
 * Those who find it full stand in a line outside: each is told to come back when those before have been let through, at the pace of now, and
 * not all at once to be sent away again. Where it is full, somebody from a place that has fewer waiting takes the place of the last one from
 * where the most wait: nobody can fill it for all others.
 */
export function createTurnstile(limits: TurnstileLimits): Turnstile {
  const { running: most, waiting, seconds, code = 'SERVICE_UNAVAILABLE', now = () => performance.now() } = limits;
  const queue: Waiting[] = [];
  let running = 0;
  let takes = USUAL_MS;
  /** Told to come back, as far as is known: they are not known when they come. */
  let outside = 0;
  const away = (): AppError => {
    const each = takes / most / 1000;
    const wait = Math.ceil((queue.length + outside) * each);
    if (wait < LONGEST_S) outside++;
    return new AppError(code, { retryAfter: Math.min(LONGEST_S, Math.max(seconds, wait)) });
  };
  const enter = (from: string): Promise<void> | undefined => {
    if (running < most) {
      running++;
      return undefined;
    }
    if (queue.length >= waiting) giveWay(queue, from, away);
    outside = Math.max(0, outside - 1);
    return new Promise((turn, refuse) => queue.push({ from, turn, refuse }));
  };
  // Who leaves hands its place to the next: the count stays.
  const leave = () => {
    const next = queue.shift();
    if (next) return next.turn();
    running--;
    outside = 0;
  };
  return {
    run: async (work, from = '') => {
      await enter(from);
      const began = now();
      try {
        return await work();
      } finally {
        const took = now() - began;
        if (took >= LEAST_MS) takes += WEIGHT * (Math.min(took, MOST_MS) - takes);
        leave();
      }
    },
  };
}

/** Makes room in a full queue for somebody from there, or throws. */
function giveWay(queue: Waiting[], from: string, away: () => AppError): void {
  const counts = new Map<string, number>();
  for (const one of queue) counts.set(one.from, (counts.get(one.from) ?? 0) + 1);
  const [crowd, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  if ((counts.get(from) ?? 0) + 1 >= most) throw away();
  const [last] = queue.splice(
    queue.findLastIndex((one) => one.from === crowd),
    1,
  );
  last?.refuse(away());
}
