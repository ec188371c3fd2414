// Calls over real HTTP: what is sent, what is kept of the answer, and what becomes of a session that has run out.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveSession, type Session } from '#contract/auth.ts';
import { type EventFrame, endpoint } from '#contract/kernel/endpoint.ts';
import { type Call, createCall, wireOf } from './call.ts';
import { errorText } from './error-text.ts';
import { ApiError, isPassing, NetworkError } from './errors.ts';
import { createSender, RESOLVE_PATH, type Sender } from './sender.ts';

const common = { access: 'session', rate: 'read', output: v.unknown() } as const;
const read = endpoint({
  ...common,
  name: 'test.thing.get',
  method: 'GET',
  path: '/test/thing/get',
  input: v.strictObject({ id: v.string(), tags: v.optional(v.array(v.string())), none: v.optional(v.string()) }),
});
const write = endpoint({
  ...common,
  name: 'test.thing.new',
  method: 'POST',
  path: '/test/thing/new',
  input: v.strictObject({ text: v.string() }),
});
const signIn = endpoint({ ...write, name: 'test.sign.in', access: 'open', path: '/test/sign/in', idempotency: 'none' });

const session = (access_token: string): Session =>
  ({ access_token, session_id: 'session', company_id: 'company', employee_id: 'me', permissions: [] }) as never;

type Answer = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;
const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const success = (response: ServerResponse, data: unknown, headers?: Record<string, string>) =>
  json(response, 200, { status: 'success', data }, headers);
const refuse = (response: ServerResponse, status: number, error_code: string, headers?: Record<string, string>) =>
  json(response, status, { status: 'error', error_code, message: 'for the log', data: ['why'] }, headers);

let server: Server;
let answer: Answer;
let heard: (IncomingMessage & { body: string })[];
let current: Session | null;
let events: EventFrame[];
let over: number;
let reached: boolean[];
let call: Call;
let send: Sender;

beforeEach(async () => {
  heard = [];
  events = [];
  reached = [];
  over = 0;
  current = session('one');
  server = createServer((request, response) => {
    const whole = Object.assign(request, { body: '' });
    request.on('data', (part: Buffer) => (whole.body += part.toString()));
    request.on('end', () => {
      heard.push(whole);
      answer(whole, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const keeper = {
    read: () => current,
    rotate: (_used: unknown, fresh: object) => {
      current = current && { ...current, ...fresh };
    },
    replace: (next: Session) => {
      current = next;
    },
  };
  const sender = createSender({ base: () => base, keeper, onReach: (did) => reached.push(did) });
  send = sender.send;
  const hooks = { onEvents: (list: readonly EventFrame[]) => events.push(...list), onSessionOver: () => over++ };
  call = createCall(send, hooks);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

describe('what is sent', () => {
  test('a read carries its input in the query and the session in the four headers', async () => {
    answer = (_, response) => success(response, { fine: true });
    expect(await call(read, { id: 'a b&c', tags: ['x', 'y'], none: undefined })).toEqual({ fine: true });
    const { method, url, headers } = heard[0] as IncomingMessage;
    expect([method, url]).toEqual(['GET', '/api/test/thing/get?id=a+b%26c&tags=x&tags=y']);
    expect(headers).toMatchObject({
      'x-access-token': 'one',
      'x-session-id': 'session',
      'company-id': 'company',
      'employee-id': 'me',
    });
    expect(headers['idempotency-key']).toBeUndefined();
  });

  test('a write carries JSON and a key: its own, or a new one each time', async () => {
    answer = (_, response) => success(response, null);
    await call(write, { text: 'ä' }, { key: '0198c0de-0000-7000-8000-000000000000' });
    await call(write, { text: 'ä' });
    await call(write, { text: 'ä' });
    expect(heard[0]?.body).toBe('{"text":"ä"}');
    const keys = heard.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe('0198c0de-0000-7000-8000-000000000000');
    expect(new Set(keys).size).toBe(3);
  });

  test('without the session on request, and when nobody is signed in', async () => {
    answer = (_, response) => success(response, null);
    await call(write, { text: '' }, { skipAuth: true });
    current = null;
    await call(write, { text: '' });
    expect(heard.map(({ headers }) => headers['x-access-token'])).toEqual([undefined, undefined]);
  });

  test('the same bytes as the outbox stores', () => {
    expect(wireOf(write, { text: 'x' }, 'k')).toEqual({
      method: 'POST',
      path: '/test/thing/new',
      query: null,
      body: '{"text":"x"}',
      key: 'k',
    });
  });
});

describe('where the server wants to know once more who it is', () => {
  const onEvents = () => undefined;
  const asking = (said: boolean | undefined) =>
    createCall(send, {
      onEvents,
      onSessionOver: () => over++,
      onProof: (reads) => {
        asked.push(reads);
        return said === undefined ? undefined : Promise.resolve(said);
      },
    });
  /** Whether what asked only reads. */
  let asked: boolean[] = [];
  beforeEach(() => {
    asked = [];
    answer = (_, response) =>
      heard.length === 1 ? refuse(response, 403, 'AUTH_PROOF_REQUIRED') : success(response, { fine: true });
  });

  test('the very call is made again once they have said it, with its key', async () => {
    expect(await asking(true)(write, { text: 'x' })).toEqual({ fine: true });
    expect(heard.map(({ body }) => body)).toEqual(['{"text":"x"}', '{"text":"x"}']);
    const [first, second] = heard.map(({ headers }) => headers['idempotency-key']);
    expect(first).toBe(second);
    expect([asked, over]).toEqual([[false], 0]);
  });

  test('it is said that nothing is done by a call that reads', async () => {
    expect(await asking(true)(read, { id: '' })).toEqual({ fine: true });
    expect(asked).toEqual([true]);
  });

  test('a no, and nobody to ask, is a refusal like any other', async () => {
    for (const said of [false, undefined]) {
      heard = [];
      const error = await asking(said)(write, { text: 'x' }).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'AUTH_PROOF_REQUIRED', status: 403 });
      expect(errorText(error)).toBe('Confirm that it is you to go on.');
      expect(heard).toHaveLength(1);
    }
    heard = [];
    await expect(call(write, { text: 'x' })).rejects.toMatchObject({ code: 'AUTH_PROOF_REQUIRED' });
  });

  test('who is refused once more is not asked once more', async () => {
    answer = (_, response) => refuse(response, 403, 'AUTH_PROOF_REQUIRED');
    await expect(asking(true)(write, { text: 'x' })).rejects.toMatchObject({ code: 'AUTH_PROOF_REQUIRED' });
    expect([asked, heard.length]).toEqual([[false], 2]);
  });
});

describe('what comes back', () => {
  test('a refusal is an ApiError with its code, data and the time to wait', async () => {
    answer = (_, response) => refuse(response, 429, 'TOO_MANY_REQUESTS', { 'retry-after': '7' });
    const error = await call(read, { id: '' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429, data: ['why'], retryAfter: 7 });
    expect(isPassing(error)).toBe(true);
    expect(isPassing(new ApiError('NOT_ENOUGH_POINTS', 409))).toBe(false);
  });

  test('no answer, and an answer that is not ours, are Connectivity issues', async () => {
    answer = (request) => request.socket.destroy();
    await expect(call(read, { id: '' })).rejects.toThrow(NetworkError);
    answer = (_, response) => response.end('<html>Please sign in to the hotel</html>');
    await expect(call(read, { id: '' })).rejects.toThrow('Connectivity issue');
    answer = (_, response) => response.writeHead(502).end('Bad gateway');
    await expect(call(read, { id: '' })).rejects.toThrow(NetworkError);
    expect(reached).toEqual([false, false, false]);
  });

  test('an abort of the caller is an abort, not a lost connection', async () => {
    answer = () => undefined;
    const abort = new AbortController();
    const waiting = call(read, { id: '' }, { signal: abort.signal });
    setTimeout(() => abort.abort(), 10);
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(reached).toEqual([]);
  });

  test('an unchanged read costs a 304 and gives the same data again', async () => {
    answer = (request, response) =>
      request.headers['if-none-match'] === '"v1"'
        ? response.writeHead(304).end()
        : success(response, { long: 'list' }, { etag: '"v1"' });
    expect(await call(read, { id: '1' })).toEqual({ long: 'list' });
    expect(await call(read, { id: '1' })).toEqual({ long: 'list' });
    expect(await call(read, { id: '2' })).toEqual({ long: 'list' });
    expect(heard.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"', undefined]);
  });

  test('events in an answer go to the reducers', async () => {
    const frame = { topic: 'company', revision: 1, name: 'x', payload: null };
    answer = (_, response) => success(response, { events: [frame] });
    await call(write, { text: '' });
    expect(events).toEqual([frame]);
  });

  test('fresh session values in the headers are kept', async () => {
    answer = (_, response) => success(response, null, { 'x-access-token': 'two' });
    await call(read, { id: '' });
    expect(current?.access_token).toBe('two');
  });
});

describe('a token that has run out', () => {
  const renewing: Answer = (request, response) => {
    if (request.url?.includes(RESOLVE_PATH)) return void setTimeout(() => success(response, session('two')), 20);
    if (request.headers['x-access-token'] === 'two') return success(response, 'done');
    refuse(response, 401, 'AUTH_INVALID_TOKEN');
  };

  test('is renewed once for all calls that met it, and each is made again', async () => {
    answer = renewing;
    expect(await Promise.all([1, 2, 3].map((id) => call(read, { id: `${id}` })))).toEqual(['done', 'done', 'done']);
    expect(heard.filter(({ url }) => url?.includes(RESOLVE_PATH))).toHaveLength(1);
    expect(over).toBe(0);
  });

  test('the session is over when it cannot be renewed', async () => {
    answer = (_, response) => refuse(response, 401, 'AUTH_INVALID_TOKEN');
    await expect(call(read, { id: '' })).rejects.toMatchObject({ code: 'AUTH_INVALID_TOKEN' });
    expect(over).toBe(1);
  });

  test('nothing is over when the server cannot be reached for it', async () => {
    answer = (request, response) =>
      request.url?.includes(RESOLVE_PATH) ? request.socket.destroy() : refuse(response, 401, 'AUTH_INVALID_TOKEN');
    await expect(call(read, { id: '' })).rejects.toThrow(NetworkError);
    expect(over).toBe(0);
  });

  test('wrong credentials at sign-in are no verdict on the session', async () => {
    answer = (_, response) => refuse(response, 401, 'AUTH_INVALID_CREDENTIALS');
    await expect(call(signIn, { text: '' })).rejects.toMatchObject({ code: 'AUTH_INVALID_CREDENTIALS' });
    expect([over, heard.length]).toEqual([0, 1]);
  });

  test("the path is the contract's", () => expect(RESOLVE_PATH).toBe(resolveSession.path));
});

test('sentences for people', () => {
  expect(errorText(new NetworkError())).toBe('Connectivity issue');
  expect(errorText(new ApiError('AUTH_WRONG_COMPANY', 403))).toBe('You are not authorized to access this company');
  expect(errorText(new ApiError('SPACE_NOT_FOUND', 404), { SPACE_NOT_FOUND: 'Gone.' })).toBe('Gone.');
  expect(errorText('INVALID_REQUEST')).toBe('Invalid request');
  expect(errorText(new ApiError('NOBODY_KNOWS', 400))).toBe('An unknown error occurred');
  expect(errorText(new TypeError('x'))).toBe('An unknown error occurred');
});
