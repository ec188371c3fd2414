// One HTTP exchange with our server, and the only place that fetches. Needs no page: the service worker sends with it, too.
// Who calls, what is kept of the answer and what a refusal means is decided in sender.ts and call.ts.
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { type Envelope, IDEMPOTENCY_HEADER, REQUEST_TIMEOUT_MS, sessionHeaders } from '#contract/kernel/envelope.ts';
import type { FileAnswer } from '#contract/kernel/file-answer.ts';
import { NetworkError } from './errors.ts';

/** What the four headers carry. */
export interface Credentials {
  readonly access_token: string;
  readonly session_id: string;
  readonly company_id: string;
  readonly employee_id: string;
}

/** A request as bytes. `path` is below the API base; `query` has no `?`. */
export interface Wire {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: string | null;
  readonly body?: string | null;
  readonly key?: string;
  readonly etag?: string | undefined;
}

export interface Answer {
  readonly status: number;
  /** Null for 304 only. */
  readonly envelope: Envelope<unknown> | null;
  /** The body as it came, for who keeps it. */
  readonly text: string;
  readonly etag: string | null;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** Values of the session headers, where the server sent fresh ones. */
  readonly fresh: Partial<Credentials>;
}

/** `base`: where the API is (`/api`, or with an origin). Throws NetworkError; AbortError if `signal` fired. */
export async function request(
  base: string,
  wire: Wire,
  credentials: Credentials | null,
  signal?: AbortSignal,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(base + wire.path + (wire.query ? `?${wire.query}` : ''), {
      method: wire.method,
      headers: headersOf(wire, credentials),
      body: wire.body ?? null,
      // The lasting cookie; the browser's own cache stays out of it, conditional requests are ours.
      credentials: 'include',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const name = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    return name ? answerOf(response, '', await fileIn(response, name)) : answerOf(response, await response.text());
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error instanceof NetworkError ? error : new NetworkError(error);
  }
}

function headersOf(wire: Wire, credentials: Credentials | null): Record<string, string> {
  const headers: Record<string, string> = {};
  if (wire.body != null) headers['content-type'] = 'application/json';
  if (wire.key) headers[IDEMPOTENCY_HEADER] = wire.key;
  if (wire.etag) headers['if-none-match'] = wire.etag;
  for (const field of fields) if (credentials) headers[sessionHeaders[field]] = credentials[field];
  return headers;
}

const fields = Object.keys(sessionHeaders) as (keyof typeof sessionHeaders)[];

/** A file has no envelope; in here it gets one. See contract/kernel/file-answer.ts. */
async function fileIn(response: Response, file_name: string): Promise<Envelope<FileAnswer>> {
  const content = new Uint8Array(await response.arrayBuffer());
  return { status: 'success', data: { file_name, mime_type: response.headers.get('content-type') ?? '', content } };
}

function answerOf({ status, headers }: Response, text: string, file?: Envelope<FileAnswer>): Answer {
  const fresh: { -readonly [K in keyof Credentials]?: string } = {};
  for (const field of fields) {
    const value = headers.get(sessionHeaders[field]);
    if (value) fresh[field] = value;
  }
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    status,
    envelope: status === 304 ? null : (file ?? envelopeIn(text)),
    text,
    etag: headers.get('etag'),
    retryAfter: Number.isFinite(wait) ? Math.max(0, wait) : undefined,
    fresh,
  };
}

/** Only our envelope counts as an answer: a hotel's sign-in page or a proxy's error page is no answer at all. */
function envelopeIn(text: string): Envelope<unknown> {
  try {
    const value = JSON.parse(text) as Partial<Envelope<unknown>> | null;
    if (value?.status === 'success' && 'data' in value) return value as Envelope<unknown>;
    if (value?.status === 'error' && typeof value.error_code === 'string') return value as Envelope<unknown>;
  } catch {
    // Falls through.
  }
  throw new NetworkError('Not an answer of our server');
}

/** The events of an answer's data, where it has any. */
export function eventsIn(data: unknown): readonly EventFrame[] {
  const { events } = (data ?? {}) as { events?: unknown };
  return Array.isArray(events) ? (events as EventFrame[]) : [];
}
