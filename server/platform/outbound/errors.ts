// Why the outside gave no answer. Never repeats what the other side said.

/**
 * `refused`: we do not ask for that. `unsuited`: asked, and there is nothing for us. Neither changes soon.
 * `failed`: no answer this time.
 */
export type OutboundReason = 'refused' | 'unsuited' | 'failed';

export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;
  constructor(reason: OutboundReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** What the network, the clock or the decoder threw. */
export const asFailed = (error: unknown): OutboundError =>
  error instanceof OutboundError ? error : new OutboundError('failed', 'No answer', { cause: error });
