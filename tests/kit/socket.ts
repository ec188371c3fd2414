// A socket as a client opens it: ticket over HTTP, hello, then everything heard in order.
import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { type FromClient, type FromServer, REALTIME_PATH, ticket } from '#contract/sync.ts';
import type { TestClient } from './client.ts';

export type Heard = Extract<FromServer, { type: 'event' }>;

export interface TestSocket extends AsyncDisposable {
  readonly messages: FromServer[];
  /** Events only. */
  readonly events: Heard[];
  readonly closed: Promise<number>;
  say(message: FromClient): void;
  /** The first message, heard already or to come, that fits. Fails after `ms` (20 s: a busy machine takes its time). */
  waitFor<M extends FromServer>(fits: (message: FromServer) => message is M, ms?: number): Promise<M>;
  waitForEvent(name: string, ms?: number): Promise<Heard>;
  close(): void;
}

/** Resolves once the server said `ready`. */
export async function openSocket(client: TestClient, client_id: string = randomUUID()): Promise<TestSocket> {
  const ws = new WebSocket(client.url.replace('http', 'ws') + API_BASE + REALTIME_PATH);
  const messages: FromServer[] = [];
  const events: Heard[] = [];
  const waiting = new Set<() => void>();
  ws.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as FromServer;
    messages.push(message);
    if (message.type === 'event') events.push(message);
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((done) => ws.on('close', (code) => done(code)));
  await new Promise<void>((done, fail) => ws.on('open', () => done()).on('error', fail));

  const say = (message: FromClient) => ws.send(JSON.stringify(message));
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
  const socket: TestSocket = {
    messages,
    events,
    closed,
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
  return socket;
}
