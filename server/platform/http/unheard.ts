// What is refused before any route, hook or error handler hears of it: in the envelope all the same, and without a word of what was said.
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/kernel/envelope.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

const body = (error_code: string, message: string): string =>
  JSON.stringify({ status: 'error', error_code, message } satisfies Failure);

const OVERFLOW = {
  status: '431 Request Header Fields Too Large',
  text: body('PAYLOAD_TOO_LARGE', 'The headers are too large'),
};
const SLOW = { status: '408 Request Timeout', text: body('INVALID_REQUEST', 'The request took too long') };
const BROKEN = { status: '400 Bad Request', text: body('INVALID_REQUEST', 'Not an HTTP request') };

/** What Node could not read as a request is answered on the bare connection, which ends with it. */
export function refuseUnread(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, text } =
    error.code === 'HPE_HEADER_OVERFLOW' ? OVERFLOW : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? SLOW : BROKEN;
  const length = { 'content-length': String(Buffer.byteLength(text)), connection: 'close' };
  const lines = Object.entries({ ...HEADERS, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`;
  if (socket.writable) socket.end(answer, () => socket.destroy());
  else socket.destroy();
}

/** An address that is none, such as `%zz`. */
export function refuseAddress({ statusCode = 400 }: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(statusCode).headers(HEADERS).send(body('INVALID_REQUEST', 'Not an address'));
}
