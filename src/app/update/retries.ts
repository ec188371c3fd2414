// How often, and after which wait, a missing part is asked for again (specification, sections 4 and 9).

export const MAX_RETRIES = 3;
const DELAYS_MS = [1000, 2000, 5000] as const;

/** Counts per part, and across re-renders of the boundary: a retry that fails comes back to the same count. */
const counts = new Map<string, number>();

export const retriesOf = (part: string): number => counts.get(part) ?? 0;
export const forgetRetries = (part: string): void => void counts.delete(part);

/** Counts one more try and tells the wait in milliseconds before it; undefined when all are used up (reload instead). */
export function nextRetry(part: string): number | undefined {
  const done = retriesOf(part);
  if (done >= MAX_RETRIES) return undefined;
  counts.set(part, done + 1);
  return DELAYS_MS[done];
}
