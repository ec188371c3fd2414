// call(): one endpoint of the contract, typed, with what every call has in common. Which calls a feature makes is its own.
import { v7 as uuid } from 'uuid';
import {
  type Endpoint,
  type EventFrame,
  inQuery,
  type Method,
  type RequestOf,
  type ResponseOf,
} from '#contract/kernel/endpoint.ts';
import { ApiError, SessionOver } from './errors.ts';
import { createEtags } from './etags.ts';
import { type Answer, eventsIn, type Wire } from './request.ts';
import type { Sender } from './sender.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The intention's UUID, where a repeat must be the same write. A new one for each call otherwise. */
  readonly key?: string;
  /** Leave out the session headers. */
  readonly skipAuth?: boolean;
  /** A refused token is only an error, it ends nothing. */
  readonly keepSession?: boolean;
}

/** The answer's data. Throws ApiError (the server refused), NetworkError (no answer), or AbortError. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: RequestOf<E>,
  options?: CallOptions,
) => Promise<ResponseOf<E>>;

export interface CallHooks {
  /** Events in the answer of a write: they go through the same reducers as those of the socket. */
  onEvents(events: readonly EventFrame[]): void;
  onSessionOver(): void;
  /**
   * The server wants to know once more who calls: asks the person. True if they said it, and the call is made again. `reads`: nothing
   * is done by it, and it may have been made by the page itself.
   */
  onProof?(reads: boolean): Promise<boolean> | undefined;
}

export function createCall(send: Sender, hooks: CallHooks): Call {
  const etags = createEtags();
  return async (endpoint, input, options = {}) => {
    const wire = wireOf(endpoint, input, options.key);
    const url = `${wire.path}?${wire.query}`;
    const known = wire.method === 'GET' && endpoint.idempotency === 'none' ? etags.get(url) : undefined;
    const sendIt = () => sendOrEnd(send, { ...wire, etag: known?.etag }, options, hooks);
    let answer = await sendIt();
    if (asksProof(answer) && (await hooks.onProof?.(endpoint.idempotency === 'none'))) answer = await sendIt();
    const body = answer.status === 304 && known ? JSON.parse(known.text) : answer.envelope;
    if (body?.status !== 'success') {
      throw new ApiError(body?.error_code ?? '', answer.status, body?.data, answer.retryAfter);
    }
    if (wire.method === 'GET' && answer.etag && answer.status === 200) etags.set(url, answer.etag, answer.text);
    const events = eventsIn(body.data);
    if (events.length) hooks.onEvents(events);
    return body.data;
  };
}

const asksProof = ({ envelope }: Answer): boolean =>
  envelope?.status === 'error' && envelope.error_code === 'AUTH_PROOF_REQUIRED';

async function sendOrEnd(send: Sender, wire: Wire, options: CallOptions, hooks: CallHooks): Promise<Answer> {
  try {
    return await send(wire, {
      signal: options.signal,
      withSession: !options.skipAuth,
      renew: !options.keepSession,
    });
  } catch (error) {
    if (!(error instanceof SessionOver)) throw error;
    hooks.onSessionOver();
    throw new ApiError('AUTH_INVALID_TOKEN', 401);
  }
}

/** A call as bytes: query for GET and DELETE, JSON otherwise; undefined fields are left out. `key`: see CallOptions. */
export function wireOf(endpoint: Endpoint, input: unknown, key?: string): Wire & { query: string | null } {
  const { method, path } = endpoint as { method: Method; path: string };
  const idempotency = endpoint.idempotency === 'key' ? { key: key ?? uuid() } : {};
  if (!inQuery(endpoint)) return { method, path, query: null, body: JSON.stringify(input), ...idempotency };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input as object)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one));
  }
  return { method, path, query: String(query), body: null, ...idempotency };
}
