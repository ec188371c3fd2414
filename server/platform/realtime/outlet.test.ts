// Frames that we write ourselves are read by a real WebSocket client, whatever their length; order and batching hold.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { createOutlet, type Sink } from './outlet.ts';

let server: Server;
let sinks: Sink[];
let clients: WebSocket[];
const heard: string[][] = [[], []];

beforeAll(async () => {
  server = createServer();
  const wss = new WebSocketServer({ server, perMessageDeflate: false });
  sinks = [];
  wss.on('connection', (ws) => sinks.push({ ws, waiting: [] }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  clients = [];
  for (const texts of heard) {
    const client = new WebSocket(url);
    client.on('message', (data) => texts.push((data as Buffer).toString()));
    await once(client, 'open');
    clients.push(client);
  }
});
afterAll(() => {
  for (const client of clients) client.terminate();
  server.close();
});

const until = async (fits: () => boolean) => {
  for (let i = 0; i < 200 && !fits(); i++) await new Promise((done) => setTimeout(done, 10));
};

test('texts of every frame size arrive whole and in order', async () => {
  const outlet = createOutlet<Sink>();
  const texts = [0, 1, 125, 126, 65_535, 65_536, 200_000].map((length) =>
    'é'.repeat(length / 2).padEnd(length - Math.floor(length / 2), 'x'),
  );
  for (const text of texts) outlet.broadcast(sinks, text);
  outlet.send(sinks[0] as Sink, 'only you');
  await until(() => heard[0]?.length === texts.length + 1 && heard[1]?.length === texts.length);
  expect(heard[0]).toEqual([...texts, 'only you']);
  expect(heard[1]).toEqual(texts);
});

test('everything of one turn leaves in one write per socket', async () => {
  const outlet = createOutlet<Sink>();
  const socket = (sinks[1] as unknown as { ws: { _socket: { write: (...args: unknown[]) => boolean } } }).ws._socket;
  const write = socket.write.bind(socket);
  let writes = 0;
  socket.write = (...args) => {
    writes++;
    return write(...args);
  };
  const before = heard[1]?.length ?? 0;
  for (let i = 0; i < 50; i++) outlet.broadcast(sinks, `n${i}`);
  await until(() => heard[1]?.length === before + 50);
  expect(writes).toBe(1);
  expect(heard[1]?.at(-1)).toBe('n49');
});
