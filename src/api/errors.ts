// What can go wrong with a call, as classes to tell apart. The sentences for people stand in error-text.ts.

/** The server refused: a code that the endpoint declares. `retryAfter` in seconds, where the server gave it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly data: unknown;
  readonly retryAfter: number | undefined;
  constructor(code: string, status: number, data?: unknown, retryAfter?: number) {
    super(code);
    this.code = code;
    this.status = status;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}

/** No answer of ours: unreachable, timed out, or something on the way answered in the server's place. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(cause?: unknown) {
    super('Connectivity issue', { cause });
  }
}

/** The session has ended and the lasting cookie cannot renew it: only signing in helps. */
export class SessionOver extends Error {
  override readonly name = 'SessionOver';
}

/** True if the same call may succeed later: no connection, an overloaded or failing server. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 408 || error.status === 429));
