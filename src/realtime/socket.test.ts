// The socket against a real WebSocket server: coming up, dying in every way, coming back. Only time is not real.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { close, type FromClient, type FromServer } from '#contract/sync.ts';
import { ApiError, NetworkError } from '../api/errors.ts';
import { createSocket, type Socket, socketUrl } from './socket.ts';

let server: WebSocketServer;
let sockets: ServerSocket[];
let said: FromClient[];
let heard: FromServer[];
let states: string[];
let tickets: number;
let refusal: Error | undefined;
/** The server answers a hello with ready, and a ping with pong. */
let answers: boolean;
let watched: boolean;
let socket: Socket;

/** Lets real sockets do what they do while the clock stands. */
const settle = async (until: () => boolean = () => false) => {
  for (let i = 0; i < 400 && !until(); i++) await new Promise((done) => setImmediate(done));
};
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
};
const last = () => states.at(-1);
const isReady = () => last() === 'ready';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  [sockets, said, heard, states, tickets, refusal, answers, watched] = [[], [], [], [], 0, undefined, true, true];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (ws) => {
    sockets.push(ws);
    ws.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as FromClient;
      said.push(message);
      const reply = { hello: { type: 'ready', presence: {} }, ping: { type: 'pong' } }[message.type as 'hello'];
      if (answers && reply) ws.send(JSON.stringify(reply));
    });
  });
  socket = createSocket({
    url: () => socketUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`),
    ticket: async () => {
      tickets++;
      if (refusal) throw refusal;
      return `ticket-${tickets}`;
    },
    clientId: 'tab',
    isWatched: () => watched,
    onMessage: (message) => heard.push(message),
    onState: (state) => states.push(state),
    random: () => 0.999,
  });
});
afterEach(async () => {
  socket.stop();
  vi.useRealTimers();
  for (const ws of sockets) ws.terminate();
  await new Promise((done) => server.close(done));
});

test('ticket, hello, ready; then events', async () => {
  socket.start();
  await settle(isReady);
  expect(said).toEqual([{ type: 'hello', ticket: 'ticket-1', client_id: 'tab' }]);
  sockets[0]?.send('{"type":"event","topic":"company","revision":1,"name":"x","payload":null}');
  sockets[0]?.send('not json');
  await settle(() => heard.length > 1);
  expect(heard.map(({ type }) => type)).toEqual(['ready', 'event']);
  expect(states).toEqual(['connecting', 'ready']);
});

test('pings every 20 seconds, and stays as long as it is answered', async () => {
  socket.start();
  await settle(isReady);
  for (let i = 0; i < 5; i++) {
    await pass(20_000);
    await pass(10_000);
  }
  expect(said.filter(({ type }) => type === 'ping').length).toBeGreaterThanOrEqual(4);
  expect(states).toEqual(['connecting', 'ready']);
});

test('a connection that is half open is noticed within 45 seconds', async () => {
  socket.start();
  await settle(isReady);
  answers = false;
  await pass(20_000);
  await pass(10_000);
  expect(last()).toBe('ready');
  await pass(10_000);
  expect(last()).toBe('waiting');
  answers = true;
  await pass(1_000);
  await settle(isReady);
  expect(last()).toBe('ready');
});

test('a connection that is closed comes back within a second at first', async () => {
  socket.start();
  await settle(isReady);
  for (const code of [1006, close.session, close.slow, 1012]) {
    if (code === 1006) sockets.at(-1)?.terminate();
    else sockets.at(-1)?.close(code);
    await settle(() => last() === 'waiting');
    expect(last()).toBe('waiting');
    await pass(1_000);
    await settle(isReady);
    expect(last()).toBe('ready');
  }
});

test('attempts come at growing pauses: at most 3 s while somebody looks, else 30 s', async () => {
  refusal = new NetworkError();
  socket.start();
  await pass(0);
  const attemptsIn = async (ms: number) => {
    const before = tickets;
    for (let passed = 0; passed < ms; passed += 500) await pass(500);
    return tickets - before;
  };
  expect(await attemptsIn(3_500)).toBe(2);
  expect(await attemptsIn(30_000)).toBe(10);
  watched = false;
  await attemptsIn(31_000);
  expect(await attemptsIn(90_000)).toBe(3);
});

const refusedFor = (seconds: number) => new ApiError('TOO_MANY_REQUESTS', 429, undefined, seconds);
const count = (what: string) => states.filter((state) => state === what).length;

test('waits as long as the server says, and comes at that moment', async () => {
  refusal = refusedFor(12);
  socket.start();
  await pass(0);
  await pass(11_999);
  expect(tickets).toBe(1);
  refusal = undefined;
  await pass(1);
  await settle(isReady);
  expect([tickets, last()]).toEqual([2, 'ready']);
});

test('a busy server, which asks for a second, is not met by everybody in step: the pauses grow', async () => {
  refusal = refusedFor(1);
  watched = false;
  socket.start();
  await pass(0);
  for (let s = 0; s < 120; s++) await pass(1_000);
  expect(count('refused')).toBe(0);
  expect(tickets).toBeGreaterThan(4);
  expect(tickets).toBeLessThan(13);
});

test('says so every three seconds meanwhile if somebody looks, so that what is shown can be asked for', async () => {
  refusal = refusedFor(40);
  socket.start();
  await pass(0);
  expect(states).toEqual(['connecting', 'refused']);
  for (let s = 0; s < 30; s += 3) await pass(3_000);
  expect([tickets, count('refused')]).toEqual([1, 11]);
  watched = false;
  await pass(9_999);
  expect([tickets, count('refused')]).toEqual([1, 12]);
});

test('neither waking up nor starting anew comes before the moment that the server named', async () => {
  refusal = refusedFor(40);
  watched = false;
  socket.start();
  await pass(0);
  await pass(1_000);
  watched = true;
  socket.wake();
  expect([tickets, count('refused')]).toEqual([1, 2]);
  socket.stop();
  socket.start();
  await pass(3_000);
  expect([tickets, last()]).toEqual([1, 'refused']);
  refusal = undefined;
  await pass(36_000);
  await settle(isReady);
  expect([tickets, last()]).toEqual([2, 'ready']);
});

test('whose place others of the session have taken does not take it from them at once', async () => {
  socket.start();
  await settle(isReady);
  sockets[0]?.close(close.replaced);
  await settle(() => last() === 'refused');
  await pass(29_000);
  expect([tickets, last()]).toEqual([1, 'refused']);
  await pass(1_000);
  await settle(isReady);
  expect([tickets, last()]).toEqual([2, 'ready']);
});

test('a server that accepts and then says nothing is given up', async () => {
  answers = false;
  socket.start();
  await settle(() => said.length > 0);
  await pass(10_500);
  expect(states.slice(0, 2)).toEqual(['connecting', 'waiting']);
});

test('waking up tries at once, and doubts a connection that froze', async () => {
  refusal = new NetworkError();
  socket.start();
  await pass(0);
  refusal = undefined;
  socket.wake();
  await settle(isReady);
  expect(last()).toBe('ready');
  answers = false;
  socket.wake();
  await settle();
  expect(last()).toBe('ready');
  await pass(3_000);
  expect(last()).toBe('waiting');
});

test('a timer that was asleep is a reason to doubt at once', async () => {
  socket.start();
  await settle(isReady);
  answers = false;
  vi.setSystemTime(Date.now() + 3_600_000);
  await pass(20_000);
  await pass(3_000);
  expect(last()).toBe('waiting');
});

test('after stopping nothing is heard and nothing is tried', async () => {
  socket.start();
  await settle(isReady);
  socket.stop();
  await settle(() => sockets[0]?.readyState === 3);
  await pass(60_000);
  expect([tickets, states]).toEqual([1, ['connecting', 'ready']]);
  socket.start();
  await settle(isReady);
  expect(tickets).toBe(2);
});
