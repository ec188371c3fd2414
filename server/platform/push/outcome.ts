// How a push is sent, and what came of it: the same for every way that it takes.
import type { PushPayload } from '#contract/notifications/push.ts';
import { OutboundError } from '../outbound/errors.ts';
import type { Posted } from '../outbound/outbound.ts';
import { secondsOf } from '../outbound/retry-after.ts';

export type Urgency = 'low' | 'normal' | 'high';

export interface Manner {
  readonly urgency: Urgency;
  /** Seconds that the push service may keep it for a device that is off. */
  readonly ttl: number;
}

/** `accepted`: the push service has it. `gone`: nothing will ever arrive there again. `later`: try again. `refused`: not this one. */
export interface PushOutcome {
  readonly kind: 'accepted' | 'gone' | 'later' | 'refused';
  /** Of HTTP; null if there was no answer. */
  readonly status: number | null;
  /** What went wrong, for people; null if nothing did. */
  readonly reason: string | null;
  /** Seconds that the push service asks for before the next try. */
  readonly retry_after?: number;
  /** It is this server that is refused, not the device: whoever runs it has to know. */
  readonly ours?: boolean;
}

/** `to`: where the device is reached. */
export type Send<To> = (to: To, payload: PushPayload, manner: Manner) => Promise<PushOutcome>;

/** What may be different in a while. */
export const isPassing = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

/** To be tried again, when whoever answered says; `otherwise`: seconds, where they don't. */
export function laterThan({ status, retryAfter }: Posted, reason: string, otherwise?: number): PushOutcome {
  const retry_after = secondsOf(retryAfter, Date.now()) ?? otherwise;
  return { kind: 'later', status, reason, ...(retry_after === undefined ? {} : { retry_after }) };
}

/** Of what was not even answered. Throws what is no such thing. */
export function unanswered(error: unknown): PushOutcome {
  if (!(error instanceof OutboundError)) throw error;
  const kind = error.reason === 'failed' ? 'later' : 'refused';
  return { kind, status: null, reason: kind === 'later' ? 'No answer' : error.message };
}
