// A caller over real HTTP: knows the contract, keeps its session as a browser would (headers and cookie).
import { randomUUID } from 'node:crypto';
import type { Session } from '#contract/auth.ts';
import { type Endpoint, inQuery, type RequestOf, type ResponseOf } from '#contract/kernel/endpoint.ts';
import { API_BASE, type Envelope, IDEMPOTENCY_HEADER, sessionHeaders } from '#contract/kernel/envelope.ts';
import type { FileAnswer } from '#contract/kernel/file-answer.ts';

/** What the server answered to a call that was expected to succeed. */
export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: unknown;
  constructor(endpoint: string, status: number, body: { error_code?: string; message?: string; data?: unknown }) {
    super(
      `${endpoint}: ${status} ${body.error_code} ${body.message ?? ''} ${body.data ? JSON.stringify(body.data) : ''}`,
    );
    this.code = body.error_code ?? '';
    this.status = status;
    this.data = body.data;
  }
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Envelope<unknown> & { error_code?: string; data?: unknown };
}

export interface CallOptions {
  readonly key?: string;
  readonly headers?: Record<string, string | undefined>;
}

export class TestClient {
  readonly url: string;
  session: Session | undefined;
  cookie = '';
  constructor(url: string, session?: Session) {
    this.url = url;
    this.session = session;
  }

  get employee_id(): string {
    return this.must().employee_id;
  }
  get company_id(): string {
    return this.must().company_id;
  }
  private must(): Session {
    if (!this.session) throw new Error('Not signed in');
    return this.session;
  }

  /** The answer's data; throws `Refused` otherwise. */
  async call<E extends Endpoint>(endpoint: E, input: RequestOf<E>, options: CallOptions = {}): Promise<ResponseOf<E>> {
    const { status, body } = await this.raw(endpoint, input, options);
    if (body.status !== 'success') throw new Refused(endpoint.name, status, body);
    return body.data as ResponseOf<E>;
  }

  /** The answer as it is. `input` may be anything: bad input is a test, too. */
  async raw(endpoint: Endpoint, input: unknown, options: CallOptions = {}): Promise<RawAnswer> {
    const query = inQuery(endpoint) ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const headers: Record<string, string> = inQuery(endpoint) ? {} : { 'content-type': 'application/json' };
    if (endpoint.idempotency === 'key') headers[IDEMPOTENCY_HEADER] = options.key ?? randomUUID();
    if (this.session)
      for (const [field, name] of Object.entries(sessionHeaders))
        headers[name] = this.session[field as keyof typeof sessionHeaders];
    if (this.cookie) headers.cookie = this.cookie;
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      if (value === undefined) delete headers[name];
      else headers[name] = value;
    }
    const response = await fetch(this.url + API_BASE + endpoint.path + query, {
      method: endpoint.method,
      headers,
      ...(query || inQuery(endpoint) ? {} : { body: JSON.stringify(input) }),
    });
    this.keep(response.headers);
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  }

  /** What of an answer's headers counts for the next call. */
  protected keep(headers: Headers): void {
    const token = headers.get(sessionHeaders.access_token);
    if (token && this.session) this.session = { ...this.session, access_token: token };
    for (const cookie of headers.getSetCookie()) this.cookie = cookie.split(';', 1)[0] as string;
  }
}

/** A file, too, as the app sees it: in the envelope. */
async function bodyOf(response: Response): Promise<RawAnswer['body']> {
  const name = /^attachment; filename="([\w.-]+)"$/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (name !== undefined) {
    const content = new Uint8Array(await response.arrayBuffer());
    const mime_type = response.headers.get('content-type') ?? '';
    return { status: 'success', data: { file_name: name, mime_type, content } satisfies FileAnswer };
  }
  const text = await response.text();
  return JSON.parse(text || '{}') as RawAnswer['body'];
}
