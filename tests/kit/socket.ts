// A socket as a client opens it: ticket over HTTP, hello, then everything heard in order.
import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { close, type FromClient, type FromServer, PING_MS, REALTIME_PATH, ticket } from '#contract/sync.ts';
import type { TestClient } from './client.ts';

export type Heard = Extract<FromServer, { type: 'event' }>;

export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
}

/** Closed by the word that the session is over, not by the server's looking every few seconds whether one is, which says otherwise. */
export const ENDED_AT_ONCE: SocketEnd = { code: close.session, reason: 'The session is over' };

export interface TestSocket extends AsyncDisposable {
  readonly messages: FromServer[];
  /** Events only. */
  readonly events: Heard[];
  readonly closed: Promise<number>;
  /** The code that it was closed with, and what was said of it. */
  readonly end: Promise<SocketEnd>;
  say(message: FromClient): void;
  /** The first message, heard already or to come, that fits. Fails after `ms` (20 s: a busy machine takes its time). */
  waitFor<M extends FromServer>(fits: (message: FromServer) => message is M, ms?: number): Promise<M>;
  waitForEvent(name: string, ms?: number): Promise<Heard>;
  close(): void;
}

/** Resolves once the server said `ready`. */
export async function openSocket(client: TestClient, client_id: string = randomUUID()): Promise<TestSocket> {
  const ws = new WebSocket(client.url.replace('http', 'ws') + API_BASE + REALTIME_PATH);
  const events: Heard[] = [];
  const { messages, hear, waitFor } = ears();
  const { say, beat, isOfBeat } = mouth(ws);
  ws.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as FromServer;
    if (message.type === 'pong' && isOfBeat()) return;
    if (message.type === 'event') events.push(message);
    hear(message);
  });
  const end = new Promise<SocketEnd>((done) =>
    ws.on('close', (code, reason) => done({ code, reason: reason.toString() })),
  );
  const closed = end.then(({ code }) => code);
  await new Promise<void>((done, fail) => ws.on('open', () => done()).on('error', fail));

  const socket: TestSocket = {
    messages,
    events,
    closed,
    end,
    say,
    waitFor,
    waitForEvent: (name, ms) => waitFor((m): m is Heard => m.type === 'event' && m.name === name, ms),
    close: () => ws.close(),
    [Symbol.asyncDispose]: async () => {
      ws.terminate();
      await closed;
    },
  };
  say({ type: 'hello', ticket: (await client.call(ticket, {})).ticket, client_id });
  await waitFor((m): m is Extract<FromServer, { type: 'ready' }> => m.type === 'ready');
  beat();
  return socket;
}

function ears() {
  const messages: FromServer[] = [];
  const waiting = new Set<() => void>();
  const hear = (message: FromServer) => {
    messages.push(message);
    for (const look of waiting) look();
  };
  const waitFor = <M extends FromServer>(fits: (message: FromServer) => message is M, ms = 20_000) =>
    new Promise<M>((done, fail) => {
      const look = () => {
        const found = messages.find(fits);
        if (!found) return;
        clearTimeout(timer);
        waiting.delete(look);
        done(found);
      };
      const timer = setTimeout(() => {
        waiting.delete(look);
        fail(
          new Error(
            `Not heard within ${ms} ms. Heard: ${messages.map((m) => (m.type === 'event' ? m.name : m.type)).join(', ')}`,
          ),
        );
      }, ms);
      waiting.add(look);
      look();
    });
  return { messages, hear, waitFor };
}

/** Beats as every client does: who says nothing for a minute is taken for gone, and on a busy machine a test can take longer. */
function mouth(ws: WebSocket) {
  /** Which of the pings that are not answered yet were beats, in order. */
  const pings: boolean[] = [];
  const say = (message: FromClient) => {
    if (message.type === 'ping') pings.push(false);
    ws.send(JSON.stringify(message));
  };
  const beat = () => {
    const beats = setInterval(() => {
      pings.push(true);
      ws.send(JSON.stringify({ type: 'ping' } satisfies FromClient));
    }, PING_MS / 2).unref();
    ws.once('close', () => clearInterval(beats));
  };
  /** Of the pong that comes now: a test has not asked for it. */
  const isOfBeat = () => pings.shift() === true;
  return { say, beat, isOfBeat };
}
