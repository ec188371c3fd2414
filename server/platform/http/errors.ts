// Expected errors on the server: a declared code, thrown anywhere below a handler, turned into the envelope here.
import type { FastifyError } from 'fastify';
import { refusalsOf } from '#contract/auth/asks-proof.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Failure } from '#contract/kernel/envelope.ts';
import { commonErrors, type ErrorMap, operatorErrors, sessionErrors } from '#contract/kernel/errors.ts';

/** An error that the endpoint declares. `data` reaches the client; `message` is for logs only. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly data: unknown;
  /** Seconds after which trying again makes sense; becomes the Retry-After header. */
  readonly retryAfter: number | undefined;
  constructor(code: string, options: { data?: unknown; message?: string; retryAfter?: number } = {}) {
    super(options.message ?? code);
    this.code = code;
    this.data = options.data;
    this.retryAfter = options.retryAfter;
  }
}

/** INVALID_REQUEST with the place of each problem. */
export const invalid = (issues: readonly { path: string; message: string }[]): AppError =>
  new AppError('INVALID_REQUEST', { data: issues, message: issues.map((i) => `${i.path}: ${i.message}`).join('; ') });

export interface Answer {
  readonly status: number;
  readonly body: Failure;
  readonly retryAfter: number | undefined;
  /** A bug or an outage: to be logged with its stack. */
  readonly unexpected: boolean;
}

/** Any error → what the client gets. Codes that the endpoint does not declare are bugs and become INTERNAL_SERVER_ERROR. */
export function answerOf(error: unknown, endpoint: Endpoint | undefined): Answer {
  if (error instanceof AppError) {
    const status = statusOf(error.code, endpoint);
    if (status) return answer(status, error.code, error.message, error.data, error.retryAfter);
  }
  const { code = '', statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return answer(413, 'PAYLOAD_TOO_LARGE', 'The request is too large');
  if (code.startsWith('FST_ERR_CTP') || (error instanceof SyntaxError && statusCode === 400)) {
    return answer(statusCode ?? 400, 'INVALID_REQUEST', (error as Error).message, [
      { path: '', message: 'Not a JSON body' },
    ]);
  }
  // PostgreSQL: 53100 disk full, 53200 out of memory; node: the file system is full.
  if (code === '53100' || code === 'ENOSPC')
    return { ...answer(507, 'STORAGE_FULL', 'No disk space left'), unexpected: true };
  // 57014 and 55P03: it took longer than it may, as under more work than the machine has time for.
  if (/^(08|57|53|55P03)/.test(code) || /^E(CONN|PIPE|TIMEDOUT)/.test(code)) {
    return { ...answer(503, 'SERVICE_UNAVAILABLE', 'The database does not answer', undefined, 2), unexpected: true };
  }
  return { ...answer(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong'), unexpected: true };
}

function statusOf(code: string, endpoint: Endpoint | undefined): number | undefined {
  const own: ErrorMap = endpoint ? { ...refusalsOf(endpoint), ...endpoint.errors } : {};
  const all: ErrorMap = { ...commonErrors, ...sessionErrors, ...operatorErrors, ...own };
  return Object.hasOwn(all, code) ? all[code] : undefined;
}

function answer(status: number, error_code: string, message: string, data?: unknown, retryAfter?: number): Answer {
  return {
    status,
    body: { status: 'error', error_code, message, ...(data === undefined ? {} : { data }) },
    retryAfter,
    unexpected: false,
  };
}
