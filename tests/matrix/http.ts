// One request exactly as it is told, and its answer byte for byte: a test of refusals must be able to send what no client would.

import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { type Endpoint, inQuery } from '#contract/kernel/endpoint.ts';
import { API_BASE, IDEMPOTENCY_HEADER, sessionHeaders } from '#contract/kernel/envelope.ts';
import type { TestClient } from '../kit/client.ts';

export type Headers = Readonly<Record<string, string | undefined>>;
export type Input = Readonly<Record<string, unknown>>;

export interface Call {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string | Buffer | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** The same, as it came. */
  readonly bytes: Buffer;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 24 });

/** The four session headers of a signed-in client; none without one. */
export function headersOf(client: TestClient | undefined): Headers {
  const session = client?.session;
  if (!session) return {};
  return Object.fromEntries(
    Object.entries(sessionHeaders).map(([field, name]) => [name, session[field as keyof typeof sessionHeaders]]),
  );
}

/** The call as the app makes it. Columns change it from here. */
export function callOf(endpoint: Endpoint, client: TestClient | undefined, input: Input): Call {
  const headers: Record<string, string | undefined> = { ...headersOf(client) };
  // An operator, or somebody at the door who has no session yet: what the browser was given stands for them.
  if (client?.cookie && (endpoint.access === 'operator' || !client.session)) headers['cookie'] = client.cookie;
  if (endpoint.idempotency === 'key') headers[IDEMPOTENCY_HEADER] = randomUUID();
  const path = API_BASE + endpoint.path;
  if (inQuery(endpoint)) return { method: endpoint.method, path: path + queryOf(input), headers };
  headers['content-type'] = 'application/json';
  return { method: endpoint.method, path, headers, body: JSON.stringify(input) };
}

/** Lists become repeated parameters. */
export function queryOf(input: Input): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input))
    for (const one of Array.isArray(value) ? value : [value]) query.append(key, String(one));
  const text = query.toString();
  return text && `?${text}`;
}

/** `unfinished`: the body is announced or begun but not ended; whoever answers has not waited for the rest. */
export function send(url: string, call: Call, unfinished = false): Promise<Reply> {
  const { hostname, port } = new URL(url);
  const headers = Object.fromEntries(Object.entries(call.headers).filter(([, value]) => value !== undefined));
  return new Promise((done, fail) => {
    const request = http.request(
      { hostname, port, method: call.method, path: call.path, headers, agent: unfinished ? false : agent },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          done({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString(), bytes });
          if (unfinished) request.destroy();
        });
        response.on('error', fail);
      },
    );
    request.on('error', fail);
    request.setTimeout(10_000, () => request.destroy(new Error(`No answer to ${call.method} ${call.path}`)));
    if (call.body !== undefined) request.write(call.body);
    if (unfinished) request.flushHeaders();
    else request.end();
  });
}
