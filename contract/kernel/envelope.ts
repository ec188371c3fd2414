// The envelope of every answer, and the headers that carry the session (specification S7, product.md 1).

export interface Success<T> {
  readonly status: 'success';
  readonly data: T;
}
export interface Failure {
  readonly status: 'error';
  readonly error_code: string;
  readonly message: string;
  readonly data?: unknown;
}
export type Envelope<T> = Success<T> | Failure;

/** Where every path of the contract hangs. */
export const API_BASE = '/api';

/** Section 7 of the specification: sent with every call, and answered when their value changed. */
export const sessionHeaders = {
  access_token: 'x-access-token',
  session_id: 'x-session-id',
  company_id: 'company-id',
  employee_id: 'employee-id',
} as const;

/** A UUID that the client makes once per intention; the same key gives the same answer. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** Request timeout in milliseconds (S9). */
export const REQUEST_TIMEOUT_MS = 60_000;
