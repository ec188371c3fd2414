// When an access token is valid, when it gets a successor, and when it must have been stolen. Pure; the figures of the rule stand here.
//
// The tokens of a session come in generations. One generation is at least ten minutes younger than the one before, however
// many requests, tabs and lost answers there are. So an honest client, whose requests are under way for a minute at most, is
// never more than one generation behind what it has received.

/** From this age on a token of the running generation gets a successor in the headers of the answer. */
export const ROTATE_AFTER_MS = 10 * 60_000;
/** The generation before is valid until the running one is used, and for a minute after its issue at most … */
export const OVERLAP_MS = 60_000;
/** … but requests that were on their way when the new token was first used still get through. */
export const IN_FLIGHT_MS = 10_000;
/** Nothing honest is under way for longer (request timeout: one minute). */
export const STALE_AFTER_MS = 2 * 60_000;

/** A token and its session as the database sees them now; all durations in milliseconds. */
export interface TokenState {
  /** The session was not ended and is neither too old nor unused for too long. */
  readonly alive: boolean;
  readonly generation: number;
  /** The session's running generation. */
  readonly current: number;
  /** Until the token expires; negative afterwards. */
  readonly life_ms: number;
  readonly age_ms: number;
  /** Since the running generation began. */
  readonly since_issue_ms: number;
  /** Since the running generation was first used; null if it was not. */
  readonly since_use_ms: number | null;
  /** The same of the generation before. */
  readonly since_previous_use_ms: number | null;
}

export type Verdict =
  /** `rotate`: issue a successor. `first`: the running generation is used for the first time. */
  | { readonly kind: 'live'; readonly for_ms: number; readonly rotate: boolean; readonly first: boolean }
  | { readonly kind: 'dead' }
  /** Its owner has long been using younger tokens: whoever shows this one found it somewhere. */
  | { readonly kind: 'stolen' };

const DEAD = { kind: 'dead' } as const;

export function judge(token: TokenState): Verdict {
  if (!token.alive) return DEAD;
  const behind = token.current - token.generation;
  if (behind === 0) {
    if (token.life_ms <= 0) return DEAD;
    const rotate = token.age_ms >= ROTATE_AFTER_MS;
    // Not to be remembered past the moment at which it is to rotate.
    const for_ms = rotate ? token.life_ms : Math.min(token.life_ms, ROTATE_AFTER_MS - token.age_ms);
    return { kind: 'live', for_ms, rotate, first: token.since_use_ms === null };
  }
  if (behind === 1) {
    const inFlight = token.since_use_ms === null ? Number.POSITIVE_INFINITY : IN_FLIGHT_MS - token.since_use_ms;
    const for_ms = Math.min(token.life_ms, OVERLAP_MS - token.since_issue_ms, inFlight);
    return for_ms > 0 ? { kind: 'live', for_ms, rotate: false, first: false } : DEAD;
  }
  // A younger generation that was issued but never used proves nothing: its answer may have been lost.
  const proof = Math.max(token.since_use_ms ?? 0, token.since_previous_use_ms ?? 0);
  return proof > STALE_AFTER_MS ? { kind: 'stolen' } : DEAD;
}
