// Lets a few through at a time and a bounded number wait: a storm of sign-ins must not take the processor from everybody else.
import { AppError } from '../../../platform/http/errors.ts';

export interface Turnstile {
  /** Runs `work` when it is its turn. SERVICE_UNAVAILABLE with Retry-After if too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** `running` at a time, `waiting` more in a queue; `seconds` is what is asked of those who find it full. */
export function createTurnstile(limits: { running: number; waiting: number; seconds: number }): Turnstile {
  const queue: (() => void)[] = [];
  let running = 0;
  const enter = (): Promise<void> | undefined => {
    if (running < limits.running) {
      running++;
      return undefined;
    }
    if (queue.length >= limits.waiting) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: limits.seconds });
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
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
