// Lets a few through at a time and a bounded number wait: a storm of sign-ins must not take the processor from everybody else.
import { AppError } from '../../../platform/http/errors.ts';

export interface Turnstile {
  /** Runs `work` when it is its turn. SERVICE_UNAVAILABLE with Retry-After if too many wait already: see `createTurnstile`. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface TurnstileLimits {
  /** At a time. */
  readonly running: number;
  /** More, in a queue. */
  readonly waiting: number;
  /** Whoever finds it full comes back after this many at the earliest. */
  readonly seconds: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Nobody is told to wait for longer: by then much may be different. */
const LONGEST_S = 600;
/** Until one piece of work has been timed. */
const USUAL_MS = 30;
/** Of each new time, in the mean. */
const WEIGHT = 0.1;

/**
 * Those who find it full are given times one after the other, as fast as work goes through: they stand in a line, and do not come
 * back all at once to be sent away again.
 */
export function createTurnstile({ running: most, waiting, seconds, now = Date.now }: TurnstileLimits): Turnstile {
  const queue: (() => void)[] = [];
  let running = 0;
  let takes = USUAL_MS;
  /** When the last of those who were sent away would be let through. */
  let booked = 0;
  const away = (): AppError => {
    const each = takes / most;
    booked = Math.max(booked, now() + queue.length * each) + each;
    const wait = Math.ceil((booked - now()) / 1000);
    return new AppError('SERVICE_UNAVAILABLE', { retryAfter: Math.min(LONGEST_S, Math.max(seconds, wait)) });
  };
  const enter = (): Promise<void> | undefined => {
    if (running < most) {
      running++;
      return undefined;
    }
    if (queue.length >= waiting) throw away();
    return new Promise((turn) => queue.push(turn));
  };
  // Who leaves hands its place to the next: the count stays.
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else running--;
  };
  return {
    run: async (work) => {
      await enter();
      const began = now();
      try {
        return await work();
      } finally {
        takes += WEIGHT * (now() - began - takes);
        leave();
      }
    },
  };
}
