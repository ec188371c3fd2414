// How often anything may be called. One node counts for itself: with n nodes the limits are n times as wide.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateClass } from '#contract/kernel/endpoint.ts';
import { AppError } from './errors.ts';
import { networkOf } from './network.ts';

/** [calls, seconds] per signed-in employee (tickets: per session), or per address of the network (network.ts) for open endpoints. */
const FIGURES: Record<RateClass, readonly [points: number, seconds: number]> = {
  read: [900, 60],
  write: [180, 60],
  // What was written in a day without a connection arrives at once.
  message: [120, 60],
  // A name is looked for with each letter; among many messages with a slip in it twice.
  search: [150, 60],
  // The template of an import comes the same way, and what asks for a proof first is counted twice.
  export: [10, 3600],
  // Thirty tabs that a browser restores, on plain http a socket each, and reloads that somebody has no patience for. One costs as much
  // as a search, once its socket is opened: all that the session may hear is read.
  ticket: [90, 60],
  // A whole company behind one address signs in on a Monday morning; guessing is stopped by the auth feature, which counts failures.
  sign_in: [6000, 3600],
  mail: [20, 3600],
  register: [5, 3600],
};

export interface RateLimits {
  /** Counts one call; throws TOO_MANY_REQUESTS with Retry-After when the class is used up for this key. */
  take(rate: RateClass, key: string): Promise<void>;
  /** A call that was counted and found no room: it will be made again. */
  giveBack(rate: RateClass, key: string): Promise<void>;
  /** A limit of its own for a feature: `points` per `seconds` and key. Less than nothing gives back, and is not refused. */
  create(name: string, points: number, seconds: number): (key: string, points?: number) => Promise<void>;
}

/** `factor` widens all limits (tests that are not about limits). */
export function createRateLimits(factor: number): RateLimits {
  const create = (name: string, points: number, seconds: number) => {
    const limiter = new RateLimiterMemory({ keyPrefix: name, points: Math.ceil(points * factor), duration: seconds });
    return async (whom: string, used = 1): Promise<void> => {
      const key = networkOf(whom);
      // Giving back is never refused: who has come in may be one of many who try.
      if (used < 0) {
        // What was counted in a window that is over is not given back in the next one.
        const counted = (await limiter.get(key))?.consumedPoints ?? 0;
        if (counted + used >= 0) await limiter.reward(key, -used);
        return;
      }
      try {
        await limiter.consume(key, used);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // What is refused has used nothing, so that what others give back counts.
        await limiter.reward(key, used);
        throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
      }
    };
  };
  const classes = Object.fromEntries(
    Object.entries(FIGURES).map(([name, [points, seconds]]) => [name, create(name, points, seconds)]),
  );
  const of = (rate: RateClass) => classes[rate] as ReturnType<typeof create>;
  return { create, take: (rate, key) => of(rate)(key), giveBack: (rate, key) => of(rate)(key, -1) };
}
