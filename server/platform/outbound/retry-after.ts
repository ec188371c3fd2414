// What another server says about when to come again. Pure.

/** Nobody is asked to wait longer than that, whatever they say. */
const MOST_S = 86_400;

/** Seconds from a Retry-After header, which has seconds or a date (RFC 9110); undefined if it says nothing. `now`: milliseconds. */
export function secondsOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(MOST_S, Math.max(0, seconds));
}
