// What one company may take of a server that it shares: 200 calls a second, where there is not enough for all. While calls do not wait for
// the database, or nobody else calls, nobody is kept from anything: a company of ten thousand may have a server of its own.
import { AppError } from './errors.ts';

const CALLS_PER_S = 200;

export interface Shares {
  /** Counts one call of the company. TOO_MANY_REQUESTS with Retry-After if it has had its share of this second. */
  take(company_id: string): void;
}

/** `isBusy`: calls wait. `factor` widens it, as all limits (rate-limit.ts). `now` in milliseconds; never goes back. */
export function createShares(
  isBusy: () => boolean,
  factor: number,
  now: () => number = () => performance.now(),
): Shares {
  let second = -1;
  const calls = new Map<string, number>();
  const before = new Set<string>();
  const turn = () => {
    const present = Math.floor(now() / 1000);
    if (present === second) return;
    before.clear();
    // Who called in the second before is there still.
    if (present === second + 1) for (const company_id of calls.keys()) before.add(company_id);
    calls.clear();
    second = present;
  };
  const isAlone = (company_id: string) =>
    (calls.size === 0 || (calls.size === 1 && calls.has(company_id))) &&
    (before.size === 0 || (before.size === 1 && before.has(company_id)));
  return {
    take: (company_id) => {
      turn();
      const taken = calls.get(company_id) ?? 0;
      if (taken >= CALLS_PER_S * factor && !isAlone(company_id) && isBusy())
        throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 1 });
      calls.set(company_id, taken + 1);
    },
  };
}
