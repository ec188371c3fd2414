// The clients of bench/send.ts: each sends a message, waits for its acknowledgement, sends the next; others hear them on sockets.
// Requests are written by hand on kept-alive connections, so that as little as possible of the two cores goes into asking.
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { v7 as uuid } from 'uuid';
import WebSocket from 'ws';
import type { Session } from '#contract/auth.ts';
import { send } from '#contract/chat.ts';
import { API_BASE, IDEMPOTENCY_HEADER, sessionHeaders } from '#contract/kernel/envelope.ts';
import { REALTIME_PATH, ticket } from '#contract/sync.ts';
import { TestClient } from '#tests/kit/client.ts';
import { answer } from '../lib/child.ts';
import { timesOf } from '../lib/stats.ts';
import type { LoadAnswer, LoadQuestion } from '../send.ts';

const began = new Map<string, number>();
let seen: number[] = [];

async function listen(url: string, session: Session): Promise<void> {
  const client = new TestClient(url, session);
  const ws = new WebSocket(url.replace('http', 'ws') + API_BASE + REALTIME_PATH);
  await new Promise((done, fail) => ws.on('open', done).on('error', fail));
  const ready = new Promise<void>((done) => {
    ws.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('{"type":"ready"')) return done();
      // Cheaper than reading the whole event; the first id in it is the message's.
      const at = text.indexOf('"message_id":"');
      const id = text.slice(at + 14, at + 50);
      const start = at < 0 ? undefined : began.get(id);
      if (start === undefined) return;
      began.delete(id);
      seen.push(performance.now() - start);
    });
  });
  const once = (await client.call(ticket, {})).ticket;
  ws.send(JSON.stringify({ type: 'hello', ticket: once, client_id: randomUUID() }));
  await ready;
  setInterval(() => ws.send('{"type":"ping"}'), 20_000).unref();
}

/** One request at a time on one connection. Resolves with the head of the answer. */
function openLine(url: string) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let got = Buffer.alloc(0);
  let waiting: { done: (head: string) => void; fail: (error: Error) => void } | undefined;
  socket.on('error', (error) => waiting?.fail(error));
  socket.on('close', () => waiting?.fail(new Error('The server hung up')));
  socket.on('data', (chunk) => {
    got = got.length ? Buffer.concat([got, chunk]) : chunk;
    const end = got.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = got.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (got.length < end + 4 + length) return;
    const whole = got;
    got = Buffer.alloc(0);
    if (head.startsWith('HTTP/1.1 200')) waiting?.done(head);
    else waiting?.fail(new Error(whole.toString()));
  });
  return {
    ask: (text: string) =>
      new Promise<string>((done, fail) => {
        waiting = { done, fail };
        socket.write(text);
      }),
    close: () => socket.destroy(),
  };
}

interface Sender {
  session: Session;
  readonly space_id: string;
}

const requestOf = (sender: Sender, message_id: string, pathHost: string): string => {
  const body = JSON.stringify({
    entity_type: 'space',
    entity_id: sender.space_id,
    message_id,
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: TEXT }] }] },
  });
  const headers = Object.entries(sessionHeaders).map(
    ([field, name]) => `${name}: ${sender.session[field as keyof typeof sessionHeaders]}\r\n`,
  );
  return `${pathHost}${headers.join('')}${IDEMPOTENCY_HEADER}: ${randomUUID()}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};
const TEXT = 'Could you have a look at the draft for Thursday before we send it round? Thank you!';

async function run(url: string, senders: Sender[], lines: number, seconds: number, pause: number): Promise<LoadAnswer> {
  const pathHost = `POST ${API_BASE}${send.path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\n`;
  const acks: number[] = [];
  seen = [];
  began.clear();
  const start = performance.now();
  const until = start + seconds * 1000;
  const loop = async (sender: Sender) => {
    const line = openLine(url);
    while (performance.now() < until) {
      const message_id = uuid();
      const at = performance.now();
      began.set(message_id, at);
      const head = await line.ask(requestOf(sender, message_id, pathHost));
      acks.push(performance.now() - at);
      const token = /^x-access-token: (\S+)/im.exec(head)?.[1];
      if (token) sender.session = { ...sender.session, access_token: token };
      if (pause) await new Promise((done) => setTimeout(done, pause));
    }
    line.close();
  };
  await Promise.all(Array.from({ length: lines }, (_, n) => loop(senders[n % senders.length] as Sender)));
  const took = performance.now() - start;
  await new Promise((done) => setTimeout(done, 300));
  return {
    perSecond: acks.length / (took / 1000),
    count: acks.length,
    heard: seen.length,
    ack: timesOf(acks),
    visible: timesOf(seen),
  };
}

let senders: Sender[] = [];
answer<LoadQuestion>(async (question) => {
  if (question.kind === 'open') {
    senders = question.senders.map((sender) => ({ ...sender }));
    await Promise.all(question.listeners.map((session) => listen(question.url, session)));
    return 'open';
  }
  return run(question.url, senders, question.lines, question.seconds, question.pause ?? 0);
});
